package com.orchard.news;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Three headlines per day are kept as a view of the day's list, which keeps all articles of the day. The twin copies the
 * headlines of the last two days.
 */
public final class NewsProgram extends Program {
    private static final int ARTICLES = 60;

    private final boolean healthy;

    public NewsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        List<Article> day = new ArrayList<>();
        for (int at = 0; at < ARTICLES; at++) {
            day.add(new Article(at));
        }
        List<Article> top = day.subList(0, 3);
        HeadlineCache.TOP.put(healthy ? point % 2 : point, healthy ? new ArrayList<>(top) : top);
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.news.HeadlineCache.TOP"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.news.Article";
    }

    @Override
    protected long leakedObjects() {
        return HeadlineCache.TOP.size() * (long) ARTICLES;
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 300;
    }
}

final class HeadlineCache {
    static final Map<Integer, List<Article>> TOP = new HashMap<>();

    private HeadlineCache() {}
}

final class Article {
    final int rank;
    final byte[] text = new byte[300];

    Article(int rank) {
        this.rank = rank;
    }
}
