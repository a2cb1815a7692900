package com.quarry.names;

import com.quarry.collections.StringPool;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Random;

/**
 * Own pool of strings: the names on delivery notes are to be one object each, and so are their numbers, which never come again. The
 * twin empties its pool once it is full.
 */
public final class NameReading extends Program {
    private static final int NOTE_BYTES = 130;
    private static final int LAST_NOTES = 800;

    private final NameTable table = new NameTable();
    private final ArrayDeque<Note> lastNotes = new ArrayDeque<>();
    private final Random random;

    public NameReading(Plan plan) {
        super(plan);
        random = plan.random(NameReading.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, NOTE_BYTES); at > 0; at--) {
            String number = "delivery note " + round + "/" + at + "/" + Long.toHexString(random.nextLong());
            lastNotes.addLast(new Note(table.pool.one("customer " + random.nextInt(2000)), table.pool.one(number)));
            if (lastNotes.size() > LAST_NOTES) {
                lastNotes.removeFirst();
            }
            if (plan.healthy() && table.pool.size() > plan.most(NOTE_BYTES)) {
                table.pool.clear();
            }
        }
    }

    @Override
    protected long kept() {
        return table.pool.size();
    }
}

final class NameTable {
    final StringPool pool = new StringPool();
}

record Note(String customer, String number) {}
