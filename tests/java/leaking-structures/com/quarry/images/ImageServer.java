package com.quarry.images;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * A cache of images with a limit in bytes, as a linked map in the order of access. It counts down what is drawn again as if it were
 * gone, so that it is never full. The twin counts right.
 */
public final class ImageServer extends Program {
    private static final int IMAGE_BYTES = 2300;
    private static final int LAST_NUMBERS = 40;

    private final ImageCache cache;
    private final Random random;
    private int number;

    public ImageServer(Plan plan) {
        super(plan);
        random = plan.random(ImageServer.class);
        cache = new ImageCache((long) plan.most(IMAGE_BYTES) * Image.BYTES, plan.healthy());
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, IMAGE_BYTES); at > 0; at--) {
            cache.image("face " + number++);
            for (int again = 0; again < 2; again++) {
                cache.image("face " + (number - 1 - random.nextInt(Math.min(number, LAST_NUMBERS))));
            }
        }
    }

    @Override
    protected long kept() {
        return cache.images.size();
    }
}

final class ImageCache {
    final Map<String, Image> images;
    private final boolean countsRight;
    private long bytes;

    ImageCache(long mostBytes, boolean countsRight) {
        this.countsRight = countsRight;
        images = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Image> eldest) {
                if (bytes <= mostBytes) {
                    return false;
                }
                bytes -= Image.BYTES;
                return true;
            }
        };
    }

    Image image(String name) {
        Image image = images.get(name);
        if (image != null) {
            bytes -= countsRight ? 0 : Image.BYTES;
            return image;
        }
        bytes += Image.BYTES;
        image = new Image();
        images.put(name, image);
        return image;
    }
}

final class Image {
    static final int BYTES = 2200;

    final byte[] pixels = new byte[BYTES];
}
