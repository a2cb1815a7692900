package counts;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * Fills collections of all common kinds, empty ones, small ones and large ones, and dumps itself. Every line tells the
 * name of a collection and the number of its elements; in the dump a {@link Filled} object joins the two.
 *
 * <pre>java -XX:+UseSerialGC -Xmx64m -cp CLASSES counts.Main OUT.hprof</pre>
 */
public final class Main {
    static final List<Filled> ALL = new ArrayList<>();
    /** Keys of weak maps live as long as the program. */
    static final Object[] KEYS = new Object[2000];

    private Main() {}

    /** A collection and its name. */
    static final class Filled {
        final String name;
        final Object collection;

        Filled(String name, Object collection) {
            this.name = name;
            this.collection = collection;
        }
    }

    enum Day { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY }

    private static void tell(String name, Object collection, int count) {
        String full = name + " of " + count;
        ALL.add(new Filled(full, collection));
        System.out.println(full + "=" + count);
    }

    /** Adds numbers from 0 on; every third one is taken out again, and added once more. */
    private static void list(String name, Collection<Object> collection, int count) {
        for (int at = 0; at < count; at++) {
            collection.add(1000 + at);
            if (at % 3 == 0) {
                collection.remove(1000 + at);
                collection.add(1000 + at);
            }
        }
        tell(name, collection, collection.size());
    }

    private static void map(String name, Map<Object, Object> map, int count) {
        for (int at = 0; at < count; at++) {
            map.put(KEYS[at], at);
            if (at % 3 == 0) {
                map.remove(KEYS[at]);
                map.put(KEYS[at], at);
            }
        }
        tell(name, map, map.size());
    }

    private static void collections(int count) {
        list("ArrayList", new ArrayList<>(), count);
        list("LinkedList", new LinkedList<>(), count);
        list("ArrayDeque", new ArrayDeque<>(), count);
        list("PriorityQueue", new PriorityQueue<>(), count);
        list("Vector", new Vector<>(), count);
        list("Stack", new Stack<>(), count);
        list("HashSet", new HashSet<>(), count);
        list("LinkedHashSet", new LinkedHashSet<>(), count);
        list("TreeSet", new TreeSet<>(), count);
        list("CopyOnWriteArrayList", new CopyOnWriteArrayList<>(), count);
        list("CopyOnWriteArraySet", new CopyOnWriteArraySet<>(), count);
        list("ConcurrentSkipListSet", new ConcurrentSkipListSet<>(), count);
        list("LinkedBlockingQueue", new LinkedBlockingQueue<>(), count);
        list("LinkedBlockingDeque", new LinkedBlockingDeque<>(), count);
        list("ArrayBlockingQueue", new ArrayBlockingQueue<>(2000), count);
        list("PriorityBlockingQueue", new PriorityBlockingQueue<>(), count);
        list("ConcurrentHashMap.newKeySet", ConcurrentHashMap.newKeySet(), count);
        list("Collections.newSetFromMap", Collections.newSetFromMap(new IdentityHashMap<>()), Math.min(count, 100));
        list("Collections.asLifoQueue", Collections.asLifoQueue(new ArrayDeque<>()), count);
        list("Collections.synchronizedList", Collections.synchronizedList(new ArrayList<>()), count);
        map("HashMap", new HashMap<>(), count);
        map("LinkedHashMap", new LinkedHashMap<>(), count);
        map("TreeMap", new TreeMap<>(), count);
        map("Hashtable", new Hashtable<>(), count);
        map("Properties", new Properties(), count);
        map("IdentityHashMap", new IdentityHashMap<>(), count);
        map("WeakHashMap", new WeakHashMap<>(), count);
        map("ConcurrentHashMap", new ConcurrentHashMap<>(), count);
        map("ConcurrentSkipListMap", new ConcurrentSkipListMap<>(), count);
        map("Collections.synchronizedMap", Collections.synchronizedMap(new HashMap<>()), count);
        Object[] numbers = Arrays.copyOf(KEYS, count);
        tell("Arrays.asList", Arrays.asList(numbers), count);
        tell("List.of", List.of(numbers), count);
        tell("Set.of", Set.of(numbers), count);
        Map<Object, Object> entries = new HashMap<>();
        for (Object number : numbers) {
            entries.put(number, number);
        }
        tell("Map.copyOf", Map.copyOf(entries), count);
        tell("Collections.unmodifiableMap", Collections.unmodifiableMap(entries), count);
        tell("Collections.unmodifiableList", Collections.unmodifiableList(Arrays.asList(numbers)), count);
        tell("subList", new ArrayList<>(Arrays.asList(numbers)).subList(0, count / 2), count / 2);
    }

    /** A ring whose end lies before its start. */
    private static void wrappedRing() {
        ArrayDeque<Object> ring = new ArrayDeque<>(16);
        for (int at = 0; at < 40; at++) {
            ring.addLast(at);
            if (at >= 10) {
                ring.removeFirst();
            }
        }
        tell("wrapped ArrayDeque", ring, ring.size());
    }

    /** Threads that are in each other's way make the map count in cells. */
    private static void contendedMap() throws InterruptedException {
        ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
        ConcurrentSkipListMap<Integer, Object> sorted = new ConcurrentSkipListMap<>();
        Thread[] threads = new Thread[8];
        for (int at = 0; at < threads.length; at++) {
            int first = at * 5000;
            threads[at] = new Thread(() -> {
                for (int number = first; number < first + 5000; number++) {
                    map.put(number, number);
                    sorted.put(number, number);
                }
            });
            threads[at].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        tell("contended ConcurrentHashMap", map, 40_000);
        tell("contended ConcurrentSkipListMap", sorted, 40_000);
    }

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < KEYS.length; at++) {
            KEYS[at] = "key " + at;
        }
        for (int count : new int[] {0, 1, 2, 3, 7, 16, 17, 100, 1999}) {
            collections(count);
        }
        wrappedRing();
        contendedMap();
        EnumMap<Day, Object> days = new EnumMap<>(Day.class);
        days.put(Day.MONDAY, 1);
        days.put(Day.SUNDAY, 2);
        tell("EnumMap", days, 2);
        tell("EnumSet", EnumSet.of(Day.MONDAY, Day.TUESDAY, Day.FRIDAY), 3);
        tell("empty EnumSet", EnumSet.noneOf(Day.class), 0);
        tell("Collections.emptyList", Collections.emptyList(), 0);
        tell("Collections.singletonList", Collections.singletonList(1), 1);
        tell("Collections.singleton", Collections.singleton(1), 1);
        tell("Collections.singletonMap", Collections.singletonMap(1, 2), 1);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
    }
}
