package com.orchard.handles;

import com.orchard.defects.Program;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/**
 * Native handles are to be closed when their owners die, but nobody reads the reference queue: the references pile up,
 * the owners are long gone. The twin closes handles when their owners say goodbye.
 */
public final class HandlesProgram extends Program {
    private final boolean healthy;

    public HandlesProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 120; at++) {
            Handle handle = HandleTracker.track(new Object());
            if (healthy) {
                HandleTracker.TRACKED.remove(handle);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.handles.HandleTracker.TRACKED"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.handles.Handle";
    }

    @Override
    protected long leakedObjects() {
        return HandleTracker.TRACKED.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 120;
    }
}

final class HandleTracker {
    static final ReferenceQueue<Object> CLOSED = new ReferenceQueue<>();
    static final Set<Handle> TRACKED = new HashSet<>();

    private HandleTracker() {}

    static Handle track(Object owner) {
        Handle handle = new Handle(owner, CLOSED);
        TRACKED.add(handle);
        return handle;
    }
}

final class Handle extends PhantomReference<Object> {
    final long[] registers = new long[15];

    Handle(Object owner, ReferenceQueue<Object> queue) {
        super(owner, queue);
    }
}
