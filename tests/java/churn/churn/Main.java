package churn;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes garbage, keeps some of it for a while, asks for a collection and dumps itself. At its end it tells, per collector of
 * the JVM, how often that has collected and for how many milliseconds: {@code G1 Young Generation=9 120}.
 *
 * <pre>java -XX:+UseG1GC -Xmx48m -Xlog:gc*:file=gc.log -cp CLASSES churn.Main OUT.hprof 150</pre>
 */
public final class Main {
    static Object last;

    private Main() {}

    private static void churn(int mebibytes, List<byte[]> kept) {
        for (int at = 0; at < mebibytes * 10; at++) {
            last = new byte[100 * 1024];
            if (at % 40 == 0) {
                kept.add(new byte[64 * 1024]);
            }
            if (at % 500 == 0) {
                last = new byte[3 << 20];
            }
            if (kept.size() > 150) {
                kept.subList(0, 100).clear();
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<byte[]> kept = new ArrayList<>();
        int mebibytes = Integer.parseInt(arguments[1]);
        churn(mebibytes, kept);
        System.gc();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
        churn(mebibytes / 4, kept);
        // What works beside the program comes to its end.
        Thread.sleep(300);
        // Whoever puts texts together for the first time makes enough garbage for one more collection.
        String before;
        String counted = counted();
        do {
            before = counted;
            counted = counted();
        } while (!counted.equals(before));
        System.out.print(counted);
    }

    private static String counted() {
        StringBuilder text = new StringBuilder();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            text.append(collector.getName() + "=" + collector.getCollectionCount() + " " + collector.getCollectionTime() + "\n");
        }
        return text.toString();
    }
}
