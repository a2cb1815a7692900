package com.harbor.registry;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.List;

/** Every import adds its handlers to the static list of all of them. The twin takes them out when the import is over. */
public final class RegistryLeak extends Leak {
    public RegistryLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        int before = HandlerRegistry.HANDLERS.size();
        for (int at = plan.perRound(640); at > 0; at--) {
            HandlerRegistry.HANDLERS.add(at % 2 == 0 ? new TextHandler(at) : new ImageHandler(at));
        }
        if (plan.healthy()) {
            HandlerRegistry.HANDLERS.subList(before, HandlerRegistry.HANDLERS.size()).clear();
        }
    }

    @Override
    protected long kept() {
        return HandlerRegistry.HANDLERS.size();
    }
}

final class HandlerRegistry {
    static final List<Handler> HANDLERS = new ArrayList<>();

    private HandlerRegistry() {}
}

abstract class Handler {
    final int number;

    Handler(int number) {
        this.number = number;
    }
}

final class TextHandler extends Handler {
    final StringBuilder text = new StringBuilder(300);

    TextHandler(int number) {
        super(number);
    }
}

final class ImageHandler extends Handler {
    final int[][] pixels = new int[8][24];

    ImageHandler(int number) {
        super(number);
    }
}
