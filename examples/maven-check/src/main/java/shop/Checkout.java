package shop;

import java.util.HashMap;
import java.util.Map;

/** Takes orders and forgets them once they are paid; with the property {@code leak} it never forgets. */
public final class Checkout {
    private static final boolean LEAK = Boolean.getBoolean("leak");

    private final Map<Integer, Order> open = new HashMap<>();
    private int next;

    public int order(String customer, String... articles) {
        open.put(next, new Order(customer, articles));
        return next++;
    }

    public void paid(int number) {
        if (!LEAK) {
            open.remove(number);
        }
    }

    record Order(String customer, String[] articles) {}
}
