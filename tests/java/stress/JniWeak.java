import java.util.ArrayList;
import java.util.List;

/** Weak references of native code: what nothing keeps alive goes from them, all else stays what it was. */
public class JniWeak {
    private static final int COUNT = 20_000;

    public static void main(String[] arguments) {
        System.load(arguments[0]);
        Load.start();
        for (int round = 0; round < 3; round++) {
            List<int[]> kept = new ArrayList<>();
            long[] weak = new long[COUNT];
            for (int at = 0; at < COUNT; at++) {
                int[] object = {at};
                weak[at] = make(object);
                if (at % 4 == 0) {
                    kept.add(object);
                }
            }
            Load.collectUntil("weak references are cleared", () -> {
                int left = 0;
                for (long of : weak) {
                    left += get(of) == null ? 0 : 1;
                }
                return left == kept.size();
            });
            long sum = 0;
            for (int at = 0; at < COUNT; at++) {
                int[] object = (int[]) get(weak[at]);
                sum += object == null ? 0 : object == kept.get(at / 4) ? object[0] : COUNT;
                delete(weak[at]);
            }
            System.out.println("round " + round + " sum " + sum);
        }
    }

    private static native long make(Object of);

    private static native Object get(long weak);

    private static native void delete(long weak);
}
