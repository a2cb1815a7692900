package com.orchard.imports;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a large import are dropped after the start, and rows of small ones are not: the leak lies in the field that held far
 * more at first. The twin keeps the rows of the latest imports only.
 */
public final class ImportsProgram extends Program {
    private final boolean healthy;
    private int number;

    public ImportsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        if (point == 1) {
            for (int at = 0; at < 4000; at++) {
                RowBuffer.ROWS.add(new Row(number++));
            }
            return;
        }
        if (point == 2) {
            RowBuffer.ROWS.clear();
        }
        for (int at = 0; at < 80; at++) {
            RowBuffer.ROWS.add(new Row(number++));
        }
        if (healthy && point > 2) {
            RowBuffer.ROWS.subList(0, 80).clear();
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.imports.RowBuffer.ROWS"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.imports.Row";
    }

    @Override
    protected long leakedObjects() {
        return RowBuffer.ROWS.size();
    }

    @Override
    protected long leakedBytes() {
        return RowBuffer.ROWS.size() * 60L;
    }
}

final class RowBuffer {
    static final List<Row> ROWS = new ArrayList<>();

    private RowBuffer() {}
}

final class Row {
    final int number;
    final byte[] cells = new byte[60];

    Row(int number) {
        this.number = number;
    }
}
