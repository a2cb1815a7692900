package com.harbor.polling;

import com.harbor.base.Traffic;
import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayDeque;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Each connection is polled every hour, and still is when it is closed. The twin cancels the task then. */
public final class PollingLeak extends Leak {
    private static final int OPEN = 300;

    private final ArrayDeque<Future<?>> open = new ArrayDeque<>();

    public PollingLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(560); at > 0; at--) {
            Connection connection = new Connection("host-" + at);
            open.addLast(Poller.SCHEDULER.scheduleAtFixedRate(connection::poll, 1, 1, TimeUnit.HOURS));
            if (open.size() > OPEN) {
                Future<?> closed = open.removeFirst();
                if (plan.healthy()) {
                    closed.cancel(false);
                }
            }
        }
    }

    @Override
    protected long kept() {
        return Poller.SCHEDULER.getQueue().size();
    }
}

final class Poller {
    static final ScheduledThreadPoolExecutor SCHEDULER = new ScheduledThreadPoolExecutor(1, Traffic::daemon);

    static {
        SCHEDULER.setRemoveOnCancelPolicy(true);
    }

    private Poller() {}
}

final class Connection {
    private final String host;
    private final byte[] buffer = new byte[360];

    Connection(String host) {
        this.host = host;
    }

    void poll() {
        buffer[0] = (byte) host.length();
    }
}
