package com.harbor.base;

import com.harbor.leaks.Plan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a healthy application has beside its leak, and what must not be taken for one: settings that stay, data of the start that
 * go, a bounded cache that warms up over half of the run, visitors that come and go in waves, and a batch that is collected and
 * sent off again and again.
 */
public final class Background {
    static final Map<String, String> SETTINGS = new HashMap<>();
    static final PageCache PAGES = new PageCache(3000);
    static final ArrayDeque<Visit> VISITS = new ArrayDeque<>();
    static final List<Row> BATCH = new ArrayList<>();
    static byte[][] startUpData;

    private final Plan plan;
    private final Random random;
    private long checksum;

    public Background(Plan plan) {
        this.plan = plan;
        random = plan.random(Background.class);
        for (int at = 0; at < 4000; at++) {
            SETTINGS.put("harbor.setting." + at, "value " + random.nextInt());
        }
    }

    public void round(int round) {
        double time = (double) round / plan.rounds();
        startUpData = time > 0.03 && time < 0.1 ? (startUpData == null ? new byte[1500][10_000] : startUpData) : null;
        int pagesUntilNow = (int) (PAGES.most * Math.min(1.5, 3 * time)) + 1;
        for (int request = 0; request < 300; request++) {
            checksum += PAGES.computeIfAbsent("/page/" + random.nextInt(pagesUntilNow), Page::new).text.length();
        }
        while (!VISITS.isEmpty() && VISITS.peekFirst().lastRound < round) {
            checksum += VISITS.removeFirst().number;
        }
        int visitors = 100 + (int) (80 * Math.sin(time * 16));
        for (int visit = 0; visit < visitors; visit++) {
            VISITS.addLast(new Visit(random.nextInt(1000), round + 12));
        }
        for (int row = 0; row < 400; row++) {
            BATCH.add(new Row(round, "row " + random.nextInt(100_000)));
        }
        if (BATCH.size() >= 400 * Math.max(10, plan.rounds() / 9)) {
            checksum += BATCH.get(BATCH.size() - 1).text.hashCode();
            BATCH.clear();
        }
    }

    /** What the work has led to. */
    public long checksum() {
        return checksum;
    }

    /** A cache that forgets the page it was asked for least recently. */
    static final class PageCache extends LinkedHashMap<String, Page> {
        final int most;

        PageCache(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
            return size() > most;
        }
    }

    /** A rendered page. */
    static final class Page {
        final String url;
        final String text;

        Page(String url) {
            this.url = url;
            text = ("<p>" + url + "</p>").repeat(80);
        }
    }

    /** One visit of the site. */
    static final class Visit {
        final int number;
        final int lastRound;
        final int[] clicks = new int[200];

        Visit(int number, int lastRound) {
            this.number = number;
            this.lastRound = lastRound;
        }
    }

    /** One line of what is sent off together. */
    static final class Row {
        final int round;
        final String text;
        final Integer amount;

        Row(int round, String text) {
            this.round = round;
            this.text = text;
            amount = text.hashCode();
        }
    }
}
