import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Loaders that are thrown away with their classes, hidden classes, proxies and lambdas: all are unloaded. */
public class Unloading {
    /** Loaded again and again. */
    public static class Visitor implements IntSupplier {
        static final List<Object> KEPT = new ArrayList<>();

        @Override
        public int getAsInt() {
            KEPT.add(new int[50]);
            IntSupplier lambda = KEPT::size;
            return lambda.getAsInt();
        }
    }

    static final class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            return name.equals("Unloading$Visitor") ? defineClass(name, CODE, 0, CODE.length) : Unloading.class.getClassLoader().loadClass(name);
        }
    }

    private static final byte[] CODE = code();

    private static byte[] code() {
        try (InputStream file = Unloading.class.getResourceAsStream("Unloading$Visitor.class")) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Load.start();
        List<WeakReference<Object>> gone = new ArrayList<>();
        long sum = 0;
        for (int number = 0; number < 600; number++) {
            Loader loader = new Loader();
            IntSupplier visitor = (IntSupplier) loader.loadClass("Unloading$Visitor").getConstructor().newInstance();
            sum += visitor.getAsInt();
            gone.add(new WeakReference<>(loader));
            Object proxy = Proxy.newProxyInstance(loader, new Class<?>[] {IntSupplier.class}, (of, method, given) -> 7);
            sum += ((IntSupplier) proxy).getAsInt();
            Class<?> hidden = MethodHandles.lookup().defineHiddenClass(CODE_OF_HIDDEN, true).lookupClass();
            sum += ((IntSupplier) hidden.getConstructor().newInstance()).getAsInt();
            gone.add(new WeakReference<>(hidden));
            if (number % 100 == 99) {
                System.gc();
            }
        }
        System.out.println("sum " + sum);
        // The last of each may still be in a local variable.
        Load.collectUntil("classes are unloaded", () -> gone.stream().filter(of -> of.get() != null).count() <= 2);
    }

    /** Made hidden again and again. */
    public static class Hidden implements IntSupplier {
        @Override
        public int getAsInt() {
            Object[] held = {new int[20], "hidden"};
            return held.length;
        }
    }

    private static final byte[] CODE_OF_HIDDEN;

    static {
        try (InputStream file = Unloading.class.getResourceAsStream("Unloading$Hidden.class")) {
            CODE_OF_HIDDEN = file.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
