package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;
import static golden.Fill.items;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ArrayTable;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.EvictingQueue;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.MapMaker;
import com.google.common.collect.MinMaxPriorityQueue;
import com.google.common.collect.Multimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Range;
import com.google.common.collect.Table;
import com.google.common.collect.TreeMultimap;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeMap;
import com.google.common.collect.TreeRangeSet;
import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Delayed;

/** Collections and caches of Guava. */
public final class Guava {
    private static final Comparator<Delayed> ORDER = Comparator.naturalOrder();
    /** What keeps the keys and values behind weak references. */
    private static final List<Item> KEPT = Arrays.asList(items(COUNT));
    private static final int ROWS = 10;

    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final ImmutableList<Item> IMMUTABLE_LIST = ImmutableList.copyOf(items(COUNT));

    @Holds(own = 2, leaves = 1)
    static final ImmutableList<Item> LIST_OF_1 = ImmutableList.of(new Item());

    @Holds(own = 2, leaves = 1)
    static final ImmutableSet<Item> SET_OF_1 = ImmutableSet.of(new Item());

    @Holds(own = 3, leaves = 2)
    static final ImmutableMap<Item, Item> MAP_OF_1 = ImmutableMap.of(new Item(), new Item());

    @Holds(own = 2, nested = 103, leaves = 100)
    static final List<Item> SUB_LIST = ImmutableList.copyOf(items(COUNT)).subList(0, 10);

    // Another array as a table.
    @Holds(own = 103, leaves = 100)
    static final ImmutableSet<Item> IMMUTABLE_SET = ImmutableSet.copyOf(items(COUNT));

    // Entries, too.
    @Holds(own = 303, leaves = 200)
    static final ImmutableMap<Item, Item> IMMUTABLE_MAP = ImmutableMap.copyOf(fill(new HashMap<Item, Item>()));

    @Holds(own = 304, leaves = 200)
    static final ImmutableBiMap<Item, Item> IMMUTABLE_BI_MAP = ImmutableBiMap.copyOf(fill(new HashMap<Item, Item>()));

    @Holds(own = 203, leaves = 100)
    static final ImmutableMultiset<Item> IMMUTABLE_MULTISET = ImmutableMultiset.copyOf(items(COUNT));

    // Behind the head lies a list.
    @Holds(own = 2, nested = 103, leaves = 100)
    static final ImmutableSortedSet<Item> IMMUTABLE_SORTED_SET = ImmutableSortedSet.copyOf(ORDER, Arrays.asList(items(COUNT)));

    // A sorted set of keys and a list of values.
    @Holds(own = 3, nested = 206, leaves = 200)
    static final ImmutableSortedMap<Item, Item> IMMUTABLE_SORTED_MAP = ImmutableSortedMap.copyOf(fill(new HashMap<Item, Item>()), ORDER);

    // A map of ten keys: head, two arrays, entries, keys, lists, which have an array each; elements.
    @Holds(own = 2, nested = 144, leaves = 110)
    static final ImmutableListMultimap<Item, Item> IMMUTABLE_MULTIMAP = ImmutableListMultimap.copyOf(many(ArrayListMultimap.create()));

    // A hash map of ten keys: head, table, nodes, keys, lists, which have an array each; elements.
    @Holds(own = 2, nested = 143, leaves = 110)
    static final Multimap<Item, Item> ARRAY_LIST_MULTIMAP = many(ArrayListMultimap.create());

    // Sets instead of lists, which have a map each, with a table and ten nodes; one object as all values.
    @Holds(own = 2, nested = 254, leaves = 111)
    static final Multimap<Item, Item> HASH_MULTIMAP = many(HashMultimap.create());

    // A map of ten keys; sets, which have one array each; entries, also one before them all; elements.
    @Holds(own = 2, nested = 244, leaves = 110)
    static final Multimap<Item, Item> LINKED_HASH_MULTIMAP = many(LinkedHashMultimap.create());

    // Nodes, elements and keys; a map with a table, nodes and, as its content, for each key what knows its elements.
    @Holds(own = 212, nested = 233, leaves = 120)
    static final Multimap<Item, Item> LINKED_LIST_MULTIMAP = many(LinkedListMultimap.create());

    // A map of ten entries, keys and sets, which have a map of ten entries and elements each; one object as all values.
    @Holds(own = 2, nested = 243, leaves = 111)
    static final Multimap<Item, Item> TREE_MULTIMAP = many(TreeMultimap.create(ORDER, ORDER));

    @Holds(own = 2, nested = 144, leaves = 110)
    static final Multimap<Item, Item> SYNCHRONIZED_MULTIMAP = Multimaps.synchronizedMultimap(many(ArrayListMultimap.<Item, Item>create()));

    // Head, two tables, and for each entry a node, key and value.
    @Holds(own = 303, leaves = 200)
    static final HashBiMap<Item, Item> HASH_BI_MAP = fill(HashBiMap.create());

    // A map of elements and numbers.
    @Holds(own = 2, nested = 303, leaves = 200)
    static final HashMultiset<Item> HASH_MULTISET = fill(HashMultiset.create());

