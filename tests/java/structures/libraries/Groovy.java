package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;
import static golden.Fill.items;

import golden.Holds;
import golden.Item;
import golden.Truth;
import groovy.lang.Closure;
import groovy.lang.ListWithDefault;
import groovy.lang.MapWithDefault;
import groovy.lang.Tuple;
import groovy.util.ObservableList;
import groovy.util.ObservableMap;
import groovy.util.ObservableSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.codehaus.groovy.runtime.memoize.UnlimitedConcurrentCache;
import org.codehaus.groovy.util.FastArray;
import org.codehaus.groovy.util.ListHashMap;
import org.codehaus.groovy.util.SingleKeyHashMap;

/** Data structures of Groovy. */
public final class Groovy {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final Tuple TUPLE = new Tuple((Object[]) items(COUNT));

    @Holds(own = 102, leaves = 100)
    static final FastArray FAST_ARRAY = new FastArray();

    // Behind the head lies a collection of the platform.
    @Holds(own = 2, nested = 103, leaves = 100)
    static final ObservableList OBSERVABLE_LIST = new ObservableList(fill(new ArrayList<Object>()));

    @Holds(own = 2, nested = 303, leaves = 200)
    static final ObservableMap OBSERVABLE_MAP = new ObservableMap(fill(new HashMap<Object, Object>()));

    @Holds(own = 2, nested = 205, leaves = 101)
    static final ObservableSet<Object> OBSERVABLE_SET = new ObservableSet<>(fill(new HashSet<Object>()));

    @Holds(own = 2, nested = 103, leaves = 100)
    static final List<Object> LIST_WITH_DEFAULT = ListWithDefault.newInstance(fill(new ArrayList<Object>()), false, new Nothing());

    @Holds(own = 2, nested = 303, leaves = 200)
    static final Map<Object, Object> MAP_WITH_DEFAULT = MapWithDefault.newInstance(fill(new HashMap<Object, Object>()), new Nothing());

    // Two arrays of a fixed size, and a map for what goes beyond.
    @Holds(own = 4, nested = 305, leaves = 200)
    static final ListHashMap<Object, Object> LIST_HASH_MAP = fill(new ListHashMap<Object, Object>());

    // Head, table, and for each entry a node, key and value.
    @Holds(own = 302, leaves = 200)
    static final SingleKeyHashMap SINGLE_KEY_HASH_MAP = new SingleKeyHashMap();

    // Behind the head lies a concurrent hash map.
    @Holds(own = 2, nested = 303, leaves = 200)
    static final UnlimitedConcurrentCache CACHE = new UnlimitedConcurrentCache();

    private Groovy() {}

    /** What a collection calls for what it does not have. */
    private static final class Nothing extends Closure<Object> {
        private static final long serialVersionUID = 1;

        Nothing() {
            super(null);
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            FAST_ARRAY.add(new Item());
            SINGLE_KEY_HASH_MAP.put(new Item(), new Item());
            CACHE.put(new Item(), new Item());
        }
        Truth.tell(Groovy.class);
        Truth.dump(arguments[0]);
    }
}
