//! Recordings that are written here, whole and damaged. Real ones are read in `tests/tests/jfr.rs`.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::base::warnings::Warning;
use crate::fixture::JfrValue::{NoText, Number, Text};
use crate::fixture::{JFR_START_NANOS, JFR_START_TICKS, JfrChunk, cases, leaking_recording};
use crate::over_time::gc_events::{GcEvent, GcPause, GcSpace};
use crate::readers::class_histogram::ClassCount;

fn read_with_warnings(bytes: &[u8]) -> (Result<JfrRecording>, Vec<Warning>) {
    let warnings = Warnings::new();
    let read = read_jfr(bytes, Path::new("a.jfr"), &Progress::new(), &warnings);
    (read, warnings.list())
}

fn read(bytes: &[u8]) -> JfrRecording {
    let (read, warnings) = read_with_warnings(bytes);
    assert_eq!(warnings, []);
    read.expect("is a recording")
}

fn kinds(warnings: &[Warning]) -> Vec<&str> {
    warnings.iter().map(|warning| warning.kind.as_str()).collect()
}

const ZERO_NANOS: u64 = JFR_START_NANOS / 1_000_000 * 1_000_000;
const MICRO: u64 = 1_000;

#[test]
fn collections_have_the_heap_and_its_spaces_before_and_after() {
    let recording = read(&leaking_recording());
    let space = |name: &str, before: u64, after: u64, capacity: Option<u64>| GcSpace {
        name: name.into(),
        before: Some(before),
        after: Some(after),
        capacity,
    };
    assert_eq!(recording.gc.zero_millis, Some((JFR_START_NANOS / 1_000_000) as i64));
    assert_eq!(JFR_START_NANOS, ZERO_NANOS, "so times are easily told");
    let spaces = vec![space("Eden", 4_000, 0, Some(5_000)), space("Survivor", 100, 100, None), space("Metaspace", 700, 700, Some(800))];
    let first = GcEvent {
        number: 1,
        start_nanos: 100 * MICRO,
        end_nanos: 150 * MICRO,
        pause_nanos: 40 * MICRO,
        collector: "G1New".into(),
        cause: "G1 Evacuation Pause".into(),
        used_before: Some(9_000),
        used_after: Some(5_000),
        capacity: Some(20_000),
        spaces: spaces.clone(),
        pauses: vec![GcPause { start_nanos: 100 * MICRO, pause_nanos: 40 * MICRO, name: "GC Pause".into() }],
    };
    let second = GcEvent {
        number: 2,
        start_nanos: 1_000_100 * MICRO,
        end_nanos: 1_000_600 * MICRO,
        pause_nanos: 500 * MICRO,
        collector: "G1Full".into(),
        used_before: Some(12_000),
        used_after: Some(8_000),
        pauses: Vec::new(),
        ..first.clone()
    };
    assert_eq!(recording.gc.events, [first, second]);
    // The second chunk begins 1 s after the first one and is 2 s long.
    assert_eq!((recording.gc.end_nanos, recording.chunks), (3_000_000_000, 2));
    let mut pauses: Vec<(u32, u64, &str)> = Vec::new();
    for event in &recording.gc.events {
        pauses.extend(event.pauses.iter().map(|pause| (event.number, pause.pause_nanos, &*pause.name)));
    }
    assert_eq!(pauses, [(1, 40 * MICRO, "GC Pause")]);
    let heap: Vec<_> = recording.heap.iter().map(|of| (of.nanos / MICRO, of.moment, of.used)).collect();
    let expected = [
        (100, HeapMoment::Before(1), 9_000),
        (150, HeapMoment::After(1), 5_000),
        (500, HeapMoment::Between, 6_000),
        (1_000_100, HeapMoment::Before(2), 12_000),
        (1_000_150, HeapMoment::After(2), 8_000),
    ];
    assert_eq!(heap, expected);
}

#[test]
fn counts_of_classes_are_class_histograms() {
    let recording = read(&leaking_recording());
    let told: Vec<(i64, Vec<String>)> = recording
        .class_histograms()
        .into_iter()
        .map(|histogram| {
            let line = |class: &ClassCount| format!("{} {}/{}", class.name, class.totals.objects, class.totals.bytes);
            (histogram.time_millis.expect("has a time"), histogram.classes.iter().map(line).collect())
        })
        .collect();
    let start = (JFR_START_NANOS / 1_000_000) as i64;
    let list = |lines: [&str; 2]| lines.map(str::to_owned).to_vec();
    assert_eq!(
        told,
        [
            (start, list(["byte[] 20/4000", "java.util.ArrayList 1/24"])),
            (start + 1_000, list(["byte[] 30/6000", "java.util.ArrayList 1/24"]))
        ]
    );
}

