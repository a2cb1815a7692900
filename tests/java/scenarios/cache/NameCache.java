package cache;

import java.util.HashMap;
import java.util.Map;

/** Products by name; never cleared. */
final class NameCache {
    static final Map<String, Product> nameCache = new HashMap<>();

    private NameCache() {}
}
