package stack;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;

/**
 * Pushes many objects on a stack and pops them, then a tenth as many, and dumps itself after both rounds. The stack keeps
 * what was popped; the second round overwrites a tenth of it. Tells after each round who is alive.
 *
 * <pre>java -XX:+UseSerialGC -Xmx64m -cp CLASSES stack.Main DIR OBJECTS [--fixed]</pre>
 */
public final class Main {
    static BuggyStack stack;

    private Main() {}

    private static void pushAndPop(int count, int round) {
        for (int at = 0; at < count; at++) {
            stack.push(new TestObject(round));
        }
        for (int at = 0; at < count; at++) {
            stack.pop();
        }
    }

    private static void dump(String folder, int round) throws Exception {
        String file = new File(folder, "round-" + round + ".hprof").getPath();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file, true);
    }

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        boolean isFixed = arguments.length > 2;
        stack = new BuggyStack(isFixed);
        for (int round = 1; round <= 2; round++) {
            pushAndPop(round == 1 ? count : count / 10, round);
            int kept = isFixed ? 0 : count;
            int ofThisRound = isFixed ? 0 : round == 1 ? count : count / 10;
            // The stack, its array, and what it keeps, each of 16 bytes.
            long retained = 24 + (16 + 4L * stack.capacity() + 7) / 8 * 8 + 16L * kept;
            System.out.println("{\"round\":" + round + ",\"size\":" + stack.size() + ",\"kept\":" + kept + ",\"of_this_round\":" + ofThisRound
                + ",\"retained_objects\":" + (2 + kept) + ",\"retained_bytes\":" + retained + "}");
            dump(arguments[0], round);
        }
    }
}
