package travelshop;

import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * A small travel shop that leaks: searches are cached under keys that are never found again.
 *
 * <pre>
 * javac -XDstringConcat=inline -d CLASSES $(find tests/java/travel-shop -name '*.java')
 * java -XX:+UseSerialGC -Xmx32m -cp CLASSES travelshop.Main [--points N] [--requests N] [--seed N]
 *      [--fixed]         use keys that can be found again: nothing leaks
 *      [--wait]          wait for a line on standard input after every point, for instance until a dump is written
 *      [--pace MILLIS]   sleep after every point, to be watched from outside
 * </pre>
 *
 * It prints the truth at every point (see {@link Truth}) and then {@code done point=N}. Seed and
 * request count decide everything that is counted; no clock is read. It uses no lambdas, formatters or management
 * beans: what those bring along would be most of so small a heap.
 */
public final class Main {
    private int points = 13;
    private int requests = 110;
    private long seed = 7;
    private long paceMillis;
    private boolean fixed;
    private boolean wait;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        main.read(args);
        main.run();
    }

    private void read(String[] args) {
        for (int at = 0; at < args.length; at++) {
            switch (args[at]) {
                case "--fixed" -> fixed = true;
                case "--wait" -> wait = true;
                case "--points" -> points = Integer.parseInt(args[++at]);
                case "--requests" -> requests = Integer.parseInt(args[++at]);
                case "--seed" -> seed = Long.parseLong(args[++at]);
                case "--pace" -> paceMillis = Long.parseLong(args[++at]);
                default -> throw new IllegalArgumentException("unknown option " + args[at]);
            }
        }
    }

    private void run() throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Shop shop = new Shop(seed, fixed);
        for (int point = 1; point <= points; point++) {
            shop.work(point, requests);
            Truth.print(point, shop);
            System.out.println("done point=" + point);
            if (wait && input.readLine() == null) {
                break;
            }
            Thread.sleep(paceMillis);
        }
        shop.close();
    }
}
