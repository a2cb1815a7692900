package com.orchard.defects;

import com.orchard.audit.AuditProgram;
import com.orchard.base.Background;
import com.orchard.beans.BeansProgram;
import com.orchard.catalog.CatalogProgram;
import com.orchard.chat.ChatProgram;
import com.orchard.crm.CrmProgram;
import com.orchard.desk.DeskProgram;
import com.orchard.editor.EditorProgram;
import com.orchard.events.EventsProgram;
import com.orchard.exports.ExportsProgram;
import com.orchard.geo.GeoProgram;
import com.orchard.handles.HandlesProgram;
import com.orchard.images.ImagesProgram;
import com.orchard.imports.ImportsProgram;
import com.orchard.intake.IntakeProgram;
import com.orchard.inventory.InventoryProgram;
import com.orchard.locale.LocaleProgram;
import com.orchard.mail.MailProgram;
import com.orchard.monitoring.MonitoringProgram;
import com.orchard.news.NewsProgram;
import com.orchard.orders.OrdersProgram;
import com.orchard.plugins.PluginsProgram;
import com.orchard.pricing.PricingProgram;
import com.orchard.printing.PrintingProgram;
import com.orchard.rates.RatesProgram;
import com.orchard.report.ReportProgram;
import com.orchard.sampling.SamplingProgram;
import com.orchard.session.SessionProgram;
import com.orchard.stock.StockProgram;
import com.orchard.tags.TagsProgram;
import com.orchard.terms.TermsProgram;
import com.orchard.tickets.TicketsProgram;
import com.orchard.web.WebProgram;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;

/**
 * Programs with one known memory defect each, and healthy twins that look alike.
 *
 * <pre>
 * javac -d CLASSES $(find tests/java/defects -name '*.java')
 * java -XX:+UseSerialGC -Xmx64m -cp CLASSES com.orchard.defects.Main --list
 * java -XX:+UseSerialGC -Xmx64m -cp CLASSES com.orchard.defects.Main NAME [--healthy] [--points N] [--dumps DIR] [--seconds N]
 * </pre>
 *
 * With {@code --dumps} the reachable objects are dumped after every point. With {@code --seconds} the points are spread over so long,
 * and garbage is made between them: to be recorded. The last line tells the truth:
 * {@code truth {"program":..,"verdict":"leak","fields":[..],"class":..,"objects":N,"bytes":N}}. Beside the defect
 * every program has the noise of a real one, see {@link Background}. What is done depends on no clock and no chance.
 */
public final class Main {
    private static final String[] NAMES = {
        "static-list", "broken-key", "listener", "thread-local", "inner-class", "two-caches", "unbounded-queue", "class-loader",
        "stale-stack", "growing-bytes", "duplicate-strings", "empty-collections", "sub-list", "reference-backlog", "weak-map",
        "cancelled-timers", "stuck-threads", "executor-queue", "thread-local-list", "two-indexes", "history-per-object", "slow-drip",
        "management-beans", "interned-strings", "finalizer-queue",
        "start-up-spike", "slowing-growth", "enum-singleton", "event-bus", "old-stock",
        "small-local", "delete-on-exit",
    };

    /** Garbage at once, a millisecond apart: some 50 megabytes per second. */
    private static final int GARBAGE_BYTES = 50_000;

    /** What runs stays to the end, as in a server: looks at the heap after the last line of main find it, too. */
    private static Program program;

    private static byte[] garbage;

    private Main() {}

    public static void main(String[] args) throws Exception {
        String name = args[0];
        if (name.equals("--list")) {
            System.out.println(String.join("\n", NAMES));
            return;
        }
        boolean healthy = false;
        int points = 10;
        String dumps = null;
        int seconds = 0;
        for (int at = 1; at < args.length; at++) {
            switch (args[at]) {
                case "--healthy" -> healthy = true;
                case "--points" -> points = Integer.parseInt(args[++at]);
                case "--dumps" -> dumps = args[++at];
                case "--seconds" -> seconds = Integer.parseInt(args[++at]);
                default -> throw new IllegalArgumentException("unknown option " + args[at]);
            }
        }
        program = program(name, healthy);
        run(name, healthy, points, dumps, seconds);
    }

    private static Program program(String name, boolean healthy) throws Exception {
        return switch (name) {
            case "static-list" -> new OrdersProgram(healthy);
            case "broken-key" -> new PricingProgram(healthy);
            case "listener" -> new DeskProgram(healthy);
            case "thread-local" -> new WebProgram(healthy);
            case "inner-class" -> new ReportProgram(healthy);
            case "two-caches" -> new CatalogProgram(healthy);
            case "unbounded-queue" -> new IntakeProgram(healthy);
            case "class-loader" -> new PluginsProgram(healthy);
            case "stale-stack" -> new EditorProgram(healthy);
            case "growing-bytes" -> new AuditProgram(healthy);
            case "duplicate-strings" -> new GeoProgram(healthy);
            case "empty-collections" -> new CrmProgram(healthy);
            case "sub-list" -> new NewsProgram(healthy);
            case "reference-backlog" -> new HandlesProgram(healthy);
            case "weak-map" -> new SessionProgram(healthy);
            case "cancelled-timers" -> new MonitoringProgram(healthy);
            case "stuck-threads" -> new MailProgram(healthy);
            case "executor-queue" -> new PrintingProgram(healthy);
            case "thread-local-list" -> new LocaleProgram(healthy);
            case "two-indexes" -> new InventoryProgram(healthy);
            case "history-per-object" -> new ChatProgram(healthy);
            case "slow-drip" -> new TicketsProgram(healthy);
            case "management-beans" -> new BeansProgram(healthy);
            case "interned-strings" -> new TagsProgram(healthy);
            case "finalizer-queue" -> new ImagesProgram(healthy);
            case "start-up-spike" -> new ImportsProgram(healthy);
            case "slowing-growth" -> new TermsProgram(healthy);
            case "enum-singleton" -> new RatesProgram(healthy);
            case "event-bus" -> new EventsProgram(healthy);
            case "old-stock" -> new StockProgram(healthy);
            case "small-local" -> new SamplingProgram(healthy);
            case "delete-on-exit" -> new ExportsProgram(healthy);
            default -> throw new IllegalArgumentException("no program " + name + "; --list tells them");
        };
    }

    private static void run(String name, boolean healthy, int points, String dumps, int seconds) throws Exception {
        long start = System.nanoTime();
        HotSpotDiagnosticMXBean diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (int point = 1; point <= points; point++) {
            Background.work(point, points);
            program.work(point);
            if (dumps != null) {
                String number = point < 10 ? "0" + point : "" + point;
                diagnostics.dumpHeap(new File(dumps, "point-" + number + ".hprof").getPath(), true);
            }
            while (System.nanoTime() < start + seconds * 1_000_000_000L * point / points) {
                garbage = new byte[GARBAGE_BYTES];
                Thread.sleep(1);
            }
        }
        StringBuilder fields = new StringBuilder();
        for (String field : program.guiltyFields()) {
            fields.append(fields.isEmpty() ? "\"" : ",\"").append(field).append('"');
        }
        System.out.println("truth {\"program\":\"" + name + "\",\"verdict\":\"" + (healthy ? "steady" : "leak") + "\",\"fields\":["
            + (healthy ? "" : fields) + "],\"class\":\"" + program.leakingClass() + "\",\"objects\":"
            + (healthy ? 0 : program.leakedObjects()) + ",\"bytes\":" + (healthy ? 0 : program.leakedBytes()) + "}");
        program.stop();
    }
}
