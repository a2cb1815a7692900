package com.orchard.web;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Requests note what they did in a thread-local of pooled threads that live on. The twin removes it after each request. */
public final class WebProgram extends Program {
    private final boolean healthy;
    private final ExecutorService workers = Executors.newFixedThreadPool(3);
    private long notes;

    public WebProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 90; at++) {
            int request = point * 90 + at;
            workers.submit(() -> {
                RequestContext.current().note(request);
                if (healthy) {
                    RequestContext.CURRENT.remove();
                }
            }).get(1, TimeUnit.MINUTES);
            notes++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.web.RequestContext.notes"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.web.RequestContext$Note";
    }

    @Override
    protected long leakedObjects() {
        return notes;
    }

    @Override
    protected long leakedBytes() {
        return notes * 100;
    }

    @Override
    protected void stop() {
        workers.shutdownNow();
    }
}

final class RequestContext {
    static final ThreadLocal<RequestContext> CURRENT = ThreadLocal.withInitial(RequestContext::new);

    private final List<Note> notes = new ArrayList<>();

    static RequestContext current() {
        return CURRENT.get();
    }

    void note(int request) {
        notes.add(new Note(request));
    }

    static final class Note {
        final int request;
        final byte[] header = new byte[100];

        Note(int request) {
            this.request = request;
        }
    }
}
