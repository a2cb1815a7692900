package com.quarry.gate;

import com.quarry.collections.OpenTable;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Random;

/**
 * Own hash table without nodes: whoever comes through the gate is entered, and only marked as gone when he leaves. The twin takes him
 * out.
 */
public final class GateWatch extends Program {
    private static final int VISIT_BYTES = 400;

    private final Gate gate = new Gate();
    private final ArrayDeque<Visit> inside = new ArrayDeque<>();
    private final Random random;

    public GateWatch(Plan plan) {
        super(plan);
        random = plan.random(GateWatch.class);
    }

    @Override
    protected void round(int round) {
        int longest = Math.max(2, plan.rounds() / 5);
        for (int at = plan.coming(round, VISIT_BYTES); at > 0; at--) {
            int lastRound = round + 1 + random.nextInt(longest);
            Visit visit = new Visit(round + "/" + at + "/" + random.nextInt(1000), lastRound);
            gate.visits.put(visit.badge, visit);
            inside.add(visit);
        }
        for (int left = inside.size(); left > 0; left--) {
            Visit visit = inside.removeFirst();
            if (visit.lastRound > round) {
                inside.addLast(visit);
                continue;
            }
            gate.visits.get(visit.badge).isGone = true;
            if (plan.healthy()) {
                gate.visits.remove(visit.badge);
            }
        }
    }

    @Override
    protected long kept() {
        return gate.visits.size();
    }
}

final class Gate {
    final OpenTable<String, Visit> visits = new OpenTable<>();
    final int[] byHour = new int[24];
}

final class Visit {
    final String badge;
    final int lastRound;
    final byte[] photo = new byte[260];
    boolean isGone;

    Visit(String badge, int lastRound) {
        this.badge = badge;
        this.lastRound = lastRound;
    }
}
