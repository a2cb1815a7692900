package com.orchard.rates;

import com.orchard.defects.Program;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * An enum constant as the one instance of a service: constant and the compiler's array of all constants lead to it, and its map
 * of quotes is never cleared. The twin asks for the same quotes again.
 */
public final class RatesProgram extends Program {
    private final boolean healthy;

    public RatesProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 80; at++) {
            int key = healthy ? at : point * 80 + at;
            RateService.INSTANCE.quotes.put(key, new Quote(key));
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.rates.RateService.quotes"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.rates.Quote";
    }

    @Override
    protected long leakedObjects() {
        return RateService.INSTANCE.quotes.size();
    }

    @Override
    protected long leakedBytes() {
        return RateService.INSTANCE.quotes.size() * 90L;
    }
}

enum RateService {
    INSTANCE;

    final ConcurrentMap<Integer, Quote> quotes = new ConcurrentHashMap<>();
}

final class Quote {
    final int number;
    final byte[] rates = new byte[90];

    Quote(int number) {
        this.number = number;
    }
}