    @Holds(own = 2, nested = 303, leaves = 200)
    static final ConcurrentHashMultiset<Item> CONCURRENT_HASH_MULTISET = fill(ConcurrentHashMultiset.create());

    // Head, a reference, and for each element a node; one more node before and behind them.
    @Holds(own = 203, leaves = 100)
    static final TreeMultiset<Item> TREE_MULTISET = fill(TreeMultiset.create(ORDER));

    // A map of ten entries, keys and maps, which have a table and ten entries each; ten keys of columns, values.
    @Holds(own = 2, nested = 253, leaves = 120)
    static final Table<Item, Item, Item> HASH_BASED_TABLE = HashBasedTable.create();

    // Two lists of ten, which have an array each; two maps to their numbers with two arrays and ten entries each, the numbers are those
    // that all have; an array of ten arrays; values.
    @Holds(own = 116, nested = 172, leaves = 130)
    static final Table<Item, Item, Item> ARRAY_TABLE = ArrayTable.create(Arrays.asList(items(ROWS)), Arrays.asList(items(ROWS)));

    // A map of bounds and ranges.
    @Holds(own = 2, nested = 302, leaves = 200)
    static final TreeRangeMap<Integer, Item> TREE_RANGE_MAP = TreeRangeMap.create();

    @Holds(own = 2, nested = 302, leaves = 200)
    static final TreeRangeSet<Integer> TREE_RANGE_SET = TreeRangeSet.create();

    @Holds(own = 2, nested = 103, leaves = 100)
    static final ImmutableRangeSet<Integer> IMMUTABLE_RANGE_SET = ranges();

    @Holds(own = 2, nested = 103, leaves = 100)
    static final EvictingQueue<Item> EVICTING_QUEUE = fill(EvictingQueue.create(COUNT));

    @Holds(own = 102, leaves = 100)
    static final MinMaxPriorityQueue<Item> MIN_MAX_QUEUE = fill(MinMaxPriorityQueue.orderedBy(ORDER).<Item>create());

    // Head, an array of four segments; their tables are heads of their own, with an array each; entries, keys, values.
    @Holds(own = 10, nested = 314, leaves = 200)
    static final Map<Item, Item> WEAK_KEYS = fill(new MapMaker().weakKeys().makeMap(), KEPT.iterator()::next);

    // And references to the values.
    @Holds(own = 10, nested = 414, leaves = 200)
    static final Map<Item, Item> WEAK_VALUES = new MapMaker().weakValues().makeMap();

    // A map without values.
    @Holds(own = 2, nested = 215, leaves = 100)
    static final Interner<Item> INTERNER = Interners.newWeakInterner();

    // Another head; in it an array of four segments; their tables are heads of their own, with an array each; entries, references to
    // values, keys, values.
    @Holds(own = 2, nested = 415, leaves = 200)
    static final Cache<Item, Item> CACHE = filled(CacheBuilder.newBuilder().maximumSize(1000).build());

    @Holds(own = 2, nested = 415, leaves = 200)
    static final Cache<Item, Item> SOFT_CACHE = filled(CacheBuilder.newBuilder().softValues().build());

    @Holds(own = 2, nested = 415, leaves = 200)
    static final Cache<Item, Item> WEAK_CACHE = CacheBuilder.newBuilder().weakKeys().build();

    private Guava() {}

    /** Ten keys with ten values each. */
    private static <M extends Multimap<Item, Item>> M many(M map) {
        for (Item key : items(ROWS)) {
            for (Item value : items(ROWS)) {
                map.put(key, value);
            }
        }
        return map;
    }

    private static Cache<Item, Item> filled(Cache<Item, Item> cache) {
        fill(cache.asMap());
        return cache;
    }

    private static ImmutableRangeSet<Integer> ranges() {
        ImmutableRangeSet.Builder<Integer> builder = ImmutableRangeSet.builder();
        for (int at = 0; at < COUNT; at++) {
            builder.add(Range.closed(10 * at, 10 * at + 5));
        }
        return builder.build();
    }

    public static void main(String[] arguments) throws Exception {
        List<Item> columns = Arrays.asList(items(ROWS));
        for (Item row : items(ROWS)) {
            for (Item column : columns) {
                HASH_BASED_TABLE.put(row, column, new Item());
            }
        }
        for (Item row : ARRAY_TABLE.rowKeySet()) {
            for (Item column : ARRAY_TABLE.columnKeySet()) {
                ARRAY_TABLE.put(row, column, new Item());
            }
        }
        for (int at = 0; at < COUNT; at++) {
            TREE_RANGE_MAP.put(Range.closed(10 * at, 10 * at + 5), new Item());
            TREE_RANGE_SET.add(Range.closed(10 * at, 10 * at + 5));
            WEAK_VALUES.put(new Item(), KEPT.get(at));
            INTERNER.intern(KEPT.get(at));
            WEAK_CACHE.put(KEPT.get(at), new Item());
        }
        Truth.tell(Guava.class);
        Truth.dump(arguments[0]);
    }
}
