package golden;

import static golden.Fill.COUNT;
import static golden.Fill.fill;
import static golden.Fill.items;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Holds one of each data structure of the platform, mostly with 100 elements or entries, says how many objects belong to each,
 * and dumps itself.
 *
 * <pre>java --add-opens java.base/java.util.concurrent=ALL-UNNAMED -cp CLASSES golden.Golden OUT.hprof</pre>
 */
public final class Golden {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final ArrayList<Item> ARRAY_LIST = fill(new ArrayList<>());

    @Holds(own = 102, leaves = 100)
    static final Vector<Item> VECTOR = fill(new Vector<>());

    @Holds(own = 102, leaves = 100)
    static final Stack<Item> STACK = fill(new Stack<>());

    @Holds(own = 102, leaves = 100)
    static final ArrayDeque<Item> ARRAY_DEQUE = fill(new ArrayDeque<>());

    @Holds(own = 102, leaves = 100)
    static final PriorityQueue<Item> PRIORITY_QUEUE = fill(new PriorityQueue<>());

    @Holds(own = 102, leaves = 100)
    static final CopyOnWriteArrayList<Item> COPY_ON_WRITE_ARRAY_LIST = fill(new CopyOnWriteArrayList<>());

    @Holds(own = 102, leaves = 100)
    static final ArrayBlockingQueue<Item> ARRAY_BLOCKING_QUEUE = fill(new ArrayBlockingQueue<>(COUNT));

    @Holds(own = 102, leaves = 100)
    static final PriorityBlockingQueue<Item> PRIORITY_BLOCKING_QUEUE = fill(new PriorityBlockingQueue<>());

    @Holds(own = 102, leaves = 100)
    static final AtomicReferenceArray<Item> ATOMIC_REFERENCE_ARRAY = new AtomicReferenceArray<>(items(COUNT));

    @Holds(own = 102, leaves = 100)
    static final Collection<Runnable> DELAYED_WORK_QUEUE = fill(new ScheduledThreadPoolExecutor(1).getQueue());

    @Holds(own = 102, leaves = 100)
    static final List<Item> ARRAYS_AS_LIST = Arrays.asList(items(COUNT));

    @Holds(own = 102, leaves = 100)
    static final List<Item> IMMUTABLE_LIST = List.of(items(COUNT));

    @Holds(own = 102, leaves = 100)
    static final Set<Item> IMMUTABLE_SET = Set.of(items(COUNT));

    // The array is that of all empty lists.
    @Holds(own = 2, leaves = 0)
    static final ArrayList<Item> EMPTY_ARRAY_LIST = new ArrayList<>();

    // Head, and for each element a node.
    @Holds(own = 201, leaves = 100)
    static final LinkedList<Item> LINKED_LIST = fill(new LinkedList<>());

    @Holds(own = 201, leaves = 100)
    static final LinkedBlockingDeque<Item> LINKED_BLOCKING_DEQUE = fill(new LinkedBlockingDeque<>());

    // The same with a node that holds nothing.
    @Holds(own = 202, leaves = 100)
    static final ConcurrentLinkedQueue<Item> CONCURRENT_LINKED_QUEUE = fill(new ConcurrentLinkedQueue<>());

    @Holds(own = 202, leaves = 100)
    static final ConcurrentLinkedDeque<Item> CONCURRENT_LINKED_DEQUE = fill(new ConcurrentLinkedDeque<>());

    @Holds(own = 202, leaves = 100)
    static final LinkedBlockingQueue<Item> LINKED_BLOCKING_QUEUE = fill(new LinkedBlockingQueue<>());

    /** How many objects it has depends on the JDK. */
    static final LinkedTransferQueue<Item> LINKED_TRANSFER_QUEUE = fill(new LinkedTransferQueue<>());

    // Head, table, and for each entry a node, key and value.
    @Holds(own = 302, leaves = 200)
    static final HashMap<Item, Item> HASH_MAP = fill(new HashMap<>());

    @Holds(own = 302, leaves = 200)
    static final LinkedHashMap<Item, Item> LINKED_HASH_MAP = fill(new LinkedHashMap<>());

    @Holds(own = 302, leaves = 200)
    static final Hashtable<Item, Item> HASHTABLE = fill(new Hashtable<>());

    @Holds(own = 302, leaves = 200)
    static final ConcurrentHashMap<Item, Item> CONCURRENT_HASH_MAP = fill(new ConcurrentHashMap<>());

    @Holds(own = 302, leaves = 200)
    static final HashMap<Item, Item> TREEIFIED_HASH_MAP = fill(new HashMap<>(), Item.Colliding::new);

    @Holds(own = 302, leaves = 200)
    static final LinkedHashMap<Item, Item> TREEIFIED_LINKED_HASH_MAP = fill(new LinkedHashMap<>(), Item.Colliding::new);

