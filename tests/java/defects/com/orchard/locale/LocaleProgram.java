package com.orchard.locale;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A pooled thread keeps a plain list in a thread-local variable and adds to it for ever: only the variable's field tells
 * whose list it is. The twin empties the list after each request.
 */
public final class LocaleProgram extends Program {
    private final boolean healthy;
    private final ExecutorService workers = Executors.newFixedThreadPool(1);
    private long kept;

    public LocaleProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 80; at++) {
            int request = point * 80 + at;
            workers.submit(() -> {
                Translations.USED.get().add(new Translation(request));
                if (healthy) {
                    Translations.USED.get().clear();
                }
            }).get(1, TimeUnit.MINUTES);
            kept++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.locale.Translations.USED"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.locale.Translation";
    }

    @Override
    protected long leakedObjects() {
        return kept;
    }

    @Override
    protected long leakedBytes() {
        return kept * 120;
    }

    @Override
    protected void stop() {
        workers.shutdownNow();
    }
}

final class Translations {
    static final ThreadLocal<List<Translation>> USED = ThreadLocal.withInitial(ArrayList::new);

    private Translations() {}
}

final class Translation {
    final int request;
    final char[] text = new char[60];

    Translation(int request) {
        this.request = request;
    }
}
