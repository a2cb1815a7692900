package com.orchard.report;

import com.orchard.defects.Program;
import java.util.LinkedList;
import java.util.List;

/**
 * Every report leaves a refresh task behind, an inner class that drags its report along. The twin's tasks are taken out
 * when they ran.
 */
public final class ReportProgram extends Program {
    private final boolean healthy;
    private long reports;

    public ReportProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 25; at++) {
            Scheduler.later(new Report(point * 25 + at).refresh());
            reports++;
        }
        Scheduler.runAll(healthy);
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.report.Scheduler.PENDING"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.report.Report";
    }

    @Override
    protected long leakedObjects() {
        return reports;
    }

    @Override
    protected long leakedBytes() {
        return reports * 1500;
    }
}

final class Scheduler {
    private static final List<Runnable> PENDING = new LinkedList<>();

    private Scheduler() {}

    static void later(Runnable task) {
        PENDING.add(task);
    }

    static void runAll(boolean forget) {
        PENDING.forEach(Runnable::run);
        if (forget) {
            PENDING.clear();
        }
    }
}

final class Report {
    private final int number;
    private final byte[] rendered = new byte[1500];
    private int runs;

    Report(int number) {
        this.number = number;
    }

    Runnable refresh() {
        return new Refresh();
    }

    /** Needs one counter and holds the whole report. */
    private final class Refresh implements Runnable {
        @Override
        public void run() {
            runs += number;
        }
    }
}
