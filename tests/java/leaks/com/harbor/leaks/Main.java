package com.harbor.leaks;

import com.harbor.audit.AuditLeak;
import com.harbor.base.Background;
import com.harbor.base.Traffic;
import com.harbor.console.ConsoleLeak;
import com.harbor.database.DatabaseLeak;
import com.harbor.documents.DocumentLeak;
import com.harbor.editor.EditorLeak;
import com.harbor.events.EventLeak;
import com.harbor.gateway.GatewayLeak;
import com.harbor.jobs.JobLeak;
import com.harbor.modules.ModuleLeak;
import com.harbor.pipeline.PipelineLeak;
import com.harbor.polling.PollingLeak;
import com.harbor.rates.RatesLeak;
import com.harbor.registry.RegistryLeak;
import com.harbor.reports.ReportLeak;
import com.harbor.rpc.RpcLeak;
import com.harbor.session.SessionLeak;
import com.harbor.users.UserLeak;
import com.harbor.web.WebLeak;
import java.util.List;
import java.util.function.Function;

/**
 * Programs that run by themselves for a while, each with one leak, and healthy twins that look alike: to be recorded.
 *
 * <pre>
 * javac -d CLASSES $(find tests/java/leaks -name '*.java')
 * java -cp CLASSES com.harbor.leaks.Main --list
 * java -Xmx300m -cp CLASSES com.harbor.leaks.Main NAME [--healthy] [--seconds N] [--seed N] [--megabytes N]
 * </pre>
 *
 * The list tells of each program its name, and the oldest JDK that has what it needs. Beside its leak every program has the work and
 * the healthy growth of a real one, see {@link Traffic} and {@link Background}. The clock only says when the next round of work begins:
 * what is done depends on the options alone. The last line tells the truth, with a sum over what was done:
 * {@code truth {"program":..,"fields":[..],"kept":N,"checksum":N}}; the field is the guilty one.
 */
public final class Main {
    private static final List<Entry> PROGRAMS = List.of(
        new Entry("event-bus", "com.harbor.events.EventBus.listeners", 17, EventLeak::new),
        new Entry("thread-local", "com.harbor.web.RequestTrace.spans", 17, WebLeak::new),
        new Entry("class-loaders", "com.harbor.modules.Deployer.DEPLOYED", 17, ModuleLeak::new),
        new Entry("sessions", "com.harbor.session.SessionStore.sessions", 17, SessionLeak::new),
        new Entry("broken-key", "com.harbor.rates.CurrencyPairs.CANONICAL", 17, RatesLeak::new),
        new Entry("slow-consumer", "com.harbor.pipeline.Pipeline.pending", 17, PipelineLeak::new),
        new Entry("changing-key", "com.harbor.reports.ReportCache.entries", 17, ReportLeak::new),
        new Entry("static-registry", "com.harbor.registry.HandlerRegistry.HANDLERS", 17, RegistryLeak::new),
        new Entry("timers", "com.harbor.polling.Poller.SCHEDULER", 17, PollingLeak::new),
        new Entry("weak-map", "com.harbor.documents.Annotations.BY_DOCUMENT", 17, DocumentLeak::new),
        new Entry("log-history", "com.harbor.console.Console.history", 17, ConsoleLeak::new),
        new Entry("callbacks", "com.harbor.jobs.JobRunner.whenDone", 17, JobLeak::new),
        new Entry("byte-log", "com.harbor.audit.AuditLog.text", 17, AuditLeak::new),
        new Entry("futures", "com.harbor.rpc.RpcClient.unanswered", 17, RpcLeak::new),
        new Entry("virtual-requests", "com.harbor.gateway.Gateway.contexts", 21, GatewayLeak::new),
        new Entry("undo-list", "com.harbor.editor.Editor.lastChange", 17, EditorLeak::new),
        new Entry("user-history", "com.harbor.users.User.visits", 17, UserLeak::new),
        new Entry("open-statements", "com.harbor.database.Connection.statements", 17, DatabaseLeak::new));

    private static final int MILLIS_PER_ROUND = 100;

    /** What runs stays to the end, as in a server: looks at the heap after the last line of main find it, too. */
    private static Leak leak;

    private Main() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("--list")) {
            for (Entry entry : PROGRAMS) {
                System.out.println(entry.name + " " + entry.oldestJdk);
            }
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
        run(entry, new Plan(healthy, seconds * 1000 / MILLIS_PER_ROUND, seed, megabytes));
    }

    private static void run(Entry entry, Plan plan) throws Exception {
        leak = entry.program.apply(plan);
        Background background = new Background(plan);
        Traffic traffic = new Traffic(plan);
        long start = System.nanoTime();
        for (int round = 0; round < plan.rounds(); round++) {
            long due = start + round * MILLIS_PER_ROUND * 1_000_000L;
            long early = (due - System.nanoTime()) / 1_000_000;
            if (early > 0) {
                Thread.sleep(early);
            }
            background.round(round);
            traffic.round();
            leak.round(round);
        }
        System.out.println("truth {\"program\":\"" + entry.name + "\",\"fields\":[\"" + entry.field + "\"],\"kept\":" + leak.kept()
            + ",\"checksum\":" + (traffic.checksum() ^ background.checksum()) + "}");
    }

    private record Entry(String name, String field, int oldestJdk, Function<Plan, Leak> program) {}
}
