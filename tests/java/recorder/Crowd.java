import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Everything that is hard for a recorder at once: thousands of threads that allocate and stay, virtual threads where the JDK
 * has them, classes that are loaded again and again and unloaded, and a JVM that is started by this one. Says how many of each.
 */
public class Crowd {
    static final int THREADS = Integer.getInteger("threads", 2000);
    static final int VIRTUAL = Integer.getInteger("virtual", 1000);
    static final int LOADERS = 60;

    /** What every thread holds. */
    static final class Luggage {
        final byte[] bytes = new byte[2000];
    }

    /** Loaded by many loaders. */
    public static final class Visitor {
        public static final List<Object> LEFT_BEHIND = new ArrayList<>();

        public Visitor() {
            LEFT_BEHIND.add(new byte[1000]);
        }
    }

    static final class Loader extends URLClassLoader {
        Loader(URL... urls) {
            super(urls, null);
        }
    }

    static final List<Luggage> KEPT = new ArrayList<>();

    static void keep() {
        Luggage luggage = new Luggage();
        synchronized (KEPT) {
            KEPT.add(luggage);
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            System.out.println("child " + arguments[0]);
            return;
        }
        CountDownLatch there = new CountDownLatch(THREADS), leave = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(null, () -> {
                keep();
                there.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "guest-" + i, 1 << 17);
            thread.start();
            threads.add(thread);
        }
        there.await();
        System.gc();
        System.out.println("threads " + threads.size());

        int started = 0;
        try {
            var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            List<Thread> virtual = new ArrayList<>();
            for (; started < VIRTUAL; started++) {
                virtual.add((Thread) start.invoke(null, (Runnable) Crowd::keep));
            }
            for (Thread thread : virtual) {
                thread.join();
            }
        } catch (NoSuchMethodException e) {
            // A JDK before 21.
        }
        System.gc();
        System.out.println("virtual " + started);

        URL classes = new File(Crowd.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toURI().toURL();
        for (int i = 0; i < LOADERS; i++) {
            try (Loader loader = new Loader(classes)) {
                loader.loadClass("Crowd$Visitor").getConstructor().newInstance();
            }
            if (i % 20 == 19) {
                System.gc();
            }
        }
        System.out.println("loaders " + LOADERS);

        String java = new File(System.getProperty("java.home"), "bin/java").getPath();
        Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Crowd", "one")
            .redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
        System.out.println("exit " + child.waitFor());
        leave.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.gc();
        System.out.println("kept " + KEPT.size());
    }
}
