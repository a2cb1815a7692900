package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.items;

import clojure.lang.IPersistentMap;
import clojure.lang.IPersistentSet;
import clojure.lang.PersistentArrayMap;
import clojure.lang.PersistentHashMap;
import clojure.lang.PersistentHashSet;
import clojure.lang.PersistentTreeMap;
import clojure.lang.PersistentVector;
import clojure.lang.RT;
import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Persistent data structures of Clojure. */
public final class Clojure {
    /** Its own classes want to be loaded by this one. */
    private static final Object[] FIRST = RT.EMPTY_ARRAY;

    // Head, a node above three nodes, which have an array each; a last array; elements.
    @Holds(own = 110, leaves = 100)
    static final PersistentVector VECTOR = PersistentVector.create((List<?>) Arrays.asList(items(COUNT)));

    // Head, a node with an array of 32 nodes, one for each ending of hash codes, which have an array each; keys, values.
    @Holds(own = 267, leaves = 200)
    static final IPersistentMap HASH_MAP = filled(PersistentHashMap.EMPTY);

    // Another head, and a map of elements to themselves.
    @Holds(own = 2, nested = 168, leaves = 100)
    static final IPersistentSet HASH_SET = set();

    // Head, and for each entry a node, key and value.
    @Holds(own = 301, leaves = 200)
    static final IPersistentMap TREE_MAP = filled(new PersistentTreeMap(null, Comparator.comparing(Item.class::cast, Item::compareTo)));

    // Head, array, keys and values.
    @Holds(own = 6, leaves = 4)
    static final IPersistentMap ARRAY_MAP = new PersistentArrayMap(Arrays.copyOf(items(4), 4, Object[].class));

    private Clojure() {}

    private static IPersistentMap filled(IPersistentMap map) {
        Supplier<Item> keys = Item.numbered();
        IPersistentMap filled = map;
        for (int at = 0; at < COUNT; at++) {
            filled = filled.assoc(keys.get(), new Item());
        }
        return filled;
    }

    private static IPersistentSet set() {
        Supplier<Item> elements = Item.numbered();
        IPersistentSet set = PersistentHashSet.EMPTY;
        for (int at = 0; at < COUNT; at++) {
            set = (IPersistentSet) set.cons(elements.get());
        }
        return set;
    }

    public static void main(String[] arguments) throws Exception {
        Truth.tell(Clojure.class);
        Truth.dump(arguments[0]);
    }
}
