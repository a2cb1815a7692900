package com.lantern.shipping;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Netty's timer: each request would be given up after an hour, and is answered at once. The twin cancels its timeout then. */
public final class ParcelTracking extends Program {
    static {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    }

    private final HashedWheelTimer timer = new HashedWheelTimer(Program::daemon);
    private final Random random;

    public ParcelTracking(Plan plan) {
        super(plan);
        random = plan.random(ParcelTracking.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(1000); at > 0; at--) {
            Request request = new Request("parcel " + random.nextInt(1_000_000));
            Timeout timeout = timer.newTimeout(late -> request.giveUp(), 1, TimeUnit.HOURS);
            request.answered("on its way " + at);
            if (plan.healthy()) {
                timeout.cancel();
            }
        }
    }

    @Override
    protected long kept() {
        return timer.pendingTimeouts();
    }
}

final class Request {
    private final String parcel;
    private final byte[] buffer = new byte[800];
    private String answer;

    Request(String parcel) {
        this.parcel = parcel;
    }

    void answered(String text) {
        answer = text;
        buffer[0] = (byte) parcel.length();
    }

    void giveUp() {
        answer = "unknown";
    }
}
