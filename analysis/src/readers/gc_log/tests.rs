//! Excerpts of logs that JDK 17, 21 and 25 wrote of a small program, with the lines that this module reads and some of the others.

use proptest::prelude::*;

use super::{gc_log_files, is_gc_log, read_gc_log, read_gc_logs};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::over_time::gc_events::{GcEvent, GcEvents, GcSpace};
use crate::readers::files::ByteSource;

const MIB: u64 = 1 << 20;

/// JDK 17, two collections of G1 within a cycle.
const G1: &str = "\
[0.034s][info][gc] Using G1
[0.057s][info][gc,init] Version: 17.0.15+6-Debian-1deb12u1 (release)
[0.057s][info][gc,init] Heap Region Size: 1M
[0.057s][info][gc,init] Heap Max Capacity: 40M
[0.613s][info][gc,start    ] GC(23) Pause Young (Concurrent Start) (G1 Humongous Allocation)
[0.613s][info][gc,task     ] GC(23) Using 2 workers of 2 for evacuation
[0.618s][info][gc,phases   ] GC(23)   Pre Evacuate Collection Set: 0.1ms
[0.618s][info][gc,phases   ] GC(23)   Other: 0.3ms
[0.618s][info][gc,heap     ] GC(23) Eden regions: 8->0(22)
[0.618s][info][gc,heap     ] GC(23) Survivor regions: 2->2(3)
[0.618s][info][gc,heap     ] GC(23) Old regions: 5->5
[0.618s][info][gc,heap     ] GC(23) Archive regions: 2->2
[0.618s][info][gc,heap     ] GC(23) Humongous regions: 4->0
[0.618s][info][gc,metaspace] GC(23) Metaspace: 77K(320K)->77K(320K) NonClass: 73K(192K)->73K(192K) Class: 3K(128K)->3K(128K)
[0.618s][info][gc          ] GC(23) Pause Young (Concurrent Start) (G1 Humongous Allocation) 13M->6M(40M) 5.221ms
[0.618s][info][gc,cpu      ] GC(23) User=0.00s Sys=0.00s Real=0.01s
[0.618s][info][gc          ] GC(24) Concurrent Mark Cycle
[0.618s][info][gc,marking  ] GC(24) Concurrent Scan Root Regions
[0.618s][info][gc,marking  ] GC(24) Concurrent Scan Root Regions 0.079ms
[0.618s][info][gc,marking  ] GC(24) Concurrent Mark
[0.618s][info][gc,marking  ] GC(24) Concurrent Mark From Roots
[0.622s][info][gc,start    ] GC(25) Pause Young (Normal) (G1 Evacuation Pause)
[0.634s][info][gc,marking  ] GC(24) Concurrent Mark From Roots 15.484ms
[0.634s][info][gc,heap     ] GC(25) Eden regions: 22->0(22)
[0.634s][info][gc,heap     ] GC(25) Humongous regions: 4->0
[0.634s][info][gc          ] GC(25) Pause Young (Normal) (G1 Evacuation Pause) 32M->7M(40M) 12.128ms
[0.634s][info][gc,cpu      ] GC(25) User=0.01s Sys=0.00s Real=0.01s
[0.634s][info][gc,start    ] GC(24) Pause Remark
[0.634s][info][gc          ] GC(24) Pause Remark 8M->8M(34M) 0.214ms
[0.636s][info][gc,marking  ] GC(24) Concurrent Mark 17.738ms
[0.642s][info][gc,start    ] GC(24) Pause Cleanup
[0.642s][info][gc          ] GC(24) Pause Cleanup 8M->8M(34M) 0.033ms
[0.643s][info][gc          ] GC(24) Concurrent Mark Cycle 25.256ms
";

