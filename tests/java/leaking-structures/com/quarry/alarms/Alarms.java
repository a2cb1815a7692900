package com.quarry.alarms;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A heap of alarms by their time, each for the case that a check is not back within hours. Checks are back soon, and their alarms are
 * cancelled, but stay until they are due. The twin takes out the cancelled ones now and then.
 */
public final class Alarms extends Program {
    private static final int ALARM_BYTES = 330;
    private static final int HOURS = 100_000;

    private final AlarmClock clock = new AlarmClock();
    private final ArrayDeque<Alarm> underWay = new ArrayDeque<>();
    private final Random random;

    public Alarms(Plan plan) {
        super(plan);
        random = plan.random(Alarms.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, ALARM_BYTES); at > 0; at--) {
            Alarm alarm = new Alarm(round + HOURS + random.nextInt(HOURS), "check " + at);
            clock.due.add(alarm);
            underWay.addLast(alarm);
        }
        for (int back = underWay.size() / 3; back > 0; back--) {
            underWay.removeFirst().isCancelled = true;
        }
        if (plan.healthy() && clock.due.size() > plan.most(ALARM_BYTES)) {
            clock.due.removeIf(alarm -> alarm.isCancelled);
        }
        while (!clock.due.isEmpty() && clock.due.peek().round <= round) {
            clock.rung += clock.due.poll().isCancelled ? 0 : 1;
        }
    }

    @Override
    protected long kept() {
        return clock.due.size();
    }
}

final class AlarmClock {
    final PriorityQueue<Alarm> due = new PriorityQueue<>(Comparator.comparingInt((Alarm alarm) -> alarm.round));
    long rung;
}

final class Alarm {
    final int round;
    final String text;
    final byte[] message = new byte[220];
    boolean isCancelled;

    Alarm(int round, String text) {
        this.round = round;
        this.text = text;
    }
}
