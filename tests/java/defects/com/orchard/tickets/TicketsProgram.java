package com.orchard.tickets;

import com.orchard.defects.Program;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A slow drip beside a large table that stays: after the run the leak is two percent of the heap. The twin forgets
 * tickets that were closed.
 */
public final class TicketsProgram extends Program {
    private final boolean healthy;
    private int number;

    public TicketsProgram(boolean healthy) {
        this.healthy = healthy;
        for (int city = 0; city < 4000; city++) {
            Timetable.DEPARTURES.put(city, new long[120]);
        }
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 40; at++) {
            Ticket ticket = new Ticket(number++);
            TicketDesk.OPEN.add(ticket);
            if (healthy) {
                TicketDesk.OPEN.remove(ticket);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.tickets.TicketDesk.OPEN"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.tickets.Ticket";
    }

    @Override
    protected long leakedObjects() {
        return number;
    }

    @Override
    protected long leakedBytes() {
        return number * 200L;
    }
}

final class Timetable {
    static final Map<Integer, long[]> DEPARTURES = new HashMap<>();

    private Timetable() {}
}

final class TicketDesk {
    static final Set<Ticket> OPEN = new HashSet<>();

    private TicketDesk() {}
}

final class Ticket {
    final int number;
    final byte[] barcode = new byte[200];

    Ticket(int number) {
        this.number = number;
    }
}
