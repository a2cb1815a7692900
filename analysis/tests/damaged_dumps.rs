//! Damaged dumps: every truncation, flipped bytes, hostile numbers. Nothing panics, nothing takes memory that the
//! file's own bytes do not justify, and what is lost is counted.

use std::path::{Path, PathBuf};

use analysis::fixture::{HprofWriter, SegmentWriter};
use analysis::{
    ByteSource, Error, HeapState, LoadOptions, PartlyRead, Primitive, Progress, Rules, SizePolicy, Warnings, heap_histogram, histogram_of,
    load_heap, open_bytes,
};
use proptest::prelude::*;

const KEEP_ALL: SizePolicy = SizePolicy { keep_unreachable: true, strong_only: false, rules: Rules::EclipseMat, sizes_of_jvm: false };

const OBJECT: u64 = 0x100;
const NODE: u64 = 0x108;
const NODES: u64 = 0x110;
const CLASS: u64 = 0x118;
const THREAD: u64 = 0x120;

fn segment(writer: &mut HprofWriter) -> SegmentWriter {
    let next = writer.string(b"next");
    let other = writer.string(b"other");
    let number = writer.string(b"number");
    let held = writer.string(b"held");
    for (class, name) in [
        (OBJECT, "java/lang/Object"),
        (NODE, "shop/Node"),
        (NODES, "[Lshop/Node;"),
        (CLASS, "java/lang/Class"),
        (THREAD, "java/lang/Thread"),
    ] {
        writer.load_class(class, name);
    }
    let mut segment = writer.segment();
    segment.root(0x05, NODE, &[]).root(0x08, 0x1000, &[1, 1]).root(0x03, 0x1010, &[1, 0]).root_jni_global(0x1030);
    segment.class(OBJECT, 0, 0, &[], &[]).class(CLASS, OBJECT, 0, &[], &[]).class(THREAD, OBJECT, 0, &[], &[]);
    segment.class(NODE, OBJECT, 0, &[(held, 0x1020)], &[(next, None), (number, Some(Primitive::Int)), (other, None)]);
    segment.class(NODES, OBJECT, 0, &[], &[]);
    segment
}

/// A small dump with every common kind of record.
fn small_dump(id_bytes: usize) -> Vec<u8> {
    let mut writer = HprofWriter::new("1.0.2", id_bytes, 1_700_000_000_000);
    let mut first = segment(&mut writer);
    let reference = |id: u64| id.to_be_bytes()[8 - id_bytes..].to_vec();
    let node = |next: u64, other: u64| [reference(next), 7_u32.to_be_bytes().to_vec(), reference(other)].concat();
    first.instance(0x1000, THREAD, &[]).instance(0x1010, NODE, &node(0x1020, 0)).instance(0x1020, NODE, &node(0, 0x1030));
    writer.heap_dump_segment(&first);
    let mut second = writer.segment();
    second.object_array(0x1030, NODES, &[0x1010, 0, 0x1020]).primitive_array(0x1040, Primitive::Int, &[0; 12]);
    second.primitive_array(0x1050, Primitive::Byte, b"hello");
    writer.heap_dump_segment(&second);
    writer.heap_dump_end();
    writer.bytes
}

fn load(bytes: Vec<u8>, policy: SizePolicy) -> (analysis::Result<HeapState>, Warnings) {
    let warnings = Warnings::new();
    let options = LoadOptions { policy, ..LoadOptions::default() };
    (load_heap(&ByteSource::from(bytes), Path::new("test.hprof"), 0, &options, &Progress::new(), &warnings), warnings)
}

/// Looks at everything a heap state offers; indices out of bounds would panic here.
fn visit(heap: &HeapState) {
    let mut outgoing = 0;
    let mut incoming = 0;
    for object in (0..heap.len() as u32).map(analysis::ObjectIndex) {
        outgoing += heap.points_to(object).len();
        incoming += heap.pointed_from(object).len();
        let _ =
            (heap.bytes_of(object), heap.array_length(object), heap.class_object_of(object), heap.class_loader_name(heap.type_of(object)));
        assert_eq!(heap.find(heap.address_of(object)), Some(object));
    }
    assert_eq!(outgoing, incoming);
    assert!(heap.kept_objects().count() <= heap.len());
    let _ = heap_histogram(heap);
}

/// Loads under both policies and streams; errors are fine, panics are not.
fn survive(bytes: &[u8]) {
    for policy in [SizePolicy::default(), KEEP_ALL, SizePolicy { strong_only: true, ..SizePolicy::default() }] {
        if let (Ok(heap), _) = load(bytes.to_vec(), policy) {
            visit(&heap);
        }
    }
    let source = ByteSource::from(bytes.to_vec());
    let _ = histogram_of(&source, Path::new("test.hprof"), 0, KEEP_ALL, &Progress::new(), &Warnings::new());
}

#[test]
fn the_undamaged_dump_is_read_without_a_warning() {
    for id_bytes in [4, 8] {
        let (heap, warnings) = load(small_dump(id_bytes), SizePolicy::default());
        let heap = heap.expect("readable");
        assert_eq!((warnings.list(), warnings.partly_read()), (vec![], vec![]));
        // Six objects with records, five classes, ClassLoader and int[] and byte[] made up, the boot loader.
        assert_eq!(heap.len(), 6 + 5 + 3 + 1);
        // The two primitive arrays are referenced by nobody, nor are their class objects.
        let lost = heap.len() - heap.kept_objects().count();
        assert_eq!(heap.kept_objects().filter(|&object| heap.array_length(object).is_some()).count(), 1);
        assert!(lost >= 2);
        visit(&heap);
    }
}

