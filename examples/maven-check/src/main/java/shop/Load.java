package shop;

/** Orders and pays for some seconds, as customers do, for a look at what grows meanwhile. */
public final class Load {
    private static final int SECONDS = Integer.getInteger("seconds", 12);
    private static final Checkout CHECKOUT = new Checkout();

    public static void main(String[] arguments) throws InterruptedException {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        for (int customer = 0; System.nanoTime() < end; customer++) {
            CHECKOUT.paid(CHECKOUT.order("customer " + customer, "tea", "cake"));
            if (customer % 4 == 0) {
                Thread.sleep(1);
            }
        }
    }
}
