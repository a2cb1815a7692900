package petshop;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A shop for pets that serves pages, steadily, and keeps the last few of them. In the middle third of its time a careless page is asked for:
 * churn, and no leak.
 *
 * <pre>java -XX:+UseSerialGC -Xmx64m -cp CLASSES petshop.Main --seconds 9</pre>
 */
public final class Main {
    private static final int ITEMS = 10_000;
    private static final int KEPT = 200;
    private static final long PAUSE_MILLIS = 2;

    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
        ItemPage page = new ItemPage(new Database(ITEMS));
        Deque<String> served = new ArrayDeque<>();
        for (int number = 0; number < KEPT; number++) {
            served.add(page.render(number));
        }
        long start = System.nanoTime();
        long all = seconds * 1_000_000_000L;
        for (int request = 0; ; request++) {
            long now = System.nanoTime() - start;
            if (now >= all) {
                break;
            }
            int number = request * 31 % ITEMS;
            boolean isCampaign = now > all / 3 && now < 2 * all / 3;
            served.add(isCampaign ? page.renderWithSuggestion(number) : page.render(number));
            served.remove();
            Thread.sleep(PAUSE_MILLIS);
        }
        System.out.println("served " + served.size());
    }
}
