package com.orchard.events;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * Handlers are registered with the bus of the application and never taken off. The static field holds the bus, the bus has the
 * list that grows. The twin takes them off.
 */
public final class EventsProgram extends Program {
    private final boolean healthy;
    private long handlers;

    public EventsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 60; at++) {
            Handler handler = new Handler();
            EventBus.SHARED.handlers.add(handler);
            handlers++;
            if (healthy) {
                EventBus.SHARED.handlers.remove(handler);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.events.EventBus.handlers"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.events.Handler";
    }

    @Override
    protected long leakedObjects() {
        return handlers;
    }

    @Override
    protected long leakedBytes() {
        return handlers * 300L;
    }
}

final class EventBus {
    static final EventBus SHARED = new EventBus();

    final List<Handler> handlers = new ArrayList<>();
    final byte[][] log = new byte[100][2000];
}

final class Handler {
    final byte[] state = new byte[300];
}
