import java.util.ArrayList;
import java.util.List;

/** Equal strings that the JVM makes share their bytes, and interned ones. */
public class Strings {
    public static void main(String[] arguments) {
        Load.start();
        long sum = 0;
        for (int round = 0; round < 6; round++) {
            List<String> kept = new ArrayList<>();
            for (int at = 0; at < 40_000; at++) {
                kept.add("a text that is there many times " + at % 500);
                if (at % 4 == 0) {
                    kept.add(("interned " + round + " " + at).intern());
                }
            }
            System.gc();
            Load.pause(100);
            for (String text : kept) {
                sum += text.hashCode();
            }
            String first = "interned " + round + " 0";
            System.out.println("round " + round + " sum " + sum + " " + (first.intern() == kept.get(1)));
        }
    }
}
