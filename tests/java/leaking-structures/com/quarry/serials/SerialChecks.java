package com.quarry.serials;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.BitSet;
import java.util.Random;

/**
 * A bit set of serial numbers that were seen, from the first number on, though only new ones come. The twin starts anew, with the
 * numbers from there on, when the set becomes large.
 */
public final class SerialChecks extends Program {
    private static final int CHECKS = 2000;

    private final SerialNumbers numbers = new SerialNumbers();
    private final Random random;

    public SerialChecks(Plan plan) {
        super(plan);
        random = plan.random(SerialChecks.class);
    }

    @Override
    protected void round(int round) {
        // All numbers are made somewhere, and some of them come here.
        int step = 8 * plan.coming(round, 1) / CHECKS;
        for (int at = 0; at < CHECKS; at++) {
            numbers.next += 1 + random.nextInt(2 * step);
            if (numbers.seen.get(numbers.next - numbers.first)) {
                numbers.twice++;
            }
            numbers.seen.set(numbers.next - numbers.first);
        }
        if (plan.healthy() && numbers.seen.length() > 8 * plan.most(1)) {
            numbers.seen = new BitSet();
            numbers.first = numbers.next;
        }
    }

    @Override
    protected long kept() {
        return numbers.seen.cardinality();
    }
}

final class SerialNumbers {
    BitSet seen = new BitSet();
    int first;
    int next;
    int twice;
}
