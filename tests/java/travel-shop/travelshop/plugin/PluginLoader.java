package travelshop.plugin;

import java.io.IOException;
import java.io.InputStream;

/** Loads one class a second time, apart from the application's own class loader. */
public final class PluginLoader extends ClassLoader {
    private final String pluginClass;

    public PluginLoader(String pluginClass) {
        super("plugins", PluginLoader.class.getClassLoader());
        this.pluginClass = pluginClass;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.equals(pluginClass)) {
            return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException problem) {
            throw new ClassNotFoundException(name, problem);
        }
    }
}
