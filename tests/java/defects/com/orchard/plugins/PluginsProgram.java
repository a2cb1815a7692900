package com.orchard.plugins;

import com.orchard.defects.Program;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A plug-in is deployed anew at every point, by a loader of its own, and the registry keeps the old ones with their
 * classes. The twin takes the old one out.
 */
public final class PluginsProgram extends Program {
    private final boolean healthy;
    private long deployed;

    public PluginsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) throws Exception {
        if (healthy) {
            PluginRegistry.ACTIVE.clear();
        }
        for (int at = 0; at < 3; at++) {
            PluginLoader loader = new PluginLoader();
            PluginRegistry.ACTIVE.add(loader.loadClass("com.orchard.plugins.ExportPlugin").getDeclaredConstructor().newInstance());
            deployed++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.plugins.PluginRegistry.ACTIVE"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.plugins.PluginLoader";
    }

    @Override
    protected long leakedObjects() {
        return deployed;
    }

    @Override
    protected long leakedBytes() {
        return deployed * 4000;
    }
}

final class PluginRegistry {
    static final List<Object> ACTIVE = new ArrayList<>();

    private PluginRegistry() {}
}

/** Defines plug-in classes itself, even though the application has them too. */
final class PluginLoader extends ClassLoader {
    PluginLoader() {
        super(PluginLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.endsWith("Plugin")) {
            return super.loadClass(name, resolve);
        }
        try (InputStream code = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = code.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
