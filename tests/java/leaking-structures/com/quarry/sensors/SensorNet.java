package com.quarry.sensors;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Readings by site and day, in a map of maps of lists; no day ever goes. The twin drops days that are over. */
public final class SensorNet extends Program {
    private static final int READING_BYTES = 58;
    private static final int SITES = 25;
    private static final int ROUNDS_OF_DAY = 6;

    private final Readings readings = new Readings();
    private final Random random;

    public SensorNet(Plan plan) {
        super(plan);
        random = plan.random(SensorNet.class);
    }

    @Override
    protected void round(int round) {
        int day = round / ROUNDS_OF_DAY;
        for (int at = plan.coming(round, READING_BYTES); at > 0; at--) {
            readings.bySite.computeIfAbsent("site " + random.nextInt(SITES), site -> new TreeMap<>())
                .computeIfAbsent(day, site -> new ArrayList<>())
                .add(new Reading(round * 100L + at % 100, random.nextGaussian(), random.nextInt(400) - 50));
        }
        if (plan.healthy()) {
            int days = Math.max(2, plan.rounds() / ROUNDS_OF_DAY / 4);
            readings.bySite.values().forEach(byDay -> byDay.keySet().removeIf(of -> of <= day - days));
        }
    }

    @Override
    protected long kept() {
        return readings.bySite.values().stream().flatMap(byDay -> byDay.values().stream()).mapToLong(List::size).sum();
    }
}

final class Readings {
    final Map<String, Map<Integer, List<Reading>>> bySite = new HashMap<>();
}

final class Reading {
    final long millis;
    final double dust;
    final Integer celsius;

    Reading(long millis, double dust, int celsius) {
        this.millis = millis;
        this.dust = dust;
        this.celsius = celsius;
    }
}
