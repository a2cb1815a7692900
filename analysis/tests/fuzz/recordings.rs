//! JFR recordings, damaged at their events.

use std::path::Path;

use analysis::fixture::{cases, leaking_recording};
use analysis::{Evolution, NameLevel, Progress, Warnings, histogram_points, read_jfr};
use proptest::prelude::*;

use super::limits::{answer, within_limits};
use super::records::{Parts, any_damage};

/// Reads, and asks everything of what was read.
fn survive_recording(bytes: &[u8]) {
    within_limits(bytes.len(), || {
        let (size, warnings) = (bytes.len() as u64, Warnings::new());
        let read = answer(size, "reading", |progress| read_jfr(bytes, Path::new("test.jfr"), progress, &warnings));
        let Some(recording) = read else { return };
        let frames: usize = recording.tables.counts().iter().sum();
        assert!(frames <= 4 * bytes.len() && recording.links.len() <= bytes.len(), "{frames} of {} bytes", bytes.len());
        for object in &recording.old_objects {
            let classes = recording.chain(object).map(|link| recording.tables.name(link.class).len());
            assert!(classes.max() <= Some(4 * bytes.len()));
            assert!(recording.tables.call_stack(object.stack).frames.len() <= bytes.len());
        }
        for sum in &recording.allocations().sums {
            assert!(recording.tables.call_stack(sum.stack).frames.len() <= bytes.len());
        }
        assert!(recording.gc.events.iter().all(|event| event.start_nanos <= event.end_nanos && event.end_nanos <= recording.gc.end_nanos));
        let points = histogram_points(recording.class_histograms(), &[NameLevel::Package, NameLevel::Type]);
        let _ = Evolution::from_points("t", "", points, &Progress::new(), &warnings);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn fuzz_recordings(damages in prop::collection::vec(any_damage(), 1..6)) {
        survive_recording(&Parts::of_recording(&leaking_recording()).damaged(&damages));
    }
}

#[test]
fn a_recording_that_is_cut_into_records_is_the_same_again() {
    assert_eq!(Parts::of_recording(&leaking_recording()).bytes(), leaking_recording());
}
