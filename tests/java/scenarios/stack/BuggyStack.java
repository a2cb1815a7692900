package stack;

import java.util.Arrays;

/** A stack on an array. Unless it is fixed, what is popped stays in the array until it is overwritten. */
final class BuggyStack {
    private final boolean isFixed;
    private Object[] elements = new Object[16];
    private int size;

    BuggyStack(boolean isFixed) {
        this.isFixed = isFixed;
    }

    void push(Object element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        elements[size++] = element;
    }

    Object pop() {
        Object element = elements[--size];
        if (isFixed) {
            elements[size] = null;
        }
        return element;
    }

    int size() {
        return size;
    }

    int capacity() {
        return elements.length;
    }
}
