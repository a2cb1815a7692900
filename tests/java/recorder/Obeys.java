import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Does what it reads, line by line, and says so: {@code keep 500} items, {@code drop 500} that it has made, {@code mix 3} times
 * which items refer to which, {@code fill 24} MB, {@code collect 3} times, {@code forget 1}: all items, {@code end 7} with this exit
 * code.
 */
public class Obeys {
    static final class Item {
        Item one, other;
    }

    static final List<Item[]> SHELVES = new ArrayList<>();
    static final Random RANDOM = new Random(1);
    static volatile Item sink;
    static byte[] filling;

    static void keep(int count) {
        Item[] shelf = new Item[count];
        for (int i = 0; i < count; i++) {
            shelf[i] = new Item();
        }
        SHELVES.add(shelf);
    }

    static void drop(int count) {
        for (int i = 0; i < count; i++) {
            sink = new Item();
        }
        sink = null;
    }

    /** Nothing about random references can be written shortly. */
    static void mix() {
        for (Item[] shelf : SHELVES) {
            for (Item item : shelf) {
                item.one = shelf[RANDOM.nextInt(shelf.length)];
                item.other = shelf[RANDOM.nextInt(shelf.length)];
            }
        }
        System.gc();
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ");
            int number = Integer.parseInt(words[1]);
            switch (words[0]) {
                case "keep" -> keep(number);
                case "drop" -> drop(number);
                case "fill" -> filling = new byte[number << 20];
                case "forget" -> SHELVES.clear();
                case "mix" -> {
                    for (int i = 0; i < number; i++) {
                        mix();
                    }
                }
                case "collect" -> {
                    for (int i = 0; i < number; i++) {
                        System.gc();
                    }
                }
                case "end" -> System.exit(number);
                default -> throw new IllegalArgumentException(order);
            }
            System.out.println("done " + order);
        }
    }
}
