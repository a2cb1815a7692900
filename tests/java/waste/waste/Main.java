package waste;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;

/**
 * Wastes memory in every way that {@code memory-city find} tells of, each by one field, dumps itself and tells how much.
 *
 * <pre>java -XX:+UseSerialGC -Xmx64m -cp CLASSES waste.Main OUT.hprof</pre>
 *
 * Sizes are those of a 64-bit HotSpot JVM with compressed references and 16-byte array headers.
 */
public final class Main {
    static Object[] duplicateStrings;
    static Object[] emptyCollections;
    static Object[] singleElementCollections;
    static Object[] sparseCollections;
    static Object[] boxedValues;
    static Object[] constantArrays;
    static Object[] duplicateArrays;
    static Object[] sparseArrays;

    private Main() {}

    private interface Maker {
        Object make(int number);
    }

    private static Object[] many(int count, Maker maker) {
        Object[] objects = new Object[count];
        for (int at = 0; at < count; at++) {
            objects[at] = maker.make(at);
        }
        return objects;
    }

    private static void truth(String kind, String field, long objects, long bytes) {
        System.out.println("{\"kind\":\"" + kind + "\",\"holder\":\"waste.Main." + field + "\",\"objects\":" + objects + ",\"bytes\":" + bytes
            + "}");
    }

    /** Bytes of an array with its header. */
    private static long array(long elements, long bytesOfElement) {
        return (16 + elements * bytesOfElement + 7) / 8 * 8;
    }

    public static void main(String[] arguments) throws Exception {
        // Forty texts of 13 bytes.
        duplicateStrings = many(2000, at -> new StringBuilder("city number ").append((char) ('0' + at % 40)).toString());
        truth("duplicate_strings", "duplicateStrings", 1960, 1960 * (24 + array(13, 1)));
        // All lists without elements share one array.
        emptyCollections = many(2000, at -> new ArrayList<>());
        truth("empty_collections", "emptyCollections", 2000, 2000 * 24);
        Object element = new Object();
        singleElementCollections = many(300, at -> new HashMap<>(java.util.Map.of("key", element)));
        truth("single_element_collections", "singleElementCollections", 300, 300 * (48 + array(2, 4)));
        sparseCollections = many(200, at -> {
            ArrayList<Object> list = new ArrayList<>(100);
            list.add(element);
            list.add(element);
            list.add(element);
            return list;
        });
        truth("sparse_collections", "sparseCollections", 200, 200 * 97 * 4);
        boxedValues = many(3000, at -> Integer.valueOf(100_000 + at));
        truth("boxed_values", "boxedValues", 3000, 3000 * 16);
        constantArrays = many(100, at -> new byte[1024]);
        truth("constant_arrays", "constantArrays", 100, 100 * array(1024, 1));
        duplicateArrays = many(800, at -> new int[] {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3});
        truth("duplicate_arrays", "duplicateArrays", 799, 799 * array(16, 4));
        sparseArrays = many(300, at -> {
            Object[] slots = new Object[64];
            slots[at % 64] = element;
            slots[(at + 7) % 64] = slots;
            return slots;
        });
        truth("sparse_arrays", "sparseArrays", 300, 300 * 62 * 4);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
    }
}
