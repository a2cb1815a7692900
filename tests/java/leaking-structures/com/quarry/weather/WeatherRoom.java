package com.quarry.weather;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** Panels listen to a weather station, in a list that is copied for each of them, and stay there. The twin takes off closed ones. */
public final class WeatherRoom extends Program {
    private static final int PANEL_BYTES = 6200;

    private final WeatherStation station = new WeatherStation();
    private final ArrayDeque<Panel> open = new ArrayDeque<>();
    private final Random random;

    public WeatherRoom(Plan plan) {
        super(plan);
        random = plan.random(WeatherRoom.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, PANEL_BYTES); at > 0; at--) {
            Panel panel = new Panel();
            station.listeners.add(panel.listener);
            open.addLast(panel);
            if (open.size() > plan.most(PANEL_BYTES) / 2) {
                Panel closed = open.removeFirst();
                if (plan.healthy()) {
                    station.listeners.remove(closed.listener);
                }
            }
        }
        int celsius = random.nextInt(40);
        station.listeners.forEach(listener -> listener.accept(celsius));
    }

    @Override
    protected long kept() {
        return station.listeners.size();
    }
}

final class WeatherStation {
    final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();
}

final class Panel {
    final int[] shown = new int[1500];
    final IntConsumer listener = this::show;

    private void show(int celsius) {
        shown[celsius]++;
    }
}
