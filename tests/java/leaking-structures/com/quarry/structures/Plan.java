package com.quarry.structures;

import java.util.Random;

/**
 * What a run is to be.
 *
 * @param healthy whether the twin runs, which lets go of what it does not need
 * @param rounds how many rounds of work there are
 * @param seed of all chance
 * @param megabytes what the leak holds at the end, about
 */
public record Plan(boolean healthy, int rounds, long seed, int megabytes) {
    private static final double WAVES = 3;

    /** How many things of so many bytes come in each round. */
    public int perRound(int bytes) {
        return Math.max(1, (int) ((long) megabytes * 1_000_000 / rounds / bytes));
    }

    /** How many of them come in this round, where there is sometimes more to do and sometimes less. */
    public int coming(int round, int bytes) {
        return Math.max(1, (int) (perRound(bytes) * (1 + 0.8 * Math.sin(2 * Math.PI * WAVES * round / rounds))));
    }

    /** How many of them may be kept: as many as come in the first quarter. */
    public int most(int bytes) {
        return Math.max(1, perRound(bytes) * rounds / 4);
    }

    /** A source of chance of one's own. */
    public Random random(Class<?> of) {
        return new Random(seed * 31 + of.getName().hashCode());
    }
}
