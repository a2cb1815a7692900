package com.lantern.published;

import com.lantern.addresses.AddressBook;
import com.lantern.checkout.CheckoutLog;
import com.lantern.dashboard.Dashboards;
import com.lantern.imports.SupplierImports;
import com.lantern.invoices.InvoicePrinting;
import com.lantern.mail.MailScheduler;
import com.lantern.orders.OrderQueries;
import com.lantern.payments.Payments;
import com.lantern.pricing.PriceRules;
import com.lantern.search.SearchResults;
import com.lantern.shipping.ParcelTracking;
import com.lantern.stubs.StubGenerator;
import com.lantern.web.Visitors;
import java.util.List;
import java.util.logging.LogManager;
import java.util.stream.Collectors;

/**
 * Programs that use libraries in ways that are known to leak, and twins that use them as their documentation says: to be recorded.
 *
 * <pre>
 * javac -cp 'JARS/*' -d CLASSES $(find tests/java/published -name '*.java')
 * java -cp CLASSES:'JARS/*' com.lantern.published.Main --list
 * java -Xmx300m -cp CLASSES:'JARS/*' com.lantern.published.Main NAME [--healthy] [--seconds N] [--seed N] [--megabytes N]
 * </pre>
 *
 * The list tells of each program its name, and the oldest JDK that has what it needs; the jars come from scripts/jars.sh. Beside its
 * leak every program is a shop, see {@link Storefront}. The clock only says when the next round of work begins. The last line tells
 * the truth: {@code truth {"program":..,"fields":[..],"kept":N,"checksum":N}}; the fields are those of the library that would have to
 * let go, all of them.
 */
public final class Main {
    private static final List<Entry> PROGRAMS = List.of(
        new Entry("http-managers", 17, Payments::new, "org.apache.commons.httpclient.util.IdleConnectionTimeoutThread.connectionManagers"),
        new Entry("borrowed-objects", 17, InvoicePrinting::new, "org.apache.commons.pool2.impl.GenericObjectPool.allObjects"),
        new Entry("pooled-statements", 17, OrderQueries::new, "org.apache.commons.pool2.impl.GenericKeyedObjectPool.poolMap"),
        new Entry("logger-names", 17, CheckoutLog::new, "org.apache.log4j.Hierarchy.ht"),
        new Entry("ended-threads", 17, SupplierImports::new, "org.apache.log4j.NDC.ht"),
        new Entry("cache-listeners", 17, Dashboards::new, "net.sf.ehcache.event.RegisteredEventListeners.cacheEventListeners"),
        new Entry("interned-addresses", 17, AddressBook::new, "com.lantern.addresses.AddressBook.known"),
        new Entry("timeouts", 17, ParcelTracking::new, "io.netty.util.HashedWheelTimer.wheel"),
        new Entry("web-sessions", 17, Visitors::new, "org.apache.catalina.session.ManagerBase.sessions"),
        new Entry("script-classes", 17, PriceRules::new, "groovy.lang.GroovyClassLoader.classCache"),
        new Entry("eternal-cache", 17, SearchResults::new, "net.sf.ehcache.store.MemoryStore.map"),
        new Entry("durable-jobs", 17, MailScheduler::new,
            "org.quartz.simpl.RAMJobStore.jobsByKey", "org.quartz.simpl.RAMJobStore.jobsByGroup"),
        new Entry("class-pool", 17, StubGenerator::new, "javassist.ClassPool.classes"));

    private static final int MILLIS_PER_ROUND = 100;

    /** What runs stays to the end, as in a server. */
    private static Program program;

    private Main() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("--list")) {
            PROGRAMS.forEach(entry -> System.out.println(entry.name + " " + entry.oldestJdk));
            return;
        }
        boolean healthy = false;
        int seconds = 25;
        int megabytes = 60;
        long seed = 1;
        for (int at = 1; at < args.length; at++) {
            switch (args[at]) {
                case "--healthy" -> healthy = true;
                case "--seconds" -> seconds = Integer.parseInt(args[++at]);
                case "--seed" -> seed = Long.parseLong(args[++at]);
                case "--megabytes" -> megabytes = Integer.parseInt(args[++at]);
                default -> throw new IllegalArgumentException("unknown option " + args[at]);
            }
        }
        String name = args[0];
        Entry entry = PROGRAMS.stream().filter(of -> of.name.equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no program " + name + "; --list tells them"));
        silence();
        run(entry, new Plan(healthy, seconds * 1000 / MILLIS_PER_ROUND, seed, megabytes));
    }

    /** The libraries say nothing, and do without what newer JDKs warn of. */
    private static void silence() {
        LogManager.getLogManager().reset();
        System.setProperty("org.apache.commons.logging.Log", "org.apache.commons.logging.impl.NoOpLog");
        System.setProperty("io.netty.noUnsafe", "true");
    }

    private static void run(Entry entry, Plan plan) throws Exception {
        program = entry.maker.make(plan);
        Storefront storefront = new Storefront(plan);
        long start = System.nanoTime();
        for (int round = 0; round < plan.rounds(); round++) {
            long due = start + round * MILLIS_PER_ROUND * 1_000_000L;
            long early = (due - System.nanoTime()) / 1_000_000;
            if (early > 0) {
                Thread.sleep(early);
            }
            storefront.round(round);
            program.round(round);
        }
        String fields = entry.fields.stream().map(field -> "\"" + field + "\"").collect(Collectors.joining(","));
        System.out.println("truth {\"program\":\"" + entry.name + "\",\"fields\":[" + fields + "],\"kept\":" + program.kept()
            + ",\"checksum\":" + storefront.checksum() + "}");
    }

    private interface Maker {
        Program make(Plan plan) throws Exception;
    }

    private record Entry(String name, int oldestJdk, Maker maker, List<String> fields) {
        Entry(String name, int oldestJdk, Maker maker, String... fields) {
            this(name, oldestJdk, maker, List.of(fields));
        }
    }
}
