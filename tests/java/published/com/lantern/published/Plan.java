package com.lantern.published;

import java.util.Random;

/**
 * What a run is to be.
 *
 * @param healthy whether the twin runs, which lets go as the library asks for
 * @param rounds how many rounds of work there are
 * @param seed of all chance
 * @param megabytes what the leak holds at the end, about
 */
public record Plan(boolean healthy, int rounds, long seed, int megabytes) {
    /** How many things of so many bytes come in each round. */
    public int perRound(int bytes) {
        return Math.max(1, (int) ((long) megabytes * 1_000_000 / rounds / bytes));
    }

    /** A source of chance of one's own. */
    public Random random(Class<?> of) {
        return new Random(seed * 31 + of.getName().hashCode());
    }
}
