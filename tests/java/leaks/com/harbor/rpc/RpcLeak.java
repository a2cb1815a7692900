package com.harbor.rpc;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Calls wait for answers, with what is to be done then. One of three answers gets lost; the twin's come a while later, all. */
public final class RpcLeak extends Leak {
    private static final int LATER = 10;

    private final RpcClient client = new RpcClient();
    private long called;
    private long answered;

    public RpcLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        int calls = 3 * plan.perRound(900);
        for (int at = 0; at < calls; at++) {
            client.call(called++);
        }
        for (; answered < called - (long) LATER * calls; answered++) {
            if (plan.healthy() || answered % 3 != 0) {
                client.answer(answered);
            }
        }
    }

    @Override
    protected long kept() {
        return client.unanswered.size();
    }
}

final class RpcClient {
    final Map<Long, CompletableFuture<Reply>> unanswered = new ConcurrentHashMap<>();
    private long sum;

    void call(long number) {
        Request request = new Request("call " + number);
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        reply.thenApply(Reply::length).thenApply(length -> length + request.content.length).thenAccept(length -> sum += length);
        unanswered.put(number, reply);
    }

    void answer(long number) {
        unanswered.remove(number).complete(new Reply("reply to " + number));
    }
}

final class Request {
    final String name;
    final byte[] content = new byte[450];

    Request(String name) {
        this.name = name;
    }
}

record Reply(String text) {
    int length() {
        return text.length();
    }
}
