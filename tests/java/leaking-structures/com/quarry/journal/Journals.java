package com.quarry.journal;

import com.quarry.collections.ByteLog;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Own buffer of bytes: what is said over the radio is written down, and never sent off. The twin sends it off when it is much. */
public final class Journals extends Program {
    private static final int CALL_BYTES = 60;

    private final Journal journal = new Journal();
    private final Random random;

    public Journals(Plan plan) {
        super(plan);
        random = plan.random(Journals.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, CALL_BYTES); at > 0; at--) {
            StringBuilder call = new StringBuilder().append(round).append(": truck ").append(random.nextInt(900)).append(" calls ");
            while (call.length() < CALL_BYTES) {
                call.append('.');
            }
            journal.entries.append(call.toString().getBytes(StandardCharsets.US_ASCII));
        }
        if (plan.healthy() && journal.entries.length() > plan.most(1) / 2) {
            journal.sent += journal.entries.length();
            journal.entries.clear();
        }
    }

    @Override
    protected long kept() {
        return journal.entries.length();
    }
}

final class Journal {
    final ByteLog entries = new ByteLog();
    long sent;
}
