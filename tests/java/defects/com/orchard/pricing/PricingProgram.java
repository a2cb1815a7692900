package com.orchard.pricing;

import com.orchard.defects.Program;
import java.util.HashMap;
import java.util.Map;

/**
 * Prices are cached under keys without equals and hashCode, so every request makes a new entry. The twin's keys are
 * values: its cache warms up to 500 entries and stays.
 */
public final class PricingProgram extends Program {
    private final boolean healthy;
    private final PriceService service = new PriceService();

    public PricingProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 100; at++) {
            int product = (point * 100 + at) % 500;
            service.price(healthy ? new ProductKey(product) : new PriceKey(product));
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.pricing.PriceService.CACHE"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.pricing.PriceKey";
    }

    @Override
    protected long leakedObjects() {
        return PriceService.CACHE.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 64;
    }
}

final class PriceService {
    static final Map<Object, Price> CACHE = new HashMap<>();

    Price price(Object key) {
        return CACHE.computeIfAbsent(key, Price::new);
    }
}

final class Price {
    final long cents;
    final byte[] quote = new byte[40];

    Price(Object key) {
        this.cents = key.toString().length();
    }
}

final class PriceKey {
    final int product;

    PriceKey(int product) {
        this.product = product;
    }
}

record ProductKey(int product) {}
