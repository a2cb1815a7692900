import java.util.concurrent.CountDownLatch;

/** Ends while a thread, {@code holder}, holds objects in its local variables: with names, if the compiler was asked for them. */
public class Locals {
    static final CountDownLatch HELD = new CountDownLatch(1);
    static volatile Object sink;

    static class Cart {
    }

    static class Order {
    }

    static class Coupon {
    }

    /** Bytecodes of all kinds that the JVM writes in another way when it links a class. */
    static String hold(Cart cart, long number, double share) {
        String text = "order " + number + share;
        switch (text.length()) {
            case 0 -> sink = "none";
            case 1 -> sink = "one";
            default -> sink = null;
        }
        switch ((int) number) {
            case 7 -> sink = Coupon.class;
            case 70_000 -> sink = cart;
            default -> sink = null;
        }
        int[] numbers = {1, 2, 3};
        for (int each : numbers) {
            Coupon gone = new Coupon();
            sink = gone;
        }
        Order order = new Order();
        Runnable later = null;
        if (number < 100) {
            later = () -> sink = order;
        }
        waitForEver();
        return text + cart + order + numbers.length + later;
    }

    static void outer(Cart given) {
        Class<?> type = Cart.class;
        {
            Coupon before = new Coupon();
            sink = before;
        }
        sink = null;
        // The slot that held the coupon is the one of this variable, once it is set.
        String after = hold(given, 70_000, 0.5);
        sink = after + type;
    }

    static void waitForEver() {
        HELD.countDown();
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread holder = new Thread(() -> outer(new Cart()), "holder");
        holder.setDaemon(true);
        holder.start();
        HELD.await();
        System.exit(0);
    }
}
