package com.orchard.stock;

import com.orchard.defects.Program;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A large old stock that grows by one percent per point, in one field. What each article has grows as slowly, and is no leak of
 * its own. In the twin an article goes for each that comes.
 */
public final class StockProgram extends Program {
    private final boolean healthy;
    private int number;

    public StockProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < (point == 1 ? 3000 : 40); at++) {
            Warehouse.ARTICLES.add(new Article(number++));
            if (healthy && point > 1) {
                Warehouse.ARTICLES.remove();
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.stock.Warehouse.ARTICLES"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.stock.Article";
    }

    @Override
    protected long leakedObjects() {
        return number;
    }

    @Override
    protected long leakedBytes() {
        return number * 100L;
    }
}

final class Warehouse {
    static final Deque<Article> ARTICLES = new ArrayDeque<>();

    private Warehouse() {}
}

final class Article {
    final String name;
    final byte[] picture = new byte[100];

    Article(int number) {
        this.name = "article " + number;
    }
}
