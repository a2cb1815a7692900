package com.quarry.stockpiles;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** Loads by their grade, in an enum map of queues: what is sold is noted, but not taken out. The twin takes it out. */
public final class Yard extends Program {
    private static final int LOAD_BYTES = 290;

    private final Stockpiles stockpiles = new Stockpiles();
    private final Random random;

    public Yard(Plan plan) {
        super(plan);
        random = plan.random(Yard.class);
    }

    @Override
    protected void round(int round) {
        Grade[] grades = Grade.values();
        for (int at = plan.coming(round, LOAD_BYTES); at > 0; at--) {
            Load load = new Load(round, random.nextInt(40_000));
            stockpiles.loads.get(grades[random.nextInt(grades.length)]).addLast(load);
        }
        for (Deque<Load> pile : stockpiles.loads.values()) {
            for (int over = pile.size() - plan.most(LOAD_BYTES) / grades.length; over > 0; over--) {
                stockpiles.soldKilograms += plan.healthy() ? pile.removeFirst().kilograms : pile.peekFirst().kilograms;
            }
        }
    }

    @Override
    protected long kept() {
        return stockpiles.loads.values().stream().mapToLong(Deque::size).sum();
    }
}

enum Grade { DUST, SAND, GRIT, GRAVEL, BALLAST, RUBBLE }

final class Stockpiles {
    final Map<Grade, Deque<Load>> loads = new EnumMap<>(Grade.class);
    long soldKilograms;

    Stockpiles() {
        for (Grade grade : Grade.values()) {
            loads.put(grade, new ArrayDeque<>());
        }
    }
}

final class Load {
    final int round;
    final int kilograms;
    final byte[] sample = new byte[240];

    Load(int round, int kilograms) {
        this.round = round;
        this.kilograms = kilograms;
    }
}
