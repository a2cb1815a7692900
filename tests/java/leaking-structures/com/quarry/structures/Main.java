package com.quarry.structures;

import com.quarry.alarms.Alarms;
import com.quarry.blasting.Blasting;
import com.quarry.calls.CallCentre;
import com.quarry.dispatch.Dispatching;
import com.quarry.drawings.DrawingOffice;
import com.quarry.drilling.Drilling;
import com.quarry.gate.GateWatch;
import com.quarry.images.ImageServer;
import com.quarry.journal.Journals;
import com.quarry.machines.MachineHire;
import com.quarry.maps.MapRoom;
import com.quarry.names.NameReading;
import com.quarry.permits.PermitOffice;
import com.quarry.plugins.PluginHost;
import com.quarry.positions.TruckTracking;
import com.quarry.prices.PriceDesk;
import com.quarry.quotes.QuoteDesk;
import com.quarry.receipts.ReceiptPrinting;
import com.quarry.search.DocumentSearch;
import com.quarry.sensors.SensorNet;
import com.quarry.serials.SerialChecks;
import com.quarry.stockpiles.Yard;
import com.quarry.ticker.TickerBoard;
import com.quarry.weather.WeatherRoom;
import com.quarry.weighing.WeighBridge;
import java.util.List;
import java.util.function.Function;

/**
 * Programs whose data structures keep what they should let go, one way each, and healthy twins: own lists, trees, tables and pools,
 * those of the JDK and of libraries. To be recorded.
 *
 * <pre>
 * javac -cp 'JARS/*' -d CLASSES $(find tests/java/leaking-structures -name '*.java')
 * java -cp CLASSES:'JARS/*' com.quarry.structures.Main --list
 * java -Xmx300m -cp CLASSES:'JARS/*' com.quarry.structures.Main NAME [--healthy] [--seconds N] [--seed N] [--megabytes N]
 * </pre>
 *
 * The list tells of each program its name, and the oldest JDK that has what it needs; the jars come from scripts/jars.sh. Beside its
 * leak every program has the work of a quarry, in structures of the same classes, see {@link Works}. The clock only says when the next
 * round of work begins. The last line tells the truth: {@code truth {"program":..,"fields":[..],"kept":N,"checksum":N}}; the field is
 * that of the application which owns the structure, whoever made the structure, and none inside it.
 */
public final class Main {
    private static final List<Entry> PROGRAMS = List.of(
        new Entry("chain", 17, WeighBridge::new, "com.quarry.weighing.WeighBook.tickets"),
        new Entry("tree", 17, Drilling::new, "com.quarry.drilling.DrillLog.holes"),
        new Entry("open-table", 17, GateWatch::new, "com.quarry.gate.Gate.visits"),
        new Entry("growing-ring", 17, Blasting::new, "com.quarry.blasting.Seismograph.shocks"),
        new Entry("string-pool", 17, NameReading::new, "com.quarry.names.NameTable.pool"),
        new Entry("prefix-tree", 17, DocumentSearch::new, "com.quarry.search.TermIndex.terms"),
        new Entry("object-pool", 17, DrawingOffice::new, "com.quarry.drawings.SheetPool.lent"),
        new Entry("byte-log", 17, Journals::new, "com.quarry.journal.Journal.entries"),
        new Entry("bit-set", 17, SerialChecks::new, "com.quarry.serials.SerialNumbers.seen"),
        new Entry("nested-maps", 17, SensorNet::new, "com.quarry.sensors.Readings.bySite"),
        new Entry("primitive-keys", 17, PermitOffice::new, "com.quarry.permits.Permits.byNumber"),
        new Entry("weak-values", 17, MapRoom::new, "com.quarry.maps.MapLayers.BY_MAP"),
        new Entry("slow-consumer", 17, Dispatching::new, "com.quarry.dispatch.Dispatcher.waiting"),
        new Entry("listeners", 17, WeatherRoom::new, "com.quarry.weather.WeatherStation.listeners"),
        new Entry("broken-key", 17, PriceDesk::new, "com.quarry.prices.PriceList.computed"),
        new Entry("pooled-threads", 17, ReceiptPrinting::new, "com.quarry.receipts.ReceiptDesk.PRINTED"),
        new Entry("timer-heap", 17, Alarms::new, "com.quarry.alarms.AlarmClock.due"),
        new Entry("identity-map", 17, MachineHire::new, "com.quarry.machines.MachineRegistry.states"),
        new Entry("enum-map", 17, Yard::new, "com.quarry.stockpiles.Stockpiles.loads"),
        new Entry("skip-list", 17, TruckTracking::new, "com.quarry.positions.Tracks.positions"),
        new Entry("wrong-eldest", 17, ImageServer::new, "com.quarry.images.ImageCache.images"),
        new Entry("sub-lists", 17, TickerBoard::new, "com.quarry.ticker.Ticker.latest"),
        new Entry("multimap", 17, CallCentre::new, "com.quarry.calls.CallLog.byCustomer"),
        new Entry("endless-cache", 17, QuoteDesk::new, "com.quarry.quotes.QuoteBook.quotes"),
        new Entry("loader-keys", 17, PluginHost::new, "com.quarry.plugins.Templates.byLoader"));

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
        run(entry, new Plan(healthy, seconds * 1000 / MILLIS_PER_ROUND, seed, megabytes));
    }

    private static void run(Entry entry, Plan plan) throws Exception {
        program = entry.maker.apply(plan);
        Works works = new Works(plan);
        long start = System.nanoTime();
        for (int round = 0; round < plan.rounds(); round++) {
            long due = start + round * MILLIS_PER_ROUND * 1_000_000L;
            long early = (due - System.nanoTime()) / 1_000_000;
            if (early > 0) {
                Thread.sleep(early);
            }
            works.round(round);
            program.round(round);
        }
        System.out.println("truth {\"program\":\"" + entry.name + "\",\"fields\":[\"" + entry.field + "\"],\"kept\":" + program.kept()
            + ",\"checksum\":" + works.checksum() + "}");
    }

    private record Entry(String name, int oldestJdk, Function<Plan, Program> maker, String field) {}
}
