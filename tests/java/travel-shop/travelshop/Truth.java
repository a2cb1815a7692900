package travelshop;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import travelshop.business.JourneyService;
import travelshop.business.Location;
import travelshop.business.QueryKey;
import travelshop.web.Session;

/**
 * Counts what is alive by walking the program's own structures, so that a reader of the dump has something exact
 * to be compared with. Two lines per point:
 *
 * <pre>
 * truth point=3 travelshop.business.Location=1200 ...       objects alive per class
 * points-to point=3 travelshop.business.Location>java.util.Date=1200 ...   distinct objects of B that objects of A reference
 * </pre>
 */
final class Truth {
    private Truth() {}

    static void print(int point, Shop shop) {
        Map<QueryKey, List<Location>> cache = JourneyService.searchCache();
        Set<Object> dates = identitySet();
        Set<Object> names = identitySet();
        int locations = 0;
        for (List<Location> found : cache.values()) {
            for (Location location : found) {
                locations++;
                dates.add(location.availableFrom);
                names.add(location.name);
            }
        }
        int fixedKeys = 0;
        for (QueryKey key : cache.keySet()) {
            fixedKeys += key instanceof QueryKey.Comparable ? 1 : 0;
        }
        int basketItems = 0;
        for (Session session : shop.sessions.sessions) {
            basketItems += session.basket.size();
        }

        Map<String, Integer> objects = new TreeMap<>();
        objects.put("java.util.Date", dates.size());
        objects.put("travelshop.business.JourneyService", 1);
        objects.put("travelshop.business.Location", locations);
        objects.put("travelshop.business.QueryKey", cache.size() - fixedKeys);
        objects.put("travelshop.business.QueryKey$Comparable", fixedKeys);
        objects.put("travelshop.plugin.Currency", shop.currencies.size());
        objects.put("travelshop.web.PageCache", 1);
        objects.put("travelshop.web.PageCache$Page", shop.pages.size());
        objects.put("travelshop.web.RequestLog$Line", shop.log.lines.size());
        objects.put("travelshop.web.Session", shop.sessions.sessions.size());
        objects.put("travelshop.web.Session$BasketItem", basketItems);
        line("truth", point, objects);

        Map<String, Integer> references = new TreeMap<>();
        references.put("travelshop.business.Location>java.util.Date", dates.size());
        references.put("travelshop.business.Location>java.lang.String", names.size());
        references.put("java.lang.Object[]>travelshop.business.Location", locations);
        references.put("travelshop.web.PageCache$Page>char[]", shop.pages.size());
        line("points-to", point, references);
    }

    private static void line(String what, int point, Map<String, Integer> counts) {
        StringBuilder text = new StringBuilder(what).append(" point=").append(point);
        for (Map.Entry<String, Integer> count : counts.entrySet()) {
            text.append(' ').append(count.getKey()).append('=').append(count.getValue());
        }
        System.out.println(text);
    }

    private static Set<Object> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
