package com.orchard.monitoring;

import com.orchard.defects.Program;
import java.util.Timer;
import java.util.TimerTask;

/** Health checks are scheduled for tomorrow and cancelled, and the timer keeps cancelled tasks. The twin purges it. */
public final class MonitoringProgram extends Program {
    private static final long TOMORROW_MILLIS = 24L * 60 * 60 * 1000;

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

    private HealthMonitor() {}
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