/// JDK 17, Parallel, with the collections for a heap dump.
const PARALLEL: &str = "\
[0.020s][info][gc] Using Parallel
[0.024s][info][gc,init] Heap Max Capacity: 64M
[0.710s][info][gc,start       ] GC(15) Pause Young (Heap Dump Initiated GC)
[0.728s][info][gc,heap        ] GC(15) PSYoungGen: 818K(18944K)->192K(18944K) Eden: 818K(16384K)->0K(16384K) From: 0K(2560K)->192K(2560K)
[0.728s][info][gc,heap        ] GC(15) ParOldGen: 3752K(44032K)->3760K(44032K)
[0.728s][info][gc,metaspace   ] GC(15) Metaspace: 456K(640K)->456K(640K) NonClass: 413K(512K)->413K(512K) Class: 42K(128K)->42K(128K)
[0.728s][info][gc             ] GC(15) Pause Young (Heap Dump Initiated GC) 4M->3M(61M) 18.060ms
[0.728s][info][gc,cpu         ] GC(15) User=0.00s Sys=0.00s Real=0.02s
[0.728s][info][gc,start       ] GC(16) Pause Full (Heap Dump Initiated GC)
[0.728s][info][gc,phases,start] GC(16) Marking Phase
[0.748s][info][gc,phases      ] GC(16) Marking Phase 19.952ms
[0.757s][info][gc,heap        ] GC(16) PSYoungGen: 192K(18944K)->0K(18944K) Eden: 0K(16384K)->0K(16384K) From: 192K(2560K)->0K(2560K)
[0.757s][info][gc,heap        ] GC(16) ParOldGen: 3760K(44032K)->3903K(44032K)
[0.758s][info][gc             ] GC(16) Pause Full (Heap Dump Initiated GC) 3M->3M(61M) 29.596ms
[0.758s][info][gc,cpu         ] GC(16) User=0.00s Sys=0.00s Real=0.03s
[1.090s][info][gc,heap,exit   ] Heap
[1.090s][info][gc,heap,exit   ]  PSYoungGen      total 18944K, used 4966K [0x00000000feb00000, 0x0000000100000000, 0x0000000100000000)
";

/// JDK 17, ZGC without generations.
const ZGC: &str = "\
[0.197s][info][gc     ] Using The Z Garbage Collector
[0.552s][info][gc,start    ] GC(0) Garbage Collection (Warmup)
[0.552s][info][gc,task     ] GC(0) Using 1 workers
[0.564s][info][gc,phases   ] GC(0) Pause Mark Start 0.021ms
[0.568s][info][gc,phases   ] GC(0) Concurrent Mark 3.896ms
[0.568s][info][gc,phases   ] GC(0) Pause Mark End 0.022ms
[0.614s][info][gc,phases   ] GC(0) Pause Relocate Start 0.020ms
[0.616s][info][gc,phases   ] GC(0) Concurrent Relocate 1.562ms
[0.616s][info][gc,metaspace] GC(0) Metaspace: 1M used, 2M committed, 1088M reserved
[0.616s][info][gc,heap     ] GC(0) Min Capacity: 8M(12%)
[0.616s][info][gc,heap     ] GC(0) Max Capacity: 64M(100%)
[0.616s][info][gc,heap     ] GC(0)                Mark Start          Mark End        Relocate Start      Relocate End           High               Low         
[0.616s][info][gc,heap     ] GC(0)  Capacity:       60M (100%)         60M (100%)         62M (100%)         64M (100%)         64M (100%)         64M (100%)   
[0.616s][info][gc,heap     ] GC(0)      Free:       56M (88%)          54M (84%)          46M (72%)          48M (75%)          56M (88%)          44M (69%)    
[0.616s][info][gc,heap     ] GC(0)      Used:        8M (12%)          10M (16%)          18M (28%)          16M (25%)          20M (31%)           8M (12%)    
[0.616s][info][gc,heap     ] GC(0)      Live:         -                 0M (1%)            0M (1%)            0M (1%)             -                  -          
[0.616s][info][gc          ] GC(0) Garbage Collection (Warmup) 8M(12%)->16M(25%)
";

