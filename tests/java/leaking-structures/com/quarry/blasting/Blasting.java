package com.quarry.blasting;

import com.quarry.collections.RingBuffer;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.Random;

/** Own ring buffer: only the latest shocks are read, yet a full buffer grows. That of the twin overwrites the oldest ones. */
public final class Blasting extends Program {
    private static final int SHOCK_BYTES = 130;
    private static final int READ = 200;

    private final Seismograph seismograph;
    private final Random random;

    public Blasting(Plan plan) {
        super(plan);
        random = plan.random(Blasting.class);
        seismograph = new Seismograph(plan.healthy() ? plan.most(SHOCK_BYTES) : 1000);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, SHOCK_BYTES); at > 0; at--) {
            Shock shock = new Shock(round * 100L + random.nextInt(100), random.nextFloat());
            if (plan.healthy()) {
                seismograph.shocks.addOrOverwrite(shock);
            } else {
                seismograph.shocks.add(shock);
            }
        }
        for (int before = 0; before < Math.min(READ, seismograph.shocks.size()); before++) {
            seismograph.strongest = Math.max(seismograph.strongest, seismograph.shocks.latest(before).strength());
        }
    }

    @Override
    protected long kept() {
        return seismograph.shocks.size();
    }
}

final class Seismograph {
    final RingBuffer<Shock> shocks;
    float strongest;

    Seismograph(int slots) {
        shocks = new RingBuffer<>(slots);
    }
}

final class Shock {
    final long millis;
    final float[] curve = new float[20];

    Shock(long millis, float strength) {
        this.millis = millis;
        curve[0] = strength;
    }

    float strength() {
        return curve[0];
    }
}
