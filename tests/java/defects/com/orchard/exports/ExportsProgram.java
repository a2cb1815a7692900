package com.orchard.exports;

import com.orchard.defects.Program;
import java.io.File;

/**
 * Every export is written into a file that is to be deleted on exit, and the JVM remembers the names until then. The twin uses one
 * file again and again.
 */
public final class ExportsProgram extends Program {
    private final boolean healthy;
    private long exports;

    public ExportsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 25; at++) {
            long number = healthy ? 0 : exports;
            new File("/nowhere/exports/of/the/orchard/in/spring/export-" + number + ".csv").deleteOnExit();
            exports++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"java.io.DeleteOnExitHook.files"};
    }

    @Override
    protected String leakingClass() {
        return "java.lang.String";
    }

    @Override
    protected long leakedObjects() {
        return exports;
    }

    @Override
    protected long leakedBytes() {
        return exports * 60;
    }
}
