package com.lantern.published;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The healthy rest of the application, which must not be taken for a leak: a catalogue that is loaded once, rendered pages that fill
 * a fixed number of places during the first third, carts that come in waves and expire, sales that are summed up and reported again and
 * again, and searches that leave nothing but garbage.
 */
final class Storefront {
    private static final int ARTICLES = 5000;
    private static final int PLACES = 2048;
    private static final int REPORTS = 8;
    private static final int SEARCHERS = 2;
    private static final int SEARCHES = 400;

    private final Plan plan;
    private final Random random;
    private final List<Article> catalogue = new ArrayList<>();
    private final Page[] pages = new Page[PLACES];
    private final PriorityQueue<Cart> carts = new PriorityQueue<>(Comparator.comparingInt(cart -> cart.lastRound));
    private final Map<Integer, List<Sale>> sales = new HashMap<>();
    private final ExecutorService searchers = Executors.newFixedThreadPool(SEARCHERS, Program::daemon);
    private final List<Callable<Long>> searches = new ArrayList<>();
    private String[] rawCatalogue;
    private long checksum;

    Storefront(Plan plan) {
        this.plan = plan;
        random = plan.random(Storefront.class);
        rawCatalogue = new String[ARTICLES];
        for (int number = 0; number < ARTICLES; number++) {
            rawCatalogue[number] = number + ";lamp " + random.nextInt(1000) + ";" + random.nextInt(90_000) + ";" + "-".repeat(1500);
        }
        for (String line : rawCatalogue) {
            String[] parts = line.split(";");
            catalogue.add(new Article(Integer.parseInt(parts[0]), parts[1], Integer.parseInt(parts[2])));
        }
        for (int searcher = 0; searcher < SEARCHERS; searcher++) {
            Random words = new Random(plan.seed() * 41 + searcher);
            searches.add(() -> {
                long found = 0;
                for (int search = 0; search < SEARCHES; search++) {
                    found += search(words).length();
                }
                return found;
            });
        }
    }

    void round(int round) throws Exception {
        double time = (double) round / plan.rounds();
        if (time > 0.05) {
            rawCatalogue = null;
        }
        int knownPages = 1 + (int) (PLACES * Math.min(2, 4 * time));
        for (int request = 0; request < 200; request++) {
            checksum += page(random.nextInt(knownPages)).html.length();
        }
        while (!carts.isEmpty() && carts.peek().lastRound < round) {
            checksum += carts.poll().articles.size();
        }
        for (int visitor = 120 + (int) (90 * Math.sin(time * 20)); visitor > 0; visitor--) {
            Cart cart = new Cart(round + 5 + random.nextInt(10));
            for (int article = random.nextInt(12); article >= 0; article--) {
                cart.articles.add(catalogue.get(random.nextInt(ARTICLES)));
            }
            carts.add(cart);
            sales.computeIfAbsent(cart.articles.get(0).number % 50, shelf -> new ArrayList<>()).add(new Sale(round, cart.articles.get(0)));
        }
        if (round % Math.max(5, plan.rounds() / REPORTS) == 0) {
            sales.values().forEach(shelf -> shelf.forEach(sale -> checksum += sale.article.cents));
            sales.clear();
        }
        for (Future<Long> part : searchers.invokeAll(searches)) {
            checksum += part.get();
        }
    }

    /** What the work has led to. */
    long checksum() {
        return checksum;
    }

    /** From its place, or rendered in the place of another. */
    private Page page(int number) {
        Page page = pages[number % PLACES];
        if (page == null || page.number != number) {
            page = new Page(number, catalogue.get(number % ARTICLES));
            pages[number % PLACES] = page;
        }
        return page;
    }

    private String search(Random words) {
        Map<String, Integer> hits = new TreeMap<>();
        int first = words.nextInt(ARTICLES);
        for (int at = 0; at < 60; at++) {
            Article article = catalogue.get((first + at * 7) % ARTICLES);
            hits.merge(article.name, article.cents, Integer::sum);
        }
        StringBuilder answer = new StringBuilder();
        hits.forEach((name, cents) -> answer.append("<li>").append(name).append(" at ").append(cents / 100.0).append("</li>"));
        return answer.toString();
    }

    private record Article(int number, String name, int cents) {}

    private record Sale(int round, Article article) {}

    private static final class Page {
        final int number;
        final String html;

        Page(int number, Article article) {
            this.number = number;
            html = ("<td>" + article.name + "</td>").repeat(200);
        }
    }

    private static final class Cart {
        final int lastRound;
        final List<Article> articles = new ArrayList<>();
        final byte[] cookie = new byte[700];

        Cart(int lastRound) {
            this.lastRound = lastRound;
        }
    }
}
