package com.quarry.collections;

import java.util.function.Predicate;

/** A list of links, each of which knows the next one. */
public final class Chain<T> {
    private Link<T> first;
    private Link<T> last;
    private int size;

    public void add(T value) {
        Link<T> link = new Link<>(value);
        if (last == null) {
            first = link;
        } else {
            last.next = link;
        }
        last = link;
        size++;
    }

    public T removeFirst() {
        T value = first.value;
        first = first.next;
        if (first == null) {
            last = null;
        }
        size--;
        return value;
    }

    public void removeIf(Predicate<T> isUnwanted) {
        Link<T> before = null;
        for (Link<T> link = first; link != null; link = link.next) {
            if (!isUnwanted.test(link.value)) {
                before = link;
                continue;
            }
            if (before == null) {
                first = link.next;
            } else {
                before.next = link.next;
            }
            size--;
        }
        last = before;
    }

    public int size() {
        return size;
    }

    private static final class Link<T> {
        final T value;
        Link<T> next;

        Link(T value) {
            this.value = value;
        }
    }
}
