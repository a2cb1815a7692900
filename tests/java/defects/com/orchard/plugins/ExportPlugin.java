package com.orchard.plugins;

/** A plug-in with data in a static field, which lives as long as its class. */
public final class ExportPlugin {
    static final int[] TABLE = new int[1000];

    public ExportPlugin() {
        TABLE[0]++;
    }
}
