package com.lantern.imports;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.log4j.Logger;
import org.apache.log4j.NDC;
import org.apache.log4j.varia.NullAppender;

/**
 * Log4j 1.2: a thread per import pushes the name of its supplier to the diagnostic context and ends. The twin removes the context
 * before that.
 */
public final class SupplierImports extends Program {
    private static final int AT_ONCE = 4;

    private final Random random;
    private long kept;

    public SupplierImports(Plan plan) {
        super(plan);
        random = plan.random(SupplierImports.class);
        Logger.getRootLogger().addAppender(new NullAppender());
    }

    @Override
    protected void round(int round) throws InterruptedException {
        List<Import> running = new ArrayList<>();
        for (int at = plan.perRound(12_000); at > 0; at--) {
            Import one = new Import("supplier " + random.nextInt(200), random.nextLong(), plan.healthy());
            one.start();
            kept += plan.healthy() ? 0 : 1;
            running.add(one);
            if (running.size() == AT_ONCE) {
                running.remove(0).join();
            }
        }
        for (Import one : running) {
            one.join();
        }
    }

    @Override
    protected long kept() {
        return kept;
    }
}

/** Reads the articles of one supplier. */
final class Import extends Thread {
    private static final Logger LOGGER = Logger.getLogger(Import.class);

    private final String supplier;
    private final Random random;
    private final boolean tidy;
    private final List<Offer> offers = new ArrayList<>();

    Import(String supplier, long seed, boolean tidy) {
        this.supplier = supplier;
        this.tidy = tidy;
        random = new Random(seed);
    }

    @Override
    public void run() {
        NDC.push(supplier);
        for (int at = 0; at < 100; at++) {
            offers.add(new Offer("lamp " + random.nextInt(1000), random.nextInt(90_000)));
        }
        LOGGER.info(offers.size() + " offers read");
        NDC.pop();
        if (tidy) {
            NDC.remove();
        }
    }
}

record Offer(String name, int cents) {}
