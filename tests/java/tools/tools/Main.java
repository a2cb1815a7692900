package tools;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Somebody else's program at work: the compiler of the JDK analyses sources again and again, and is dumped in between. It has
 * caches, tables and loaders of its own, and no leak.
 *
 * <pre>java -XX:+UseSerialGC -Xmx128m -cp CLASSES tools.Main DIRECTORY POINTS</pre>
 */
public final class Main {
    private Main() {}

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(int number) {
            super(URI.create("string:///Made" + number + ".java"), Kind.SOURCE);
            text = "import java.util.*; class Made" + number + " { Map<String, List<Integer>> all = new TreeMap<>(); "
                + "int sum() { return all.values().stream().flatMap(List::stream).mapToInt(i -> i + " + number + ").sum(); } }";
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        HotSpotDiagnosticMXBean diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        try (JavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (int point = 0; point < Integer.parseInt(arguments[1]); point++) {
                List<JavaFileObject> sources = List.of(new Source(2 * point), new Source(2 * point + 1));
                ((JavacTask) compiler.getTask(null, files, null, null, null, sources)).analyze();
                diagnostics.dumpHeap(new File(arguments[0], "point-" + (char) ('a' + point) + ".hprof").getPath(), true);
            }
        }
    }
}
