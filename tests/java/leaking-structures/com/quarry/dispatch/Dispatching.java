package com.quarry.dispatch;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A thread takes orders from a queue without a limit, two for three that come. The one of the twin works off a rush until the next
 * one comes.
 */
public final class Dispatching extends Program {
    private static final int ORDER_BYTES = 480;
    private static final int RUSH_ROUNDS = 24;

    private final Dispatcher dispatcher = new Dispatcher();

    public Dispatching(Plan plan) {
        super(plan);
        Program.daemon(dispatcher).start();
    }

    @Override
    protected void round(int round) throws InterruptedException {
        int some = plan.perRound(ORDER_BYTES);
        boolean isRush = round % RUSH_ROUNDS == 0;
        int come = !plan.healthy() ? 3 * some : isRush ? (RUSH_ROUNDS - 2) * some : some;
        for (int at = 0; at < come; at++) {
            dispatcher.waiting.add(new Order(round, "order " + at));
        }
        // As much as the lorries can take; the thread has taken it when the round is over.
        int taken = Math.min(2 * some, dispatcher.waiting.size());
        dispatcher.capacity.release(taken);
        dispatcher.done.acquire(taken);
    }

    @Override
    protected long kept() {
        return dispatcher.waiting.size();
    }
}

final class Dispatcher implements Runnable {
    final LinkedBlockingQueue<Order> waiting = new LinkedBlockingQueue<>();
    final Semaphore capacity = new Semaphore(0);
    final Semaphore done = new Semaphore(0);
    private long sum;

    @Override
    public void run() {
        try {
            while (true) {
                capacity.acquire();
                sum += waiting.take().text.length();
                done.release();
            }
        } catch (InterruptedException stop) {
            sum = 0;
        }
    }
}

final class Order {
    final int round;
    final String text;
    final byte[] form = new byte[340];

    Order(int round, String text) {
        this.round = round;
        this.text = text;
    }
}
