package golden;

import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;

/** Puts new objects into collections. */
public final class Fill {
    /** How many elements a data structure has, where nothing else is said. */
    public static final int COUNT = 100;

    private Fill() {}

    public static Item[] items(int count) {
        Item[] items = new Item[count];
        for (int at = 0; at < count; at++) {
            items[at] = new Item();
        }
        return items;
    }

    public static <C extends Collection<? super Item>> C fill(C collection) {
        return fill(collection, Item::new);
    }

    public static <C extends Collection<? super Item>> C fill(C collection, Supplier<? extends Item> elements) {
        for (int at = 0; at < COUNT; at++) {
            collection.add(elements.get());
        }
        return collection;
    }

    public static <M extends Map<? super Item, ? super Item>> M fill(M map) {
        return fill(map, Item::new);
    }

    public static <M extends Map<? super Item, ? super Item>> M fill(M map, Supplier<? extends Item> keys) {
        for (int at = 0; at < COUNT; at++) {
            map.put(keys.get(), new Item());
        }
        return map;
    }
}
