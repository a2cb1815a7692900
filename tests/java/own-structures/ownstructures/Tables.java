package ownstructures;

/** A hash table of chains. */
class ChainedTable {
    static final class Entry {
        final Object key;
        Object value;
        final int hash;
        Entry next;

        Entry(Object key, Object value, int hash, Entry next) {
            this.key = key;
            this.value = value;
            this.hash = hash;
            this.next = next;
        }
    }

    Entry[] buckets = new Entry[8];
    int size;

    void put(Object key, Object value) {
        int hash = key.hashCode();
        for (Entry at = buckets[hash & buckets.length - 1]; at != null; at = at.next) {
            if (at.hash == hash && at.key.equals(key)) {
                at.value = value;
                return;
            }
        }
        if (size == buckets.length) {
            Entry[] old = buckets;
            buckets = new Entry[old.length * 2];
            for (Entry first : old) {
                for (Entry at = first; at != null;) {
                    Entry next = at.next;
                    at.next = buckets[at.hash & buckets.length - 1];
                    buckets[at.hash & buckets.length - 1] = at;
                    at = next;
                }
            }
        }
        int slot = hash & buckets.length - 1;
        buckets[slot] = new Entry(key, value, hash, buckets[slot]);
        size++;
    }
}

/** A set that is nothing but a table. */
class NameSet {
    private static final Object PRESENT = new Object();
    private final ChainedTable table = new ChainedTable();

    void add(Object name) {
        table.put(name, PRESENT);
    }
}

/** A hash table without nodes: keys in one array, values in another one. */
class OpenTable {
    private Object[] keys = new Object[16], values = new Object[16];
    private int used;

    void put(Object key, Object value) {
        if (used * 2 >= keys.length) {
            Object[] oldKeys = keys, oldValues = values;
            keys = new Object[oldKeys.length * 2];
            values = new Object[oldKeys.length * 2];
            used = 0;
            for (int at = 0; at < oldKeys.length; at++) {
                if (oldKeys[at] != null) put(oldKeys[at], oldValues[at]);
            }
        }
        int slot = key.hashCode() & keys.length - 1;
        while (keys[slot] != null && !keys[slot].equals(key)) slot = slot + 1 & keys.length - 1;
        if (keys[slot] == null) used++;
        keys[slot] = key;
        values[slot] = value;
    }
}

/** A table of tables, so that each has a lock of its own. */
class SegmentedTable {
    static final class Segment {
        final Slot[] slots = new Slot[64];
        int count;
    }

    static final class Slot {
        Object key, value;
        Slot next;
    }

    final Segment[] segments = new Segment[8];

    SegmentedTable() {
        for (int at = 0; at < segments.length; at++) segments[at] = new Segment();
    }

    void put(Object key, Object value) {
        Segment segment = segments[key.hashCode() & 7];
        int at = key.hashCode() >>> 3 & 63;
        Slot slot = new Slot();
        slot.key = key;
        slot.value = value;
        slot.next = segment.slots[at];
        segment.slots[at] = slot;
        segment.count++;
    }
}

/** Sorted, with shortcuts above. */
class SkipTable {
    static final class Node {
        Comparable<?> key;
        Object value;
        Node next;
    }

    static final class Index {
        Node node;
        Index right, down;
    }

    private Index head;
    private final java.util.Random random = new java.util.Random(7);

    SkipTable() {
        head = new Index();
        head.node = new Node();
    }

    @SuppressWarnings("unchecked")
    <T extends Comparable<T>> void put(T key, Object value) {
        java.util.ArrayDeque<Index> above = new java.util.ArrayDeque<>();
        Node before = null;
        for (Index at = head; at != null; at = at.down) {
            while (at.right != null && ((T) at.right.node.key).compareTo(key) < 0) at = at.right;
            above.push(at);
            before = at.node;
        }
        while (before.next != null && ((T) before.next.key).compareTo(key) < 0) before = before.next;
        Node node = new Node();
        node.key = key;
        node.value = value;
        node.next = before.next;
        before.next = node;
        Index below = null;
        while (random.nextInt(3) == 0) {
            Index index = new Index();
            index.node = node;
            index.down = below;
            if (above.isEmpty()) {
                Index top = new Index();
                top.node = head.node;
                top.down = head;
                top.right = index;
                head = top;
                return;
            }
            Index left = above.pop();
            index.right = left.right;
            left.right = index;
            below = index;
        }
    }
}
