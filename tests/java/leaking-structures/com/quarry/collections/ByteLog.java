package com.quarry.collections;

import java.util.Arrays;

/** Bytes one after the other, in one array that grows. */
public final class ByteLog {
    private byte[] bytes = new byte[4096];
    private int length;

    public void append(byte[] more) {
        if (length + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more.length, bytes.length + bytes.length / 2));
        }
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** Forgets all of them, and gives back what they took. */
    public void clear() {
        bytes = new byte[4096];
        length = 0;
    }

    public int length() {
        return length;
    }
}
