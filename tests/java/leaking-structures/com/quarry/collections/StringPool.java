package com.quarry.collections;

/** Equal texts as one object: a hash table of chains. */
public final class StringPool {
    private Place[] buckets = new Place[64];
    private int size;

    /** The text that was there first of those that are equal to this one. */
    public String one(String text) {
        int hash = text.hashCode();
        for (Place place = buckets[hash & buckets.length - 1]; place != null; place = place.next) {
            if (place.text.equals(text)) {
                return place.text;
            }
        }
        if (size++ == buckets.length) {
            grow();
        }
        int bucket = hash & buckets.length - 1;
        buckets[bucket] = new Place(text, buckets[bucket]);
        return text;
    }

    public void clear() {
        buckets = new Place[64];
        size = 0;
    }

    public int size() {
        return size;
    }

    private void grow() {
        Place[] old = buckets;
        buckets = new Place[2 * old.length];
        for (Place first : old) {
            for (Place place = first; place != null; place = place.next) {
                int bucket = place.text.hashCode() & buckets.length - 1;
                buckets[bucket] = new Place(place.text, buckets[bucket]);
            }
        }
    }

    private static final class Place {
        final String text;
        final Place next;

        Place(String text, Place next) {
            this.text = text;
            this.next = next;
        }
    }
}
