package com.harbor.session;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Every visitor without a cookie begins a session, and none expires. The twin ends them after some idle time. */
public final class SessionLeak extends Leak {
    private static final int IDLE_ROUNDS = 15;

    private final SessionStore store = new SessionStore();
    private final Random random;

    public SessionLeak(Plan plan) {
        super(plan);
        random = plan.random(SessionLeak.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(1500); at > 0; at--) {
            Session session = new Session(round);
            session.attributes.put("user", "user " + random.nextInt(10_000));
            session.attributes.put("language", random.nextBoolean() ? "en" : "de");
            for (int item = random.nextInt(6); item > 0; item--) {
                session.basket.add(new Item(random.nextInt(500), new int[40]));
            }
            store.sessions.put(round + "-" + at, session);
        }
        if (plan.healthy()) {
            store.sessions.values().removeIf(session -> session.lastUsed + IDLE_ROUNDS < round);
        }
    }

    @Override
    protected long kept() {
        return store.sessions.size();
    }
}

final class SessionStore {
    final Map<String, Session> sessions = new ConcurrentHashMap<>();
}

final class Session {
    final int lastUsed;
    final Map<String, Object> attributes = new HashMap<>();
    final List<Item> basket = new ArrayList<>();

    Session(int lastUsed) {
        this.lastUsed = lastUsed;
    }
}

record Item(int article, int[] options) {}
