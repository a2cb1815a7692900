package com.quarry.weighing;

import com.quarry.collections.Chain;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.Random;

/** Own list: each truck that is weighed gets a ticket, and the book keeps all of them. The twin's keeps the latest ones. */
public final class WeighBridge extends Program {
    private static final int TICKET_BYTES = 165;

    private final WeighBook book = new WeighBook();
    private final Random random;

    public WeighBridge(Plan plan) {
        super(plan);
        random = plan.random(WeighBridge.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, TICKET_BYTES); at > 0; at--) {
            book.tickets.add(new Ticket(round, "truck " + random.nextInt(900), random));
        }
        while (plan.healthy() && book.tickets.size() > plan.most(TICKET_BYTES)) {
            book.kilograms += book.tickets.removeFirst().kilograms();
        }
    }

    @Override
    protected long kept() {
        return book.tickets.size();
    }
}

final class WeighBook {
    final Chain<Ticket> tickets = new Chain<>();
    long kilograms;
}

final class Ticket {
    final int round;
    final String plate;
    final int[] axles = new int[8];

    Ticket(int round, String plate, Random random) {
        this.round = round;
        this.plate = plate;
        for (int axle = 0; axle < 5; axle++) {
            axles[axle] = random.nextInt(9000);
        }
    }

    long kilograms() {
        long sum = 0;
        for (int axle : axles) {
            sum += axle;
        }
        return sum;
    }
}
