package com.harbor.console;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayDeque;
import java.util.Random;

/** A console that can be scrolled back to its first line. The twin forgets lines that are far above. */
public final class ConsoleLeak extends Leak {
    private static final int MOST_LINES = 5000;

    private final Console console = new Console();
    private final Random random;

    public ConsoleLeak(Plan plan) {
        super(plan);
        random = plan.random(ConsoleLeak.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(140); at > 0; at--) {
            String page = "round " + round + ": a line of what happened, with the numbers " + random.nextInt() + " and " + random.nextInt()
                + "\nand what nobody asked for";
            console.history.addLast(page.substring(0, page.indexOf('\n')));
            if (plan.healthy() && console.history.size() > MOST_LINES) {
                console.history.removeFirst();
            }
        }
    }

    @Override
    protected long kept() {
        return console.history.size();
    }
}

final class Console {
    final ArrayDeque<String> history = new ArrayDeque<>();
}
