package com.orchard.crm;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Customers are indexed and never removed, and each has lists made for fifty entries that stay empty. The twin knows 150
 * customers, who come back, and makes lists when they are needed.
 */
public final class CrmProgram extends Program {
    private final boolean healthy;

    public CrmProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 60; at++) {
            int number = point * 60 + at;
            int key = healthy ? number % 150 : number;
            CustomerIndex.BY_NUMBER.put(key, new Customer(key, healthy));
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.crm.CustomerIndex.BY_NUMBER"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.crm.Customer";
    }

    @Override
    protected long leakedObjects() {
        return CustomerIndex.BY_NUMBER.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 450;
    }
}

final class CustomerIndex {
    static final Map<Integer, Customer> BY_NUMBER = new TreeMap<>();

    private CustomerIndex() {}
}

final class Customer {
    final int number;
    final List<String> complaints;
    final List<String> coupons;
    final Map<String, String> notes;

    Customer(int number, boolean lazy) {
        this.number = number;
        if (lazy) {
            complaints = null;
            coupons = null;
            notes = null;
            return;
        }
        complaints = new ArrayList<>(50);
        coupons = new ArrayList<>(50);
        notes = new HashMap<>();
        // A list allocates its capacity with its first element.
        complaints.add("none");
        complaints.clear();
        coupons.add("none");
        coupons.clear();
    }
}
