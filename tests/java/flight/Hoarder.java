import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps some of what it makes, in a list and in maps, and throws the rest away, so that a recording of it has collections, samples of
 * allocations and old objects with owners.
 *
 * Usage: {@code Hoarder ROUNDS}. In each round a collection is asked for.
 */
public class Hoarder {
    record Order(int number, byte[] text) {}

    /** Keeps orders by number. */
    static class Shelf {
        final Map<Integer, Order> orders = new HashMap<>();
        Shelf next;
    }

    static final List<Object> KEPT = new ArrayList<>();
    static Shelf first;
    static byte[] garbage;

    static Order make(int number) {
        return new Order(number, new byte[200]);
    }

    static void fill(int round) {
        Shelf shelf = new Shelf();
        shelf.next = first;
        first = shelf;
        for (int at = 0; at < 20_000; at++) {
            Order order = make(at);
            if (at % 8 == 0) {
                shelf.orders.put(at, order);
            } else if (at % 8 == 1) {
                KEPT.add(new Object[] {order, round});
            }
            garbage = new byte[1_000];
        }
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        for (int round = 0; round < rounds; round++) {
            int number = round;
            Thread filler = new Thread(() -> fill(number), "filler " + round % 3);
            filler.start();
            filler.join();
            garbage = new byte[3 << 20];
            System.gc();
        }
        System.out.println("kept " + KEPT.size());
    }
}
