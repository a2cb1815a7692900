import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills the heap with about as many objects as asked for and dumps itself, for benchmarks of readers.
 *
 * <pre>java -Xmx3g tests/java/BigHeap.java 10000000 big.hprof</pre>
 *
 * The mixture is a plain business heap: linked nodes, strings with their byte arrays, small object and primitive
 * arrays, hash maps with boxed keys, and a share of garbage that only --keep-unreachable counts. Everything follows
 * from a fixed sequence, so two runs of one JVM build the same heap.
 */
public final class BigHeap {
    /** One entry of a chain: two references, two numbers. */
    static class Node {
        Node next;
        Object payload;
        int number;
        long stamp;
    }

    /** A node with more fields, so that field layouts cross a super class. */
    static final class WideNode extends Node {
        Node left;
        Node right;
        String label;
        double weight;
    }

    /** Keeps everything alive. */
    static final List<Object> KEPT = new ArrayList<>();

    private static long seed = 42;

    /** A small linear congruential generator: the same numbers on every JVM. */
    private static int next(int bound) {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return (int) ((seed >>> 33) % bound);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2) {
            System.err.println("usage: BigHeap OBJECTS OUT.hprof");
            System.exit(2);
        }
        long wanted = Long.parseLong(arguments[0]);
        String out = arguments[1];
        long made = 0;
        Node chain = null;
        Node[] recent = new Node[1024];
        while (made < wanted) {
            int kind = next(100);
            if (kind < 55) {
                Node node = kind < 45 ? new Node() : new WideNode();
                node.next = next(1000) == 0 ? null : chain;
                node.payload = recent[next(recent.length)];
                node.number = kind;
                if (node instanceof WideNode wide) {
                    wide.left = recent[next(recent.length)];
                    wide.right = recent[next(recent.length)];
                }
                chain = node;
                recent[next(recent.length)] = node;
                made += 1;
                if (next(1000) == 0) {
                    KEPT.add(chain);
                    chain = null;
                }
            } else if (kind < 80) {
                String text = "item-" + made;
                if (next(10) > 0) {
                    KEPT.add(text);
                }
                made += 2;
            } else if (kind < 88) {
                KEPT.add(new int[next(12)]);
                made += 1;
            } else if (kind < 96) {
                Object[] array = new Object[1 + next(8)];
                for (int at = 0; at < array.length; at++) {
                    array[at] = recent[next(recent.length)];
                }
                KEPT.add(array);
                made += 1;
            } else {
                Map<Integer, Object> map = new HashMap<>();
                int entries = next(6);
                for (int at = 0; at < entries; at++) {
                    map.put(1000 + next(1 << 20), recent[next(recent.length)]);
                }
                KEPT.add(map);
                made += 2 + 2L * entries;
            }
        }
        KEPT.add(recent);
        KEPT.add(chain);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(out, false);
        System.out.println("objects asked for: " + wanted + ", made: " + made);
    }
}
