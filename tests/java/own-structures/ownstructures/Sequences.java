package ownstructures;

import java.util.function.Supplier;

/** A singly linked list that ends with null. */
class SinglyLinked {
    static final class Cell {
        Object value;
        Cell next;
    }

    Cell first, last;
    int size;

    void add(Object value) {
        Cell cell = new Cell();
        cell.value = value;
        if (last == null) first = cell;
        else last.next = cell;
        last = cell;
        size++;
    }
}

/** A ring of nodes around one without content. */
class CircularList<T> {
    private static final class Node<T> {
        T item;
        Node<T> next = this, previous = this;
    }

    private final Node<T> sentinel = new Node<>();
    private int count;

    void add(T item) {
        Node<T> node = new Node<>();
        node.item = item;
        node.previous = sentinel.previous;
        node.next = sentinel;
        node.previous.next = node;
        sentinel.previous = node;
        count++;
    }
}

/** Nodes with an array each. */
class UnrolledList {
    static final class Chunk {
        final Object[] items = new Object[16];
        int used;
        Chunk next;
    }

    Chunk head = new Chunk(), tail = head;
    int size;

    void add(Object item) {
        if (tail.used == tail.items.length) tail = tail.next = new Chunk();
        tail.items[tail.used++] = item;
        size++;
    }
}

/** A stack whose nodes are a class of their own. */
class LinkStack {
    StackLink top;
    int depth;

    void push(Object value) {
        top = new StackLink(value, top);
        depth++;
    }
}

class StackLink {
    final Object value;
    final StackLink below;

    StackLink(Object value, StackLink below) {
        this.value = value;
        this.below = below;
    }
}

/** An array that grows. */
class GrowingList {
    private Object[] elements = new Object[4];
    private int size;

    void add(Object element) {
        if (size == elements.length) elements = java.util.Arrays.copyOf(elements, size * 2);
        elements[size++] = element;
    }
}

/** A ring in an array. */
class RingBuffer {
    private final Object[] slots;
    private int head, tail;

    RingBuffer(int capacity) {
        slots = new Object[capacity];
    }

    void put(Object value) {
        slots[tail] = value;
        tail = (tail + 1) % slots.length;
        if (tail == head) {
            slots[head] = null;
            head = (head + 1) % slots.length;
        }
    }
}

/** A heap in an array, the least first. */
class BinaryHeap {
    private Comparable<?>[] heap = new Comparable<?>[16];
    private int size;

    @SuppressWarnings("unchecked")
    <T extends Comparable<T>> void add(T value) {
        if (size == heap.length) heap = java.util.Arrays.copyOf(heap, size * 2);
        int at = size++;
        while (at > 0 && ((T) heap[(at - 1) / 2]).compareTo(value) > 0) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = value;
    }
}

/** Objects to use again, the free ones on a stack. */
class ObjectPool {
    private final Object[] free;
    private int available;

    ObjectPool(int capacity, int filled, Supplier<?> make) {
        free = new Object[capacity];
        while (available < filled) free[available++] = make.get();
    }
}

/** Records in chunks, which an array of chunks holds. */
class Arena {
    static final class Chunk {
        final Object[] records = new Object[32];
        int used;
    }

    Chunk[] chunks = new Chunk[4];
    int used;

    void add(Object record) {
        if (used == 0 || chunks[used - 1].used == 32) {
            if (used == chunks.length) chunks = java.util.Arrays.copyOf(chunks, used * 2);
            chunks[used++] = new Chunk();
        }
        Chunk last = chunks[used - 1];
        last.records[last.used++] = record;
    }
}
