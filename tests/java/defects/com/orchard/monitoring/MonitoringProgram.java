package com.orchard.monitoring;

import com.orchard.defects.Program;
import java.util.Timer;
import java.util.TimerTask;

/** Health checks are scheduled for tomorrow and cancelled, and the timer keeps cancelled tasks. The twin purges it. */
public final class MonitoringProgram extends Program {
    static final long HOUR_MILLIS = 60L * 60 * 1000;
    private static final long TOMORROW_MILLIS = 24 * HOUR_MILLIS;

    private final boolean healthy;
    private long checks;

    public MonitoringProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 60; at++) {
            HealthCheck check = new HealthCheck(at);
            HealthMonitor.TIMER.schedule(check, TOMORROW_MILLIS);
            check.cancel();
            checks++;
        }
        if (healthy) {
            HealthMonitor.TIMER.purge();
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.monitoring.HealthMonitor.TIMER"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.monitoring.HealthCheck";
    }

    @Override
    protected long leakedObjects() {
        return checks;
    }

    @Override
    protected long leakedBytes() {
        return checks * 200;
    }

    @Override
    protected void stop() {
        HealthMonitor.TIMER.cancel();
    }
}

final class HealthMonitor {
    static final Timer TIMER = new Timer("health-monitor", true);

    // The timer throws cancelled tasks away only when they come to the head of its queue. This one is due before them.
    static {
        TIMER.schedule(new Heartbeat(), MonitoringProgram.HOUR_MILLIS);
    }

    private HealthMonitor() {}
}

final class Heartbeat extends TimerTask {
    @Override
    public void run() {
        System.out.println("alive");
    }
}

final class HealthCheck extends TimerTask {
    private final int[] answers = new int[50];

    HealthCheck(int number) {
        answers[0] = number;
    }

    @Override
    public void run() {
        answers[1]++;
    }
}
