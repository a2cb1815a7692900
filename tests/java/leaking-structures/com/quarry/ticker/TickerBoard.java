package com.quarry.ticker;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A board shows the latest lines, as a part of the list before it, to which the next ones are added: the first list of all has all
 * of them. The twin copies what is to stay.
 */
public final class TickerBoard extends Program {
    private static final int LINE_BYTES = 200;

    private final Ticker ticker = new Ticker();
    private final Random random;
    private long added;

    public TickerBoard(Plan plan) {
        super(plan);
        random = plan.random(TickerBoard.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, LINE_BYTES); at > 0; at--) {
            added++;
            ticker.latest.add(new Line(round, "stone of kind " + random.nextInt(50) + " wanted"));
        }
        int over = ticker.latest.size() - plan.most(LINE_BYTES) / 3;
        if (over > 0) {
            List<Line> rest = ticker.latest.subList(over, ticker.latest.size());
            ticker.latest = plan.healthy() ? new ArrayList<>(rest) : rest;
        }
        ticker.shown += ticker.latest.get(ticker.latest.size() - 1).text.length();
    }

    @Override
    protected long kept() {
        return plan.healthy() ? ticker.latest.size() : added;
    }
}

final class Ticker {
    List<Line> latest = new ArrayList<>();
    long shown;
}

final class Line {
    final int round;
    final String text;
    final int[] colours = new int[22];

    Line(int round, String text) {
        this.round = round;
        this.text = text;
    }
}
