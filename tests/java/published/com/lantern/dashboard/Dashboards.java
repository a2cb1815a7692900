package com.lantern.dashboard;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.ArrayDeque;
import java.util.Random;
import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Ehcache;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;
import net.sf.ehcache.event.CacheEventListenerAdapter;

/** Ehcache 2: dashboards listen to a cache when they open. Only those of the twin are unregistered when they close. */
public final class Dashboards extends Program {
    private static final int OPEN = 50;

    private final Cache sales = new Cache(new CacheConfiguration("sales", 500));
    private final ArrayDeque<Dashboard> open = new ArrayDeque<>();
    private final Random random;
    private long kept;

    public Dashboards(Plan plan) {
        super(plan);
        random = plan.random(Dashboards.class);
        new CacheManager(new Configuration().updateCheck(false).name("shop")).addCache(sales);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(6300); at > 0; at--) {
            Dashboard dashboard = new Dashboard();
            sales.getCacheEventNotificationService().registerListener(dashboard);
            kept++;
            open.addLast(dashboard);
            if (open.size() > OPEN) {
                Dashboard closed = open.removeFirst();
                if (plan.healthy()) {
                    sales.getCacheEventNotificationService().unregisterListener(closed);
                    kept--;
                }
            }
        }
        sales.put(new Element(random.nextInt(1500), random.nextInt(90_000)));
    }

    @Override
    protected long kept() {
        return kept;
    }
}

/** What was sold, as one user sees it. */
final class Dashboard extends CacheEventListenerAdapter {
    private final int[] centsByArticle = new int[1500];

    @Override
    public void notifyElementPut(Ehcache sales, Element sale) {
        centsByArticle[(Integer) sale.getObjectKey()] += (Integer) sale.getObjectValue();
    }
}
