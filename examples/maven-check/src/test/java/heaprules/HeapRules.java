package heaprules;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.HotSpotDiagnosticMXBean;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Rules that the heap must keep at the end of a test, as {@code memory-city check --rule} takes them. The test fails on the first point that
 * breaks one: {@code @HeapRules("objects(shop.Checkout$Order) <= 10")}.
 *
 * <p>One file to copy. The program is found in PATH, or where the property {@code memory-city} says. Reports lie in
 * {@code target/heap-rules}; the dump stays there only if a rule is broken, and can be opened then: {@code memory-city DUMP}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(HeapRules.Check.class)
public @interface HeapRules {
    String[] value();

    /** Further options of {@code memory-city check}, for example {@code --known heap-known.json}. */
    String[] options() default {};

    final class Check implements AfterEachCallback {
        @Override
        public void afterEach(ExtensionContext test) throws IOException, InterruptedException {
            // A test that has failed has something else to say.
            if (test.getExecutionException().isPresent()) {
                return;
            }
            HeapRules rules = test.getRequiredTestMethod().getAnnotation(HeapRules.class);
            if (rules == null) {
                rules = test.getRequiredTestClass().getAnnotation(HeapRules.class);
            }
            Path folder = Files.createDirectories(Path.of("target", "heap-rules"));
            String name = test.getRequiredTestClass().getName() + "." + test.getRequiredTestMethod().getName();
            Path dump = folder.resolve(name + ".hprof");
            Files.deleteIfExists(dump);
            // Only what is reachable: the collection that this takes is part of it.
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump.toString(), true);

            List<String> command = new ArrayList<>(List.of(System.getProperty("memory-city", "memory-city"), "check", dump.toString()));
            command.addAll(List.of("--by", "type", "--junit", folder.resolve("TEST-" + name + ".xml").toString()));
            command.addAll(List.of("--sarif", folder.resolve(name + ".sarif").toString(), "--source-root", "src/main/java"));
            for (String rule : rules.value()) {
                command.addAll(List.of("--rule", rule));
            }
            command.addAll(List.of(rules.options()));
            Process check = new ProcessBuilder(command).redirectErrorStream(true).start();
            check.getOutputStream().close();
            String said = new String(check.getInputStream().readAllBytes());
            if (check.waitFor() != 0) {
                fail(said + "The heap is in " + dump.toAbsolutePath());
            }
            Files.delete(dump);
        }
    }
}
