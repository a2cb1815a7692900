package com.quarry.structures;

import com.quarry.collections.Chain;
import com.quarry.collections.OpenTable;
import com.quarry.collections.RingBuffer;
import com.quarry.collections.SortedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The healthy rest of the application, which must not be taken for a leak: stones that are read once, blocks that are cut during the
 * first third and replaced from then on, crews that come in waves, deliveries that are summed up and forgotten again and again, the
 * latest noises, and estimates that leave nothing but garbage. They are in structures of the classes that leak elsewhere.
 */
final class Works {
    private static final int STONES = 4000;
    private static final int BLOCKS = 2500;
    private static final int NOISES = 3000;
    private static final int SUMS = 7;
    private static final int ESTIMATORS = 2;
    private static final int ESTIMATES = 350;

    private final Plan plan;
    private final Random random;
    private final OpenTable<String, Stone> stones = new OpenTable<>();
    private final SortedTree<Block> blocks = new SortedTree<>();
    private final Chain<Crew> crews = new Chain<>();
    private final Chain<Delivery> deliveries = new Chain<>();
    private final RingBuffer<Noise> noises = new RingBuffer<>(NOISES);
    private final ExecutorService estimators = Executors.newFixedThreadPool(ESTIMATORS, Program::daemon);
    private final List<Callable<Long>> estimates = new ArrayList<>();
    private String[] rawStones;
    private long cut;
    private long checksum;

    Works(Plan plan) {
        this.plan = plan;
        random = plan.random(Works.class);
        rawStones = new String[STONES];
        for (int number = 0; number < STONES; number++) {
            rawStones[number] = "stone " + number + ";" + (2000 + random.nextInt(900)) + ";" + ".".repeat(1500);
        }
        for (String line : rawStones) {
            String[] parts = line.split(";");
            stones.put(parts[0], new Stone(parts[0], Integer.parseInt(parts[1])));
        }
        for (int estimator = 0; estimator < ESTIMATORS; estimator++) {
            Random sizes = new Random(plan.seed() * 43 + estimator);
            estimates.add(() -> {
                long length = 0;
                for (int estimate = 0; estimate < ESTIMATES; estimate++) {
                    length += estimate(sizes).length();
                }
                return length;
            });
        }
    }

    void round(int round) throws Exception {
        double time = (double) round / plan.rounds();
        if (time > 0.05) {
            rawStones = null;
        }
        for (int at = Math.max(1, 3 * BLOCKS / plan.rounds()); at > 0; at--) {
            blocks.put(cut++, new Block(stone()));
            if (blocks.size() > BLOCKS) {
                checksum += blocks.removeFirst().stone.density;
            }
        }
        int leaving = round;
        crews.removeIf(crew -> crew.lastRound < leaving);
        for (int at = 90 + (int) (70 * Math.sin(time * 21)); at > 0; at--) {
            crews.add(new Crew(round + 4 + random.nextInt(12)));
            deliveries.add(new Delivery(round, stone()));
            noises.addOrOverwrite(new Noise(round, random.nextFloat()));
        }
        if (round % Math.max(5, plan.rounds() / SUMS) == 0) {
            while (deliveries.size() > 0) {
                checksum += deliveries.removeFirst().stone.density;
            }
        }
        for (Future<Long> part : estimators.invokeAll(estimates)) {
            checksum += part.get();
        }
    }

    /** What the work has led to. */
    long checksum() {
        return checksum;
    }

    private Stone stone() {
        return stones.get("stone " + random.nextInt(STONES));
    }

    private static String estimate(Random sizes) {
        Map<Integer, Double> weights = new TreeMap<>();
        for (int at = 0; at < 60; at++) {
            weights.merge(sizes.nextInt(40), sizes.nextDouble() * 2.7, Double::sum);
        }
        StringBuilder text = new StringBuilder();
        weights.forEach((size, weight) -> text.append("size ").append(size).append(": ").append(weight).append(" t; "));
        return text.toString();
    }

    private record Stone(String name, int density) {}

    private record Delivery(int round, Stone stone) {}

    private record Noise(int round, float loudness) {}

    private static final class Block {
        final Stone stone;
        final float[] surface = new float[600];

        Block(Stone stone) {
            this.stone = stone;
        }
    }

    private static final class Crew {
        final int lastRound;
        final byte[] roster = new byte[900];

        Crew(int lastRound) {
            this.lastRound = lastRound;
        }
    }
}
