import java.util.ArrayList;
import java.util.List;

/** Holds OBJECTS small objects and makes garbage for SECONDS, so many megabytes per second that there are young collections all the time. */
class LargeHeap {
    record Node(Node next, Integer value) {}

    private static final int ROW = 1000;
    private static final int BYTES_PER_SECOND = 150_000_000;
    private static final List<Node[]> HELD = new ArrayList<>();

    /** What was made last survives: young collections have something to copy. */
    private static final byte[][] YOUNG = new byte[16 * 1024][];

    public static void main(String[] arguments) throws InterruptedException {
        int objects = Integer.parseInt(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        for (int made = 0; made < objects; made += 2 * ROW) {
            Node[] row = new Node[ROW];
            for (int at = 0; at < ROW; at++) {
                row[at] = new Node(at > 0 ? row[at - 1] : null, made + at + 1000);
            }
            HELD.add(row);
        }
        // The rate is fixed: a program that is held up does not collect less often.
        long start = System.nanoTime();
        int young = 0;
        for (long bytes = 0; System.nanoTime() - start < seconds * 1_000_000_000L; bytes += 1 << 16) {
            for (int at = 0; at < 64; at++) {
                YOUNG[young++ % YOUNG.length] = new byte[1 << 10];
            }
            long ahead = bytes * 1000 / BYTES_PER_SECOND - (System.nanoTime() - start) / 1_000_000;
            if (ahead > 5) {
                Thread.sleep(ahead);
            }
        }
    }
}
