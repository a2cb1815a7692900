package com.orchard.sampling;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * A thread measures and keeps all samples in a local variable: about one percent of the heap, of classes of the platform only. The
 * twin keeps those of the last round.
 */
public final class SamplingProgram extends Program {
    private static final int SAMPLES = 24;

    private final Sampler sampler;
    private long samples;

    public SamplingProgram(boolean healthy) {
        sampler = new Sampler(healthy);
        sampler.start();
    }

    @Override
    protected void work(int point) throws InterruptedException {
        sampler.orders.put(SAMPLES);
        samples = sampler.answers.take();
    }

    @Override
    protected String[] guiltyFields() {
        return new String[0];
    }

    @Override
    protected String leakingClass() {
        return "long[]";
    }

    @Override
    protected long leakedObjects() {
        return samples;
    }

    @Override
    protected long leakedBytes() {
        return samples * 10 * Long.BYTES;
    }

    @Override
    protected void stop() {
        sampler.interrupt();
    }
}

final class Sampler extends Thread {
    final ArrayBlockingQueue<Integer> orders = new ArrayBlockingQueue<>(1);
    final ArrayBlockingQueue<Integer> answers = new ArrayBlockingQueue<>(1);
    private final boolean healthy;

    Sampler(boolean healthy) {
        super("sampler");
        this.healthy = healthy;
        setDaemon(true);
    }

    @Override
    public void run() {
        List<long[]> samples = new ArrayList<>();
        try {
            while (true) {
                int count = orders.take();
                if (healthy) {
                    samples.clear();
                }
                for (int at = 0; at < count; at++) {
                    samples.add(new long[10]);
                }
                answers.put(samples.size());
            }
        } catch (InterruptedException end) {
            System.out.println(samples.size() + " samples");
        }
    }
}
