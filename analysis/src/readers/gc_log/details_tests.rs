//! The style of JDK 8. No JVM that writes it is at hand: these lines are made up, in the form that the documentation of the
//! collectors and logs in public discussions show.

use super::is_gc_log;
use super::tests::{amounts, read, space, used};
use crate::over_time::gc_events::GcEvent;

const KIB: u64 = 1 << 10;

const PARALLEL: &str = "\
OpenJDK 64-Bit Server VM (25.402-b06) for linux-amd64 JRE (1.8.0_402-b06), built on Jan 17 2024 by \"temurin\" with gcc 7.5.0
Memory: 4k page, physical 24683292k(1234567k free), swap 0k(0k free)
CommandLine flags: -XX:InitialHeapSize=67108864 -XX:+PrintGC -XX:+PrintGCDetails -XX:+UseParallelGC
2026-11-21T07:01:52.365+0000: 0.365: [GC (Allocation Failure) [PSYoungGen: 16313K->852K(18944K)] 16313K->860K(62976K), 0.0017680 secs] [Times: user=0.01 sys=0.00, real=0.00 secs] 
2026-11-21T07:01:52.728+0000: 0.728: [Full GC (Heap Dump Initiated GC) [PSYoungGen: 192K->0K(18944K)] [ParOldGen: 3760K->3903K(44032K)] 3952K->3903K(62976K), [Metaspace: 2456K->2456K(1056768K)], 0.0295960 secs] [Times: user=0.05 sys=0.00, real=0.03 secs] 
Heap
 PSYoungGen      total 18944K, used 4966K [0x00000000feb00000, 0x0000000100000000, 0x0000000100000000)
";

const CMS: &str = "\
11.000: [GC (Allocation Failure) 11.000: [ParNew: 39276K->4352K(39296K), 0.0081579 secs] 73364K->51703K(126720K), 0.0082471 secs] [Times: user=0.11 sys=0.00, real=0.01 secs] 
11.100: [GC (CMS Initial Mark) [1 CMS-initial-mark: 47351K(87424K)] 51847K(126720K), 0.0002359 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] 
11.101: [CMS-concurrent-mark-start]
11.136: [CMS-concurrent-mark: 0.035/0.035 secs] [Times: user=0.07 sys=0.00, real=0.03 secs] 
11.136: [CMS-concurrent-preclean-start]
11.137: [CMS-concurrent-preclean: 0.000/0.001 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] 
11.137: [CMS-concurrent-abortable-preclean-start]
 CMS: abort preclean due to time 11.200: [CMS-concurrent-abortable-preclean: 0.016/0.063 secs] [Times: user=0.02 sys=0.00, real=0.06 secs] 
11.201: [GC (CMS Final Remark) [YG occupancy: 5256 K (39296 K)]11.201: [Rescan (parallel) , 0.0034097 secs]11.205: [weak refs processing, 0.0000107 secs][1 CMS-remark: 62064K(87424K)] 67320K(126720K), 0.0043839 secs] [Times: user=0.01 sys=0.00, real=0.00 secs] 
11.206: [CMS-concurrent-sweep-start]
11.224: [CMS-concurrent-sweep: 0.018/0.018 secs] [Times: user=0.02 sys=0.00, real=0.02 secs] 
11.224: [CMS-concurrent-reset-start]
11.225: [CMS-concurrent-reset: 0.001/0.001 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] 
12.437: [GC (Allocation Failure) 12.437: [ParNew (promotion failed)
Desired survivor size 1343488 bytes, new threshold 3 (max 4)
- age   1:     722736 bytes,     722736 total
: 17194K->17392K(18624K), 0.0023005 secs]12.440: [CMS12.440: [CMS-concurrent-abortable-preclean: 0.032/0.813 secs] [Times: user=1.30 sys=0.06, real=0.81 secs] 
 (concurrent mode failure): 62354K->8302K(64768K), 0.0931888 secs] 79477K->8302K(83392K), [Metaspace: 10698K->10698K(21248K)], 0.0956950 secs] [Times: user=0.09 sys=0.00, real=0.09 secs] 
";

