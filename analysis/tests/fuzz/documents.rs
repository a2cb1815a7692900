//! Memory trees, their settings, class histograms and GC logs, damaged as texts.

use std::path::PathBuf;

use analysis::fixture::cases;
use analysis::{
    ByteSource, DatasetInfo, Evolution, NameLevel, Progress, Warnings, attach_pointer_maps, group_trends, histogram_points, json_members,
    parse_class_histograms, parse_pointer_maps, parse_trees, read_gc_log, read_gc_logs,
};
use proptest::prelude::*;

use super::limits::within_limits;
use super::text::{any_text_damage, damaged_text};

fn sample_text(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a document as everything that it may be.
fn survive_text(text: &[u8]) {
    within_limits(text.len(), || read_text(text));
}

fn read_text(text: &[u8]) {
    let warnings = Warnings::new();
    let maps = parse_pointer_maps("t", text).unwrap_or_default();
    if let Ok(mut points) = parse_trees("t", text, &warnings) {
        attach_pointer_maps(&mut points, &maps, &maps, &warnings);
        for point in &points {
            for (at, node) in point.tree.nodes.iter().enumerate() {
                assert!(node.subtree_end as usize <= point.tree.nodes.len() && (node.parent.at() < at || at == 0));
            }
        }
        if let Ok(evolution) = Evolution::from_points("t", "", points, &Progress::new(), &warnings) {
            let _ = group_trends(&evolution, 0..evolution.points.len(), 0.5, &[], |_| true).count();
        }
    }
    let _ = DatasetInfo::parse("t", text, &warnings);
    let _ = json_members("t", &String::from_utf8_lossy(text));
    let histograms = parse_class_histograms("t", text, &warnings).unwrap_or_default();
    let _ =
        Evolution::from_points("t", "", histogram_points(histograms, &[NameLevel::Package, NameLevel::Type]), &Progress::new(), &warnings);
}

/// Reads a text as a GC log, alone and as a part of one that was rotated.
fn survive_log(text: &[u8]) {
    within_limits(text.len(), || {
        let source = ByteSource::from(text.to_vec());
        let Ok(told) = read_gc_log("t", &source, &Progress::new(), &Warnings::new()) else { return };
        assert!(told.events.is_sorted_by_key(|event| event.end_nanos));
        for event in &told.events {
            assert!(event.start_nanos <= event.end_nanos && event.end_nanos <= told.end_nanos, "{event:?}");
            assert!(event.longest_pause_nanos() <= event.pause_nanos, "{event:?}");
        }
        let parts = [("t", &source), ("t.0", &source)];
        let _ = read_gc_logs(&parts, &Progress::new(), &Warnings::new());
    });
}

/// Of G1 with a cycle, of ZGC, of Shenandoah; and of CMS and G1 in the style of JDK 8.
const GC_LOGS: [&str; 2] = [
    "[0.034s][info][gc] Using G1
[0.057s][info][gc,init] Heap Region Size: 1M
[0.613s][info][gc,start    ] GC(23) Pause Young (Concurrent Start) (G1 Humongous Allocation)
[0.618s][info][gc,heap     ] GC(23) Eden regions: 8->0(22)
[0.618s][info][gc,metaspace] GC(23) Metaspace: 77K(320K)->77K(320K) NonClass: 73K(192K)->73K(192K) Class: 3K(128K)->3K(128K)
[0.618s][info][gc          ] GC(23) Pause Young (Concurrent Start) (G1 Humongous Allocation) 13M->6M(40M) 5.221ms
[0.618s][info][gc          ] GC(24) Concurrent Mark Cycle
[0.634s][info][gc          ] GC(24) Pause Remark 8M->8M(34M) 0.214ms
[0.643s][info][gc          ] GC(24) Concurrent Mark Cycle 25.256ms
[0.728s][info][gc,heap     ] GC(25) PSYoungGen: 818K(18944K)->192K(18944K) Eden: 818K(16384K)->0K(16384K) From: 0K(2560K)->192K(2560K)
[0.728s][info][gc          ] GC(25) Pause Young (Heap Dump Initiated GC) 4M->3M(61M) 18.060ms
[0.751s][info][gc          ] GC(26) Major Collection (Warmup)
[0.759s][info][gc,phases   ] GC(26) Y: Pause Mark Start (Major) 0.067ms
[0.760s][info][gc,heap     ] GC(26) Y:      Used:       14M (22%)          40M (62%)          44M (69%)          48M (75%)
[0.788s][info][gc          ] GC(26) Major Collection (Warmup) 14M(22%)->36M(56%) 0.137s
[0.983s][info][gc          ] Trigger: GC request (Heap Dump Initiated GC)
[0.984s][info][gc          ] GC(27) Pause Init Mark (unload classes) 0.119ms
[0.994s][info][gc          ] GC(27) Concurrent cleanup (unload classes) 20M->5M(64M) 0.032ms
",
    "2026-11-21T07:01:53.000+0000: 1.000: [GC (Allocation Failure) 1.000: [ParNew: 39276K->4352K(39296K), 0.0081579 secs] 73364K->51703K(126720K), 0.0082471 secs] [Times: user=0.11 sys=0.00, real=0.01 secs]
2026-11-21T07:01:53.100+0000: 1.100: [GC (CMS Initial Mark) [1 CMS-initial-mark: 47351K(87424K)] 51847K(126720K), 0.0002359 secs]
2026-11-21T07:01:53.101+0000: 1.101: [CMS-concurrent-mark-start]
2026-11-21T07:01:53.136+0000: 1.136: [CMS-concurrent-mark: 0.035/0.035 secs] [Times: user=0.07 sys=0.00, real=0.03 secs]
2026-11-21T07:01:53.225+0000: 1.225: [CMS-concurrent-reset: 0.001/0.001 secs]
2026-11-21T07:01:53.300+0000: 1.300: [GC pause (G1 Evacuation Pause) (young) (initial-mark), 0.0142232 secs]
   [Eden: 24.0M(24.0M)->0.0B(20.5M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->5120.0K(256.0M)]
2026-11-21T07:01:53.400+0000: 1.400: [GC remark 1.400: [Finalize Marking, 0.0003171 secs] 1.401: [GC ref-proc, 0.0003532 secs], 0.0014681 secs]
",
];

const CLASS_HISTOGRAM: &str = " num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:          9000         720000  [B (java.base@17.0.1)
   2:          8000         192000  java.lang.String (java.base@17.0.1)
   3:           100           2400  com.shop.Order
Total         17100         914400
";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn fuzz_memory_trees(which in 0..4_usize, damages in prop::collection::vec(any_text_damage(), 1..6)) {
        let name = ["fig10/105216.json", "fig10/points-to-maps/105216.json", "fig11/11853.json", "fig10/dataset.json"][which];
        survive_text(&damaged_text(sample_text(name), &damages));
    }

    #[test]
    fn fuzz_gc_logs(which in 0..GC_LOGS.len(), damages in prop::collection::vec(any_text_damage(), 1..6)) {
        survive_log(&damaged_text(GC_LOGS[which].as_bytes().to_vec(), &damages));
    }

    #[test]
    fn fuzz_class_histograms(damages in prop::collection::vec(any_text_damage(), 1..6)) {
        survive_text(&damaged_text(CLASS_HISTOGRAM.as_bytes().to_vec(), &damages));
    }
}

#[test]
fn fuzz_starts_from_documents_that_are_read() {
    assert_eq!(parse_trees("t", &sample_text("fig10/105216.json"), &Warnings::new()).expect("readable").len(), 1);
    assert!(!parse_pointer_maps("t", &sample_text("fig10/points-to-maps/105216.json")).expect("readable").is_empty());
    assert!(!parse_class_histograms("t", CLASS_HISTOGRAM.as_bytes(), &Warnings::new()).expect("readable").is_empty());
    for (log, count) in GC_LOGS.into_iter().zip([5, 4]) {
        let source = ByteSource::from(log.as_bytes().to_vec());
        assert_eq!(read_gc_log("t", &source, &Progress::new(), &Warnings::new()).expect("readable").events.len(), count);
    }
}
