import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Redefines and retransforms a class again and again while threads run its method and allocate in it. */
public class Redefine {
    private static final byte[] FIRST = "version-000000".getBytes(StandardCharsets.ISO_8859_1);

    static volatile boolean over;
    static volatile int wanted;

    public static void main(String[] arguments) throws Exception {
        Load.start();
        byte[] code;
        try (InputStream file = Redefine.class.getResourceAsStream("Redefined.class")) {
            code = file.readAllBytes();
        }
        AtomicLong wrong = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            Thread thread = new Thread(() -> {
                Redefined object = new Redefined();
                String last = "";
                while (!over) {
                    String version = object.version();
                    wrong.addAndGet(version.compareTo(last) < 0 ? 1 : 0);
                    last = version;
                }
            });
            thread.start();
            threads.add(thread);
        }
        Instrumentation instrumentation = StressAgent.instrumentation;
        Redefined object = new Redefined();
        int right = 0;
        for (int version = 1; version <= 100; version++) {
            instrumentation.redefineClasses(new ClassDefinition(Redefined.class, patched(code, version)));
            right += object.version().equals(name(version)) ? 1 : 0;
        }
        ClassFileTransformer transformer = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] now) {
                return old == Redefined.class ? patched(code, wanted) : null;
            }
        };
        instrumentation.addTransformer(transformer, true);
        for (int version = 101; version <= 200; version++) {
            wanted = version;
            instrumentation.retransformClasses(version % 10 == 0 ? ArrayList.class : Load.class, Redefined.class);
            right += object.version().equals(name(version)) ? 1 : 0;
        }
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("right " + right + " wrong " + wrong);
    }

    private static String name(int version) {
        return String.format("version-%06d", version);
    }

    private static byte[] patched(byte[] code, int version) {
        byte[] patched = code.clone();
        byte[] name = name(version).getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at + FIRST.length <= code.length; at++) {
            if (java.util.Arrays.equals(code, at, at + FIRST.length, FIRST, 0, FIRST.length)) {
                System.arraycopy(name, 0, patched, at, name.length);
            }
        }
        return patched;
    }
}
