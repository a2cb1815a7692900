package com.harbor.audit;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A log in one array of bytes that gets longer and longer. The twin begins anew when it is long. */
public final class AuditLeak extends Leak {
    private static final int MOST_BYTES = 2_000_000;

    private final AuditLog log = new AuditLog();

    public AuditLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        byte[] line = ("round " + round + ": " + "somebody did something. ".repeat(40)).getBytes(StandardCharsets.ISO_8859_1);
        for (int at = plan.perRound(line.length); at > 0; at--) {
            log.add(line);
            if (plan.healthy() && log.length > MOST_BYTES) {
                log.length = 0;
                log.text = new byte[0];
            }
        }
    }

    @Override
    protected long kept() {
        return log.length;
    }
}

final class AuditLog {
    byte[] text = new byte[0];
    int length;

    void add(byte[] line) {
        if (length + line.length > text.length) {
            text = Arrays.copyOf(text, text.length + 800_000);
        }
        System.arraycopy(line, 0, text, length, line.length);
        length += line.length;
    }
}
