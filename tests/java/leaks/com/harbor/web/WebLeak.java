package com.harbor.web;

import com.harbor.base.Traffic;
import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Requests note their steps in a thread-local of pooled threads that live on. The twin removes it after each request. */
public final class WebLeak extends Leak {
    static final AtomicLong KEPT = new AtomicLong();

    private final ExecutorService pool = Executors.newFixedThreadPool(4, Traffic::daemon);

    public WebLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) throws Exception {
        List<Future<?>> requests = new ArrayList<>();
        for (int at = plan.perRound(5 * 300); at > 0; at--) {
            int request = at;
            requests.add(pool.submit(() -> {
                for (int step = 0; step < 5; step++) {
                    RequestTrace.CURRENT.get().note("request " + request + " step " + step);
                    KEPT.incrementAndGet();
                }
                if (plan.healthy()) {
                    KEPT.addAndGet(-RequestTrace.CURRENT.get().size());
                    RequestTrace.CURRENT.remove();
                }
            }));
        }
        for (Future<?> request : requests) {
            request.get();
        }
    }

    @Override
    protected long kept() {
        return KEPT.get();
    }
}

final class RequestTrace {
    static final ThreadLocal<RequestTrace> CURRENT = ThreadLocal.withInitial(RequestTrace::new);

    private final List<Span> spans = new ArrayList<>();

    void note(String text) {
        spans.add(new Span(text));
    }

    int size() {
        return spans.size();
    }

    private static final class Span {
        final String text;
        final long[] times = new long[20];

        Span(String text) {
            this.text = text;
        }
    }
}
