package com.orchard.desk;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.List;

/** Windows listen to the event bus and are closed without a word to it. The twin's windows sign off. */
public final class DeskProgram extends Program {
    private final boolean healthy;
    private long opened;

    public DeskProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 40; at++) {
            Window window = new Window(EventBus.instance(), at);
            opened++;
            EventBus.instance().publish("tick");
            // The twin leaves one window of each round open until the next.
            if (healthy && at > point % 4) {
                window.close();
            }
        }
        if (healthy) {
            EventBus.instance().closeAllBut(point % 4);
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.desk.EventBus.listeners"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.desk.Window";
    }

    @Override
    protected long leakedObjects() {
        return opened;
    }

    @Override
    protected long leakedBytes() {
        return opened * 400;
    }
}

interface Listener {
    void hear(String event);
}

final class EventBus {
    private static final EventBus INSTANCE = new EventBus();

    private final List<Listener> listeners = new ArrayList<>();

    static EventBus instance() {
        return INSTANCE;
    }

    void subscribe(Listener listener) {
        listeners.add(listener);
    }

    void unsubscribe(Listener listener) {
        listeners.remove(listener);
    }

    void publish(String event) {
        listeners.forEach(listener -> listener.hear(event));
    }

    void closeAllBut(int most) {
        while (listeners.size() > most) {
            listeners.remove(0);
        }
    }
}

final class Window implements Listener {
    private final EventBus bus;
    private final int[] pixels = new int[100];
    private int heard;

    Window(EventBus bus, int number) {
        this.bus = bus;
        pixels[0] = number;
        bus.subscribe(this);
    }

    void close() {
        bus.unsubscribe(this);
    }

    @Override
    public void hear(String event) {
        heard += event.length();
    }
}
