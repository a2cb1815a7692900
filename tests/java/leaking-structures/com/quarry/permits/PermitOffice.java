package com.quarry.permits;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Random;

/** Fastutil: permits by number stay when they have expired. The twin's go then. */
public final class PermitOffice extends Program {
    private static final int PERMIT_BYTES = 270;

    private final Permits permits = new Permits();
    private final Random random;
    private int lastNumber;

    public PermitOffice(Plan plan) {
        super(plan);
        random = plan.random(PermitOffice.class);
    }

    @Override
    protected void round(int round) {
        int longest = Math.max(2, plan.rounds() / 4);
        for (int at = plan.coming(round, PERMIT_BYTES); at > 0; at--) {
            permits.byNumber.put(++lastNumber, new Permit("driver " + random.nextInt(400), round + 1 + random.nextInt(longest)));
        }
        for (int at = 0; at < 300; at++) {
            Permit permit = permits.byNumber.get(random.nextInt(lastNumber + 1));
            permits.valid += permit != null && permit.lastRound >= round ? 1 : 0;
        }
        if (plan.healthy()) {
            permits.byNumber.values().removeIf(permit -> permit.lastRound < round);
        }
    }

    @Override
    protected long kept() {
        return permits.byNumber.size();
    }
}

final class Permits {
    final Int2ObjectOpenHashMap<Permit> byNumber = new Int2ObjectOpenHashMap<>();
    long valid;
}

final class Permit {
    final String driver;
    final int lastRound;
    final byte[] signature = new byte[150];

    Permit(String driver, int lastRound) {
        this.driver = driver;
        this.lastRound = lastRound;
    }
}
