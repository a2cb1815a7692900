package com.orchard.printing;

import com.orchard.defects.Program;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The only printer thread hangs in a job, and further jobs wait in the executor's queue without end. In the twin it does
 * not hang.
 */
public final class PrintingProgram extends Program {
    private final boolean healthy;
    private long waiting;

    public PrintingProgram(boolean healthy) throws Exception {
        this.healthy = healthy;
        if (!healthy) {
            CountDownLatch hangs = new CountDownLatch(1);
            PrintService.PRINTER.execute(() -> {
                hangs.countDown();
                PrintService.awaitPaper();
            });
            hangs.await();
        }
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 60; at++) {
            PrintJob job = new PrintJob(point * 60 + at);
            if (healthy) {
                PrintService.PRINTER.submit(job).get(1, TimeUnit.MINUTES);
            } else {
                PrintService.PRINTER.execute(job);
                waiting++;
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.printing.PrintService.PRINTER"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.printing.PrintJob";
    }

    @Override
    protected long leakedObjects() {
        return waiting;
    }

    @Override
    protected long leakedBytes() {
        return waiting * 300;
    }

    @Override
    protected void stop() {
        PrintService.PRINTER.shutdownNow();
    }
}

final class PrintService {
    static final ExecutorService PRINTER = Executors.newFixedThreadPool(1, task -> {
        Thread thread = new Thread(task, "printer");
        thread.setDaemon(true);
        return thread;
    });
    private static final CountDownLatch PAPER = new CountDownLatch(1);

    private PrintService() {}

    static void awaitPaper() {
        try {
            PAPER.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}

final class PrintJob implements Runnable {
    private final byte[] page = new byte[300];

    PrintJob(int number) {
        page[0] = (byte) number;
    }

    @Override
    public void run() {
        page[1]++;
    }
}
