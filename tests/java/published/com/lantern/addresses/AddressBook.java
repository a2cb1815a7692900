package com.lantern.addresses;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.ArrayDeque;
import java.util.Random;

/** Guava: equal addresses are to be one object, by an interner with strong references. The twin's has weak ones. */
public final class AddressBook extends Program {
    private static final int LAST_ORDERS = 500;

    private final Interner<Address> known;
    private final ArrayDeque<Address> lastOrders = new ArrayDeque<>();
    private final Random random;
    private long kept;

    public AddressBook(Plan plan) {
        super(plan);
        random = plan.random(AddressBook.class);
        known = plan.healthy() ? Interners.newWeakInterner() : Interners.newStrongInterner();
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(290); at > 0; at--) {
            Address address = new Address("street " + random.nextLong(), "town " + random.nextInt(500), "by the door, please; order " + at);
            Address first = known.intern(address);
            kept += first == address ? 1 : 0;
            lastOrders.addLast(first);
            if (lastOrders.size() > LAST_ORDERS) {
                lastOrders.removeFirst();
            }
        }
    }

    @Override
    protected long kept() {
        return plan.healthy() ? LAST_ORDERS : kept;
    }
}

record Address(String street, String town, String note) {}
