import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** Child processes: all end, all their output arrives, and they are given no files of this process. */
public class Children {
    public static void main(String[] arguments) throws Exception {
        Load.start();
        int sum = 0;
        for (int at = 0; at < 40; at++) {
            Process child = new ProcessBuilder("sh", "-c", "exit " + at).start();
            sum += child.waitFor();
        }
        System.out.println("codes " + sum);
        long bytes = 0;
        for (int at = 0; at < 10; at++) {
            Process child = new ProcessBuilder("cat").start();
            try (OutputStream to = child.getOutputStream()) {
                to.write(new byte[5000 + at]);
            }
            try (InputStream from = child.getInputStream()) {
                bytes += from.readAllBytes().length;
            }
            child.waitFor();
        }
        System.out.println("bytes " + bytes);
        Process child = new ProcessBuilder(List.of("sh", "-c", "ls /proc/self/fd | wc -l; env | grep -c -e JAVA_TOOL -e LD_ -e recorder")).start();
        System.out.println("files and variables " + new String(child.getInputStream().readAllBytes()).replace('\n', ' '));
        String java = System.getProperty("java.home") + "/bin/java";
        Process jvm = new ProcessBuilder(java, "-Xmx32m", "-cp", System.getProperty("java.class.path"), "Children$Child").redirectErrorStream(true).start();
        System.out.println("child says " + new String(jvm.getInputStream().readAllBytes()).trim() + ", ends with " + jvm.waitFor());
    }

    /** Started as a JVM of its own. */
    public static class Child {
        public static void main(String[] arguments) {
            System.out.println("hello");
            System.exit(4);
        }
    }
}
