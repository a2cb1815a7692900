package com.harbor.base;

import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Requests that are answered by a pool of threads and leave nothing but garbage: some thirty megabytes per round. */
public final class Traffic {
    private static final int WORKERS = 3;
    private static final int REQUESTS = 700;

    private final ExecutorService pool = Executors.newFixedThreadPool(WORKERS, Traffic::daemon);
    private final List<Callable<Long>> parts = new ArrayList<>();
    private long checksum;

    public Traffic(Plan plan) {
        for (int worker = 0; worker < WORKERS; worker++) {
            Random random = new Random(plan.seed() * 37 + worker);
            parts.add(() -> {
                long sum = 0;
                for (int request = 0; request < REQUESTS; request++) {
                    sum += answer(random).hashCode();
                }
                return sum;
            });
        }
    }

    /** Answers the requests of one round. */
    public void round() throws Exception {
        for (Future<Long> part : pool.invokeAll(parts)) {
            checksum += part.get();
        }
    }

    /** What the work has led to. */
    public long checksum() {
        return checksum;
    }

    /** A thread that does not keep the program from ending. */
    public static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    private static String answer(Random random) {
        StringBuilder query = new StringBuilder();
        for (int at = 0; at < 20; at++) {
            query.append(at == 0 ? "" : "&").append("name").append(at).append('=').append(random.nextInt(1_000_000));
        }
        Map<String, Integer> parameters = new HashMap<>();
        for (String pair : query.toString().split("&")) {
            int equals = pair.indexOf('=');
            parameters.put(pair.substring(0, equals), Integer.valueOf(pair.substring(equals + 1)));
        }
        List<Item> items = new ArrayList<>();
        for (Map.Entry<String, Integer> parameter : new TreeMap<>(parameters).entrySet()) {
            items.add(new Item(parameter.getKey(), parameter.getValue(), new byte[100]));
        }
        items.sort(Comparator.comparingInt(item -> item.amount));
        StringBuilder answer = new StringBuilder();
        for (Item item : items) {
            answer.append("{\"name\":\"").append(item.name).append("\",\"amount\":").append(item.amount).append("},");
        }
        return answer.toString();
    }

    private record Item(String name, int amount, byte[] padding) {}
}