    // The same with the head of the tree.
    @Holds(own = 303, leaves = 200)
    static final ConcurrentHashMap<Item, Item> TREEIFIED_CONCURRENT_HASH_MAP = fill(new ConcurrentHashMap<>(), Item.Colliding::new);

    /** Its views are no part of it. */
    @Holds(own = 302, leaves = 200)
    static final HashMap<Item, Item> VIEWED_HASH_MAP = fill(new HashMap<>());

    @Holds(own = 302, leaves = 200)
    static final HashMap<Item, Item> HASH_MAP_OF_OWN_CLASS = fill(new HashMap<>() {});

    // Without a table.
    @Holds(own = 301, leaves = 200)
    static final TreeMap<Item, Item> TREE_MAP = fill(new TreeMap<>());

    // Keys and values lie in the table.
    @Holds(own = 202, leaves = 200)
    static final IdentityHashMap<Item, Item> IDENTITY_HASH_MAP = fill(new IdentityHashMap<>());

    @Holds(own = 202, leaves = 200)
    static final Map<Item, Item> IMMUTABLE_MAP = Map.copyOf(fill(new HashMap<>()));

    /** What keeps the keys of the map behind it. */
    static final Item[] WEAK_KEYS = items(COUNT);

    // As a hash map, and what its entries reference, too: the queue of references.
    @Holds(own = 303, leaves = 201)
    static final WeakHashMap<Item, Item> WEAK_HASH_MAP = fill(new WeakHashMap<>(), Arrays.asList(WEAK_KEYS).iterator()::next);

    // Behind the head lies a concurrent hash map.
    @Holds(own = 2, nested = 303, leaves = 200)
    static final Properties PROPERTIES = fill(new Properties());

    // And other properties, which are empty: a head and a map.
    @Holds(own = 3, nested = 305, leaves = 200)
    static final Properties PROPERTIES_WITH_DEFAULTS = fill(new Properties(new Properties()));

    // Behind the head lies a map with one object as the value of all keys.
    @Holds(own = 2, nested = 204, leaves = 101)
    static final HashSet<Item> HASH_SET = fill(new HashSet<>());

    @Holds(own = 2, nested = 204, leaves = 101)
    static final LinkedHashSet<Item> LINKED_HASH_SET = fill(new LinkedHashSet<>());

    @Holds(own = 2, nested = 204, leaves = 101)
    static final Set<Item> CONCURRENT_SET = fill(ConcurrentHashMap.newKeySet());

    @Holds(own = 2, nested = 203, leaves = 101)
    static final TreeSet<Item> TREE_SET = fill(new TreeSet<>());

    // A part of a tree set: two heads and a map between them, which is a view.
    @Holds(own = 3, nested = 204, leaves = 101)
    static final SortedSet<Item> PART_OF_TREE_SET = fill(new TreeSet<Item>()).tailSet(new Item());

    @Holds(own = 3, nested = 204, leaves = 101)
    static final Set<Item> DESCENDING_TREE_SET = fill(new TreeSet<Item>()).descendingSet();

    @Holds(own = 2, nested = 204, leaves = 101)
    static final Set<Item> SET_FROM_CONCURRENT_MAP = fill(Collections.newSetFromMap(new ConcurrentHashMap<>()));

    @Holds(own = 2, nested = 104, leaves = 101)
    static final Set<Item> IDENTITY_SET = fill(Collections.newSetFromMap(new IdentityHashMap<>()));

    /** They have indices, whose number chance decides. */
    static final ConcurrentSkipListMap<Item, Item> CONCURRENT_SKIP_LIST_MAP = fill(new ConcurrentSkipListMap<>());

    static final ConcurrentSkipListSet<Item> CONCURRENT_SKIP_LIST_SET = fill(new ConcurrentSkipListSet<>());

    // Behind the head lies a list or queue of array and elements.
    @Holds(own = 2, nested = 103, leaves = 100)
    static final CopyOnWriteArraySet<Item> COPY_ON_WRITE_ARRAY_SET = fill(new CopyOnWriteArraySet<>());

    @Holds(own = 2, nested = 103, leaves = 100)
    static final DelayQueue<Item> DELAY_QUEUE = fill(new DelayQueue<>());

    @Holds(own = 2, nested = 103, leaves = 100)
    static final List<Item> UNMODIFIABLE_LIST = Collections.unmodifiableList(fill(new ArrayList<>()));

    @Holds(own = 2, nested = 103, leaves = 100)
    static final List<Item> SYNCHRONIZED_LIST = Collections.synchronizedList(fill(new ArrayList<>()));

    @Holds(own = 2, nested = 103, leaves = 100)
    static final List<Item> SUB_LIST = fill(new ArrayList<Item>()).subList(0, 10);

