import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;

/** Collections for several reasons, one of which (a heap dump) some JVMs do not tell agents of. */
public class Causes {
    static volatile Object sink;

    public static void main(String[] arguments) throws Exception {
        System.gc();
        allocate(30);
        File dump = new File(arguments[0]);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump.getPath(), true);
        dump.delete();
        allocate(30);
        // Large objects that stay make G1 begin a concurrent cycle, which is given the time to end.
        byte[][] kept = new byte[40][];
        for (int count = 0; count < kept.length; count++) {
            kept[count] = new byte[2 << 20];
        }
        Thread.sleep(500);
        sink = kept;
        System.gc();
    }

    private static void allocate(int megabytes) {
        for (int count = 0; count < megabytes * 100; count++) {
            sink = new byte[10_000];
        }
    }
}
