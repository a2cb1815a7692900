import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Weak, soft and phantom references, cleaners, method handles: what nothing keeps alive goes, nothing else does. */
public class References {
    private static final int COUNT = 20_000;

    public static void main(String[] arguments) throws Throwable {
        Load.start();
        Cleaner cleaner = Cleaner.create();
        for (int round = 0; round < 3; round++) {
            ReferenceQueue<Object> queue = new ReferenceQueue<>();
            List<Object> kept = new ArrayList<>();
            List<WeakReference<Object>> weak = new ArrayList<>();
            List<PhantomReference<Object>> phantom = new ArrayList<>();
            List<SoftReference<byte[]>> soft = new ArrayList<>();
            WeakHashMap<Object, byte[]> map = new WeakHashMap<>();
            AtomicInteger cleaned = new AtomicInteger();
            for (int at = 0; at < COUNT; at++) {
                Object object = new int[] {at};
                weak.add(new WeakReference<>(object));
                phantom.add(new PhantomReference<>(object, queue));
                map.put(object, new byte[50]);
                if (at % 10 == 0) {
                    soft.add(new SoftReference<>(new byte[100]));
                }
                if (at % 4 == 0) {
                    kept.add(object);
                } else {
                    cleaner.register(object, cleaned::incrementAndGet);
                }
            }
            int[] dequeued = new int[1];
            Load.collectUntil("weak references are cleared", () -> weak.stream().filter(of -> of.get() != null).count() == kept.size());
            Load.collectUntil("cleaners have run", () -> cleaned.get() == COUNT - kept.size());
            Load.collectUntil("phantom references are handed over", () -> {
                while (queue.poll() != null) {
                    dequeued[0]++;
                }
                return dequeued[0] == COUNT - kept.size();
            });
            Load.collectUntil("the map has forgotten what nobody has", () -> map.size() == kept.size());
            long sum = map.size();
            for (Object object : kept) {
                sum += ((int[]) object)[0];
            }
            for (int at = 0; at < 2000; at++) {
                MethodHandle handle = MethodHandles.lookup().findStatic(References.class, "twice", MethodType.methodType(int.class, int.class));
                sum += (int) MethodHandles.insertArguments(handle, 0, at).invokeExact();
            }
            System.out.println("round " + round + " phantom " + phantom.size() + " soft " + soft.size() + " sum " + sum);
        }
    }

    static int twice(int number) {
        return 2 * number;
    }
}
