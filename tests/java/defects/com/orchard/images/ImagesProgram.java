package com.orchard.images;

import com.orchard.defects.Program;
import java.util.concurrent.CountDownLatch;

/**
 * Images free their pixels when they are finalized, and the first one waits for a lock in there that is never released: the
 * finalizer thread hangs, and dead images queue up behind it. No field of the program holds them. The twin's finalizers
 * come to an end.
 */
public final class ImagesProgram extends Program {
    private final boolean healthy;
    private long images;

    public ImagesProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 100; at++) {
            new Image(healthy);
            images++;
        }
        // The dump collects garbage first; the finalizer thread needs a moment to take what is dead by then.
        System.gc();
        if (healthy) {
            System.runFinalization();
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[0];
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.images.Image";
    }

    @Override
    protected long leakedObjects() {
        return images;
    }

    @Override
    protected long leakedBytes() {
        return images * Image.PIXELS;
    }
}

final class Image {
    static final int PIXELS = 800;
    private static final CountDownLatch RELEASED = new CountDownLatch(1);

    private final boolean healthy;
    private byte[] pixels = new byte[PIXELS];

    Image(boolean healthy) {
        this.healthy = healthy;
        pixels[0] = 1;
    }

    /** Deprecated for exactly this reason, and still around. */
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() throws Throwable {
        if (!healthy) {
            RELEASED.await();
        }
        pixels = null;
    }
}
