package com.orchard.inventory;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two indexes in one object hold the same crates, and taking one out of both was forgotten: both fields must let go, the
 * one field above them is no answer. The twin takes sold crates out.
 */
public final class InventoryProgram extends Program {
    private final boolean healthy;
    private int number;

    public InventoryProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 70; at++) {
            Warehouse.INSTANCE.store(new Crate(number++));
        }
        if (healthy) {
            Warehouse.INSTANCE.clear();
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.inventory.Warehouse.byNumber", "com.orchard.inventory.Warehouse.byArrival"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.inventory.Crate";
    }

    @Override
    protected long leakedObjects() {
        return number;
    }

    @Override
    protected long leakedBytes() {
        return number * 250L;
    }
}

final class Warehouse {
    static final Warehouse INSTANCE = new Warehouse();

    private final Map<Integer, Crate> byNumber = new HashMap<>();
    private final List<Crate> byArrival = new ArrayList<>();

    void store(Crate crate) {
        byNumber.put(crate.number, crate);
        byArrival.add(crate);
    }

    void clear() {
        byNumber.clear();
        byArrival.clear();
    }
}

final class Crate {
    final int number;
    final byte[] label = new byte[250];

    Crate(int number) {
        this.number = number;
    }
}