#[test]
fn classes_of_one_counting_belong_together_whatever_their_times() {
    let mut chunk = JfrChunk::default();
    chunk.class(1, "A").class(2, "B");
    // Collection 1 of this JVM, the counts after it, and a minute later collection 1 of another JVM.
    for (of_type, micros, class) in [
        ("jdk.ObjectCount", 10, 1),
        ("jdk.ObjectCountAfterGC", 5, 1),
        ("jdk.ObjectCount", 30, 2),
        ("jdk.ObjectCount", 60_000_000, 1),
        ("jdk.ObjectCount", 60_000_020, 2),
    ] {
        chunk.event(of_type, &[Number(JFR_START_TICKS + micros), Number(1), Number(class), Number(1), Number(8)]);
    }
    let counts = read(&chunk.finish()).counts;
    let told: Vec<_> = counts.iter().map(|counted| (counted.nanos / MICRO, counted.classes.len())).collect();
    assert_eq!(told, [(5, 1), (10, 2), (60_000_000, 2)]);
}

#[test]
fn allocations_are_summed_by_class_stack_and_thread() {
    let recording = read(&leaking_recording());
    let tables = &recording.tables;
    let told: Vec<_> = recording
        .allocations()
        .sums
        .iter()
        .map(|sum| (tables.name(sum.class), tables.name(sum.thread), sum.events, sum.bytes, tables.frames(sum.stack).count()))
        .collect();
    assert_eq!(told, [("byte[]", "main", 2, 1_500, 2), ("java.util.ArrayList", "main", 1, 24, 2)]);
    let stack = tables.call_stack(recording.samples.sums[0].stack);
    assert_eq!(stack.frames.iter().map(ToString::to_string).collect::<Vec<_>>(), ["app.Cache.fill(line:12)", "app.Cache.main(line:7)"]);
    assert_eq!((stack.frames[0].line, stack.cut, recording.buffers.events), (12, false, 0));
    assert_eq!(recording.events_of("jdk.ObjectAllocationSample"), 3);
    assert_eq!((recording.events_of("jdk.CPULoad"), recording.events_of("jdk.Nothing")), (1, 0));
}

#[test]
fn allocations_are_summed_by_the_parts_of_the_time_too() {
    let recording = read(&leaking_recording());
    let step = |at: &AllocationSum| (at.step, recording.tables.name(at.class), at.events, at.bytes);
    let told: Vec<_> = recording.samples.sums.iter().map(step).collect();
    // 3 s in parts of 10 ms; all three samples are in the first one.
    assert_eq!(recording.samples.step_nanos, 10_000_000);
    assert_eq!(told, [(0, "byte[]", 2, 1_500), (0, "java.util.ArrayList", 1, 24)]);
}

#[test]
fn an_old_object_has_a_chain_to_its_root() {
    let recording = read(&leaking_recording());
    let [object] = &recording.old_objects[..] else { panic!("{:?}", recording.old_objects) };
    let name = |at| recording.tables.name(at);
    assert_eq!(object.nanos, 1_000_900 * MICRO);
    // Half a second before its chunk began, which was a second after the recording did.
    assert_eq!((object.allocated_nanos, object.age_nanos), (500_000_000, Some(1_500_000_000)));
    assert_eq!((object.bytes, object.length, object.heap_used), (Some(216), Some(200), Some(9_000)));
    assert_eq!((name(object.thread), recording.tables.call_stack(object.stack).cut), ("main", true));
    let chain: Vec<String> = recording
        .chain(object)
        .map(|link| {
            let by = match link.referrer {
                None => String::new(),
                Some(Referrer { by: ReferredBy::Element { index, length }, .. }) => format!(" <- [{index}] of {length}"),
                Some(Referrer { by: ReferredBy::Field { name: field, is_static }, skipped, .. }) => {
                    format!(" <- {}{} +{skipped}", if is_static { "static " } else { "" }, name(field))
                }
                Some(Referrer { by: ReferredBy::Unknown, .. }) => " <- ?".to_owned(),
            };
            format!("{} {}{by}", name(link.class), name(link.description))
        })
        .collect();
    let expected = [
        "byte[]  <- [3] of 10",
        "java.lang.Object[]  <- elementData +0",
        "java.util.ArrayList Size: 4 <- static KEPT +5",
        "java.lang.Class Class Name: app.Cache",
    ];
    assert_eq!(chain, expected);
    let root = object.root.expect("it has one");
    assert_eq!([name(root.description), name(root.system), name(root.kind)], ["", "Class Loader Data", "<unknown>"]);
}

