package travelshop.business;

/**
 * What was searched for. The bug of this program is what is missing here: without {@code equals} and
 * {@code hashCode} two equal searches are two different keys, so the cache below never finds anything.
 */
public class QueryKey {
    public final String text;
    public final int maxResults;

    QueryKey(String text, int maxResults) {
        this.text = text;
        this.maxResults = maxResults;
    }

    /** The repaired key, used when the program runs with {@code --fixed}. */
    public static final class Comparable extends QueryKey {
        Comparable(String text, int maxResults) {
            super(text, maxResults);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Comparable key && key.maxResults == maxResults && key.text.equals(text);
        }

        @Override
        public int hashCode() {
            return 31 * text.hashCode() + maxResults;
        }
    }
}
