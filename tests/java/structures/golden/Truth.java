package golden;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;

/**
 * Says what data structures hold, a line for each: owner, class of the head, objects of its own, with those within, leaves. What it
 * cannot tell is a question mark.
 */
public final class Truth {
    private Truth() {}

    /** Tells of all fields of a class that say it. */
    public static void tell(Class<?> program) throws ReflectiveOperationException {
        for (Field field : program.getDeclaredFields()) {
            Holds holds = field.getAnnotation(Holds.class);
            if (holds != null) {
                tell(program, field.getName(), holds.own(), holds.nested() == Holds.AS_OWN ? holds.own() : holds.nested(), holds.leaves());
            }
        }
    }

    public static void tell(Class<?> program, String name, int own, int nested, int leaves) throws ReflectiveOperationException {
        Field field = program.getDeclaredField(name);
        field.setAccessible(true);
        String head = field.get(null).getClass().getName();
        System.out.println(program.getName() + "." + name + " " + head + " " + told(own) + " " + told(nested) + " " + told(leaves));
    }

    private static String told(int count) {
        return count == Holds.UNTOLD ? "?" : Integer.toString(count);
    }

    public static void dump(String file) throws java.io.IOException {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file, true);
    }
}
