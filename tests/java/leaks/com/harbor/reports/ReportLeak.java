package com.harbor.reports;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** A cache of reports whose key contains the time: nothing is ever found, all is kept. The twin keeps the latest ones. */
public final class ReportLeak extends Leak {
    private final ReportCache cache;
    private final Random random;

    public ReportLeak(Plan plan) {
        super(plan);
        cache = new ReportCache(plan.healthy() ? 400 : Integer.MAX_VALUE);
        random = plan.random(ReportLeak.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(2400); at > 0; at--) {
            cache.report(new ReportKey("customer " + random.nextInt(200), round * 1000L + at));
        }
    }

    @Override
    protected long kept() {
        return cache.entries.size();
    }
}

final class ReportCache {
    final Map<ReportKey, Report> entries;

    ReportCache(int most) {
        entries = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ReportKey, Report> eldest) {
                return size() > most;
            }
        };
    }

    Report report(ReportKey key) {
        return entries.computeIfAbsent(key, Report::new);
    }
}

record ReportKey(String customer, long time) {}

final class Report {
    final String title;
    final double[][] table = new double[12][20];

    Report(ReportKey key) {
        title = "Report for " + key.customer();
    }
}
