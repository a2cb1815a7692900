package com.quarry.prices;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A cache of prices whose keys are equal to nothing, so that all is computed and kept anew. The twin's keys are. */
public final class PriceDesk extends Program {
    private static final int PRICE_BYTES = 390;

    private final PriceList list = new PriceList();
    private final Random random;

    public PriceDesk(Plan plan) {
        super(plan);
        random = plan.random(PriceDesk.class);
    }

    @Override
    protected void round(int round) {
        int kinds = Math.max(1, plan.most(PRICE_BYTES) / 20);
        for (int at = 2 * plan.coming(round, PRICE_BYTES); at > 0; at--) {
            int kind = random.nextInt(kinds);
            int tons = random.nextInt(20);
            if (at % 2 == 0) {
                Quantity quantity = plan.healthy() ? new EqualQuantity(kind, tons) : new Quantity(kind, tons);
                list.sum += list.computed.computeIfAbsent(quantity, Price::new).cents[0];
            } else {
                list.sum += new Price(new Quantity(kind, tons)).cents[1];
            }
        }
    }

    @Override
    protected long kept() {
        return list.computed.size();
    }
}

final class PriceList {
    final ConcurrentMap<Quantity, Price> computed = new ConcurrentHashMap<>();
    long sum;
}

class Quantity {
    final int kind;
    final int tons;

    Quantity(int kind, int tons) {
        this.kind = kind;
        this.tons = tons;
    }
}

final class EqualQuantity extends Quantity {
    EqualQuantity(int kind, int tons) {
        super(kind, tons);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EqualQuantity quantity && quantity.kind == kind && quantity.tons == tons;
    }

    @Override
    public int hashCode() {
        return 31 * kind + tons;
    }
}

final class Price {
    final long[] cents = new long[36];

    Price(Quantity quantity) {
        for (int month = 0; month < cents.length; month++) {
            cents[month] = (long) quantity.kind * quantity.tons + month;
        }
    }
}