/// JDK 21, ZGC with generations: a minor collection within a major one.
const GENERATIONAL_ZGC: &str = "\
[0.191s][info][gc     ] Using The Z Garbage Collector
[0.551s][info][gc          ] GC(0) Major Collection (Warmup)
[0.551s][info][gc,phases   ] GC(0) Y: Young Generation
[0.559s][info][gc,phases   ] GC(0) Y: Pause Mark Start (Major) 0.067ms
[0.572s][info][gc,phases   ] GC(0) Y: Concurrent Mark 13.349ms
[0.592s][info][gc,phases   ] GC(0) Y: Pause Relocate Start 0.022ms
[0.593s][info][gc,heap     ] GC(0) Y: Heap Statistics:
[0.593s][info][gc,heap     ] GC(0) Y:                Mark Start          Mark End        Relocate Start      Relocate End           High               Low         
[0.593s][info][gc,heap     ] GC(0) Y:  Capacity:       64M (100%)         64M (100%)         64M (100%)         64M (100%)         64M (100%)         64M (100%)   
[0.594s][info][gc,heap     ] GC(0) Y:      Used:       14M (22%)          40M (62%)          44M (69%)          48M (75%)          50M (78%)          14M (22%)    
[0.594s][info][gc,heap     ] GC(0) Y: Young Generation Statistics:
[0.594s][info][gc,heap     ] GC(0) Y:                Mark Start          Mark End        Relocate Start      Relocate End    
[0.594s][info][gc,heap     ] GC(0) Y:      Used:       13M (22%)          40M (62%)          44M (69%)          47M (75%)    
[0.594s][info][gc,phases   ] GC(0) Y: Young Generation 14M(22%)->48M(75%) 0.042s
[0.594s][info][gc,phases   ] GC(0) O: Old Generation
[0.606s][info][gc,phases   ] GC(0) O: Pause Mark End 0.029ms
[0.616s][info][gc          ] GC(1) Minor Collection (High Usage)
[0.616s][info][gc,phases   ] GC(1) y: Young Generation
[0.616s][info][gc,phases   ] GC(1) y: Pause Mark Start 0.018ms
[0.626s][info][gc,phases   ] GC(1) y: Young Generation 60M(94%)->10M(16%) 0.010s
[0.626s][info][gc          ] GC(1) Minor Collection (High Usage) 60M(94%)->10M(16%) 0.011s
[0.626s][info][gc          ] Allocation Stall (main) 5.376ms
[0.687s][info][gc,heap     ] GC(0) O: Old Generation Statistics:
[0.687s][info][gc,heap     ] GC(0) O:                Mark Start          Mark End        Relocate Start      Relocate End    
[0.687s][info][gc,heap     ] GC(0) O:      Used:        1M (0%)            1M (0%)            1M (0%)            2M (0%)     
[0.688s][info][gc          ] GC(0) Major Collection (Warmup) 14M(22%)->36M(56%) 0.137s
[1.141s][info][gc          ] GC(2) Major Collection (Warmup)
[1.300s][info][gc          ] GC(2) Major Collection (Warmup) Aborted
";

/// JDK 25, Shenandoah: a cycle that was asked for, and a collection after the program ran out of memory.
const SHENANDOAH: &str = "\
[0.049s][info][gc     ] Using Shenandoah
[0.680s][info][gc          ] Trigger: Handle Allocation Failure
[0.680s][info][gc,start    ] GC(6) Pause Degenerated GC (Mark)
[0.681s][info][gc,ergo     ] GC(6) Good progress for free space: 55739K, need 655K
[0.681s][info][gc          ] GC(6) Pause Degenerated GC (Mark) 48M->6M(64M) 0.793ms
[0.681s][info][gc,stats    ] Pause Degenerated GC (G)            887 us
[0.983s][info][gc          ] Trigger: GC request (Heap Dump Initiated GC)
[0.983s][info][gc,start    ] GC(8) Concurrent reset (unload classes)
[0.983s][info][gc          ] GC(8) Concurrent reset (unload classes) 0.040ms
[0.984s][info][gc,start    ] GC(8) Pause Init Mark (unload classes)
[0.984s][info][gc          ] GC(8) Pause Init Mark (unload classes) 0.119ms
[0.990s][info][gc          ] GC(8) Concurrent marking (unload classes) 5.147ms
[0.991s][info][gc          ] GC(8) Pause Final Mark (unload classes) 0.191ms
[0.994s][info][gc          ] GC(8) Concurrent cleanup (unload classes) 20M->5M(64M) 0.032ms
[0.995s][info][gc          ] GC(8) Pause Final Update Refs 0.010ms
[0.996s][info][gc          ] GC(8) Concurrent cleanup (unload classes) 7M->4M(64M) 0.021ms
[0.997s][info][gc          ] GC(8) Concurrent reset after collect (unload classes) 0.064ms
[0.999s][info][gc,metaspace] GC(8) Metaspace: 80K(320K)->80K(320K) NonClass: 77K(192K)->77K(192K) Class: 3K(128K)->3K(128K)
";

/// What is read of a text, and what was wrong with it.
pub(super) fn read(text: impl AsRef<[u8]>) -> (GcEvents, Vec<String>) {
    read_all(&[("gc.log", text.as_ref())])
}

fn read_all(texts: &[(&str, &[u8])]) -> (GcEvents, Vec<String>) {
    let warnings = Warnings::new();
    let sources: Vec<ByteSource> = texts.iter().map(|(_, text)| ByteSource::from(text.to_vec())).collect();
    let named: Vec<(&str, &ByteSource)> = texts.iter().map(|(name, _)| *name).zip(&sources).collect();
    let told = read_gc_logs(&named, &Progress::new(), &warnings).expect("these are GC logs");
    (told, warnings.list().iter().map(ToString::to_string).collect())
}

/// Number, beginning and end in milliseconds, pause in microseconds, collector, cause.
fn course(event: &GcEvent) -> (u32, u64, u64, u64, &str, &str) {
    let millis = |nanos: u64| nanos / 1_000_000;
    (event.number, millis(event.start_nanos), millis(event.end_nanos), event.pause_nanos / 1000, &event.collector, &event.cause)
}

