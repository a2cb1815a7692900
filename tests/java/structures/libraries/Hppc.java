package libraries;

import static golden.Fill.COUNT;

import com.carrotsearch.hppc.BitSet;
import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntHashSet;
import com.carrotsearch.hppc.IntIntScatterMap;
import com.carrotsearch.hppc.IntObjectHashMap;
import com.carrotsearch.hppc.LongObjectHashMap;
import com.carrotsearch.hppc.ObjectArrayDeque;
import com.carrotsearch.hppc.ObjectArrayList;
import com.carrotsearch.hppc.ObjectHashSet;
import com.carrotsearch.hppc.ObjectIntHashMap;
import com.carrotsearch.hppc.ObjectObjectHashMap;
import com.carrotsearch.hppc.ObjectObjectIdentityHashMap;
import com.carrotsearch.hppc.ObjectStack;
import golden.Holds;
import golden.Item;
import golden.Truth;

/** Data structures of HPPC. */
public final class Hppc {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final ObjectArrayList<Item> OBJECT_ARRAY_LIST = new ObjectArrayList<>();

    @Holds(own = 102, leaves = 100)
    static final ObjectStack<Item> OBJECT_STACK = new ObjectStack<>();

    @Holds(own = 102, leaves = 100)
    static final ObjectArrayDeque<Item> OBJECT_ARRAY_DEQUE = new ObjectArrayDeque<>();

    @Holds(own = 102, leaves = 100)
    static final ObjectHashSet<Item> OBJECT_HASH_SET = new ObjectHashSet<>();

    // Arrays of numbers are content.
    @Holds(own = 2, leaves = 1)
    static final IntArrayList INT_ARRAY_LIST = new IntArrayList();

    @Holds(own = 2, leaves = 1)
    static final IntHashSet INT_HASH_SET = new IntHashSet();

    @Holds(own = 2, leaves = 1)
    static final BitSet BIT_SET = new BitSet(COUNT);

    // Head, two arrays, keys, values.
    @Holds(own = 203, leaves = 200)
    static final ObjectObjectHashMap<Item, Item> OBJECT_OBJECT_HASH_MAP = new ObjectObjectHashMap<>();

    @Holds(own = 203, leaves = 200)
    static final ObjectObjectIdentityHashMap<Item, Item> IDENTITY_HASH_MAP = new ObjectObjectIdentityHashMap<>();

    @Holds(own = 103, leaves = 101)
    static final IntObjectHashMap<Item> INT_OBJECT_HASH_MAP = new IntObjectHashMap<>();

    @Holds(own = 103, leaves = 101)
    static final LongObjectHashMap<Item> LONG_OBJECT_HASH_MAP = new LongObjectHashMap<>();

    @Holds(own = 103, leaves = 101)
    static final ObjectIntHashMap<Item> OBJECT_INT_HASH_MAP = new ObjectIntHashMap<>();

    @Holds(own = 3, leaves = 2)
    static final IntIntScatterMap INT_INT_SCATTER_MAP = new IntIntScatterMap();

    private Hppc() {}

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            OBJECT_ARRAY_LIST.add(new Item());
            OBJECT_STACK.push(new Item());
            OBJECT_ARRAY_DEQUE.addLast(new Item());
            OBJECT_HASH_SET.add(new Item());
            INT_ARRAY_LIST.add(at);
            INT_HASH_SET.add(at);
            BIT_SET.set(at);
            OBJECT_OBJECT_HASH_MAP.put(new Item(), new Item());
            IDENTITY_HASH_MAP.put(new Item(), new Item());
            INT_OBJECT_HASH_MAP.put(at, new Item());
            LONG_OBJECT_HASH_MAP.put(at, new Item());
            OBJECT_INT_HASH_MAP.put(new Item(), at);
            INT_INT_SCATTER_MAP.put(at, at);
        }
        Truth.tell(Hppc.class);
        Truth.dump(arguments[0]);
    }
}
