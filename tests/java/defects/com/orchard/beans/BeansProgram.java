package com.orchard.beans;

import com.orchard.defects.Program;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/**
 * A management bean per connection is registered and never taken out: the platform's server holds it, no field of the
 * application does. The twin takes it out.
 */
public final class BeansProgram extends Program {
    private final boolean healthy;
    private long connections;

    public BeansProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) throws Exception {
        for (int at = 0; at < 60; at++) {
            ObjectName name = new ObjectName("com.orchard:type=Connection,number=" + (point * 60 + at));
            ManagementFactory.getPlatformMBeanServer().registerMBean(new Connection(at), name);
            connections++;
            if (healthy) {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"java.lang.management.ManagementFactory.platformMBeanServer"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.beans.BeansProgram$Connection";
    }

    @Override
    protected long leakedObjects() {
        return connections;
    }

    @Override
    protected long leakedBytes() {
        return connections * 400;
    }

    /** What can be asked of a connection. */
    public interface ConnectionMBean {
        /** Bytes in its buffer. */
        int getBuffered();
    }

    /** A connection with its buffer. */
    public static final class Connection implements ConnectionMBean {
        private final byte[] buffer = new byte[400];

        Connection(int number) {
            buffer[0] = (byte) number;
        }

        @Override
        public int getBuffered() {
            return buffer.length;
        }
    }
}