pub(super) fn used(event: &GcEvent) -> [Option<u64>; 3] {
    [event.used_before, event.used_after, event.capacity]
}

pub(super) fn space<'a>(event: &'a GcEvent, name: &str) -> &'a GcSpace {
    event.spaces.iter().find(|space| &*space.name == name).unwrap_or_else(|| panic!("no {name}: {:?}", event.spaces))
}

pub(super) fn amounts(space: &GcSpace) -> [Option<u64>; 3] {
    [space.before, space.after, space.capacity]
}

/// The lines of a log with other decorations.
fn decorated(log: &str, mut decorations: impl FnMut(u64) -> String) -> String {
    let one = |line: &str| {
        let (time, rest) = line.split_once(']').expect("is decorated");
        let (seconds, millis) = time.trim_start_matches('[').trim_end_matches('s').split_once('.').expect("has a fraction");
        let millis = seconds.parse::<u64>().expect("a number") * 1000 + millis.parse::<u64>().expect("a number");
        let (_, message) = rest.split_once("] ").expect("has a message");
        let message = message.split_once("] ").map_or(message, |(_, message)| message);
        format!("{} {message}\n", decorations(millis)).trim_start().to_owned()
    };
    log.lines().map(one).collect()
}

#[test]
fn pauses_of_g1_are_collections_and_so_is_a_cycle_around_them() {
    let (told, warned) = read(G1);
    assert_eq!(warned, [""; 0]);
    let expected = [
        (23, 612, 618, 5221, "Pause Young (Concurrent Start)", "G1 Humongous Allocation"),
        (25, 621, 634, 12_128, "Pause Young (Normal)", "G1 Evacuation Pause"),
        (24, 617, 643, 214 + 33, "Concurrent Mark Cycle", ""),
    ];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!((told.zero_millis, told.end_nanos), (None, 643_000_000));
    assert_eq!(used(&told.events[0]), [Some(13 * MIB), Some(6 * MIB), Some(40 * MIB)]);
    // Regions of 1 MiB.
    assert_eq!(amounts(space(&told.events[0], "Eden")), [Some(8 * MIB), Some(0), Some(22 * MIB)]);
    assert_eq!(amounts(space(&told.events[0], "Humongous")), [Some(4 * MIB), Some(0), None]);
    assert_eq!(amounts(space(&told.events[0], "Metaspace")), [Some(77 << 10), Some(77 << 10), Some(320 << 10)]);
    let names: Vec<_> = told.events[2].pauses.iter().map(|pause| (&*pause.name, pause.start_nanos, pause.pause_nanos)).collect();
    assert_eq!(names, [("Pause Remark", 633_786_000, 214_000), ("Pause Cleanup", 641_967_000, 33_000)]);
    assert_eq!(told.events[2].longest_pause_nanos(), 214_000);
    assert_eq!(told.events.iter().map(GcEvent::is_full).collect::<Vec<_>>(), [Some(false); 3]);
}

#[test]
fn regions_are_bytes_only_where_their_size_is_told_even_at_the_end() {
    let without: String = G1.lines().filter(|line| !line.contains("Region Size")).map(|line| format!("{line}\n")).collect();
    let names = |log: &str| read(log).0.events[0].spaces.iter().map(|space| space.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&without), ["Metaspace"]);
    let at_exit = without + "[1.154s][info][gc,exit        ]   region size 2048K, 2 young (2048K), 1 survivors (1024K)\n";
    assert_eq!(amounts(space(&read(&at_exit).0.events[0], "Eden"))[0], Some(16 * MIB));
}

#[test]
fn collections_for_a_heap_dump_keep_that_cause() {
    let (told, warned) = read(PARALLEL);
    assert_eq!(warned, [""; 0]);
    let expected =
        [(15, 709, 728, 18_060, "Pause Young", "Heap Dump Initiated GC"), (16, 728, 758, 29_596, "Pause Full", "Heap Dump Initiated GC")];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!(told.events[1].is_full(), Some(true));
    let kib = |before: u64, after: u64, capacity: u64| [Some(before << 10), Some(after << 10), Some(capacity << 10)];
    assert_eq!(amounts(space(&told.events[0], "Eden")), kib(818, 0, 16_384));
    assert_eq!(amounts(space(&told.events[0], "Survivor")), kib(0, 192, 2560));
    assert_eq!(amounts(space(&told.events[0], "Old")), kib(3752, 3760, 44_032));
    assert_eq!(told.end_nanos, 1_090_000_000);
    let causes = |log: &str| read(log).0.events.iter().map(|event| event.cause.to_string()).collect::<Vec<_>>();
    assert_eq!(causes(SHENANDOAH), ["Handle Allocation Failure", "Heap Dump Initiated GC"]);
}