const G1: &str = "\
3.927: [GC pause (G1 Evacuation Pause) (young), 0.0142232 secs]
   [Parallel Time: 12.9 ms, GC Workers: 8]
      [GC Worker Start (ms): Min: 3926.9, Avg: 3934.2, Max: 3939.7, Diff: 12.8]
      [Ext Root Scanning (ms): Min: 0.0, Avg: 0.4, Max: 1.1, Diff: 1.1, Sum: 3.0]
   [Code Root Fixup: 0.0 ms]
   [Eden: 24.0M(24.0M)->0.0B(20.5M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->5120.0K(256.0M)]
 [Times: user=0.03 sys=0.01, real=0.01 secs] 
4.100: [GC pause (Metadata GC Threshold) (young) (initial-mark), 0.0061860 secs]
   [Eden: 20.0M(20.0M)->0.0B(20.0M) Survivors: 3072.0K->3072.0K Heap: 25.0M(256.0M)->6144.0K(256.0M)]
 [Times: user=0.02 sys=0.00, real=0.01 secs] 
4.106: [GC concurrent-root-region-scan-start]
4.110: [GC concurrent-root-region-scan-end, 0.0036490 secs]
4.110: [GC concurrent-mark-start]
4.120: [GC concurrent-mark-end, 0.0099123 secs]
4.121: [GC remark 4.121: [Finalize Marking, 0.0003171 secs] 4.121: [GC ref-proc, 0.0003532 secs] 4.122: [Unloading, 0.0005245 secs], 0.0014681 secs]
 [Times: user=0.00 sys=0.00, real=0.00 secs] 
4.123: [GC cleanup 7575K->6551K(256M), 0.0006393 secs]
 [Times: user=0.00 sys=0.00, real=0.00 secs] 
4.124: [GC concurrent-cleanup-start]
4.124: [GC concurrent-cleanup-end, 0.0000084 secs]
5.000: [GC pause (G1 Evacuation Pause) (mixed) (to-space exhausted), 0.0100000 secs]
5.500: [Full GC (System.gc())  5120K->3072K(64M), 0.0200000 secs]
   [Eden: 2048.0K(20.0M)->0.0B(20.0M) Survivors: 0.0B->0.0B Heap: 5120.0K(256.0M)->3072.0K(64.0M)], [Metaspace: 2640K->2640K(1056768K)]
";

fn course(event: &GcEvent) -> (u32, u64, u64, u64, &str, &str) {
    let micros = |nanos: u64| nanos / 1000;
    (event.number, micros(event.start_nanos), micros(event.end_nanos), micros(event.pause_nanos), &event.collector, &event.cause)
}

#[test]
fn collections_of_parallel_are_read_with_the_time_of_day() {
    assert!(is_gc_log(PARALLEL.as_bytes()));
    let (told, warned) = read(PARALLEL);
    assert_eq!(warned, [""; 0]);
    let expected = [
        (0, 365_000, 366_768, 1768, "Pause Young", "Allocation Failure"),
        (1, 728_000, 757_596, 29_596, "Pause Full", "Heap Dump Initiated GC"),
    ];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!(told.zero_millis, Some(1_795_244_512_000));
    assert_eq!(used(&told.events[0]), [Some(16_313 * KIB), Some(860 * KIB), Some(62_976 * KIB)]);
    assert_eq!(amounts(space(&told.events[1], "Old")), [Some(3760 * KIB), Some(3903 * KIB), Some(44_032 * KIB)]);
    assert_eq!(amounts(space(&told.events[1], "Metaspace"))[0], Some(2456 * KIB));
    assert_eq!(told.events[1].is_full(), Some(true));
}

#[test]
fn a_cycle_of_cms_is_one_collection_and_a_failed_one_a_full_collection() {
    assert!(is_gc_log(CMS.as_bytes()));
    let (told, warned) = read(CMS);
    assert_eq!(warned, [""; 0]);
    let expected = [
        (0, 11_000_000, 11_008_247, 8247, "Pause Young", "Allocation Failure"),
        // 0.2359 ms and 4.3839 ms.
        (1, 11_100_000, 11_225_000, 4619, "Concurrent Mark Sweep", ""),
        (2, 12_437_000, 12_532_695, 95_695, "Pause Full", "Allocation Failure"),
    ];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!(told.events[1].pauses.iter().map(|pause| &*pause.name).collect::<Vec<_>>(), ["Pause Initial Mark", "Pause Remark"]);
    assert_eq!(used(&told.events[2]), [Some(79_477 * KIB), Some(8302 * KIB), Some(83_392 * KIB)]);
    assert_eq!(amounts(space(&told.events[2], "Old"))[..2], [Some(62_354 * KIB), Some(8302 * KIB)]);
    assert_eq!(told.zero_millis, None);
}

#[test]
fn pauses_of_g1_have_the_spaces_below_them() {
    assert!(is_gc_log(G1.as_bytes()));
    let (told, warned) = read(G1);
    assert_eq!(warned, [""; 0]);
    let expected = [
        (0, 3_927_000, 3_941_223, 14_223, "Pause Young", "G1 Evacuation Pause"),
        (1, 4_100_000, 4_106_186, 6186, "Pause Young (Concurrent Start)", "Metadata GC Threshold"),
        (2, 4_106_000, 4_124_000, 1468 + 639, "Concurrent Mark Cycle", ""),
        (3, 5_000_000, 5_010_000, 10_000, "Pause Young (Mixed) (Evacuation Failure)", "G1 Evacuation Pause"),
        (4, 5_500_000, 5_520_000, 20_000, "Pause Full", "System.gc()"),
    ];
    assert_eq!(told.events.iter().map(course).collect::<Vec<_>>(), expected);
    assert_eq!(used(&told.events[0]), [Some(24 << 20), Some(5 << 20), Some(256 << 20)]);
    assert_eq!(amounts(space(&told.events[0], "Eden")), [Some(24 << 20), Some(0), Some((20 << 20) + (1 << 19))]);
    assert_eq!(amounts(space(&told.events[0], "Survivor"))[..2], [Some(0), Some(3 << 20)]);
    assert_eq!(used(&told.events[4]), [Some(5 << 20), Some(3 << 20), Some(64 << 20)]);
}

#[test]
fn short_logs_and_those_without_times_are_read() {
    for (line, kind, used_before) in [
        ("[GC (Allocation Failure)  677407K->629722K(700652K), 0.0154626 secs]", "Pause Young", 677_407 * KIB),
        ("[Full GC (Ergonomics)  677407K->629722K(700652K), 0.0154626 secs]", "Pause Full", 677_407 * KIB),
        ("[GC 325407K->83000K(776768K), 0.0154626 secs]", "Pause Young", 325_407 * KIB),
        ("[GC pause (G1 Evacuation Pause) (young) 30M->10M(256M), 0.0154626 secs]", "Pause Young", 30 << 20),
        (
            "[GC (Allocation Failure) [DefNew: 17471K->807K(19648K), 0.0154 secs][Tenured: 0K->5K(43712K), 0.01 secs] 17471K->5K(63360K), [Metaspace: 1K->1K(9K)], 0.0154626 secs]",
            "Pause Full",
            17_471 * KIB,
        ),
    ] {
        assert!(is_gc_log(line.as_bytes()), "{line}");
        let (told, warned) = read(line);
        assert_eq!(told.events.len(), 1, "{line}");
        assert_eq!(
            (&*told.events[0].collector, told.events[0].used_before, told.events[0].pause_nanos),
            (kind, Some(used_before), 15_462_600)
        );
        assert!(warned.len() == 1 && warned[0].contains("no times"), "{warned:?}");
    }
}

#[test]
fn of_several_runs_in_one_log_the_last_is_read() {
    let (told, warned) = read([G1, PARALLEL].concat());
    assert_eq!((told, warned.len()), (read(PARALLEL).0, 1));
    let rotated =
        [PARALLEL.replace("0.365: ", "0.865: ").as_str(), &PARALLEL.replace("T07:01:52", "T07:01:53").replace(" 0.", " 1.")].concat();
    assert_eq!(read(rotated).0.events.len(), 4);
}

#[test]
fn what_is_damaged_is_counted_and_the_rest_is_read() {
    let damaged = G1.replace("0.0061860 secs]", "0.00x secs]").replace("0.0100000 secs]", "");
    let (told, warned) = read(&damaged);
    assert_eq!(
        told.events.iter().map(course).map(|course| course.4).collect::<Vec<_>>(),
        ["Pause Young", "Concurrent Mark Cycle", "Pause Full"]
    );
    assert!(warned.len() == 1 && warned[0].starts_with("collections in a GC log of JDK 8 were not understood (2 times)"), "{warned:?}");
    for log in [PARALLEL, CMS, G1] {
        for end in 0..log.len() {
            if is_gc_log(&log.as_bytes()[..end]) {
                let (cut, _) = read(&log.as_bytes()[..end]);
                assert!(cut.events.len() <= read(log).0.events.len());
            }
        }
    }
}
