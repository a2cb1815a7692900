package com.orchard.mail;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Every mail gets a thread that waits for an answer that never comes. The twin's threads end. No field is to blame. */
public final class MailProgram extends Program {
    private final boolean healthy;
    private long threads;

    public MailProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 6; at++) {
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch answer = new CountDownLatch(healthy ? 0 : 1);
            Thread thread = new Thread(new Delivery(started, answer), "mail-delivery");
            thread.setDaemon(true);
            thread.start();
            started.await();
            if (healthy) {
                thread.join();
            }
            threads++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[0];
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.mail.Delivery";
    }

    @Override
    protected long leakedObjects() {
        return threads;
    }

    @Override
    protected long leakedBytes() {
        return threads * 4000;
    }
}

final class Delivery implements Runnable {
    private final CountDownLatch started;
    private final CountDownLatch answer;
    private final List<byte[]> attachments = new ArrayList<>();

    Delivery(CountDownLatch started, CountDownLatch answer) {
        this.started = started;
        this.answer = answer;
        attachments.add(new byte[4000]);
    }

    @Override
    public void run() {
        started.countDown();
        try {
            answer.await();
        } catch (InterruptedException end) {
            attachments.clear();
        }
    }
}
