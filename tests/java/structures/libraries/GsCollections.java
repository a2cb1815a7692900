package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;
import static golden.Fill.items;

import com.gs.collections.impl.bag.mutable.HashBag;
import com.gs.collections.impl.bimap.mutable.HashBiMap;
import com.gs.collections.impl.factory.Lists;
import com.gs.collections.impl.factory.Maps;
import com.gs.collections.impl.factory.Sets;
import com.gs.collections.impl.list.mutable.FastList;
import com.gs.collections.impl.list.mutable.primitive.IntArrayList;
import com.gs.collections.impl.map.mutable.ConcurrentHashMap;
import com.gs.collections.impl.map.mutable.ConcurrentHashMapUnsafe;
import com.gs.collections.impl.map.mutable.UnifiedMap;
import com.gs.collections.impl.map.mutable.primitive.IntIntHashMap;
import com.gs.collections.impl.map.mutable.primitive.IntObjectHashMap;
import com.gs.collections.impl.map.mutable.primitive.ObjectIntHashMap;
import com.gs.collections.impl.map.sorted.mutable.TreeSortedMap;
import com.gs.collections.impl.multimap.list.FastListMultimap;
import com.gs.collections.impl.set.mutable.UnifiedSet;
import com.gs.collections.impl.set.mutable.primitive.IntHashSet;
import com.gs.collections.impl.set.sorted.mutable.TreeSortedSet;
import com.gs.collections.impl.stack.mutable.ArrayStack;
import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Data structures of GS Collections, from which Eclipse Collections come. */
public final class GsCollections {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final FastList<Item> FAST_LIST = fill(new FastList<>());

    @Holds(own = 102, leaves = 100)
    static final Object IMMUTABLE_LIST = Lists.immutable.of(items(COUNT));

    @Holds(own = 4, leaves = 3)
    static final Object IMMUTABLE_LIST_OF_3 = Lists.immutable.of(new Item(), new Item(), new Item());

    @Holds(own = 3, leaves = 2)
    static final List<Item> FIXED_LIST_OF_2 = Lists.fixedSize.of(new Item(), new Item());

    @Holds(own = 3, leaves = 2)
    static final Set<Item> FIXED_SET_OF_2 = Sets.fixedSize.of(new Item(), new Item());

    @Holds(own = 3, leaves = 2)
    static final Map<Item, Item> FIXED_MAP_OF_1 = Maps.fixedSize.of(new Item(), new Item());

    @Holds(own = 102, leaves = 100)
    static final UnifiedSet<Item> UNIFIED_SET = fill(new UnifiedSet<>(), Item.numbered());

    // Head, table, elements; those that collide are in buckets of four, of which the last place leads to the next bucket.
    @Holds(own = 135, leaves = 100)
    static final UnifiedSet<Item> COLLIDING_SET = fill(new UnifiedSet<>(), Item.Colliding::new);

    @Holds(own = 2, nested = 103, leaves = 100)
    static final Object IMMUTABLE_SET = fill(new UnifiedSet<Item>(), Item.numbered()).toImmutable();

    @Holds(own = 202, leaves = 200)
    static final UnifiedMap<Item, Item> UNIFIED_MAP = fill(new UnifiedMap<>(), Item.numbered());

    // All lie in a further array, which a mark stands before.
    @Holds(own = 204, leaves = 201)
    static final UnifiedMap<Item, Item> COLLIDING_MAP = fill(new UnifiedMap<>(), Item.Colliding::new);

    @Holds(own = 2, nested = 203, leaves = 200)
    static final Object IMMUTABLE_MAP = fill(new UnifiedMap<Item, Item>(), Item.numbered()).toImmutable();

    // The table is an atomic array, which is a head of its own; nodes, keys, values.
    @Holds(own = 2, nested = 303, leaves = 200)
    static final ConcurrentHashMap<Item, Item> CONCURRENT_HASH_MAP = fill(new ConcurrentHashMap<>(), Item.numbered());

    @Holds(own = 302, leaves = 200)
    static final ConcurrentHashMapUnsafe<Item, Item> CONCURRENT_HASH_MAP_UNSAFE = fill(new ConcurrentHashMapUnsafe<>(), Item.numbered());

    // A map of elements and numbers.
    @Holds(own = 2, nested = 104, leaves = 101)
    static final HashBag<Item> HASH_BAG = fill(new HashBag<>());

    // Two maps of the same keys and values, and another head.
    @Holds(own = 3, nested = 206, leaves = 200)
    static final HashBiMap<Item, Item> HASH_BI_MAP = new HashBiMap<>();

    @Holds(own = 2, nested = 302, leaves = 200)
    static final TreeSortedMap<Item, Item> TREE_SORTED_MAP = fill(new TreeSortedMap<>());

    // A set of the platform and its map with one object as all values.
    @Holds(own = 2, nested = 204, leaves = 101)
    static final TreeSortedSet<Item> TREE_SORTED_SET = fill(new TreeSortedSet<>());

    // A map of keys and lists: ten keys, ten lists of array and ten elements.
    @Holds(own = 2, nested = 133, leaves = 110)
    static final FastListMultimap<Item, Item> MULTIMAP = new FastListMultimap<>();

    @Holds(own = 2, nested = 103, leaves = 100)
    static final ArrayStack<Item> ARRAY_STACK = new ArrayStack<>();

    @Holds(own = 2, nested = 103, leaves = 100)
    static final Collection<Item> SYNCHRONIZED_LIST = fill(new FastList<Item>()).asSynchronized();

    @Holds(own = 2, nested = 103, leaves = 100)
    static final Collection<Item> UNMODIFIABLE_LIST = fill(new FastList<Item>()).asUnmodifiable();

    // Arrays of numbers are content.
    @Holds(own = 2, leaves = 1)
    static final IntArrayList INT_ARRAY_LIST = new IntArrayList();

    @Holds(own = 2, leaves = 1)
    static final IntHashSet INT_HASH_SET = new IntHashSet();

    // Head, two arrays, values; an object with those of the keys 0 and 1.
    @Holds(own = 104, leaves = 101)
    static final IntObjectHashMap<Item> INT_OBJECT_HASH_MAP = new IntObjectHashMap<>();

    @Holds(own = 103, leaves = 101)
    static final ObjectIntHashMap<Item> OBJECT_INT_HASH_MAP = new ObjectIntHashMap<>();

    @Holds(own = 3, leaves = 2)
    static final IntIntHashMap INT_INT_HASH_MAP = new IntIntHashMap();

    private GsCollections() {}

    public static void main(String[] arguments) throws Exception {
        java.util.function.Supplier<Item> keys = Item.numbered();
        for (int at = 0; at < COUNT / 10; at++) {
            Item key = keys.get();
            for (int value = 0; value < 10; value++) {
                MULTIMAP.put(key, new Item());
            }
        }
        keys = Item.numbered();
        java.util.function.Supplier<Item> values = Item.numbered();
        for (int at = 0; at < COUNT; at++) {
            HASH_BI_MAP.put(keys.get(), values.get());
            ARRAY_STACK.push(new Item());
            INT_ARRAY_LIST.add(at);
            INT_HASH_SET.add(at);
            INT_OBJECT_HASH_MAP.put(at, new Item());
            OBJECT_INT_HASH_MAP.put(new Item(), at);
            INT_INT_HASH_MAP.put(at, at);
        }
        Truth.tell(GsCollections.class);
        Truth.dump(arguments[0]);
    }
}
