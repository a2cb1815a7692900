package com.quarry.collections;

/** A search tree of numbers, which keeps in balance by ranks that look like chance: a treap. */
public final class SortedTree<V> {
    private Branch<V> root;
    private int size;

    /** Adds a value under a key that is not there yet. */
    public void put(long key, V value) {
        root = added(root, new Branch<>(key, value));
        size++;
    }

    /** Takes out the value of the smallest key. */
    public V removeFirst() {
        Branch<V> parent = null;
        Branch<V> first = root;
        while (first.left != null) {
            parent = first;
            first = first.left;
        }
        if (parent == null) {
            root = first.right;
        } else {
            parent.left = first.right;
        }
        size--;
        return first.value;
    }

    public int size() {
        return size;
    }

    private static <V> Branch<V> added(Branch<V> below, Branch<V> branch) {
        if (below == null) {
            return branch;
        }
        if (branch.key < below.key) {
            Branch<V> left = added(below.left, branch);
            below.left = left;
            if (left.rank > below.rank) {
                below.left = left.right;
                left.right = below;
                return left;
            }
        } else {
            Branch<V> right = added(below.right, branch);
            below.right = right;
            if (right.rank > below.rank) {
                below.right = right.left;
                right.left = below;
                return right;
            }
        }
        return below;
    }

    private static final class Branch<V> {
        final long key;
        final int rank;
        final V value;
        Branch<V> left;
        Branch<V> right;

        Branch(long key, V value) {
            this.key = key;
            this.value = value;
            long mixed = (key + 1) * 0x9E3779B97F4A7C15L;
            rank = (int) ((mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L >>> 33);
        }
    }
}
