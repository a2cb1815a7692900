package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;

import gnu.trove.list.array.TIntArrayList;
import gnu.trove.list.linked.TIntLinkedList;
import gnu.trove.map.hash.THashMap;
import gnu.trove.map.hash.TIntIntHashMap;
import gnu.trove.map.hash.TIntObjectHashMap;
import gnu.trove.map.hash.TObjectIntHashMap;
import gnu.trove.set.hash.THashSet;
import gnu.trove.set.hash.TIntHashSet;
import gnu.trove.set.hash.TLinkedHashSet;
import gnu.trove.stack.array.TIntArrayStack;
import golden.Holds;
import golden.Item;
import golden.Truth;

/** Data structures of Trove. */
public final class Trove {
    // Head, array, elements, and what marks free slots.
    @Holds(own = 103, leaves = 101)
    static final THashSet<Item> HASH_SET = fill(new THashSet<>());

    // A list of numbers with its array, too.
    @Holds(own = 104, nested = 105, leaves = 102)
    static final TLinkedHashSet<Item> LINKED_HASH_SET = fill(new TLinkedHashSet<>());

    // Head, two arrays, keys, values, and what marks free slots.
    @Holds(own = 204, leaves = 201)
    static final THashMap<Item, Item> HASH_MAP = fill(new THashMap<>());

    @Holds(own = 104, leaves = 102)
    static final TObjectIntHashMap<Item> OBJECT_INT_HASH_MAP = new TObjectIntHashMap<>();

    // Head, arrays of keys, values and states, values.
    @Holds(own = 104, leaves = 102)
    static final TIntObjectHashMap<Item> INT_OBJECT_HASH_MAP = new TIntObjectHashMap<>();

    @Holds(own = 4, leaves = 3)
    static final TIntIntHashMap INT_INT_HASH_MAP = new TIntIntHashMap();

    @Holds(own = 3, leaves = 2)
    static final TIntHashSet INT_HASH_SET = new TIntHashSet();

    @Holds(own = 2, leaves = 1)
    static final TIntArrayList INT_ARRAY_LIST = new TIntArrayList();

    // Head, and for each number a link.
    @Holds(own = 101, leaves = 0)
    static final TIntLinkedList INT_LINKED_LIST = new TIntLinkedList();

    @Holds(own = 2, nested = 3, leaves = 1)
    static final TIntArrayStack INT_ARRAY_STACK = new TIntArrayStack();

    private Trove() {}

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            OBJECT_INT_HASH_MAP.put(new Item(), at);
            INT_OBJECT_HASH_MAP.put(at, new Item());
            INT_INT_HASH_MAP.put(at, at);
            INT_HASH_SET.add(at);
            INT_ARRAY_LIST.add(at);
            INT_LINKED_LIST.add(at);
            INT_ARRAY_STACK.push(at);
        }
        Truth.tell(Trove.class);
        Truth.dump(arguments[0]);
    }
}
