package com.quarry.plugins;

import java.util.ArrayList;
import java.util.List;

/** A plug-in with a static state of its own. */
public final class SurveyPlugin implements Runnable {
    private static final List<int[]> LEVELS = new ArrayList<>();

    /** Has its levels before anybody asks. */
    public SurveyPlugin() {
        for (int level = 0; level < 10; level++) {
            LEVELS.add(new int[100]);
        }
    }

    @Override
    public void run() {
        LEVELS.forEach(level -> level[0]++);
    }
}
