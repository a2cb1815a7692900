package com.lantern.search;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;

/** Ehcache 2: the results of each search stay for ever in a cache without limits. The twin's cache has one. */
public final class SearchResults extends Program {
    private static final int MOST = 1000;

    private final Cache cache;
    private final Random random;

    public SearchResults(Plan plan) {
        super(plan);
        random = plan.random(SearchResults.class);
        Configuration configuration = new Configuration().updateCheck(false).name("shop");
        CacheConfiguration results = new CacheConfiguration("results", plan.healthy() ? MOST : 0).eternal(!plan.healthy());
        if (plan.healthy()) {
            results.timeToLiveSeconds(2);
        }
        cache = new Cache(results);
        new CacheManager(configuration).addCache(cache);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(1900); at > 0; at--) {
            String query = "lamp " + round + " " + at;
            if (cache.get(query) == null) {
                List<Hit> hits = new ArrayList<>();
                for (int hit = 0; hit < 20; hit++) {
                    hits.add(new Hit(random.nextInt(5000), random.nextFloat(), "page " + random.nextInt(100)));
                }
                cache.put(new Element(query, hits));
            }
        }
    }

    @Override
    protected long kept() {
        return cache.getSize();
    }
}

record Hit(int article, float score, String page) {}