#[test]
fn every_truncation_ends_in_an_error_or_a_warning() {
    for id_bytes in [4, 8] {
        let whole = small_dump(id_bytes);
        for length in 0..whole.len() {
            let (result, warnings) = load(whole[..length].to_vec(), KEEP_ALL);
            match result {
                Ok(heap) => {
                    visit(&heap);
                    // Only a cut before a segment or before the record that says "end" leaves a dump that looks whole.
                    let looks_whole = [0x1c, 0x2c].contains(&whole[length]);
                    assert!(looks_whole || !warnings.list().is_empty(), "nothing was said at {length}");
                    let parts = warnings.partly_read();
                    assert!(
                        looks_whole || parts.iter().any(|part| part.is_cut_off && part.bytes_read <= length as u64),
                        "{length}: {parts:?}"
                    );
                }
                Err(Error::NotHprof { offset, .. }) => assert!(offset <= length as u64),
                Err(error) => panic!("at {length}: {error}"),
            }
            survive(&whole[..length]);
        }
    }
}

#[test]
fn a_segment_that_cannot_be_read_to_its_end_is_missing_from_there_on() {
    let mut bytes = small_dump(8);
    // The first object array is one of an unknown kind now; all behind it in its segment is lost.
    let array = bytes.windows(9).position(|window| window[0] == 0x22 && window[7..] == [0x10, 0x30]).expect("there is one");
    bytes[array] = 0x77;
    let end_record = 9;
    let (heap, warnings) = load(bytes.clone(), KEEP_ALL);
    heap.expect("readable");
    let expected = PartlyRead {
        file: "test.hprof".into(),
        bytes_read: (array + end_record) as u64,
        bytes: Some(bytes.len() as u64),
        is_cut_off: false,
        // Five classes and three instances come before.
        objects: 8,
        offset: array as u64,
        reason: "Unknown record in a heap dump segment; the rest of the segment is skipped",
    };
    assert_eq!(warnings.partly_read(), [expected]);
}

#[test]
fn counts_without_bytes_behind_them_take_no_memory() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut segment = segment(&mut writer);
    for tag in [0x21_u8, 0x22, 0x23] {
        // id, stack trace, then a length (or class id) of nothing but ones.
        segment.bytes.push(tag);
        segment.bytes.extend_from_slice(&[0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0]);
        segment.bytes.extend_from_slice(&[0xff; 13]);
    }
    writer.heap_dump_segment(&segment);
    survive(&writer.bytes);
    // A stack trace, a string and a class that claim the largest counts there are.
    let mut writer = HprofWriter::new("1.0.1", 4, 0);
    writer.record(0x05, &[0, 0, 0, 1, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]);
    writer.record_at(0x01, 0, u32::MAX, b"tail");
    survive(&writer.bytes);
    let mut writer = HprofWriter::new("1.0.1", 4, 0);
    writer.record_at(0x0c, 0, u32::MAX, &[[0x20].as_slice(), &[0xff; 64]].concat());
    survive(&writer.bytes);
}

#[test]
fn super_classes_in_a_circle_end() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut segment = writer.segment();
    segment.class(0x10, 0x20, 0, &[], &[]).class(0x20, 0x10, 0, &[], &[]).class(0x30, 0x10, 0, &[], &[]);
    segment.root_jni_global(0x40).instance(0x40, 0x30, &[]);
    writer.heap_dump(&segment);
    let (heap, warnings) = load(writer.bytes.clone(), SizePolicy::default());
    visit(&heap.expect("readable"));
    assert!(warnings.list().iter().any(|warning| warning.kind.contains("super classes")));
}

#[test]
fn a_truncated_real_dump_keeps_its_beginning() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-01.hprof.gz");
    let whole = open_bytes(&path, &Progress::new(), &Warnings::new()).expect("the sample is there");
    let mut last = 0;
    for step in 1..60 {
        // Odd lengths, so that cuts fall anywhere within records.
        let length = (whole.len() * step / 60) | 1;
        let (result, warnings) = load(whole[..length].to_vec(), KEEP_ALL);
        if let Ok(heap) = result {
            assert!(!warnings.list().is_empty(), "nothing was said at {length}");
            // What is counted on the way is the same.
            let (source, counted) = (ByteSource::from(whole[..length].to_vec()), Warnings::new());
            histogram_of(&source, Path::new("test.hprof"), 0, KEEP_ALL, &Progress::new(), &counted).expect("readable");
            assert_eq!(counted.partly_read(), warnings.partly_read());
            // Classes whose record is beyond the cut are made up, so the number may drop by some of them.
            assert!(heap.len() + 500 > last, "{} objects at {length}, {last} before", heap.len());
            last = heap.len();
            visit(&heap);
        }
    }
    assert!(last > 8000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(analysis::fixture::cases(300)))]

    #[test]
    fn flipped_bytes_are_survived(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), wide in any::<bool>()) {
        let mut bytes = small_dump(if wide { 8 } else { 4 });
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        survive(&bytes);
    }

    #[test]
    fn any_bytes_behind_a_header_are_survived(noise in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut writer = HprofWriter::new("1.0.3", 4, 0);
        writer.record(0x1c, &noise);
        survive(&writer.bytes);
        let mut writer = HprofWriter::new("1.0.2", 8, 0);
        writer.bytes.extend_from_slice(&noise);
        survive(&writer.bytes);
    }
}
