import java.util.ArrayList;
import java.util.List;

/** A class of which {@link Redefine} makes one version after the other, mostly while threads are within the one before. */
public class Redefined {
    private final List<Object> held = new ArrayList<>();

    String version() {
        String version = "version-000000";
        for (int at = 0; at < 3000; at++) {
            held.add(new int[20]);
            if (held.size() > 100) {
                held.clear();
            }
        }
        return version;
    }
}
