package com.orchard.orders;

import com.orchard.defects.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finished orders go to a static list that nobody empties. The twin keeps the last 300. */
public final class OrdersProgram extends Program {
    private final boolean healthy;

    public OrdersProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 120; at++) {
            Order order = new Order(point * 1000 + at, new Item("apples", at), new Item("pears", at));
            if (healthy) {
                OrderArchive.LATEST.addLast(order);
                while (OrderArchive.LATEST.size() > 300) {
                    OrderArchive.LATEST.removeFirst();
                }
            } else {
                OrderArchive.ORDERS.add(order);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.orders.OrderArchive.ORDERS"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.orders.Order";
    }

    @Override
    protected long leakedObjects() {
        return OrderArchive.ORDERS.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 24;
    }
}

final class OrderArchive {
    static final List<Order> ORDERS = new ArrayList<>();
    static final Deque<Order> LATEST = new ArrayDeque<>();

    private OrderArchive() {}
}

final class Order {
    final long number;
    final Item[] items;

    Order(long number, Item... items) {
        this.number = number;
        this.items = items;
    }
}

final class Item {
    final String name;
    final int count;

    Item(String name, int count) {
        this.name = name;
        this.count = count;
    }
}
