package com.quarry.collections;

/** A hash table without nodes: keys in one array, values in another one, and whoever finds a place taken goes on to the next. */
public final class OpenTable<K, V> {
    private Object[] keys = new Object[16];
    private Object[] values = new Object[16];
    private int size;

    @SuppressWarnings("unchecked")
    public V get(K key) {
        return (V) values[place(keys, key)];
    }

    public void put(K key, V value) {
        int place = place(keys, key);
        if (keys[place] == null && 2 * ++size > keys.length) {
            grow();
            place = place(keys, key);
        }
        keys[place] = key;
        values[place] = value;
    }

    /** Takes out a key, and moves up those behind it that would not be found any more. */
    public void remove(K key) {
        int gap = place(keys, key);
        if (keys[gap] == null) {
            return;
        }
        size--;
        int mask = keys.length - 1;
        for (int at = gap + 1 & mask; keys[at] != null; at = at + 1 & mask) {
            int wanted = hash(keys[at]) & mask;
            if ((at - wanted & mask) >= (at - gap & mask)) {
                keys[gap] = keys[at];
                values[gap] = values[at];
                gap = at;
            }
        }
        keys[gap] = null;
        values[gap] = null;
    }

    public int size() {
        return size;
    }

    private void grow() {
        Object[] grownKeys = new Object[2 * keys.length];
        Object[] grownValues = new Object[2 * keys.length];
        for (int at = 0; at < keys.length; at++) {
            if (keys[at] != null) {
                int place = place(grownKeys, keys[at]);
                grownKeys[place] = keys[at];
                grownValues[place] = values[at];
            }
        }
        keys = grownKeys;
        values = grownValues;
    }

    private static int place(Object[] keys, Object key) {
        int place = hash(key) & keys.length - 1;
        while (keys[place] != null && !keys[place].equals(key)) {
            place = place + 1 & keys.length - 1;
        }
        return place;
    }

    private static int hash(Object key) {
        int hash = key.hashCode() * 0x9E3779B9;
        return hash ^ hash >>> 15;
    }
}
