package com.orchard.base;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a healthy application has beside its defect, and what must not be taken for one: settings that stay, data of the
 * start that go, a bounded cache that warms up over half of the run, and sessions that come and go like a saw-tooth.
 */
public final class Background {
    static final Map<String, String> SETTINGS = new HashMap<>();
    static final PageCache PAGES = new PageCache(400);
    static final List<Visit> VISITS = new ArrayList<>();
    static byte[][] startUpData;

    private Background() {}

    public static void work(int point, int points) {
        if (point == 1) {
            for (int at = 0; at < 3000; at++) {
                SETTINGS.put("orchard.setting." + at, "value " + at);
            }
        }
        startUpData = point == 2 ? new byte[40][10_000] : null;
        int pagesUntilNow = 800 * point / points;
        for (int page = 0; page < pagesUntilNow; page++) {
            PAGES.computeIfAbsent("/page/" + page % 400, Page::new);
        }
        if (point % 3 == 1) {
            VISITS.clear();
        }
        for (int visit = 0; visit < 150; visit++) {
            VISITS.add(new Visit(point * 150 + visit));
        }
    }

    /** A cache that forgets the page it was asked for least recently. */
    static final class PageCache extends LinkedHashMap<String, Page> {
        private final int most;

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
        final char[] text = new char[120];

        Page(String url) {
            this.url = url;
        }
    }

    /** One visit of the site. */
    static final class Visit {
        final int number;
        final int[] clicks = new int[12];

        Visit(int number) {
            this.number = number;
        }
    }
}
