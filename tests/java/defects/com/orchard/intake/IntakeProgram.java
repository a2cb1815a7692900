package com.orchard.intake;

import com.orchard.defects.Program;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/**
 * More documents arrive than the importer's thread imports, and its queue has no bound. The twin's queue has one: it
 * fills up to 250 and then refuses.
 */
public final class IntakeProgram extends Program {
    private final boolean healthy;
    private final Importer importer;

    public IntakeProgram(boolean healthy) {
        this.healthy = healthy;
        this.importer = new Importer(healthy ? 250 : Integer.MAX_VALUE);
        importer.setDaemon(true);
        importer.start();
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 100; at++) {
            importer.inbox.offer(new Document(point * 100 + at));
            if (at % 4 == 0) {
                importer.importOne();
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.intake.Importer.inbox"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.intake.Document";
    }

    @Override
    protected long leakedObjects() {
        return importer.inbox.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 200;
    }

    @Override
    protected void stop() {
        importer.interrupt();
    }
}

final class Importer extends Thread {
    final BlockingQueue<Document> inbox;
    private final SynchronousQueue<Boolean> permits = new SynchronousQueue<>();
    private final SynchronousQueue<Boolean> done = new SynchronousQueue<>();
    private long imported;

    Importer(int most) {
        super("document-importer");
        this.inbox = new LinkedBlockingQueue<>(most);
    }

    /** Lets the thread import one document and waits for it, so that a run does not depend on its speed. */
    void importOne() throws InterruptedException {
        permits.put(true);
        done.take();
    }

    @Override
    public void run() {
        try {
            while (permits.take()) {
                imported += inbox.take().number;
                done.put(true);
            }
        } catch (InterruptedException end) {
            inbox.clear();
        }
    }
}

final class Document {
    final int number;
    final char[] text = new char[100];

    Document(int number) {
        this.number = number;
    }
}
