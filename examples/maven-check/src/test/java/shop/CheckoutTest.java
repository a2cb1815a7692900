package shop;

import heaprules.HeapRules;
import org.junit.jupiter.api.Test;

class CheckoutTest {
    /** What is not local is still there when the heap is looked at. */
    private final Checkout checkout = new Checkout();

    @Test
    @HeapRules({"objects(shop.Checkout$Order) <= 10", "retained(shop.Checkout) <= 64 KiB"})
    void paidOrdersAreForgotten() {
        for (int customer = 0; customer < 1000; customer++) {
            int number = checkout.order("customer " + customer, "tea", "cake");
            checkout.paid(number);
        }
    }
}