#[test]
fn a_chain_that_goes_round_ends() {
    let mut chunk = JfrChunk::default();
    chunk.class(1, "A");
    chunk.constant("jdk.types.OldObject", 1, &[Number(1), Number(1), NoText, Number(1)]);
    chunk.constant("jdk.types.OldObject", 2, &[Number(2), Number(1), NoText, Number(2)]);
    chunk.constant("jdk.types.Reference", 1, &[Number(0), Number(0), Number(2), Number(0)]);
    chunk.constant("jdk.types.Reference", 2, &[Number(0), Number(0), Number(1), Number(0)]);
    let zeros = [0; 6].map(Number);
    let values = [&[Number(JFR_START_TICKS)][..], &zeros, &[Number(2), Number(u64::from(i32::MIN as u32)), Number(0)]].concat();
    chunk.event("jdk.OldObjectSample", &values);
    let recording = read(&chunk.finish());
    assert_eq!((recording.links.len(), recording.old_objects[0].length), (2, None));
    assert!(recording.chain(&recording.old_objects[0]).count() > 2);
}

#[test]
fn buffers_and_parallel_spaces_are_read() {
    let mut chunk = JfrChunk::default();
    chunk.names().class(1, "A");
    let ticks = Number(JFR_START_TICKS);
    chunk.event("jdk.ObjectAllocationInNewTLAB", &[ticks.clone(), Number(0), Number(0), Number(1), Number(16), Number(1_000)]);
    chunk.event("jdk.ObjectAllocationOutsideTLAB", &[ticks.clone(), Number(0), Number(0), Number(1), Number(5_000)]);
    let spaces = [4, 40, 1, 10, 2, 20].map(Number);
    chunk.event("jdk.PSHeapSummary", &[&[ticks.clone(), Number(0), Number(1)][..], &spaces].concat());
    chunk.event("jdk.GCPhasePause", &[ticks.clone(), Number(30), Number(0), Text("GC Pause")]);
    let collection = [ticks, Number(50), Number(0), Number(2), Number(9), Number(40)];
    chunk.event("jdk.GarbageCollection", &collection);
    let recording = read(&chunk.finish());
    // A new buffer stands for all that is allocated in it.
    assert_eq!((recording.allocations().events, recording.allocations().sums[0].bytes), (2, 6_000));
    let [event] = &recording.gc.events[..] else { panic!("{:?}", recording.gc) };
    let told: Vec<_> = event.spaces.iter().map(|space| (&*space.name, space.before, space.after, space.capacity)).collect();
    assert_eq!(told, [("Eden", None, Some(1), Some(10)), ("Survivor", None, Some(2), Some(20)), ("Old", None, Some(4), Some(40))]);
    // The cause is no constant of this chunk.
    assert_eq!((&*event.cause, event.is_full()), ("", Some(true)));
}

#[test]
fn a_recording_that_is_cut_is_read_as_far_as_it_goes() {
    let whole = leaking_recording();
    let first = whole.windows(4).skip(1).position(|window| window == b"FLR\0").expect("there are two chunks") + 1;
    // The description of the second chunk is gone, and with it its constants; the first one's serves.
    let (cut, warnings) = read_with_warnings(&whole[..first + 400]);
    let cut = cut.expect("is a recording");
    assert_eq!((cut.chunks, cut.gc.events.len()), (2, 2));
    assert_eq!(
        kinds(&warnings),
        [
            "a chunk ends early; what came before is read",
            "a chunk has no description of its events; that of the chunk before is taken",
            "the rest of a chunk cannot be read",
        ]
    );
    assert_eq!(warnings[0].first, format!("a.jfr at byte {first}"));
}

#[test]
fn a_damaged_chunk_does_not_hide_the_next_one() {
    let mut bytes = leaking_recording();
    let first = bytes.windows(4).skip(1).position(|window| window == b"FLR\0").expect("there are two chunks") + 1;
    // The size of the first event is 0, which would go nowhere.
    bytes[68..72].fill(0);
    let (read, warnings) = read_with_warnings(&bytes);
    assert_eq!(read.expect("is a recording").gc.events.len(), 1);
    assert_eq!(kinds(&warnings), ["the rest of a chunk cannot be read"]);
    assert_eq!(warnings[0].first, format!("a.jfr at byte 68, {} bytes", first - 68));
    // The size of the whole chunk is wrong.
    let mut bytes = leaking_recording();
    bytes[8] = 0x7f;
    let (read, warnings) = read_with_warnings(&bytes);
    assert_eq!(
        (read.expect("is a recording").gc.events.len(), kinds(&warnings)),
        (2, vec!["a chunk ends early; what came before is read"])
    );
}

#[test]
fn each_chunk_is_read_by_its_own_description() {
    let mut bytes = leaking_recording();
    let name = b"jdk.GarbageCollection";
    let last = bytes.windows(name.len()).rposition(|window| window == name).expect("the second chunk describes collections");
    bytes[last + name.len() - 1] = b'X';
    let recording = read(&bytes);
    assert_eq!(
        (recording.gc.events.len(), recording.events_of("jdk.GarbageCollection"), recording.events_of("jdk.GarbageCollectioX")),
        (1, 1, 1)
    );
}

