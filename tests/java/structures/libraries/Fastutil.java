package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;
import static golden.Fill.items;

import golden.Holds;
import golden.Item;
import golden.Truth;
import it.unimi.dsi.fastutil.ints.Int2IntAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectArrayMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntBigArrayBigList;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectArrayMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectRBTreeMap;
import it.unimi.dsi.fastutil.objects.ObjectAVLTreeSet;
import it.unimi.dsi.fastutil.objects.ObjectArrayFIFOQueue;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArraySet;
import it.unimi.dsi.fastutil.objects.ObjectBigArrayBigList;
import it.unimi.dsi.fastutil.objects.ObjectHeapPriorityQueue;
import it.unimi.dsi.fastutil.objects.ObjectImmutableList;
import it.unimi.dsi.fastutil.objects.ObjectLinkedOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashBigSet;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectRBTreeSet;
import it.unimi.dsi.fastutil.objects.Reference2ReferenceOpenHashMap;
import it.unimi.dsi.fastutil.objects.ReferenceOpenHashSet;

/** Data structures of fastutil. */
public final class Fastutil {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final ObjectArrayList<Item> OBJECT_ARRAY_LIST = fill(new ObjectArrayList<>());

    @Holds(own = 102, leaves = 100)
    static final ObjectArrayList<Item> WRAPPED_ARRAY = ObjectArrayList.wrap(items(COUNT));

    @Holds(own = 102, leaves = 100)
    static final ObjectImmutableList<Item> OBJECT_IMMUTABLE_LIST = ObjectImmutableList.of(items(COUNT));

    @Holds(own = 102, leaves = 100)
    static final ObjectArraySet<Item> OBJECT_ARRAY_SET = fill(new ObjectArraySet<>());

    @Holds(own = 102, leaves = 100)
    static final ObjectOpenHashSet<Item> OBJECT_OPEN_HASH_SET = fill(new ObjectOpenHashSet<>());

    @Holds(own = 102, leaves = 100)
    static final ReferenceOpenHashSet<Item> REFERENCE_OPEN_HASH_SET = fill(new ReferenceOpenHashSet<>());

    @Holds(own = 102, leaves = 100)
    static final ObjectArrayFIFOQueue<Item> OBJECT_QUEUE = new ObjectArrayFIFOQueue<>();

    @Holds(own = 102, leaves = 100)
    static final ObjectHeapPriorityQueue<Item> OBJECT_HEAP = new ObjectHeapPriorityQueue<>();

    // An array in an array.
    @Holds(own = 103, leaves = 100)
    static final ObjectBigArrayBigList<Item> OBJECT_BIG_LIST = fill(new ObjectBigArrayBigList<>());

    @Holds(own = 103, leaves = 100)
    static final ObjectOpenHashBigSet<Item> OBJECT_BIG_SET = fill(new ObjectOpenHashBigSet<>());

    // An array with links, too.
    @Holds(own = 103, leaves = 101)
    static final ObjectLinkedOpenHashSet<Item> OBJECT_LINKED_OPEN_HASH_SET = fill(new ObjectLinkedOpenHashSet<>());

    // Head, and for each element an entry.
    @Holds(own = 201, leaves = 100)
    static final ObjectAVLTreeSet<Item> OBJECT_AVL_TREE_SET = fill(new ObjectAVLTreeSet<>());

    @Holds(own = 201, leaves = 100)
    static final ObjectRBTreeSet<Item> OBJECT_RB_TREE_SET = fill(new ObjectRBTreeSet<>());

    // Arrays of numbers are content.
    @Holds(own = 2, leaves = 1)
    static final IntArrayList INT_ARRAY_LIST = new IntArrayList();

    @Holds(own = 3, leaves = 1)
    static final IntBigArrayBigList INT_BIG_LIST = new IntBigArrayBigList();

    @Holds(own = 2, leaves = 1)
    static final LongOpenHashSet LONG_OPEN_HASH_SET = new LongOpenHashSet();

    @Holds(own = 3, leaves = 2)
    static final LongLinkedOpenHashSet LONG_LINKED_OPEN_HASH_SET = new LongLinkedOpenHashSet();

