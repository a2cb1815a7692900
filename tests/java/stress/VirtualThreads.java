import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads: many short ones, or some that block, park and pin. By reflection, so that JDK 17 compiles it. */
public class VirtualThreads {
    public static void main(String[] arguments) throws Exception {
        Load.start();
        try (Closing threads = new Closing((ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null))) {
            if (arguments[0].equals("short")) {
                manyShort(threads.pool);
            } else {
                blocking(threads.pool);
            }
        }
    }

    private record Closing(ExecutorService pool) implements AutoCloseable {
        @Override
        public void close() {
            pool.shutdown();
        }
    }

    private static void manyShort(ExecutorService pool) throws Exception {
        long sum = 0;
        for (int wave = 0; wave < 30; wave++) {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int task = 0; task < 3000; task++) {
                int number = wave * 3000 + task;
                tasks.add(() -> work(number));
            }
            sum += sum(pool.invokeAll(tasks));
        }
        System.out.println("sum " + sum);
    }

    private static long work(int number) {
        List<Integer> numbers = new ArrayList<>();
        for (int at = 0; at < 30; at++) {
            numbers.add(number * 1000 + at);
        }
        Thread.yield();
        long sum = 0;
        for (Integer value : numbers) {
            sum += value;
        }
        return sum;
    }

    private static void blocking(ExecutorService pool) throws Exception {
        Object lock = new Object();
        ArrayBlockingQueue<int[]> queue = new ArrayBlockingQueue<>(10);
        List<Future<Long>> all = new ArrayList<>();
        for (int task = 0; task < 1500; task++) {
            int number = task;
            all.add(pool.submit(() -> {
                Object[] held = {new int[100], "sleeper " + number};
                Thread.sleep(number % 20);
                return (long) held[1].toString().length();
            }));
            all.add(pool.submit(() -> park(number)));
            all.add(pool.submit(() -> {
                queue.put(new int[] {number});
                return 0L;
            }));
            all.add(pool.submit(() -> (long) queue.take()[0]));
            if (task % 5 == 0) {
                all.add(pool.submit(() -> {
                    synchronized (number % 10 == 0 ? lock : new Object()) {
                        byte[] held = new byte[1000];
                        Thread.sleep(1);
                        return (long) held.length;
                    }
                }));
            }
        }
        System.out.println("sum " + sum(all));
    }

    private static long park(int number) {
        AtomicBoolean may = new AtomicBoolean();
        Thread me = Thread.currentThread();
        Thread other = new Thread(() -> {
            may.set(true);
            LockSupport.unpark(me);
        });
        if (number % 10 == 0) {
            other.start();
        } else {
            may.set(true);
            LockSupport.unpark(me);
        }
        while (!may.get()) {
            LockSupport.park();
        }
        LockSupport.parkNanos(1_000_000);
        return number;
    }

    private static long sum(List<Future<Long>> futures) throws Exception {
        long sum = 0;
        for (Future<Long> future : futures) {
            sum += future.get();
        }
        return sum;
    }
}
