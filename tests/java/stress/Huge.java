import java.util.ArrayList;
import java.util.List;

/** Huge arrays that come and go, and a heap that is full: the error is caught and the program goes on. */
public class Huge {
    static volatile Object sink;

    public static void main(String[] arguments) {
        long sum = 0;
        for (int at = 0; at < 200; at++) {
            byte[] bytes = new byte[(1 + at % 12) << 20];
            bytes[at] = 7;
            Object[] references = new Object[(1 + at % 5) * 100_000];
            references[at] = bytes;
            sink = references;
            sum += bytes.length + references.length;
        }
        sink = null;
        int caught = 0;
        for (int time = 0; time < 4; time++) {
            List<Object> all = new ArrayList<>();
            try {
                while (true) {
                    all.add(time % 2 == 0 ? new long[50_000] : new Object[] {new int[2000], "many"});
                }
            } catch (OutOfMemoryError e) {
                all = null;
                caught++;
            }
        }
        try {
            sink = new long[Integer.MAX_VALUE];
        } catch (OutOfMemoryError e) {
            caught++;
        }
        System.out.println("sum " + sum + " caught " + caught);
    }
}
