package travelshop;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import travelshop.business.JourneyService;
import travelshop.plugin.PluginLoader;
import travelshop.web.PageCache;
import travelshop.web.RequestLog;
import travelshop.web.SessionStore;

/** The running application: one leaking service among parts that behave. */
final class Shop {
    private static final int PLACES = 60;
    private static final int DIFFERENT_SEARCHES = 120;
    private static final int RESULTS_PER_SEARCH = 9;
    private static final int MOST_PAGES = 250;
    private static final int PAGE_LENGTH = 120;
    private static final int LOG_LINES = 150;
    private static final int WORKERS = 4;
    private static final int MAP_TILE_BYTES = 48 * 1024;
    private static final int FEWEST_VISITORS = 120;
    private static final int VISITORS_BY_DAY = 260;
    private static final int POINTS_PER_DAY = 5;

    final JourneyService journeys;
    final SessionStore sessions = new SessionStore();
    final PageCache pages = new PageCache(MOST_PAGES);
    final RequestLog log = new RequestLog(LOG_LINES);
    final List<Object> currencies = new ArrayList<>();
    private final byte[] mapTiles = new byte[MAP_TILE_BYTES];
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    private final ThreadLocal<StringBuilder> searchText = new ThreadLocal<>();
    private final Random random;
    private int requests;

    Shop(long seed, boolean fixed) throws Exception {
        journeys = new JourneyService(PLACES, fixed);
        random = new Random(seed);
        PluginLoader plugins = new PluginLoader("travelshop.plugin.Currency");
        for (String code : List.of("EUR", "USD", "JPY", "CHF", "NOK")) {
            currencies.add(plugins.loadClass("travelshop.plugin.Currency").getConstructor(String.class, Integer.class).newInstance(code, 365));
        }
    }

    /** Answers {@code count} requests, one after the other, each on some worker: the outcome never depends on timing. */
    void work(int point, int count) throws Exception {
        int timeOfDay = point % POINTS_PER_DAY;
        sessions.adjustTo(FEWEST_VISITORS + VISITORS_BY_DAY * timeOfDay / POINTS_PER_DAY, random);
        for (int request = 0; request < count; request++) {
            workers.submit(new Request(random.nextInt(DIFFERENT_SEARCHES))).get();
        }
    }

    private final class Request implements Runnable {
        private final int search;

        Request(int search) {
            this.search = search;
        }

        @Override
        public void run() {
            answer(search);
        }
    }

    private void answer(int search) {
        StringBuilder text = searchText.get();
        if (text == null) {
            text = new StringBuilder(64);
            searchText.set(text);
        }
        text.setLength(0);
        String wanted = text.append("beach hotels ").append(search).toString();
        journeys.findLocations(wanted, RESULTS_PER_SEARCH);
        String page = "/search/" + requests % (2 * MOST_PAGES);
        pages.put(page, new PageCache.Page(page, PAGE_LENGTH));
        log.add(requests++, wanted);
        mapTiles[search] = 1;
    }

    void close() {
        workers.shutdownNow();
    }
}
