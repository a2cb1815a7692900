package com.harbor.rates;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** A map that is to keep one object of each value, but its keys are equal to nothing. The twin's keys are. */
public final class RatesLeak extends Leak {
    private static final int CURRENCIES = 40;

    private final Random random;

    public RatesLeak(Plan plan) {
        super(plan);
        random = plan.random(RatesLeak.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(270); at > 0; at--) {
            String from = "C" + random.nextInt(CURRENCIES);
            String to = "C" + random.nextInt(CURRENCIES);
            Pair pair = plan.healthy() ? new EqualPair(from, to) : new Pair(from, to);
            CurrencyPairs.CANONICAL.putIfAbsent(pair, pair);
        }
    }

    @Override
    protected long kept() {
        return CurrencyPairs.CANONICAL.size();
    }
}

final class CurrencyPairs {
    static final Map<Pair, Pair> CANONICAL = new HashMap<>();

    private CurrencyPairs() {}
}

class Pair {
    final String from;
    final String to;
    final byte[] rates = new byte[60];

    Pair(String from, String to) {
        this.from = from;
        this.to = to;
    }
}

final class EqualPair extends Pair {
    EqualPair(String from, String to) {
        super(from, to);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EqualPair pair && pair.from.equals(from) && pair.to.equals(to);
    }

    @Override
    public int hashCode() {
        return 31 * from.hashCode() + to.hashCode();
    }
}
