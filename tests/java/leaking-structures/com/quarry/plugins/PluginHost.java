package com.quarry.plugins;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Plug-ins come in new versions, each by a loader of its own, and what is parsed for them is kept by that loader: the old ones stay.
 * The twin takes out the entry of a loader when its plug-in is replaced.
 */
public final class PluginHost extends Program {
    private static final int TEMPLATE_BYTES = 900;
    private static final int ROUNDS_APART = 3;
    private static final int PLUGINS = 5;

    private final Templates templates = new Templates();
    private final ArrayDeque<Runnable> plugins = new ArrayDeque<>();
    private final Random random;

    public PluginHost(Plan plan) {
        super(plan);
        random = plan.random(PluginHost.class);
    }

    @Override
    protected void round(int round) throws Exception {
        if (round % ROUNDS_APART == 0) {
            Class<?> plugin = new PluginLoader().loadClass("com.quarry.plugins.SurveyPlugin");
            plugins.addLast((Runnable) plugin.getDeclaredConstructor().newInstance());
            Map<String, Template> parsed = templates.byLoader.computeIfAbsent(plugin.getClassLoader(), loader -> new HashMap<>());
            for (int at = ROUNDS_APART * plan.coming(round, TEMPLATE_BYTES); at > 0; at--) {
                parsed.put("template " + at, new Template(random.nextInt(100)));
            }
            if (plugins.size() > PLUGINS) {
                ClassLoader replaced = plugins.removeFirst().getClass().getClassLoader();
                if (plan.healthy()) {
                    templates.byLoader.remove(replaced);
                }
            }
        }
        plugins.forEach(Runnable::run);
    }

    @Override
    protected long kept() {
        return templates.byLoader.values().stream().mapToLong(Map::size).sum();
    }
}

final class Templates {
    final Map<ClassLoader, Map<String, Template>> byLoader = new HashMap<>();
}

final class Template {
    final int version;
    final char[] text = new char[380];

    Template(int version) {
        this.version = version;
    }
}

/** Defines the classes of plug-ins itself, even though the application has them too. */
final class PluginLoader extends ClassLoader {
    PluginLoader() {
        super(PluginLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("com.quarry.plugins.Survey")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream code = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = code.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
