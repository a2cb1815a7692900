package com.harbor.gateway;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A server with a virtual thread per request leaves the contexts of requests behind. The twin takes them away. By reflection, so
 * that a JDK without virtual threads compiles it.
 */
public final class GatewayLeak extends Leak {
    private final ExecutorService threads;
    private final Gateway gateway = new Gateway();

    public GatewayLeak(Plan plan) {
        super(plan);
        try {
            threads = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("needs a JDK with virtual threads, 21 or newer", e);
        }
    }

    @Override
    protected void round(int round) throws Exception {
        List<Future<?>> requests = new ArrayList<>();
        for (int at = plan.perRound(950); at > 0; at--) {
            long number = round * 1_000_000L + at;
            requests.add(threads.submit(() -> {
                gateway.answer(number);
                if (plan.healthy()) {
                    gateway.contexts.remove(number);
                }
            }));
        }
        for (Future<?> request : requests) {
            request.get();
        }
    }

    @Override
    protected long kept() {
        return gateway.contexts.size();
    }
}

final class Gateway {
    final Map<Long, RequestContext> contexts = new ConcurrentHashMap<>();

    void answer(long number) {
        RequestContext context = new RequestContext("/request/" + number);
        contexts.put(number, context);
        context.headers.put("host", "harbor");
        context.headers.put("length", Long.toString(number));
        Thread.yield();
    }
}

final class RequestContext {
    final String path;
    final Map<String, String> headers = new HashMap<>();
    final byte[] body = new byte[500];

    RequestContext(String path) {
        this.path = path;
    }
}
