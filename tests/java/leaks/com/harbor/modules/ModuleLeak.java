package com.harbor.modules;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A module is deployed anew every now and then, by a loader of its own, with classes that fill a static cache; the old ones stay
 * in the list of what is deployed. The twin takes them out.
 */
public final class ModuleLeak extends Leak {
    private static final int ROUNDS_APART = 3;

    public ModuleLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) throws Exception {
        if (round % ROUNDS_APART != 0) {
            return;
        }
        if (plan.healthy()) {
            Deployer.DEPLOYED.clear();
        }
        int products = plan.perRound(900) * ROUNDS_APART;
        Class<?> module = new ModuleLoader().loadClass("com.harbor.modules.ShopModule");
        Deployer.DEPLOYED.add((Runnable) module.getDeclaredConstructor(int.class).newInstance(products));
    }

    @Override
    protected long kept() {
        return Deployer.DEPLOYED.size();
    }
}

final class Deployer {
    static final List<Runnable> DEPLOYED = new ArrayList<>();

    private Deployer() {}
}

/** Defines the classes of modules itself, even though the application has them too. */
final class ModuleLoader extends ClassLoader {
    ModuleLoader() {
        super(ModuleLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("com.harbor.modules.Shop")) {
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
