import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Holds some of everything that readers of heap dumps may get wrong: fields of all types spread over super classes, arrays of
 * all kinds, references of all strengths, locals and monitors of threads, a class loader of its own, objects with several
 * owners, rings, and a flow graph with published dominators. Says "ready", and ends with its input.
 */
public class Dumped {
    /** Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), figure 1. */
    static class Vertex {
        Vertex one, two, three;

        void to(Vertex... others) {
            one = others[0];
            two = others.length > 1 ? others[1] : null;
            three = others.length > 2 ? others[2] : null;
        }
    }

    static final class R extends Vertex { }
    static final class A extends Vertex { }
    static final class B extends Vertex { }
    static final class C extends Vertex { }
    static final class D extends Vertex { }
    static final class E extends Vertex { }
    static final class F extends Vertex { }
    static final class G extends Vertex { }
    static final class H extends Vertex { }
    static final class I extends Vertex { }
    static final class J extends Vertex { }
    static final class K extends Vertex { }
    static final class L extends Vertex { }

    static Vertex flowGraph() {
        Vertex r = new R(), a = new A(), b = new B(), c = new C(), d = new D(), e = new E(), f = new F();
        Vertex g = new G(), h = new H(), i = new I(), j = new J(), k = new K(), l = new L();
        r.to(a, b, c);
        a.to(d);
        b.to(a, d, e);
        c.to(f, g);
        d.to(l);
        e.to(h);
        f.to(i);
        g.to(i, j);
        h.to(e, k);
        i.to(k);
        j.to(i);
        k.to(i, r);
        l.to(h);
        return r;
    }

    /** A value of every type, none of them zero, over three classes that leave gaps. */
    static class Narrow {
        boolean truth = true;
        byte tiny = -7;
        Object name = "narrow";
    }

    static class Wide extends Narrow {
        long big = Long.MIN_VALUE + 5;
        char letter = '\u20ac';
        short small = -31_000;
        double exact = -0.1;
    }

    static class Wider extends Wide {
        static int counter = 42;
        static final double RATIO = 1.5;
        static Object shelf = new int[][] {{1, 2, 3}, {}, null};
        float rough = 0.1f;
        int usual = -123_456;
        /** As the field above it is called in the super class. */
        Object name = new Object[] {this, null, "wider"};
    }

    enum Suit { CLUBS, HEARTS }

    record Pair(Object left, Object right) { }

    static final class Node {
        Node next;
        final long number;

        Node(Node next, long number) {
            this.next = next;
            this.number = number;
        }
    }

    /** Has a finalizer, so the JVM keeps a reference to it. */
    static class Finalized {
        final byte[] payload = new byte[100];

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            counted++;
        }

        static int counted;
    }

    /** Loaded a second time by a loader of its own. */
    public static class Plugin implements Supplier<Object> {
        static final List<Object> KEPT = new ArrayList<>();

        @Override
        public Object get() {
            KEPT.add(new long[50]);
            return this;
        }
    }

    static final class Loader extends ClassLoader {
        Object load(Class<?> original) throws Exception {
            try (InputStream in = original.getResourceAsStream("/" + original.getName().replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                Class<?> copy = defineClass(original.getName(), code, 0, code.length);
                return ((Supplier<?>) copy.getConstructor().newInstance()).get();
            }
        }
    }

    /** A thread with fields; what it works with is on its stack alone. */
    static final class Worker extends Thread {
        final CountDownLatch started;
        final Object inField = new char[33];

        Worker(String name, CountDownLatch started) {
            super(name);
            this.started = started;
            setDaemon(true);
        }

        @Override
        public void run() {
            List<Object> onStack = new ArrayList<>(List.of(new Pair("on the stack of", getName()), new short[17]));
            LOCAL.set(new Pair(onStack, getName()));
            Object monitor = new Node(null, onStack.size());
            synchronized (monitor) {
                started.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException end) {
                    onStack.add(monitor);
                }
            }
        }
    }

    static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
    static final List<Object> ALL = new ArrayList<>();

    static void add(Object... objects) {
        ALL.addAll(List.of(objects));
    }

    static void arrays() {
        add(new boolean[] {true, false, true}, new byte[] {1, -1}, new char[] {'a', 'b', 'c'}, new short[] {-5});
        add(new int[] {7, -7}, new long[] {1L << 40}, new float[] {-0.0f, Float.MIN_VALUE}, new double[] {Math.PI});
        add(new byte[0], new Object[0], new long[3][2], new Runnable[2], new Map.Entry<?, ?>[][] {{Map.entry(1, 2)}});
        for (int length = 0; length < 40; length++) {
            add(new byte[length], new char[length], new Object[length], new double[length]);
        }
    }

    static void references() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object held = new Pair("held", new int[9]);
        add(held, queue, new WeakReference<>(held), new SoftReference<>(new Pair("soft only", new int[200])));
        add(new PhantomReference<>(held, queue), new SoftReference<>(new WeakReference<>(new SoftReference<>(new byte[77]))));
        WeakHashMap<Object, Object> weak = new WeakHashMap<>();
        weak.put(held, new Pair("value of a weak key", "and more"));
        add(weak, new Finalized(), new Finalized());
        Cleaner cleaner = Cleaner.create();
        Object watched = new Object();
        add(watched, cleaner, cleaner.register(watched, () -> { }));
    }

    static void owners() {
        Map<Integer, Object> byNumber = new HashMap<>();
        Map<String, Object> byName = new TreeMap<>();
        Map<Object, Object> byIdentity = new IdentityHashMap<>();
        for (int at = 0; at < 300; at++) {
            Pair pair = new Pair("item " + at, new byte[at]);
            byNumber.put(1000 + at, pair);
            byName.put("name " + at % 200, pair);
            byIdentity.put(pair, at % 3 == 0 ? byName : at);
        }
        add(byNumber, byName, byIdentity);
        Node list = null;
        for (int at = 0; at < 3000; at++) {
            list = new Node(list, at);
        }
        Node ring = new Node(null, -1);
        ring.next = new Node(new Node(ring, -3), -2);
        // Two ways into the ring, and one into the middle of the list.
        add(list, ring.next, ring.next.next, list.next.next.next.next);
    }

    public static void main(String[] arguments) throws Exception {
        String word = "word";
        Supplier<Object> lambda = () -> word + ALL.size();
        add(flowGraph(), new Wider(), new Wide(), Suit.HEARTS, lambda, (Runnable) Dumped::arrays, new Loader().load(Plugin.class));
        arrays();
        references();
        owners();
        CountDownLatch started = new CountDownLatch(3);
        for (int at = 0; at < 3; at++) {
            new Worker("worker " + at, started).start();
        }
        started.await();
        Object onMain = new Pair("on the main stack", new Object[5]);
        System.out.println("ready");
        waitForEnd();
        System.out.println(onMain.hashCode() + lambda.get().hashCode());
    }

    static void waitForEnd() throws IOException {
        while (System.in.read() >= 0) {
        }
    }
}