#[test]
fn cycles_of_zgc_have_the_sum_of_their_pauses() {
    let (told, warned) = read(ZGC);
    assert_eq!(warned, [""; 0]);
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), [(0, 552, 616, 21 + 22 + 20, "Garbage Collection", "Warmup")]);
    assert_eq!(used(&told.events[0]), [Some(8 * MIB), Some(16 * MIB), Some(64 * MIB)]);
    assert_eq!(amounts(space(&told.events[0], "Metaspace")), [None, Some(MIB), Some(2 * MIB)]);
    assert_eq!(told.events[0].is_full(), Some(true));

    let (told, warned) = read(GENERATIONAL_ZGC);
    assert_eq!(warned, [""; 0]);
    let expected = [
        (1, 615, 626, 18, "Minor Collection", "High Usage"),
        (0, 551, 688, 67 + 22 + 29, "Major Collection", "Warmup"),
        (2, 1141, 1300, 0, "Major Collection", "Warmup"),
    ];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!(used(&told.events[1]), [Some(14 * MIB), Some(36 * MIB), Some(64 * MIB)]);
    assert_eq!(amounts(space(&told.events[1], "Young"))[..2], [Some(13 * MIB), Some(47 * MIB)]);
    assert_eq!(amounts(space(&told.events[1], "Old"))[..2], [Some(MIB), Some(2 * MIB)]);
    assert_eq!(told.events.iter().map(GcEvent::is_full).collect::<Vec<_>>(), [Some(false), Some(true), Some(true)]);
}

#[test]
fn pauses_that_are_logged_at_once_lie_one_after_the_other() {
    let log = "\
[0.100s][info][gc] GC(0) Concurrent reset 0.010ms
[0.156s][info][gc] GC(0) Pause Init Mark 0.022ms
[0.156s][info][gc] GC(0) Concurrent marking 0.020ms
[0.156s][info][gc] GC(0) Pause Final Mark 0.056ms
[0.156s][info][gc] GC(0) Concurrent cleanup 13M->2M(48M) 0.010ms
";
    let (told, _) = read(log);
    let event = &told.events[0];
    let places: Vec<_> = event.pauses.iter().map(|pause| (pause.start_nanos, pause.pause_nanos)).collect();
    assert_eq!(places, [(155_922_000, 22_000), (155_944_000, 56_000)]);
    assert!(event.start_nanos <= 155_922_000 && event.end_nanos == 156_000_000, "{event:?}");

    let at_once = log.replace("0.100s", "0.156s");
    assert_eq!(read(&at_once).0.events[0].start_nanos, 155_922_000);
}

#[test]
fn cycles_of_shenandoah_end_with_their_last_line() {
    let (told, warned) = read(SHENANDOAH);
    assert_eq!(warned, [""; 0]);
    let expected = [
        (6, 680, 681, 793, "Pause Degenerated GC (Mark)", "Handle Allocation Failure"),
        (8, 982, 997, 119 + 191 + 10, "Shenandoah Concurrent GC", "Heap Dump Initiated GC"),
    ];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!(used(&told.events[1]), [Some(20 * MIB), Some(4 * MIB), Some(64 * MIB)]);
    assert_eq!(told.events.iter().map(GcEvent::is_full).collect::<Vec<_>>(), [Some(true); 2]);
    // JDK 21 tells the metaspace without a number.
    let without_number = SHENANDOAH.replace("GC(8) Metaspace", "Metaspace");
    assert_eq!(read(&without_number), read(SHENANDOAH));
    assert_eq!(amounts(space(&told.events[1], "Metaspace"))[0], Some(80 << 10));
    let generational = SHENANDOAH.replace("(unload classes)", "(Young)").replace("Trigger: GC request", "Trigger (Young): GC request");
    assert_eq!(course(&read(&generational).0.events[1]).4, "Shenandoah Concurrent GC (Young)");
    assert_eq!(read(&generational).0.events[1].is_full(), Some(false));
}

#[test]
fn reasons_of_shenandoah_are_told_without_their_numbers() {
    for (reason, cause) in [
        ("Explicit GC request (System.gc())", "System.gc()"),
        ("Learning 1 of 5. Free (45467K) is below initial threshold (45875K)", "Learning"),
        ("Average GC time (28.12 ms) is above the time for average allocation rate (342 MB/s)", "Average GC time"),
        ("Handle Allocation Failure", "Handle Allocation Failure"),
    ] {
        let log = format!("[0.1s][info][gc] Trigger: {reason}\n[0.2s][info][gc] GC(0) Pause Full 3M->2M(64M) 1.000ms\n");
        assert_eq!(&*read(&log).0.events[0].cause, cause);
    }
}