    @Holds(own = 101, leaves = 0)
    static final IntRBTreeSet INT_RB_TREE_SET = new IntRBTreeSet();

    // Head, two arrays, values, keys.
    @Holds(own = 103, leaves = 101)
    static final Int2ObjectOpenHashMap<Item> INT_2_OBJECT_OPEN_HASH_MAP = numbered(new Int2ObjectOpenHashMap<>());

    @Holds(own = 103, leaves = 101)
    static final Int2ObjectArrayMap<Item> INT_2_OBJECT_ARRAY_MAP = numbered(new Int2ObjectArrayMap<>());

    @Holds(own = 104, leaves = 102)
    static final Int2ObjectLinkedOpenHashMap<Item> INT_2_OBJECT_LINKED_OPEN_HASH_MAP = numbered(new Int2ObjectLinkedOpenHashMap<>());

    @Holds(own = 103, leaves = 101)
    static final Object2IntOpenHashMap<Item> OBJECT_2_INT_OPEN_HASH_MAP = new Object2IntOpenHashMap<>();

    @Holds(own = 203, leaves = 200)
    static final Object2ObjectOpenHashMap<Item, Item> OBJECT_2_OBJECT_OPEN_HASH_MAP = fill(new Object2ObjectOpenHashMap<>());

    @Holds(own = 203, leaves = 200)
    static final Object2ObjectArrayMap<Item, Item> OBJECT_2_OBJECT_ARRAY_MAP = fill(new Object2ObjectArrayMap<>());

    @Holds(own = 203, leaves = 200)
    static final Reference2ReferenceOpenHashMap<Item, Item> REFERENCE_2_REFERENCE_MAP = fill(new Reference2ReferenceOpenHashMap<>());

    @Holds(own = 204, leaves = 201)
    static final Object2ObjectLinkedOpenHashMap<Item, Item> OBJECT_2_OBJECT_LINKED_MAP = fill(new Object2ObjectLinkedOpenHashMap<>());

    @Holds(own = 3, leaves = 2)
    static final Int2IntOpenHashMap INT_2_INT_OPEN_HASH_MAP = new Int2IntOpenHashMap();

    // Head, and for each entry an object.
    @Holds(own = 201, leaves = 100)
    static final Int2ObjectAVLTreeMap<Item> INT_2_OBJECT_AVL_TREE_MAP = numbered(new Int2ObjectAVLTreeMap<>());

    @Holds(own = 301, leaves = 200)
    static final Object2ObjectRBTreeMap<Item, Item> OBJECT_2_OBJECT_RB_TREE_MAP = fill(new Object2ObjectRBTreeMap<>());

    @Holds(own = 101, leaves = 0)
    static final Int2IntAVLTreeMap INT_2_INT_AVL_TREE_MAP = new Int2IntAVLTreeMap();

    private Fastutil() {}

    private static <M extends Int2ObjectMap<Item>> M numbered(M map) {
        for (int at = 0; at < COUNT; at++) {
            map.put(at, new Item());
        }
        return map;
    }

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            OBJECT_QUEUE.enqueue(new Item());
            OBJECT_HEAP.enqueue(new Item());
            INT_ARRAY_LIST.add(at);
            INT_BIG_LIST.add(at);
            LONG_OPEN_HASH_SET.add(at);
            LONG_LINKED_OPEN_HASH_SET.add(at);
            INT_RB_TREE_SET.add(at);
            OBJECT_2_INT_OPEN_HASH_MAP.put(new Item(), at);
            INT_2_INT_OPEN_HASH_MAP.put(at, at);
            INT_2_INT_AVL_TREE_MAP.put(at, at);
        }
        // Views are no part of it.
        OBJECT_2_OBJECT_OPEN_HASH_MAP.keySet();
        OBJECT_2_OBJECT_OPEN_HASH_MAP.values();
        OBJECT_2_OBJECT_OPEN_HASH_MAP.object2ObjectEntrySet();
        Truth.tell(Fastutil.class);
        Truth.dump(arguments[0]);
    }
}
