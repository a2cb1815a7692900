/** Deep recursion with many locals, collections at the bottom of it, and stacks that overflow while they allocate. */
public class DeepStacks {
    private static final int DEPTH = 15_000;

    public static void main(String[] arguments) throws InterruptedException {
        Load.start();
        Thread deep = new Thread(null, () -> System.out.println("sum " + down(DEPTH)), "deep", 512L << 20);
        deep.start();
        long ofMain = down(DEPTH / 2);
        deep.join();
        System.out.println("main " + ofMain);
        int caught = 0;
        for (int time = 0; time < 3; time++) {
            try {
                System.out.println(forEver(time));
            } catch (StackOverflowError e) {
                caught++;
            }
        }
        System.out.println("overflows " + caught);
    }

    private static long down(int depth) {
        Object a = new int[] {depth}, b = new byte[10], c = "depth " + depth, d = a, e = b, f = c, g = new long[2], h = g;
        long below = 0;
        if (depth == 0) {
            for (int time = 0; time < 3; time++) {
                System.gc();
                Load.pause(50);
            }
        } else {
            below = down(depth - 1);
        }
        int[] mine = (int[]) d;
        return below + mine[0] + ((byte[]) e).length + ((long[]) h).length + (f == c && g == h && a == d && b == e ? 1 : 0);
    }

    private static int forEver(int depth) {
        Object[] held = {new int[10], Integer.valueOf(depth)};
        return forEver(depth + 1) + held.length;
    }
}