#[test]
fn the_line_of_each_pause_is_enough() {
    let plain =
        |log: &str| log.lines().filter(|line| line.contains("[gc ") || line.contains("[gc]")).map(|line| format!("{line}\n")).collect();
    for log in [G1, PARALLEL, SHENANDOAH] {
        let short: String = plain(log);
        let ((whole, _), (short, warned)) = (read(log), read(&short));
        assert_eq!(warned, [""; 0]);
        assert!(!whole.events.is_empty());
        let ends = |events: &[GcEvent]| events.iter().map(|event| (event.number, event.end_nanos, event.pause_nanos)).collect::<Vec<_>>();
        assert_eq!(ends(&short.events), ends(&whole.events));
    }
    // That of ZGC has neither a beginning nor pauses.
    let short: String = plain(ZGC);
    let (told, warned) = read(&short);
    assert_eq!(course(&told.events[0]), (0, 616, 616, 0, "Garbage Collection", "Warmup"));
    assert_eq!(warned, ["the log does not tell the pauses of collections; one that is written with -Xlog:gc* does: GC(0)"]);
}

#[test]
fn decorations_of_every_kind_tell_the_same() {
    let (expected, _) = read(PARALLEL);
    /// 2026-11-21T07:01:52 UTC.
    const START: u64 = 1_795_244_512_000;
    let of_day = |millis: u64| format!("2026-11-21T07:01:{:02}.{:03}+0000", 52 + millis / 1000, millis % 1000);
    let in_zone = |millis: u64| format!("2026-11-21T08:01:{:02}.{:03}+0100", 52 + millis / 1000, millis % 1000);
    let start = Some(START as i64);
    let check = |told: &str, zero_millis: Option<i64>, decorations: &dyn Fn(u64) -> String| {
        let log = decorated(PARALLEL, decorations);
        assert!(is_gc_log(log.as_bytes()), "{told}");
        let (read, warned) = read(&log);
        assert_eq!((&read.events, read.zero_millis, read.end_nanos), (&expected.events, zero_millis, expected.end_nanos), "{told}");
        assert_eq!(warned, [""; 0], "{told}");
    };
    check("uptime", None, &|t| format!("[{}.{:03}s]", t / 1000, t % 1000));
    check("uptimemillis, tid, tags", None, &|t| format!("[{t}ms][28073][gc,heap     ]"));
    check("uptimenanos, level", None, &|t| format!("[{t}000000ns][info]"));
    check("time and uptime", start, &|t| format!("[{}][{}.{:03}s][info][gc]", of_day(t), t / 1000, t % 1000));
    check("all", start, &|t| {
        format!("[{}][{}][{t}ms][{}ms][29551662272274ns][{t}000000ns][vm][1][2][info][gc]", in_zone(t), of_day(t), START + t)
    });
}

#[test]
fn without_the_time_since_the_start_the_first_line_is_zero() {
    const START: u64 = 1_795_244_512_000;
    let (expected, _) = read(PARALLEL);
    let (told, _) = read(decorated(PARALLEL, |t| format!("[{}ms][info]", START + t)));
    assert_eq!(told.zero_millis, Some(START as i64 + 20));
    let earlier = |event: &GcEvent| (event.start_nanos - 20_000_000, event.end_nanos - 20_000_000);
    let times = |event: &GcEvent| (event.start_nanos, event.end_nanos);
    assert_eq!(told.events.iter().map(times).collect::<Vec<_>>(), expected.events.iter().map(earlier).collect::<Vec<_>>());
    // A log whose first line ends a collection: that began 18.06 ms before, so zero is 19 ms before.
    let line = "[2026-11-21T07:01:52.728+0000][gc] GC(15) Pause Young (Heap Dump Initiated GC) 4M->3M(61M) 18.060ms\n";
    let (told, _) = read(line);
    assert_eq!(
        (told.zero_millis, told.events[0].start_nanos, told.events[0].end_nanos),
        (Some(START as i64 + 728 - 19), 940_000, 19_000_000)
    );
}

#[test]
fn a_log_without_times_is_told_of_and_keeps_its_pauses() {
    let log = decorated(PARALLEL, |_| String::new());
    assert!(is_gc_log(log.as_bytes()));
    let (told, warned) = read(&log);
    let pauses: Vec<u64> = told.events.iter().map(|event| event.pause_nanos).collect();
    assert_eq!((pauses, told.zero_millis, told.end_nanos), (vec![18_060_000, 29_596_000], None, 0));
    assert!(warned.len() == 1 && warned[0].starts_with("a GC log has no times"), "{warned:?}");
}

