package com.harbor.editor;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;

/** Every change knows the one before it, so that all can be undone: a chain that hangs on one field. The twin cuts it off. */
public final class EditorLeak extends Leak {
    private static final int MOST_CHANGES = 2000;

    private final Editor editor = new Editor();

    public EditorLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(220); at > 0; at--) {
            editor.lastChange = new Change("at " + at, editor.lastChange);
        }
        if (plan.healthy()) {
            Change change = editor.lastChange;
            for (int at = 1; at < MOST_CHANGES && change != null; at++) {
                change = change.before;
            }
            if (change != null) {
                change.before = null;
            }
        }
    }

    @Override
    protected long kept() {
        long changes = 0;
        for (Change change = editor.lastChange; change != null; change = change.before) {
            changes++;
        }
        return changes;
    }
}

final class Editor {
    Change lastChange;
}

final class Change {
    final String place;
    final char[] text = new char[60];
    Change before;

    Change(String place, Change before) {
        this.place = place;
        this.before = before;
    }
}
