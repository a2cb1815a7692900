package ownstructures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A search tree without parents. */
class SearchTree {
    static class TreeNode {
        Comparable<?> key;
        Object value;
        TreeNode left, right;
    }

    TreeNode root;
    int size;

    @SuppressWarnings("unchecked")
    <T extends Comparable<T>> void put(T key, Object value) {
        TreeNode node = new TreeNode();
        node.key = key;
        node.value = value;
        size++;
        if (root == null) {
            root = node;
            return;
        }
        TreeNode at = root;
        while (true) {
            boolean isLess = key.compareTo((T) at.key) < 0;
            TreeNode next = isLess ? at.left : at.right;
            if (next == null) {
                if (isLess) at.left = node;
                else at.right = node;
                return;
            }
            at = next;
        }
    }
}

/** The same with parents and heights, as nodes of a class of their own. */
class ParentedTree {
    ParentedNode root;
    int nodes;

    void add(int key, Object data) {
        ParentedNode node = new ParentedNode();
        node.key = key;
        node.data = data;
        nodes++;
        ParentedNode at = root;
        while (at != null) {
            node.parent = at;
            at = key < at.key ? at.left : at.right;
        }
        if (node.parent == null) root = node;
        else if (key < node.parent.key) node.parent.left = node;
        else node.parent.right = node;
    }
}

class ParentedNode {
    int key, height;
    Object data;
    ParentedNode left, right, parent;
}

/** Letters in arrays of children. */
class LetterTrie {
    static final class Node {
        final Node[] children = new Node[26];
        Object value;
    }

    final Node root = new Node();

    void put(String word, Object value) {
        Node at = root;
        for (char letter : word.toCharArray()) {
            int slot = letter - 'a';
            if (at.children[slot] == null) at.children[slot] = new Node();
            at = at.children[slot];
        }
        at.value = value;
    }
}

/** Letters in maps of children. */
class MapTrie {
    static final class Branch {
        final Map<Character, Branch> next = new HashMap<>();
        Object item;
    }

    final Branch root = new Branch();
    int words;

    void put(String word, Object item) {
        Branch at = root;
        for (char letter : word.toCharArray()) at = at.next.computeIfAbsent(letter, any -> new Branch());
        if (at.item == null) words++;
        at.item = item;
    }
}

/** Any number of children, in lists. */
class Outline {
    OutlineNode top = new OutlineNode(null, "top");
}

class OutlineNode {
    final OutlineNode parent;
    final Object data;
    final List<OutlineNode> children = new ArrayList<>();

    OutlineNode(OutlineNode parent, Object data) {
        this.parent = parent;
        this.data = data;
    }

    OutlineNode add(Object data) {
        OutlineNode child = new OutlineNode(this, data);
        children.add(child);
        return child;
    }
}

/** Pages of keys with pages below. */
class PageTree {
    abstract static class Page {
        Object[] keys = new Object[8];
        int used;
    }

    static final class LeafPage extends Page {
        Object[] values = new Object[8];
    }

    static final class InnerPage extends Page {
        Page[] pages = new Page[9];
    }

    Page root;
    long entries;

    /** Full pages of so many levels. */
    PageTree(int levels, int first) {
        root = fill(levels, new int[] { first });
    }

    private Page fill(int levels, int[] next) {
        if (levels == 0) {
            LeafPage leaf = new LeafPage();
            for (; leaf.used < 7; leaf.used++, entries++) {
                leaf.keys[leaf.used] = next[0]++;
                leaf.values[leaf.used] = new Payload(next[0]);
            }
            return leaf;
        }
        InnerPage inner = new InnerPage();
        for (; inner.used < 6; inner.used++) {
            inner.pages[inner.used] = fill(levels - 1, next);
            inner.keys[inner.used] = next[0];
        }
        return inner;
    }
}
