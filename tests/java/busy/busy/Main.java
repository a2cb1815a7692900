package busy;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import groovy.json.JsonSlurper;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.apache.commons.codec.binary.Hex;

/**
 * Calls a library now and then, and in the middle of its time again and again: what the library throws away is the fault of one line here.
 *
 * <pre>java -cp CLASSES:JARS busy.Main json|hex|split SECONDS</pre>
 */
public final class Main {
    private static final int TIMES = 30;
    private static final long PAUSE_MILLIS = 2;

    private Main() {}

    /** What is done. */
    private interface Work {
        int run() throws Exception;
    }

    private static Work parse() {
        StringBuilder text = new StringBuilder("[{}");
        for (int number = 0; number < 300; number++) {
            text.append(",{\"name\":\"item ").append(number).append("\",\"price\":").append(number * 1.5).append('}');
        }
        String json = text.append(']').toString();
        JsonSlurper slurper = new JsonSlurper();
        return () -> ((List<?>) slurper.parseText(json)).size();
    }

    private static Work encode() {
        byte[] data = new byte[20_000];
        new Random(1).nextBytes(data);
        return () -> Hex.encodeHexString(data).length();
    }

    private static Work split() {
        String text = "part of a line, ".repeat(800);
        return () -> ImmutableList.copyOf(Splitter.on(',').trimResults().split(text)).size();
    }

    public static void main(String[] arguments) throws Exception {
        Work work = switch (arguments[0]) {
            case "json" -> parse();
            case "hex" -> encode();
            default -> split();
        };
        double seconds = Double.parseDouble(arguments[1]);
        long start = System.nanoTime();
        long sum = 0;
        boolean wasHot = false;
        for (int round = 0; ; round++) {
            double now = (System.nanoTime() - start) / 1e9 / seconds;
            if (now >= 1) {
                break;
            }
            boolean isHot = now > 0.4 && now < 0.7;
            if (isHot != wasHot) {
                System.out.println("at " + ManagementFactory.getRuntimeMXBean().getUptime());
                wasHot = isHot;
            }
            for (int time = 0; time < (isHot ? TIMES : round % 20 == 0 ? 1 : 0); time++) {
                sum += work.run();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        System.out.println("done " + sum);
    }
}
