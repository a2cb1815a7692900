package cache;

import java.util.HashMap;
import java.util.Map;

/** Products by number; never cleared. */
final class IdCache {
    static final Map<Long, Product> idCache = new HashMap<>();

    private IdCache() {}
}