#[test]
fn a_chunk_that_is_being_written_is_read() {
    let mut bytes = leaking_recording();
    let second = bytes.windows(4).skip(1).position(|window| window == b"FLR\0").expect("there are two chunks") + 1;
    bytes[second + 8..second + 16].fill(0);
    bytes[second + 64] = 3;
    let (read, warnings) = read_with_warnings(&bytes);
    assert_eq!(read.expect("is a recording").gc.events.len(), 2);
    assert_eq!(kinds(&warnings), ["a chunk was still being written; what was there is read"]);
}

#[test]
fn what_is_no_recording_is_told() {
    let message = |bytes: &[u8]| read_with_warnings(bytes).0.expect_err("is none").to_string();
    assert_eq!(message(b"hello"), "a.jfr: this is no JFR recording; those begin with FLR (at byte 0)");
    assert_eq!(message(b"FLR\0\0\x02"), "a.jfr: it ends within the header of its first chunk (at byte 0)");
    let mut old = leaking_recording();
    old[5] = 1;
    let (read, warnings) = read_with_warnings(&old);
    assert_eq!((read.expect("the second is one").chunks, kinds(&warnings)), (1, vec!["a chunk was left out"]));
    let reason = "its version is 1, only version 2 of JDK 11 and later is known";
    assert_eq!(message(&old[..200]), format!("a.jfr: {reason} (at byte 0)"));
}

#[test]
fn a_recording_begins_when_its_head_says() {
    let bytes = leaking_recording();
    assert!(is_jfr(&bytes) && !is_jfr(b"FLR"));
    assert_eq!(time_in_head(&bytes), Some((JFR_START_NANOS / 1_000_000) as i64));
    assert_eq!(time_in_head(&bytes[..60]), None);
}

#[test]
fn texts_of_the_pool_are_found() {
    let mut chunk = JfrChunk::default();
    chunk.constant("java.lang.String", 7, &[Text("worker")]);
    // Text of kind 2 is the number of a constant.
    chunk.constant("java.lang.Thread", 1, &[NoText, Number(2), Number(7), Number(1), Number(0)]);
    chunk.class(1, "Lambda$1/0x00007f001");
    chunk.event("jdk.ObjectAllocationSample", &[Number(JFR_START_TICKS), Number(1), Number(0), Number(1), Number(8)]);
    let recording = read(&chunk.finish());
    let sum = recording.samples.sums[0];
    assert_eq!([sum.thread, sum.class].map(|name| recording.tables.name(name)), ["worker", "Lambda$1+0x00007f001"]);
}

#[test]
fn types_that_hold_themselves_take_no_memory() {
    // A type with a field of itself that is no constant would never end.
    let mut bytes = leaking_recording();
    let text = b"constantPool";
    while let Some(at) = bytes.windows(text.len()).position(|window| window == text) {
        bytes[at] = b'C';
    }
    let (read, _) = read_with_warnings(&bytes);
    assert!(read.is_ok());
}

#[test]
fn reading_stops_when_the_user_wants_to() {
    let progress = Progress::new();
    progress.cancel();
    let read = read_jfr(&leaking_recording(), Path::new("a.jfr"), &progress, &Warnings::new());
    assert!(matches!(read, Err(Error::Cancelled)));
}

/// Reads what may be damaged, and asks everything of it.
fn survive(bytes: &[u8]) {
    let Ok(recording) = read_with_warnings(bytes).0 else { return };
    assert!(recording.links.len() <= bytes.len() && recording.tables.counts().iter().all(|&count| count <= 2 * bytes.len()));
    for object in &recording.old_objects {
        assert!(recording.chain(object).take(10_000).all(|link| recording.tables.name(link.class).len() <= bytes.len()));
    }
    for sum in recording.samples.sums.iter().chain(&recording.buffers.sums) {
        assert!(recording.tables.call_stack(sum.stack).frames.len() <= bytes.len());
    }
    let _ = recording.class_histograms();
}

#[test]
fn a_recording_may_end_at_any_byte() {
    let whole = leaking_recording();
    for end in 0..whole.len() {
        survive(&whole[..end]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn any_bytes_of_a_recording_may_be_wrong(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = leaking_recording();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        survive(&bytes);
    }

    #[test]
    fn a_part_of_a_recording_may_be_missing(from in any::<prop::sample::Index>(), length in 1..300_usize) {
        let mut bytes = leaking_recording();
        let from = from.index(bytes.len());
        bytes.drain(from..(from + length).min(bytes.len()));
        survive(&bytes);
    }
}