#[test]
fn what_others_write_between_and_in_front_of_lines_does_not_disturb() {
    let (expected, _) = read(G1);
    let crlf = G1.replace('\n', "\r\n");
    let mut mixed = b"\xff\xfe no text at all \xc0\n".to_vec();
    for (at, line) in G1.lines().enumerate() {
        match at % 4 {
            0 => mixed.extend_from_slice(format!("[main] INFO orders - GC(x) is no number\n{line}\n").as_bytes()),
            1 => mixed.extend_from_slice(format!("app-1  | {line}\n[1, 2, 3]\n\n").as_bytes()),
            2 => mixed.extend_from_slice(format!("2026-11-21T07:01:52.123Z stdout F {line}\n").as_bytes()),
            _ => mixed.extend_from_slice(format!("{line}\n  at com.acme.Order.pay(Order.java:7)\n").as_bytes()),
        }
    }
    for (name, text) in [("CRLF", crlf.into_bytes()), ("mixed", mixed)] {
        let (told, warned) = read(&text);
        assert_eq!(told, expected, "{name}");
        assert_eq!(warned, [""; 0], "{name}");
    }
}

#[test]
fn what_looks_like_a_collection_and_is_none_is_counted() {
    let log = "[0.1s][info][gc] Using Serial\n\
               [0.2s][info][gc] GC(0) Pause Young (Allocation Failure) 15M->0M(61M) 1.000ms\n\
               [0.3s][info][gc] GC(1) Pause Young (Allocation Failure) 15M->?M(61M) 1.000ms\n\
               [0.4s][info][gc] GC(x) Pause Young (Allocation Failure) 15M->0M(61M) 1.000ms\n\
               [0.5s][info][gc,start] GC(2) Pause Young (Allocation Failure)\n\
               [0.6s][info][gc,heap] GC(3) nobody knows this 7 of 9\n";
    let (told, warned) = read(log);
    assert_eq!(told.events.iter().map(|event| event.number).collect::<Vec<_>>(), [0]);
    assert_eq!(
        warned,
        [
            "collections that began and of which the log tells no more were left out: GC(2)",
            "lines of a GC log that look like a collection were not understood (2 times): first gc.log line 3: \
             GC(1) Pause Young (Allocation Failure) 15M->?M(61M) 1.000ms"
        ]
    );
}

#[test]
fn of_several_runs_in_one_log_the_last_is_read() {
    let later = PARALLEL.replace("18.060ms", "17.000ms");
    let (expected, _) = read(&later);
    let (told, warned) = read([G1, PARALLEL, &later].concat());
    assert_eq!(told, expected);
    assert_eq!(warned, ["collections of earlier runs of a JVM, which the same log holds, were passed over (5 times)"]);
    // The same where the first lines are lost: the numbers begin anew and the time falls back.
    let headless = |log: &str| log.lines().skip(2).map(|line| format!("{line}\n")).collect::<String>();
    let earlier = headless(PARALLEL).replace("[0.7", "[4.7");
    let (told, warned) = read([earlier, headless(&later)].concat());
    assert_eq!((told, warned.len()), (expected, 1));
}

#[test]
fn the_parts_of_a_rotated_log_are_read_as_one_in_any_order() {
    let (expected, _) = read(G1);
    let lines: Vec<&str> = G1.split_inclusive('\n').collect();
    // Within a collection and within the cycle.
    let parts = [lines[..12].concat(), lines[12..26].concat(), lines[26..].concat()];
    let [first, second, third] = parts.each_ref().map(String::as_bytes);
    for texts in
        [[("gc.log", third), ("gc.log.0", first), ("gc.log.1", second)], [("gc.log.1", first), ("gc.log.0", second), ("gc.log", third)]]
    {
        assert_eq!(read_all(&texts), (expected.clone(), Vec::new()));
    }
    // A file of an earlier run, which the JVM that was started anew has kept, is of the same time.
    let (told, warned) = read_all(&[("gc.log.2", PARALLEL.as_bytes()), ("gc.log", third), ("gc.log.0", first), ("gc.log.1", second)]);
    assert_eq!(told, expected);
    assert_eq!(warned, ["collections of earlier runs of a JVM, which the same log holds, were passed over (2 times)"]);
    // With times of day it is known which run was later.
    let of_day = |log: &str, minute: u32| decorated(log, |t| format!("[2026-11-21T07:{minute:02}:00.{:03}+0000][info]", t % 1000));
    let (early, late) = (of_day(G1, 1), of_day(PARALLEL, 2));
    let (told, _) = read_all(&[("gc.log.0", late.as_bytes()), ("gc.log.1", early.as_bytes())]);
    assert_eq!(told.events.iter().map(|event| event.number).collect::<Vec<_>>(), [15, 16]);
}

