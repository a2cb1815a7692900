//! Memory traces, damaged under the right checksums of their blocks.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use analysis::fixture::{TraceFile, cases, counting_trace, leaking_trace};
use analysis::{
    ByteSource, CountRules, Grouping, HeapState, LeakFinder, LifePart, LoadOptions, NameLevel, Progress, StackOptions, Trace, Warnings,
    deaths_between_states, event_counts, histogram_points, state_changes, state_counts,
};
use proptest::prelude::*;
use proptest::sample::Index;

use super::limits::{answer, ask, within_limits};
use super::questions::{ask_everything, look_at};
use super::records::{Parts, any_damage};

/// Three objects of one call stack, two of which died.
fn mortal_trace() -> Vec<u8> {
    let mut file = TraceFile::new();
    file.thread(1, "worker", 10);
    let method = file.method("app.Main", "fill", "Main.java");
    let site = file.site(&[(method, 12)]);
    file.allocations(512, &[(20, site, 1), (21, site, 1), (22, site, 1)]);
    file.collection();
    file.deaths(&[(20, 1)]);
    file.collection();
    file.deaths(&[(21, 2)]);
    file.finish()
}

/// The recorded sample.
fn real_trace() -> &'static Parts {
    static PARTS: OnceLock<Parts> = OnceLock::new();
    PARTS.get_or_init(|| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop-trace/travel-shop.mctrace");
        Parts::of_trace(&std::fs::read(path).expect("the sample is there"))
    })
}

/// Opens, makes the first states, asks everything of one of them and what there is to ask of lives and deaths.
fn survive_trace(bytes: &[u8], chosen: [Index; 2]) {
    within_limits(bytes.len(), || {
        let (size, source, warnings) = (bytes.len() as u64, ByteSource::from(bytes.to_vec()), Warnings::new());
        let opened = answer(size, "opening", |progress| Trace::open(&source, Path::new("test.mctrace"), progress, &warnings));
        let Some(trace) = opened else { return };
        answer(size, "checking", |progress| trace.check(progress, &warnings));
        let _ = (trace.info(), trace.collections(), trace.states());
        let _ = histogram_points(trace.histograms(&warnings), &[NameLevel::Package, NameLevel::Type]);
        let states = trace.len().min(4);
        let state = |at: usize| trace.heap_state(at, &LoadOptions::default(), &Progress::new(), &warnings);
        let heaps: Vec<HeapState> = (0..states).filter_map(|at| answer(size, "a state", |_| state(at))).collect();
        if let Some((last, before)) = heaps.split_last() {
            look_at(last);
            ask_everything(last, chosen);
            let mut finder = LeakFinder::new();
            for heap in before {
                ask(heap, "find, a state", |progress| finder.observe(heap, progress));
            }
            ask(last, "find in a series", |progress| finder.finish(|state| Ok(&heaps[state]), progress));
        }
        let grouping = Grouping::parse("type, allocation site, age").expect("is a grouping");
        if let [before, after, ..] = &heaps[..] {
            ask(after, "changes", |progress| state_changes(before, after, &grouping, progress, &warnings));
        }
        answer(size, "counts of states", |progress| state_counts(states, state, &grouping, CountRules::default(), progress, &warnings));
        let collections: Vec<u32> = trace.states().iter().take(states).map(|state| state.collections).collect();
        answer(size, "deaths", |progress| deaths_between_states(&collections, state, 0..=u32::MAX, &grouping, progress, &warnings));
        let Some(lifetimes) = answer(size, "lives", |progress| trace.lifetimes_with_unseen(progress, &warnings)) else { return };
        answer(size, "died", |progress| lifetimes.died_tree(0..=u32::MAX, &grouping, progress, &warnings));
        answer(size, "counts", |progress| event_counts(&lifetimes, &grouping, None, CountRules::default(), progress, &warnings));
        let _ = lifetimes.by_stack(StackOptions { part: LifePart::Created, in_bytes: true, with_types: true, with_lines: false });
        let _ = lifetimes.within(1..=2);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn fuzz_made_up_traces(which in 0..3_usize, damages in prop::collection::vec(any_damage(), 1..6), chosen in any::<[Index; 2]>()) {
        let trace = [leaking_trace(3), counting_trace(3), mortal_trace()][which].clone();
        survive_trace(&Parts::of_trace(&trace).damaged(&damages), chosen);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1)))]

    #[test]
    fn fuzz_real_traces(damages in prop::collection::vec(any_damage(), 1..8), chosen in any::<[Index; 2]>()) {
        survive_trace(&real_trace().damaged(&damages), chosen);
    }
}

#[test]
fn fuzz_starts_from_traces_that_are_read_without_a_warning() {
    for bytes in [Parts::of_trace(&leaking_trace(3)).bytes(), real_trace().bytes()] {
        let (warnings, progress) = (Warnings::new(), Progress::new());
        let trace = Trace::open(&ByteSource::from(bytes), Path::new("t"), &progress, &warnings).expect("opens");
        trace.heap_state(2, &LoadOptions::default(), &progress, &warnings).expect("can be made");
        assert_eq!(warnings.list(), []);
    }
}
