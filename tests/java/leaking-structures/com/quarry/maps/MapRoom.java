package com.quarry.maps;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * A weak map from maps of the site to their layers, which draw themselves by a function that knows the map: no map ever goes. The
 * function of the twin knows its name.
 */
public final class MapRoom extends Program {
    private static final int MAP_BYTES = 1150;

    private final ArrayDeque<SiteMap> open = new ArrayDeque<>();

    public MapRoom(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, MAP_BYTES); at > 0; at--) {
            SiteMap map = new SiteMap("level " + round + "/" + at);
            String name = map.name;
            MapLayers.BY_MAP.put(map, new Layer(plan.healthy() ? () -> "roads of " + name : () -> "roads of " + map.name));
            open.addLast(map);
        }
        while (open.size() > mostOpen()) {
            MapLayers.drawn += MapLayers.BY_MAP.get(open.removeFirst()).drawing.get().length();
        }
    }

    private int mostOpen() {
        return plan.most(MAP_BYTES) / 4;
    }

    @Override
    protected long kept() {
        // What the garbage collector leaves of the twin's is not told: it is no part of what is done.
        return plan.healthy() ? open.size() : MapLayers.BY_MAP.size();
    }
}

final class MapLayers {
    static final Map<SiteMap, Layer> BY_MAP = new WeakHashMap<>();
    static long drawn;

    private MapLayers() {}
}

final class SiteMap {
    final String name;
    final byte[] heights = new byte[600];

    SiteMap(String name) {
        this.name = name;
    }
}

final class Layer {
    final Supplier<String> drawing;
    final short[] roads = new short[150];

    Layer(Supplier<String> drawing) {
        this.drawing = drawing;
    }
}
