package libraries;

import static golden.Fill.fill;

import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kotlin.collections.ArrayDeque;
import kotlin.collections.CollectionsKt;
import kotlin.collections.MapsKt;
import kotlin.collections.SetsKt;

/**
 * Data structures of Kotlin's standard library. No test runs this, because Debian's Kotlin (1.3.31) is older than these classes; it was run
 * with 1.9.10.
 */
public final class Kotlin {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final ArrayDeque<Item> ARRAY_DEQUE = fill(new ArrayDeque<>());

    @Holds(own = 102, leaves = 100)
    static final List<Item> LIST_BUILDER = CollectionsKt.build(fill(CollectionsKt.createListBuilder()));

    // Head, arrays of keys, values, presences and hashes, keys, values.
    @Holds(own = 205, leaves = 202)
    static final Map<Item, Item> MAP_BUILDER = MapsKt.build(fill(MapsKt.createMapBuilder()));

    // A map without an array of values.
    @Holds(own = 2, nested = 105, leaves = 102)
    static final Set<Item> SET_BUILDER = SetsKt.build(fill(SetsKt.createSetBuilder()));

    @Holds(own = 2, nested = 103, leaves = 100)
    static final List<Item> REVERSED = CollectionsKt.asReversed((List<Item>) fill(new ArrayDeque<Item>()));

    private Kotlin() {}

    public static void main(String[] arguments) throws Exception {
        Truth.tell(Kotlin.class);
        Truth.dump(arguments[0]);
    }
}
