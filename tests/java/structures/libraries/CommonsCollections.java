package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;
import static golden.Fill.items;

import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.collections4.BidiMap;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.bidimap.DualHashBidiMap;
import org.apache.commons.collections4.list.CursorableLinkedList;
import org.apache.commons.collections4.list.NodeCachingLinkedList;
import org.apache.commons.collections4.list.SetUniqueList;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.list.UnmodifiableList;
import org.apache.commons.collections4.map.CaseInsensitiveMap;
import org.apache.commons.collections4.map.HashedMap;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.LinkedMap;
import org.apache.commons.collections4.map.ListOrderedMap;
import org.apache.commons.collections4.map.ReferenceMap;
import org.apache.commons.collections4.map.StaticBucketMap;
import org.apache.commons.collections4.map.UnmodifiableMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.trie.PatriciaTrie;

/** Data structures of Apache Commons Collections. */
public final class CommonsCollections {
    // Head, table, and for each entry a node, key and value.
    @Holds(own = 302, leaves = 200)
    static final HashedMap<Item, Item> HASHED_MAP = fill(new HashedMap<>());

    @Holds(own = 302, leaves = 200)
    static final Map<Object, Item> CASE_INSENSITIVE_MAP = named(new CaseInsensitiveMap<>());

    // One more node, and what stands for no key.
    @Holds(own = 304, leaves = 201)
    static final LRUMap<Item, Item> LRU_MAP = fill(new LRUMap<>(1000));

    @Holds(own = 304, leaves = 201)
    static final LinkedMap<Item, Item> LINKED_MAP = fill(new LinkedMap<>());

    // References to values.
    @Holds(own = 402, leaves = 200)
    static final ReferenceMap<Item, Item> REFERENCE_MAP =
            fill(new ReferenceMap<>(ReferenceMap.ReferenceStrength.HARD, ReferenceMap.ReferenceStrength.SOFT));

    @Holds(own = 302, leaves = 200)
    static final StaticBucketMap<Item, Item> STATIC_BUCKET_MAP = fill(new StaticBucketMap<>());

    // Behind the head lie a map, and a list of the same keys.
    @Holds(own = 3, nested = 305, leaves = 200)
    static final Map<Item, Item> LIST_ORDERED_MAP = fill(ListOrderedMap.listOrderedMap(new HashMap<>()));

    @Holds(own = 2, nested = 303, leaves = 200)
    static final Map<Item, Item> UNMODIFIABLE_MAP = UnmodifiableMap.unmodifiableMap(fill(new HashMap<>()));

    // Head, and for each element a node; one more node.
    @Holds(own = 202, leaves = 100)
    static final List<Item> CURSORABLE_LIST = fill(new CursorableLinkedList<>());

    @Holds(own = 202, leaves = 100)
    static final List<Item> CACHING_LIST = fill(new NodeCachingLinkedList<>());

    @Holds(own = 201, leaves = 100)
    static final List<Item> TREE_LIST = fill(new TreeList<>());

    @Holds(own = 2, nested = 103, leaves = 100)
    static final Collection<Item> UNMODIFIABLE_LIST = UnmodifiableList.unmodifiableList(fill(new ArrayList<>()));

    // A list; a set of the same elements with a map of table, nodes and one object as all values.
    @Holds(own = 3, nested = 207, leaves = 101)
    static final List<Item> UNIQUE_LIST = fill(SetUniqueList.setUniqueList(new ArrayList<>()));

    // A map of elements and numbers.
    @Holds(own = 2, nested = 303, leaves = 200)
    static final HashBag<Item> HASH_BAG = fill(new HashBag<>());

    // Two maps of the same keys and values.
    @Holds(own = 3, nested = 405, leaves = 200)
    static final BidiMap<Item, Item> BIDI_MAP = fill(new DualHashBidiMap<>());

    // A map of ten keys and lists, which have an array each; elements.
    @Holds(own = 2, nested = 143, leaves = 110)
    static final ArrayListValuedHashMap<Item, Item> MULTI_MAP = new ArrayListValuedHashMap<>();

    @Holds(own = 102, leaves = 100)
    static final Collection<Item> CIRCULAR_QUEUE = fill(new CircularFifoQueue<>(COUNT));

    // Head, and for each entry a node, key and value; one more node.
    @Holds(own = 302, leaves = 200)
    static final Map<String, Item> TRIE = named(new PatriciaTrie<>());

    private CommonsCollections() {}

    private static <M extends Map<? super String, Item>> M named(M map) {
        for (int at = 0; at < COUNT; at++) {
            map.put("name " + at, new Item());
        }
        return map;
    }

    public static void main(String[] arguments) throws Exception {
        for (Item key : items(10)) {
            for (Item value : items(10)) {
                MULTI_MAP.put(key, value);
            }
        }
        Truth.tell(CommonsCollections.class);
        Truth.dump(arguments[0]);
    }
}
