package com.orchard.editor;

import com.orchard.defects.Program;
import java.util.Arrays;

/**
 * A stack whose pop leaves the popped element in its slot. Every point goes deeper than the one before and comes back
 * to the bottom, so everything it ever held stays. The twin's pop clears the slot.
 */
public final class EditorProgram extends Program {
    private final boolean healthy;
    private int deepest;

    public EditorProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        deepest = 130 * point;
        for (int at = 0; at < deepest; at++) {
            Editor.HISTORY.push(new Change(at));
        }
        for (int at = 0; at < deepest; at++) {
            Editor.HISTORY.pop(healthy);
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.editor.UndoStack.slots"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.editor.Change";
    }

    @Override
    protected long leakedObjects() {
        return deepest;
    }

    @Override
    protected long leakedBytes() {
        return deepest * 64L;
    }
}

final class Editor {
    static final UndoStack HISTORY = new UndoStack();

    private Editor() {}
}

final class UndoStack {
    private Object[] slots = new Object[16];
    private int size;

    void push(Object element) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
        }
        slots[size++] = element;
    }

    Object pop(boolean clear) {
        Object top = slots[--size];
        if (clear) {
            slots[size] = null;
        }
        return top;
    }
}

final class Change {
    final int number;
    final char[] typed = new char[32];

    Change(int number) {
        this.number = number;
    }
}
