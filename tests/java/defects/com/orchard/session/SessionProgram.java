package com.orchard.session;

import com.orchard.defects.Program;
import java.util.Map;
import java.util.WeakHashMap;

/** A weak map whose values refer to their keys, so that no key ever dies. The twin's values do not. */
public final class SessionProgram extends Program {
    private final boolean healthy;
    private long sessions;

    public SessionProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 70; at++) {
            Session session = new Session(point * 70 + at);
            SessionAttributes.ATTRIBUTES.put(session, new Attributes(healthy ? null : session));
            sessions++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.session.SessionAttributes.ATTRIBUTES"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.session.Session";
    }

    @Override
    protected long leakedObjects() {
        return sessions;
    }

    @Override
    protected long leakedBytes() {
        return sessions * 180;
    }
}

final class SessionAttributes {
    static final Map<Session, Attributes> ATTRIBUTES = new WeakHashMap<>();

    private SessionAttributes() {}
}

final class Session {
    final int number;
    final byte[] token = new byte[80];

    Session(int number) {
        this.number = number;
    }
}

final class Attributes {
    final Session owner;
    final char[] language = new char[50];

    Attributes(Session owner) {
        this.owner = owner;
    }
}
