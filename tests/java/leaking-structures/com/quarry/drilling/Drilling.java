package com.quarry.drilling;

import com.quarry.collections.SortedTree;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.Random;

/** Own search tree: holes are logged by the time at which they were drilled. The twin forgets the ones that have been blasted. */
public final class Drilling extends Program {
    private static final int HOLE_BYTES = 330;

    private final DrillLog log = new DrillLog();
    private final Random random;
    private long drilled;

    public Drilling(Plan plan) {
        super(plan);
        random = plan.random(Drilling.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, HOLE_BYTES); at > 0; at--) {
            log.holes.put(drilled++ * 100 + random.nextInt(100), new Hole(random.nextInt(30), random.nextFloat()));
        }
        while (plan.healthy() && log.holes.size() > plan.most(HOLE_BYTES)) {
            log.metres += log.holes.removeFirst().metres;
        }
    }

    @Override
    protected long kept() {
        return log.holes.size();
    }
}

final class DrillLog {
    final SortedTree<Hole> holes = new SortedTree<>();
    long metres;
}

final class Hole {
    final int metres;
    final float angle;
    final short[] hardness = new short[120];

    Hole(int metres, float angle) {
        this.metres = metres;
        this.angle = angle;
    }
}
