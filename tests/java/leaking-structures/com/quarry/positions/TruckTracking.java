package com.quarry.positions;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.Random;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Where trucks were when, in a skip list without an end. The twin cuts off the oldest part. */
public final class TruckTracking extends Program {
    private static final int POSITION_BYTES = 150;
    private static final int CUT_ROUNDS = 10;

    private final Tracks tracks = new Tracks();
    private final Random random;
    private long nanos;

    public TruckTracking(Plan plan) {
        super(plan);
        random = plan.random(TruckTracking.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, POSITION_BYTES); at > 0; at--) {
            nanos += 1 + random.nextInt(1000);
            tracks.positions.put(nanos, new Position(random.nextInt(900), random.nextDouble(), random.nextDouble()));
        }
        if (plan.healthy() && round % CUT_ROUNDS == 0) {
            tracks.positions.headMap(nanos - 500L * plan.most(POSITION_BYTES)).clear();
        }
    }

    @Override
    protected long kept() {
        return tracks.positions.size();
    }
}

final class Tracks {
    final ConcurrentNavigableMap<Long, Position> positions = new ConcurrentSkipListMap<>();
}

final class Position {
    final int truck;
    final double[] place;
    final short[] speeds = new short[10];

    Position(int truck, double east, double north) {
        this.truck = truck;
        place = new double[] {east, north};
    }
}
