package golden;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A data structure of a program: three groups with fifty measurements each. */
final class Statistics {
    private final Map<Item, Group> groups = new HashMap<>();

    Statistics() {
        for (int at = 0; at < 3; at++) {
            groups.put(new Item(), new Group());
        }
    }

    static final class Group {
        private final List<Measurement> measurements = new ArrayList<>();

        Group() {
            for (int at = 0; at < 50; at++) {
                measurements.add(new Measurement());
            }
        }
    }

    static final class Measurement {}
}
