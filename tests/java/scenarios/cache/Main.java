package cache;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Two static maps, from number to product and from name to product, are never cleared: neither owns the products, both
 * together do. Dumps itself and tells what each map owns alone and what they own together.
 *
 * <pre>java -XX:+UseSerialGC -Xmx128m -cp CLASSES cache.Main OUT.hprof PRODUCTS [--clear-ids]</pre>
 *
 * With {@code --clear-ids} the cache by number is emptied before the dump: then the other one owns the products alone.
 * Sizes are those of a 64-bit HotSpot JVM with compressed references and 16-byte array headers.
 */
public final class Main {
    private static final long MAP = 48;
    private static final long NODE = 32;
    private static final long LONG = 24;
    private static final long STRING = 24;
    private static final long PRODUCT = 32;

    private Main() {}

    /** Makes products, with numbers that no cache of the platform knows; returns their bytes with all that is theirs. */
    private static long fill(int products) {
        long bytes = 0;
        for (long id = 1000; id < 1000 + products; id++) {
            Product product = new Product(id, "Product " + id);
            IdCache.idCache.put(id, product);
            NameCache.nameCache.put(product.name, product);
            bytes += PRODUCT + STRING + array(product.name.length(), 1) + 2 * array(4, 4);
        }
        return bytes;
    }

    private static long array(long elements, long bytesOfElement) {
        return (16 + elements * bytesOfElement + 7) / 8 * 8;
    }

    /** A map of so many entries, with its table, which is at most three quarters full. */
    private static long map(int entries) {
        long slots = 16;
        while (entries > slots * 3 / 4) {
            slots *= 2;
        }
        return MAP + array(slots, 4) + entries * NODE;
    }

    private static void truth(String what, long objects, long bytes) {
        System.out.println("{\"what\":\"" + what + "\",\"objects\":" + objects + ",\"bytes\":" + bytes + "}");
    }

    public static void main(String[] arguments) throws Exception {
        int products = Integer.parseInt(arguments[1]);
        long shared = fill(products);
        if (arguments.length > 2) {
            IdCache.idCache.clear();
        } else {
            // The maps with their tables and nodes, and the numbers; a product with its name and two arrays.
            long byNumber = map(products) + products * LONG;
            truth("ids", 2 + 2L * products, byNumber);
            truth("names", 2 + products, map(products));
            truth("joint", 5L * products, shared);
            truth("together", 4 + 8L * products, byNumber + map(products) + shared);
        }
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
    }
}
