package libraries;

import static golden.Fill.COUNT;

import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.function.Supplier;
import scala.Tuple2;
import scala.collection.concurrent.TrieMap;
import scala.collection.immutable.Map;
import scala.collection.immutable.Queue;
import scala.collection.immutable.Set;
import scala.collection.immutable.TreeMap;
import scala.collection.immutable.TreeSet;
import scala.collection.immutable.Vector;
import scala.collection.immutable.VectorBuilder;
import scala.collection.mutable.AnyRefMap;
import scala.collection.mutable.ArrayBuffer;
import scala.collection.mutable.BitSet;
import scala.collection.mutable.HashMap;
import scala.collection.mutable.HashSet;
import scala.collection.mutable.LinkedHashMap;
import scala.collection.mutable.LinkedHashSet;
import scala.collection.mutable.ListBuffer;
import scala.collection.mutable.LongMap;
import scala.collection.mutable.PriorityQueue;
import scala.math.Ordering;
import scala.util.Properties;

/** Data structures of Scala, as programs in Scala fill them. */
public final class Scala {
    private static final boolean OLD = Properties.versionNumberString().startsWith("2.11");
    private static final Ordering<Item> ORDERING = scala.math.Ordering$.MODULE$.comparatorToOrdering(Item::compareTo);

    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final ArrayBuffer<Item> ARRAY_BUFFER = new ArrayBuffer<>();

    // What has the array is an object of its own.
    @Holds(own = 103, leaves = 100)
    static final PriorityQueue<Item> PRIORITY_QUEUE = new PriorityQueue<>(ORDERING);

    // Head, and for each element a cell.
    @Holds(own = 201, leaves = 100)
    static final ListBuffer<Item> LIST_BUFFER = new ListBuffer<>();

    @Holds(own = 201, leaves = 100)
    static final Queue<Item> QUEUE = queue();

    // Three arrays of 32 elements and one of four, an array of arrays.
    @Holds(own = 106, leaves = 100)
    static final Vector<Item> VECTOR = vector();

    // Head, table, and for each entry a node, key and value.
    @Holds(own = 302, leaves = 200)
    static final HashMap<Item, Item> HASH_MAP = new HashMap<>();

    @Holds(own = 302, leaves = 200)
    static final LinkedHashMap<Item, Item> LINKED_HASH_MAP = new LinkedHashMap<>();

    @Holds(own = 202, leaves = 100)
    static final LinkedHashSet<Item> LINKED_HASH_SET = new LinkedHashSet<>();

    static final HashSet<Item> HASH_SET = new HashSet<>();

    // Keys, values, and hash codes or numbers lie in arrays.
    @Holds(own = 204, leaves = 201)
    static final AnyRefMap<Item, Item> ANY_REF_MAP = new AnyRefMap<>();

    @Holds(own = 103, leaves = 101)
    static final LongMap<Item> LONG_MAP = new LongMap<>();

    @Holds(own = 301, leaves = 200)
    static final TreeMap<Item, Item> TREE_MAP = treeMap();

    static final TreeSet<Item> TREE_SET = treeSet();

    static final scala.collection.immutable.HashMap<Item, Item> IMMUTABLE_HASH_MAP = immutableMap();

    static final scala.collection.immutable.HashSet<Item> IMMUTABLE_HASH_SET = immutableSet();

    // How many nodes it has depends on hash codes.
    @Holds(own = Holds.UNTOLD, leaves = 200)
    static final TrieMap<Item, Item> TRIE_MAP = new TrieMap<>();

    @Holds(own = 5, leaves = 4)
    static final Map<Item, Item> MAP_OF_2 = new Map.Map2<>(new Item(), new Item(), new Item(), new Item());

    @Holds(own = 4, leaves = 3)
    static final Set<Item> SET_OF_3 = new Set.Set3<>(new Item(), new Item(), new Item());

    @Holds(own = 2, leaves = 1)
    static final BitSet BIT_SET = new BitSet();

    private Scala() {}

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Queue<Item> queue() {
        Queue queue = scala.collection.immutable.Queue$.MODULE$.empty();
        for (int at = 0; at < COUNT; at++) {
            queue = queue.enqueue(new Item());
        }
        return queue;
    }

    private static Vector<Item> vector() {
        VectorBuilder<Item> builder = new VectorBuilder<>();
        for (int at = 0; at < COUNT; at++) {
            builder.$plus$eq(new Item());
        }
        return builder.result();
    }

    private static TreeMap<Item, Item> treeMap() {
        TreeMap<Item, Item> map = new TreeMap<>(ORDERING);
        for (int at = 0; at < COUNT; at++) {
            map = (TreeMap<Item, Item>) map.updated(new Item(), new Item());
        }
        return map;
    }

    private static TreeSet<Item> treeSet() {
        TreeSet<Item> set = new TreeSet<>(ORDERING);
        for (int at = 0; at < COUNT; at++) {
            set = (TreeSet<Item>) set.$plus(new Item());
        }
        return set;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static scala.collection.immutable.HashMap<Item, Item> immutableMap() {
        scala.collection.immutable.HashMap map = scala.collection.immutable.HashMap$.MODULE$.empty();
        Supplier<Item> keys = Item.numbered();
        for (int at = 0; at < COUNT; at++) {
            map = (scala.collection.immutable.HashMap) map.$plus(new Tuple2(keys.get(), new Item()));
        }
        return map;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static scala.collection.immutable.HashSet<Item> immutableSet() {
        scala.collection.immutable.HashSet set = scala.collection.immutable.HashSet$.MODULE$.empty();
        Supplier<Item> elements = Item.numbered();
        for (int at = 0; at < COUNT; at++) {
            set = (scala.collection.immutable.HashSet) set.$plus(elements.get());
        }
        return set;
    }

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            ARRAY_BUFFER.$plus$eq(new Item());
            PRIORITY_QUEUE.$plus$eq(new Item());
            LIST_BUFFER.$plus$eq(new Item());
            HASH_MAP.put(new Item(), new Item());
            LINKED_HASH_MAP.put(new Item(), new Item());
            LINKED_HASH_SET.add(new Item());
            HASH_SET.add(new Item());
            ANY_REF_MAP.put(new Item(), new Item());
            LONG_MAP.put((Object) (1L + at), new Item());
            TRIE_MAP.put(new Item(), new Item());
            BIT_SET.add(at);
        }
        Truth.tell(Scala.class);
        // Elements lie in the table itself, or in nodes.
        int table = OLD ? 102 : 202;
        Truth.tell(Scala.class, "HASH_SET", table, table, 100);
        // Head, nodes, elements, and one object that is the value of all.
        int tree = OLD ? 202 : 201;
        Truth.tell(Scala.class, "TREE_SET", tree, tree, tree - 101);
        // How many nodes they have depends on hash codes. Of each entry the tuple that it came in is kept, or each node has an array of
        // hash codes.
        Truth.tell(Scala.class, "IMMUTABLE_HASH_MAP", Holds.UNTOLD, Holds.UNTOLD, OLD ? 300 : Holds.UNTOLD);
        Truth.tell(Scala.class, "IMMUTABLE_HASH_SET", Holds.UNTOLD, Holds.UNTOLD, OLD ? 100 : Holds.UNTOLD);
        Truth.dump(arguments[0]);
    }
}
