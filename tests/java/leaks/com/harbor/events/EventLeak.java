package com.harbor.events;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Views listen to the application's bus and are closed, but stay subscribed. The twin takes them off when they close. */
public final class EventLeak extends Leak {
    private static final int OPEN_VIEWS = 200;

    private final ArrayDeque<View> open = new ArrayDeque<>();
    private final Random random;

    public EventLeak(Plan plan) {
        super(plan);
        random = plan.random(EventLeak.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(1300); at > 0; at--) {
            View view = new View("topic " + random.nextInt(30));
            EventBus.SHARED.listeners.computeIfAbsent(view.topic, topic -> new ArrayList<>()).add(view.listener);
            open.addLast(view);
            if (open.size() > OPEN_VIEWS) {
                View closed = open.removeFirst();
                if (plan.healthy()) {
                    EventBus.SHARED.listeners.get(closed.topic).remove(closed.listener);
                }
            }
        }
    }

    @Override
    protected long kept() {
        return EventBus.SHARED.listeners.values().stream().mapToLong(List::size).sum();
    }
}

final class EventBus {
    static final EventBus SHARED = new EventBus();

    final Map<String, List<Listener>> listeners = new HashMap<>();
    final byte[][] log = new byte[100][2000];
}

interface Listener {
    void happened(String what);
}

final class View {
    final String topic;
    final char[] pixels = new char[500];
    final List<String> lines = new ArrayList<>(List.of("first line", "second line"));
    final Listener listener = new Listener() {
        @Override
        public void happened(String what) {
            lines.add(what);
        }
    };

    View(String topic) {
        this.topic = topic;
    }
}