    @Holds(own = 2, nested = 103, leaves = 100)
    static final Queue<Item> LIFO_QUEUE = Collections.asLifoQueue(fill(new ArrayDeque<>()));

    @Holds(own = 2, nested = 303, leaves = 200)
    static final Map<Item, Item> SYNCHRONIZED_MAP = Collections.synchronizedMap(fill(new HashMap<>()));

    @Holds(own = 2, nested = 303, leaves = 200)
    static final Map<Item, Item> UNMODIFIABLE_MAP = Collections.unmodifiableMap(fill(new HashMap<>()));

    // Head, array, values: the keys are those of the program.
    @Holds(own = 7, leaves = 5)
    static final EnumMap<Letter, Item> ENUM_MAP = new EnumMap<>(Letter.class);

    @Holds(own = 1, leaves = 0)
    static final EnumSet<Letter> ENUM_SET = EnumSet.allOf(Letter.class);

    // So many that they take an array of numbers.
    @Holds(own = 2, leaves = 1)
    static final EnumSet<Character.UnicodeScript> LARGE_ENUM_SET = EnumSet.allOf(Character.UnicodeScript.class);

    @Holds(own = 2, leaves = 1)
    static final BitSet BIT_SET = BitSet.valueOf(new long[] {1, 2, 3});

    // Instead of the second element there is an object that says that there is none.
    @Holds(own = 3, leaves = 2)
    static final List<Item> LIST_OF_1 = List.of(new Item());

    @Holds(own = 3, leaves = 2)
    static final List<Item> LIST_OF_2 = List.of(new Item(), new Item());

    @Holds(own = 5, leaves = 3)
    static final List<Item> LIST_OF_3 = List.of(new Item(), new Item(), new Item());

    @Holds(own = 3, leaves = 2)
    static final Set<Item> SET_OF_1 = Set.of(new Item());

    @Holds(own = 3, leaves = 2)
    static final Map<Item, Item> MAP_OF_1 = Map.of(new Item(), new Item());

    @Holds(own = 6, leaves = 4)
    static final Map<Item, Item> MAP_OF_2 = Map.of(new Item(), new Item(), new Item(), new Item());

    @Holds(own = 2, leaves = 1)
    static final List<Item> SINGLETON_LIST = Collections.singletonList(new Item());

    @Holds(own = 2, leaves = 1)
    static final Set<Item> SINGLETON_SET = Collections.singleton(new Item());

    @Holds(own = 3, leaves = 2)
    static final Map<Item, Item> SINGLETON_MAP = Collections.singletonMap(new Item(), new Item());

    // Head, table, ten nodes, keys and lists; in each list an array and 100 elements.
    @Holds(own = 32, nested = 1042, leaves = 1010)
    static final HashMap<Item, List<Item>> MAP_OF_LISTS = new HashMap<>();

    /** Not described by what comes with the program. */
    static final Statistics STATISTICS = new Statistics();

    private Golden() {}

    enum Letter { A, B, C, D, E }

    /** The nodes of the indices above a list: those to the right of each other, level by level downwards. */
    private static int indices(ConcurrentSkipListMap<?, ?> map) throws ReflectiveOperationException {
        int count = 0;
        for (Object first = field(map, "head"); first != null; first = field(first, "down")) {
            for (Object index = first; index != null; index = field(index, "right")) {
                count++;
            }
        }
        return count;
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    public static void main(String[] arguments) throws Exception {
        for (Letter letter : Letter.values()) {
            ENUM_MAP.put(letter, new Item());
        }
        for (int at = 0; at < 10; at++) {
            MAP_OF_LISTS.put(new Item(), fill(new ArrayList<>()));
        }
        // The map remembers its views.
        VIEWED_HASH_MAP.keySet();
        VIEWED_HASH_MAP.values();
        VIEWED_HASH_MAP.entrySet();
        Truth.tell(Golden.class);
        // Before JDK 21 there was a node that holds nothing.
        int transfer = Runtime.version().feature() < 21 ? 202 : 201;
        Truth.tell(Golden.class, "LINKED_TRANSFER_QUEUE", transfer, transfer, 100);
        // Head, and for each entry a node, key and value; one node before them, and the indices.
        int indices = indices(CONCURRENT_SKIP_LIST_MAP);
        Truth.tell(Golden.class, "CONCURRENT_SKIP_LIST_MAP", 302 + indices, 302 + indices, 200);
        // Another head, and one object as all values.
        indices = indices((ConcurrentSkipListMap<?, ?>) field(CONCURRENT_SKIP_LIST_SET, "m"));
        Truth.tell(Golden.class, "CONCURRENT_SKIP_LIST_SET", 2, 204 + indices, 101);
        Truth.dump(arguments[0]);
    }
}
