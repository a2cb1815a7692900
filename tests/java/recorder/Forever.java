import java.util.ArrayDeque;

/** Makes garbage until it is killed, and keeps the last thousand objects. */
public class Forever {
    public static void main(String[] arguments) throws InterruptedException {
        ArrayDeque<int[]> last = new ArrayDeque<>();
        for (long i = 0;; i++) {
            last.add(new int[100]);
            if (last.size() > 1000) {
                last.remove();
            }
            if (i % 10_000 == 0) {
                System.gc();
                Thread.sleep(20);
            }
        }
    }
}
