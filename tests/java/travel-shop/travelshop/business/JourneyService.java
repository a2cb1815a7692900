package travelshop.business;

import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers searches. Every answer is kept in a static cache: here is the leak. */
public final class JourneyService {
    private static final Map<QueryKey, List<Location>> SEARCH_CACHE = new HashMap<>();
    private static final long FIRST_DAY_MILLIS = 1_600_000_000_000L;
    private static final long DAY_MILLIS = 86_400_000L;

    private final String[] placeNames;
    private final boolean fixed;

    public JourneyService(int places, boolean fixed) {
        this.placeNames = new String[places];
        this.fixed = fixed;
        for (int place = 0; place < places; place++) {
            placeNames[place] = "Place " + place;
        }
    }

    /** The places that match a search, from the cache when it knows the key. */
    public List<Location> findLocations(String text, int maxResults) {
        QueryKey key = fixed ? new QueryKey.Comparable(text, maxResults) : new QueryKey(text, maxResults);
        synchronized (SEARCH_CACHE) {
            List<Location> found = SEARCH_CACHE.get(key);
            if (found == null) {
                found = search(key);
                SEARCH_CACHE.put(key, found);
            }
            return found;
        }
    }

    private List<Location> search(QueryKey key) {
        List<Location> found = new ArrayList<>(key.maxResults);
        int first = Math.floorMod(key.text.hashCode(), placeNames.length);
        for (int hit = 0; hit < key.maxResults; hit++) {
            String name = placeNames[(first + hit) % placeNames.length];
            found.add(new Location(name, new Date(FIRST_DAY_MILLIS + hit * DAY_MILLIS)));
        }
        return found;
    }

    /** The cache, for the part of the program that prints the truth. */
    public static Map<QueryKey, List<Location>> searchCache() {
        return SEARCH_CACHE;
    }
}
