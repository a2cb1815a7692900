//! Heap dumps, damaged at their records and in their graphs of objects.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use analysis::fixture::cases;
use analysis::{
    ByteSource, Evolution, Grouping, HeapState, LeakFinder, LoadOptions, Progress, Result, Rules, SizePolicy, Statistic, TimePoint,
    Warnings, dumps_of, group_trends, histogram_of, load_heap, open_bytes, time_point,
};
use proptest::prelude::*;
use proptest::sample::Index;

use super::limits::{answer, ask, within_limits};
use super::made_up::made_up_dump;
use super::questions::{ask_everything, grouped, look_at};
use super::records::{Parts, any_damage, any_odd_graph};

const USUAL: SizePolicy = SizePolicy { keep_unreachable: false, strong_only: false, rules: Rules::EclipseMat, sizes_of_jvm: false };
const POLICIES: [SizePolicy; 4] = [
    USUAL,
    SizePolicy { keep_unreachable: true, ..USUAL },
    SizePolicy { strong_only: true, ..USUAL },
    SizePolicy { rules: Rules::VisualVm, ..USUAL },
];

/// The first dump of the recorded sample.
fn real_dump() -> &'static Parts {
    static PARTS: OnceLock<Parts> = OnceLock::new();
    PARTS.get_or_init(|| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-01.hprof.gz");
        Parts::of_dump(&open_bytes(&path, &Progress::new(), &Warnings::new()).expect("the sample is there"))
    })
}

fn load(bytes: &[u8], dump: usize, policy: SizePolicy, progress: &Progress) -> Result<HeapState> {
    let options = LoadOptions { policy, ..LoadOptions::default() };
    load_heap(&ByteSource::from(bytes.to_vec()), Path::new("test.hprof"), dump, &options, progress, &Warnings::new())
}

/// Loads by every policy, looks at what there is, and asks everything under one of them.
fn survive_dump(bytes: &[u8], policy: usize, chosen: [Index; 2]) {
    within_limits(bytes.len(), || {
        let (path, source) = (Path::new("test.hprof"), ByteSource::from(bytes.to_vec()));
        let size = bytes.len() as u64;
        let dumps = answer(size, "dumps", |progress| dumps_of(&source, path, progress, &Warnings::new())).map_or(0, |dumps| dumps.len());
        for (at, policy_here) in POLICIES.into_iter().enumerate() {
            for dump in 0..dumps.clamp(1, 2) {
                if let Some(heap) = answer(size, "loading", |progress| load(bytes, dump, policy_here, progress)) {
                    look_at(&heap);
                    if at == policy {
                        ask_everything(&heap, chosen);
                    }
                }
            }
            answer(size, "histogram", |progress| histogram_of(&source, path, 0, policy_here, progress, &Warnings::new()));
        }
    });
}

/// Takes dumps for points in time.
fn survive_series(dumps: &[Vec<u8>]) {
    within_limits(dumps.iter().map(Vec::len).sum(), || {
        let heaps: Vec<HeapState> = dumps.iter().filter_map(|bytes| load(bytes, 0, USUAL, &Progress::new()).ok()).collect();
        let Some((_, before)) = heaps.split_last() else { return };
        let mut finder = LeakFinder::new();
        for heap in before {
            ask(heap, "find, a state", |progress| finder.observe(heap, progress));
        }
        ask(&heaps[before.len()], "find in a series", |progress| finder.finish(|state| Ok(&heaps[state]), progress));
        let point = |(at, heap): (usize, &HeapState)| {
            let point = ask(heap, "a point", |progress| time_point(heap, &Grouping::default(), &[], progress, &Warnings::new()))?;
            Some(TimePoint { time_millis: at as i64, ..point })
        };
        let points = heaps.iter().enumerate().filter_map(point).collect();
        if let Ok(evolution) = Evolution::from_points("t", "", points, &Progress::new(), &Warnings::new()) {
            let _ = group_trends(&evolution, 0..evolution.points.len(), 0.5, &[Statistic::Volume], |_| true).count();
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn fuzz_made_up_dumps(
        wide in any::<bool>(), damages in prop::collection::vec(any_damage(), 1..6), policy in 0..POLICIES.len(), chosen in any::<[Index; 2]>(),
    ) {
        survive_dump(&Parts::of_dump(&made_up_dump(if wide { 8 } else { 4 }, 8, 0)).damaged(&damages), policy, chosen);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(4)))]

    #[test]
    fn fuzz_real_dumps(damages in prop::collection::vec(any_damage(), 1..12), policy in 0..POLICIES.len(), chosen in any::<[Index; 2]>()) {
        survive_dump(&real_dump().damaged(&damages), policy, chosen);
    }

    #[test]
    fn fuzz_series_of_dumps(of_each in prop::collection::vec(prop::collection::vec(any_damage(), 0..3), 1..6)) {
        let dumps: Vec<Vec<u8>> = of_each.iter().map(|damages| real_dump().damaged(damages)).collect();
        survive_series(&dumps);
    }

    #[test]
    fn fuzz_collections_of_real_dumps(damages in prop::collection::vec(any_odd_graph(), 1..8)) {
        let bytes = real_dump().damaged(&damages);
        within_limits(bytes.len(), || {
            let heap = load(&bytes, 0, USUAL, &Progress::new()).expect("every record is readable");
            for text in ["outermost data structures, type, deep leaves(type)", "data structure label", "type, own leaves(type)"] {
                assert!(grouped(&heap, &Grouping::parse(text).expect("is a grouping")).is_some());
            }
        });
    }
}

#[test]
fn fuzz_starts_from_dumps_that_are_read_without_a_warning() {
    for id_bytes in [4, 8] {
        let bytes = made_up_dump(id_bytes, 8, 0);
        let parts = Parts::of_dump(&bytes);
        assert_eq!(parts.bytes(), bytes);
        // Of each of 8 nodes the next one; 3 of the array, the bytes of a text, the array of two lists.
        assert_eq!(parts.references.len(), 8 + 3 + 1 + 2);
        let warnings = Warnings::new();
        let heap = load_heap(&ByteSource::from(bytes), Path::new("t"), 0, &LoadOptions::default(), &Progress::new(), &warnings);
        assert_eq!(warnings.list(), []);
        look_at(&heap.expect("readable"));
    }
    assert!(real_dump().records.len() > 1000 && real_dump().references.len() > 10_000);
}
