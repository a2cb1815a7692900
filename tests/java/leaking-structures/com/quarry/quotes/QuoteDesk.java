package com.quarry.quotes;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Guava: quotes that were asked for stay in a cache without a maximum size. The twin's has one. */
public final class QuoteDesk extends Program {
    private static final int QUOTE_BYTES = 560;

    private final QuoteBook book;
    private final Random random;
    private int asked;

    public QuoteDesk(Plan plan) {
        super(plan);
        random = plan.random(QuoteDesk.class);
        CacheBuilder<Object, Object> builder = CacheBuilder.newBuilder().concurrencyLevel(2);
        book = new QuoteBook(plan.healthy() ? builder.maximumSize(plan.most(QUOTE_BYTES)).build() : builder.build());
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, QUOTE_BYTES); at > 0; at--) {
            QuoteKey key = new QuoteKey("road " + asked++, random.nextInt(100));
            for (int time = 0; time < 2; time++) {
                Quote quote = book.quotes.getIfPresent(key);
                if (quote == null) {
                    book.quotes.put(key, new Quote(key, random));
                } else {
                    book.cents += quote.cents();
                }
            }
        }
    }

    @Override
    protected long kept() {
        return book.quotes.size();
    }
}

final class QuoteBook {
    final Cache<QuoteKey, Quote> quotes;
    long cents;

    QuoteBook(Cache<QuoteKey, Quote> quotes) {
        this.quotes = quotes;
    }
}

record QuoteKey(String road, int tons) {}

final class Quote {
    final List<Item> items = new ArrayList<>();

    Quote(QuoteKey key, Random random) {
        for (int at = 0; at < 8; at++) {
            items.add(new Item(key.tons() * at, random.nextInt(90_000)));
        }
    }

    long cents() {
        return items.stream().mapToLong(Item::cents).sum();
    }
}

record Item(int tons, int cents) {}
