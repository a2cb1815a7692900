package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Caches of Caffeine. */
public final class Caffeine {
    // Head; another head with a concurrent hash map of 302, in which entries are content; what counts uses, with an array, from half
    // of the entries on; three orders; values.
    @Holds(own = 2, nested = 409, leaves = 301)
    static final Cache<Item, Item> BOUNDED = filled(builder().maximumSize(150).build());

    // The order of writing instead.
    @Holds(own = 2, nested = 405, leaves = 300)
    static final Cache<Item, Item> EXPIRING = filled(builder().expireAfterWrite(1, TimeUnit.DAYS).build());

    // Entries lead to values by references.
    @Holds(own = 2, nested = 505, leaves = 300)
    static final Cache<Item, Item> EXPIRING_SOFT = filled(builder().softValues().expireAfterWrite(1, TimeUnit.DAYS).build());

    // Nothing but the map leads to the entries.
    @Holds(own = 2, nested = 304, leaves = 200)
    static final Cache<Item, Item> SOFT = filled(builder().softValues().build());

    @Holds(own = 2, nested = 304, leaves = 200)
    static final Cache<Item, Item> UNBOUNDED = filled(builder().build());

    // Values are futures.
    @Holds(own = 2, nested = 409, leaves = 301)
    static final AsyncLoadingCache<Item, Item> ASYNC = builder().maximumSize(150).buildAsync(key -> new Item());

    private Caffeine() {}

    private static com.github.benmanes.caffeine.cache.Caffeine<Object, Object> builder() {
        return com.github.benmanes.caffeine.cache.Caffeine.newBuilder().executor(Runnable::run);
    }

    private static <C extends Cache<Item, Item>> C filled(C cache) {
        fill(cache.asMap());
        cache.cleanUp();
        return cache;
    }

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < COUNT; at++) {
            ASYNC.put(new Item(), CompletableFuture.completedFuture(new Item()));
        }
        ASYNC.synchronous().cleanUp();
        Truth.tell(Caffeine.class);
        Truth.dump(arguments[0]);
    }
}
