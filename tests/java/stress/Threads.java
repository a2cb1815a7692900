import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Thousands of threads of the platform that come and go, with what they hold in locals and thread-locals. */
public class Threads {
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[2000]);

    public static void main(String[] arguments) throws InterruptedException {
        Load.start();
        AtomicLong sum = new AtomicLong();
        for (int wave = 0; wave < 120; wave++) {
            List<Thread> threads = new ArrayList<>();
            for (int at = 0; at < 50; at++) {
                int number = wave * 50 + at;
                Thread thread = new Thread(null, () -> {
                    Object[] held = {BUFFER.get(), "thread " + number, new int[300]};
                    Thread.yield();
                    sum.addAndGet(number + held.length);
                }, "short-" + number, 1 << 17);
                thread.start();
                threads.add(thread);
            }
            if (wave % 40 == 0) {
                System.gc();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println("sum " + sum);
    }
}
