import java.util.ArrayList;
import java.util.List;

/** A class of which {@link Redefine} makes one version after the other. */
public class Redefined {
    private final List<Object> held = new ArrayList<>();

    String version() {
        String version = "version-000000";
        int[] numbers = new int[20];
        held.add(numbers);
        if (held.size() > 100) {
            held.clear();
        }
        return version;
    }
}
