import java.util.ArrayDeque;

/** What goes on beside every program here: a thread whose garbage lets collections come, without end. */
final class Load {
    private Load() {}

    /** Starts it; it keeps the last few thousand objects. */
    static void start() {
        Thread thread = new Thread(() -> {
            ArrayDeque<Object> last = new ArrayDeque<>();
            for (int i = 0;; i++) {
                last.addLast(new Object[] {new byte[i % 2000], "text " + i});
                if (last.size() > 3000) {
                    last.removeFirst();
                }
                if (i % 1000 == 999) {
                    pause(1);
                }
            }
        }, "load");
        thread.setDaemon(true);
        thread.start();
    }

    /** Sleeps. */
    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the garbage collector has done something. */
    static void collectUntil(String what, java.util.function.BooleanSupplier done) {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - start > 60_000_000_000L) {
                System.out.println("never: " + what);
                System.exit(9);
            }
            System.gc();
            pause(20);
        }
        System.out.println("done: " + what);
    }
}
