package com.orchard.audit;

import com.orchard.defects.Program;

/** An audit trail in one growing builder: more bytes, never more objects. The twin writes it out when it is full. */
public final class AuditProgram extends Program {
    private final boolean healthy;

    public AuditProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 400; at++) {
            AuditTrail.LOG.append("user ").append(at).append(" looked at page ").append(point).append("; all of it is in order\n");
            if (healthy && AuditTrail.LOG.length() > 30_000) {
                AuditTrail.LOG.setLength(0);
                AuditTrail.LOG.trimToSize();
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.audit.AuditTrail.LOG"};
    }

    @Override
    protected String leakingClass() {
        return "byte[]";
    }

    @Override
    protected long leakedObjects() {
        return 1;
    }

    @Override
    protected long leakedBytes() {
        return AuditTrail.LOG.length();
    }
}

final class AuditTrail {
    static final StringBuilder LOG = new StringBuilder();

    private AuditTrail() {}
}