#[test]
fn the_files_of_a_rotated_log_are_found_by_the_name_of_one() {
    let folder = std::env::temp_dir().join(format!("memory-city-gc-logs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    for name in ["gc.log", "gc.log.0", "gc.log.12", "gc.log.2.current", "gc.log.old", "other.log", "gc-7", "gc-8"] {
        std::fs::write(folder.join(name), SHENANDOAH).expect("the temporary folder can be written");
    }
    std::fs::write(folder.join("gc.log.3"), "no log").expect("the temporary folder can be written");
    let names = |of: &str| {
        let files = gc_log_files(&folder.join(of)).expect("the folder can be read");
        files.iter().map(|file| file.file_name().expect("is a file").to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let all = ["gc.log", "gc.log.0", "gc.log.12", "gc.log.2.current"];
    for one in all {
        assert_eq!(names(one), all);
    }
    assert_eq!((names("gc.log.old"), names("gc-7")), (vec!["gc.log.old".to_owned()], vec!["gc-7".to_owned()]));
    std::fs::remove_dir_all(&folder).expect("the temporary folder can be emptied");
}

#[test]
fn a_gc_log_is_told_from_what_looks_alike() {
    for log in [G1, PARALLEL, ZGC, GENERATIONAL_ZGC, SHENANDOAH] {
        assert!(is_gc_log(log.as_bytes()));
    }
    for (text, is_log) in [
        ("[0.123s][info] GC(7) Pause Young (Allocation Failure)", true),
        ("GC(7) Pause Young (Allocation Failure) 15M->0M(61M) 1.768ms", true),
        ("[0.020s][info] Using Parallel", true),
        ("hello", false),
        ("", false),
        ("[{\"time\": 1}]", false),
        ("[\"gc\", \"GC(1) Pause\"]", false),
        ("GC(7) is a song", false),
        ("[1.5s][trace][gc,classhisto] GC(3)  num     #instances         #bytes  class name\n", false),
    ] {
        assert_eq!(is_gc_log(text.as_bytes()), is_log, "{text}");
    }
}

#[test]
fn a_text_that_is_no_gc_log_is_an_error_and_reading_can_be_stopped() {
    let read =
        |text: &str, progress: &Progress| read_gc_log("notes.txt", &ByteSource::from(text.as_bytes().to_vec()), progress, &Warnings::new());
    let error = read("hello", &Progress::new()).expect_err("is none").to_string();
    assert!(error.starts_with("notes.txt: no GC log"), "{error}");
    let log = G1.repeat(3);
    let looks = Progress::new();
    read(&log, &looks).expect("is one");
    assert!(looks.looks() > 3, "{}", looks.looks());
    for look in 1..=looks.looks() {
        let error = read(&log, &Progress::cancelled_at(look)).expect_err("is stopped");
        assert!(matches!(error, crate::base::error::Error::Cancelled));
    }
}

/// All logs one after the other, as one run.
fn long_log() -> String {
    [G1, PARALLEL, ZGC, GENERATIONAL_ZGC, SHENANDOAH].concat()
}

#[test]
fn a_log_that_ends_early_tells_the_same_collections_until_there() {
    for log in [G1, PARALLEL, ZGC, GENERATIONAL_ZGC, SHENANDOAH] {
        let (whole, _) = read(log);
        let lines: Vec<&str> = log.split_inclusive('\n').collect();
        for count in 1..lines.len() {
            let (cut, _) = read(lines[..count].concat());
            // What was going on when it ends is told as far as it is known, or not at all: a cycle and a pause in it.
            let known: Vec<&GcEvent> = cut.events.iter().filter(|event| whole.events.contains(event)).collect();
            assert!(known.iter().zip(&whole.events).all(|(cut, whole)| *cut == whole), "{count} lines");
            assert!(cut.events.len() - known.len() <= 2, "{count} lines");
            assert!(cut.events.len() <= whole.events.len());
        }
    }
}

proptest! {
    #[test]
    fn no_damage_makes_the_reader_panic(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..20), end in any::<prop::sample::Index>()) {
        let mut bytes = long_log().into_bytes();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(end.index(bytes.len()) + 1);
        let source = ByteSource::from(bytes);
        if let Ok(told) = read_gc_log("gc.log", &source, &Progress::new(), &Warnings::new()) {
            prop_assert!(told.events.is_sorted_by_key(|event| event.end_nanos));
            prop_assert!(told.events.iter().all(|event| event.start_nanos <= event.end_nanos && event.end_nanos <= told.end_nanos));
        }
    }
}
