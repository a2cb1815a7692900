package com.quarry.collections;

/** Values one after the other, in an array whose end is followed by its start. */
public final class RingBuffer<T> {
    private Object[] slots;
    private int start;
    private int size;

    public RingBuffer(int slots) {
        this.slots = new Object[slots];
    }

    /** Adds a value; where there is no room any more, room is made. */
    public void add(T value) {
        if (size == slots.length) {
            Object[] grown = new Object[2 * size];
            for (int at = 0; at < size; at++) {
                grown[at] = slots[(start + at) % size];
            }
            slots = grown;
            start = 0;
        }
        slots[(start + size++) % slots.length] = value;
    }

    /** Adds a value; where there is no room any more, it takes the place of the oldest one. */
    public void addOrOverwrite(T value) {
        slots[(start + size) % slots.length] = value;
        if (size == slots.length) {
            start = (start + 1) % slots.length;
        } else {
            size++;
        }
    }

    /** The value that was added so many values before the latest one. */
    @SuppressWarnings("unchecked")
    public T latest(int before) {
        return (T) slots[(start + size - 1 - before) % slots.length];
    }

    public int size() {
        return size;
    }
}
