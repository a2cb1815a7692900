package com.harbor.pipeline;

import com.harbor.base.Traffic;
import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One thread takes messages from a queue, more slowly than they come. In the twin it keeps up: a rush every now and then is
 * worked off until the next one.
 */
public final class PipelineLeak extends Leak {
    private static final int RUSH_ROUNDS = 20;

    private final Pipeline pipeline = new Pipeline();
    private final ExecutorService consumer = Executors.newSingleThreadExecutor(Traffic::daemon);

    public PipelineLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) throws Exception {
        int spare = plan.perRound(500);
        boolean rush = round % RUSH_ROUNDS == 0;
        int come = plan.healthy() ? (rush ? RUSH_ROUNDS * spare : spare) : 3 * spare;
        for (int at = 0; at < come; at++) {
            pipeline.pending.put(new Message(round, "message " + at));
        }
        int taken = 2 * spare;
        consumer.submit(() -> pipeline.work(taken)).get();
    }

    @Override
    protected long kept() {
        return pipeline.pending.size();
    }
}

final class Pipeline {
    final LinkedBlockingQueue<Message> pending = new LinkedBlockingQueue<>();

    long work(int most) {
        long sum = 0;
        for (int at = 0; at < most; at++) {
            Message message = pending.poll();
            if (message == null) {
                break;
            }
            sum += message.text.length();
        }
        return sum;
    }
}

final class Message {
    final int round;
    final String text;
    final byte[] content = new byte[350];

    Message(int round, String text) {
        this.round = round;
        this.text = text;
    }
}
