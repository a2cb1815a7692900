package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;

import gnu.trove.THashMap;
import gnu.trove.THashSet;
import gnu.trove.TIntArrayList;
import gnu.trove.TIntIntHashMap;
import gnu.trove.TIntObjectHashMap;
import gnu.trove.TIntStack;
import gnu.trove.TObjectIntHashMap;
import golden.Holds;
import golden.Item;
import golden.Truth;

/** Data structures of Trove in the form of its first versions, which IntelliJ uses. */
public final class TroveOfIntelliJ {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final THashSet<Item> HASH_SET = fill(new THashSet<>());

    // Head, two arrays, keys, values.
    @Holds(own = 203, leaves = 200)
    static final THashMap<Item, Item> HASH_MAP = fill(new THashMap<>());

    @Holds(own = 103, leaves = 101)
    static final TObjectIntHashMap<Item> OBJECT_INT_HASH_MAP = new TObjectIntHashMap<>();

    // Where a slot is free, the array of values says itself.
    @Holds(own = 103, leaves = 101)
    static final TIntObjectHashMap<Item> INT_OBJECT_HASH_MAP = new TIntObjectHashMap<>();

    @Holds(own = 4, leaves = 3)
    static final TIntIntHashMap INT_INT_HASH_MAP = new TIntIntHashMap();

    @Holds(own = 2, leaves = 1)
    static final TIntArrayList INT_ARRAY_LIST = new TIntArrayList();

    @Holds(own = 2, nested = 3, leaves = 1)
    static final TIntStack INT_STACK = new TIntStack();

    private TroveOfIntelliJ() {}

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            OBJECT_INT_HASH_MAP.put(new Item(), at);
            INT_OBJECT_HASH_MAP.put(at, new Item());
            INT_INT_HASH_MAP.put(at, at);
            INT_ARRAY_LIST.add(at);
            INT_STACK.push(at);
        }
        Truth.tell(TroveOfIntelliJ.class);
        Truth.dump(arguments[0]);
    }
}
