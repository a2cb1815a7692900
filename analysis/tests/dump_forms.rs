//! Every form a heap dump may take, each written by the test itself.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use analysis::fixture::{HprofWriter, SegmentWriter};
use analysis::{
    ByteSource, HeapState, LoadOptions, Primitive, Progress, RootKind, Rules, SizePolicy, Warnings, dumps_in, heap_histogram, histogram,
    load_heap, open_heap,
};

const KEEP_ALL: SizePolicy = SizePolicy { keep_unreachable: true, strong_only: false, rules: Rules::EclipseMat, sizes_of_jvm: false };

const OBJECT: u64 = 0x100;
const NODE: u64 = 0x108;

fn read(bytes: &[u8], policy: SizePolicy) -> (HeapState, Vec<String>) {
    let warnings = Warnings::new();
    let options = LoadOptions { policy, ..LoadOptions::default() };
    let heap = load_heap(&ByteSource::from(bytes.to_vec()), Path::new("test.hprof"), 0, &options, &Progress::new(), &warnings);
    (heap.expect("readable"), warnings.list().iter().map(ToString::to_string).collect())
}

fn type_name(heap: &HeapState, address: u64) -> String {
    let object = heap.find(address).unwrap_or_else(|| panic!("no object at {address:#x}"));
    heap.type_info(heap.type_of(object)).name.to_string()
}

fn targets(heap: &HeapState, address: u64) -> Vec<u64> {
    let object = heap.find(address).unwrap_or_else(|| panic!("no object at {address:#x}"));
    heap.points_to(object).iter().map(|&target| heap.address_of(analysis::ObjectIndex(target))).collect()
}

/// Names `java.lang.Object` and `Node` and describes them; nodes have one reference.
fn with_classes(writer: &mut HprofWriter) -> SegmentWriter {
    let next = writer.string(b"next");
    writer.load_class(OBJECT, "java/lang/Object");
    writer.load_class(NODE, "Node");
    let mut segment = writer.segment();
    segment.class(OBJECT, 0, 0, &[], &[]).class(NODE, OBJECT, 0, &[], &[(next, None)]);
    segment
}

/// A file that vanishes with the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("memory-city-test-{}-{name}", std::process::id())))
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn one_record_and_segments_give_the_same_heap() {
    let mut heaps = Vec::new();
    for version in ["1.0.1", "1.0.2", "1.0.3"] {
        let mut writer = HprofWriter::new(version, 8, 5);
        let mut segment = with_classes(&mut writer);
        segment.root_jni_global(0x1000).node(0x1000, NODE, &[0x1008]);
        if version == "1.0.1" {
            segment.node(0x1008, NODE, &[0]);
            writer.heap_dump(&segment);
        } else {
            writer.heap_dump_segment(&segment);
            let mut second = writer.segment();
            second.node(0x1008, NODE, &[0]);
            writer.heap_dump_segment(&second);
            writer.heap_dump_end();
        }
        let (heap, warnings) = read(&writer.bytes, SizePolicy::default());
        assert_eq!(warnings, [""; 0]);
        assert_eq!(heap.time_millis, 5);
        heaps.push((heap_histogram(&heap), targets(&heap, 0x1000)));
    }
    assert_eq!(heaps[0], heaps[1]);
    assert_eq!(heaps[1], heaps[2]);
    assert_eq!(heaps[0].1, [0x1008]);
}

#[test]
fn a_segment_of_length_zero_reaches_to_the_end() {
    let mut writer = HprofWriter::new("1.0.1", 8, 0);
    let mut segment = with_classes(&mut writer);
    segment.root_jni_global(0x1000).node(0x1000, NODE, &[0x1000]);
    writer.record_at(0x0c, 0, 0, &segment.bytes);
    assert_eq!(targets(&read(&writer.bytes, KEEP_ALL).0, 0x1000), [0x1000]);
    // The record that ends a dump may follow.
    writer.heap_dump_end();
    let (heap, warnings) = read(&writer.bytes, KEEP_ALL);
    assert_eq!((targets(&heap, 0x1000), warnings), (vec![0x1000], vec![]));
}

#[test]
fn an_empty_segment_is_no_open_end() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut segment = with_classes(&mut writer);
    segment.node(0x1000, NODE, &[0x1000]);
    let empty = writer.segment();
    writer.heap_dump_segment(&empty);
    writer.heap_dump_segment(&segment);
    let (heap, warnings) = read(&writer.bytes, KEEP_ALL);
    assert_eq!((targets(&heap, 0x1000), warnings), (vec![0x1000], vec![]));
}

/// The length of a record wraps around at 4 GiB. The file has a hole, so it takes no space.
#[test]
fn a_dump_over_4_gib_in_one_record_is_read_to_its_end() {
    let file = TempFile::new("over-4-gib.hprof");
    let mut writer = HprofWriter::new("1.0.1", 8, 0);
    let mut segment = with_classes(&mut writer);
    segment.root_jni_global(0x1000).node(0x1000, NODE, &[0x10_0000_0000]);
    let longs: u32 = 600_000_000;
    segment.bytes.push(0x23);
    segment.bytes.extend_from_slice(&0x2000_u64.to_be_bytes());
    segment.bytes.extend_from_slice(&[0; 4]);
    segment.bytes.extend_from_slice(&longs.to_be_bytes());
    segment.bytes.push(11);
    let mut tail = writer.segment();
    tail.node(0x10_0000_0000, NODE, &[0x1000]);
    let hole = u64::from(longs) * 8;
    let length = segment.bytes.len() as u64 + hole + tail.bytes.len() as u64;
    assert!(length > 1 << 32);
    writer.record_at(0x0c, 0, length as u32, &segment.bytes);
    let mut out = std::fs::File::create(&file.0).expect("temporary folder");
    out.write_all(&writer.bytes).expect("space");
    out.seek(SeekFrom::Current(hole as i64)).expect("sparse files");
    out.write_all(&tail.bytes).expect("space");
    // More records follow, as in real files.
    let mut more = HprofWriter::new("1.0.1", 8, 0);
    let header = more.bytes.len();
    more.string(b"behind the dump");
    out.write_all(&more.bytes[header..]).expect("space");
    drop(out);

    let warnings = Warnings::new();
    let heap = open_heap(&file.0, 0, &LoadOptions::default(), &Progress::new(), &warnings).expect("readable");
    assert_eq!(warnings.list(), []);
    assert_eq!(targets(&heap, 0x1000), [0x10_0000_0000]);
    assert_eq!(targets(&heap, 0x10_0000_0000), [0x1000]);
    let array = heap.find(0x2000).expect("the large array");
    assert_eq!(heap.array_length(array), Some(longs));
    // Header of 8 + 8 + 4 bytes, up to 24.
    assert_eq!(heap.bytes_of(array), 24 + hole);
}

#[test]
fn several_dumps_have_their_own_times_and_objects() {
    let file = TempFile::new("several.hprof");
    let mut writer = HprofWriter::new("1.0.1", 8, 1000);
    let mut first = with_classes(&mut writer);
    first.node(0x1000, NODE, &[0]);
    let mut second = first.clone();
    second.node(0x1008, NODE, &[0]);
    writer.record_at(0x0c, 2_000_000, first.bytes.len() as u32, &first.bytes);
    writer.record_at(0x0c, 5_000_000, second.bytes.len() as u32, &second.bytes);
    std::fs::write(&file.0, &writer.bytes).expect("temporary folder");
    let dumps = dumps_in(&file.0, &Progress::new(), &Warnings::new()).expect("readable");
    assert_eq!(dumps.iter().map(|dump| dump.time_millis).collect::<Vec<_>>(), [3000, 6000]);
    let objects = |index| histogram(&file.0, index, KEEP_ALL, &Progress::new(), &Warnings::new()).expect("readable").objects;
    assert_eq!(objects(0) + 1, objects(1));
}

#[test]
fn gzip_is_read_and_a_cut_one_is_salvaged() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut segment = with_classes(&mut writer);
    (0..5000).for_each(|at| {
        segment.node(0x1000 + at * 8, NODE, &[0x1000 + at * 7919 % 40_000 / 8 * 8]);
    });
    writer.heap_dump_segment(&segment);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&writer.bytes).expect("memory");
    let packed = encoder.finish().expect("memory");

    let file = TempFile::new("whole.hprof.gz");
    std::fs::write(&file.0, &packed).expect("temporary folder");
    assert_eq!(analysis::look_at(&file.0).expect("readable").kind, analysis::InputKind::HeapDump);
    let options = LoadOptions { policy: KEEP_ALL, ..LoadOptions::default() };
    let heap = open_heap(&file.0, 0, &options, &Progress::new(), &Warnings::new()).expect("readable");
    assert_eq!(heap_histogram(&heap), heap_histogram(&read(&writer.bytes, KEEP_ALL).0));

    std::fs::write(&file.0, &packed[..packed.len() / 2]).expect("temporary folder");
    let warnings = Warnings::new();
    let cut = open_heap(&file.0, 0, &options, &Progress::new(), &warnings).expect("its beginning");
    assert!(cut.len() > 100 && cut.len() < heap.len());
    assert!(warnings.list().iter().any(|warning| warning.kind.contains("gzip")));
}

#[test]
fn classes_may_come_after_their_instances_and_have_any_name() {
    let mut writer = HprofWriter::new("1.0.2", 4, 0);
    let next = writer.string(b"n\xc3\xa4chster");
    writer.load_class(OBJECT, "java/lang/Object");
    writer.load_class(NODE, "übung/Größe\u{0}");
    let mut segment = writer.segment();
    segment.root_jni_global(0x1000).node(0x1000, NODE, &[0x1008]).node(0x1008, NODE, &[0x1000]);
    segment.class(NODE, OBJECT, 0, &[], &[(next, None)]).class(OBJECT, 0, 0, &[], &[]);
    writer.heap_dump_segment(&segment);
    let (heap, _) = read(&writer.bytes, SizePolicy::default());
    assert_eq!(type_name(&heap, 0x1000), "übung.Größe\u{0}");
    assert_eq!(targets(&heap, 0x1008), [0x1000]);
}

#[test]
fn records_nobody_knows_are_skipped_and_counted() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    writer.record(0x77, b"from the future");
    let mut segment = with_classes(&mut writer);
    segment.node(0x1000, NODE, &[0x1000]);
    writer.heap_dump_segment(&segment);
    writer.record(0x78, b"");
    writer.record(0x77, b"again");
    let (heap, warnings) = read(&writer.bytes, KEEP_ALL);
    assert_eq!(targets(&heap, 0x1000), [0x1000]);
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].contains("(3 times)"), "{warnings:?}");
}

#[test]
fn android_records_are_read() {
    let mut writer = HprofWriter::new("1.0.3", 4, 0);
    let heap_name = writer.string(b"app");
    let mut segment = with_classes(&mut writer);
    segment.bytes.push(0xfe);
    segment.bytes.extend_from_slice(&[0, 0, 0, 1]);
    segment.bytes.extend_from_slice(&(heap_name as u32).to_be_bytes());
    for (number, tag) in [0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x90].into_iter().enumerate() {
        segment.node(0x1000 + number as u64 * 8, NODE, &[0]).root(tag, 0x1000 + number as u64 * 8, &[]);
    }
    segment.node(0x2000, NODE, &[0x2008]).root(0x8e, 0x2000, &[1, 2]);
    segment.bytes.push(0xc3);
    segment.bytes.extend_from_slice(&[0, 0, 0x20, 0x08, 0, 0, 0, 0, 0, 0, 0, 9, 8]);
    writer.heap_dump_segment(&segment);
    let (heap, warnings) = read(&writer.bytes, SizePolicy::default());
    assert_eq!(warnings, [""; 0]);
    let kinds: Vec<RootKind> = heap.roots().iter().map(|root| root.kind).filter(|&kind| kind != RootKind::StickyClass).collect();
    assert_eq!(
        kinds,
        [
            RootKind::InternedString,
            RootKind::Finalizing,
            RootKind::Debugger,
            RootKind::ReferenceCleanup,
            RootKind::VmInternal,
            RootKind::Unreachable,
            RootKind::JniMonitor
        ]
    );
    let array = heap.find(0x2008).expect("an array without data");
    assert_eq!((heap.array_length(array), type_name(&heap, 0x2008).as_str()), (Some(9), "byte[]"));
}

/// A thread whose name is a JDK 9 string in its object, with one frame and one local.
#[test]
fn threads_have_names_stacks_and_locals() {
    let (thread, string, group) = (0x200, 0x208, 0x210);
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let (name, value, coder) = (writer.string(b"name"), writer.string(b"value"), writer.string(b"coder"));
    let mut segment = with_classes(&mut writer);
    writer.load_class(thread, "java/lang/Thread");
    writer.load_class(string, "java/lang/String");
    let shop = writer.load_class(group, "shop/Checkout");
    writer.stack(7, 3, shop, "pay", "Checkout.java", 42);
    segment.class(thread, OBJECT, 0, &[], &[(name, None)]).class(group, OBJECT, 0, &[], &[]);
    segment.class(string, OBJECT, 0, &[], &[(coder, Some(Primitive::Byte)), (value, None)]);
    segment.root(0x08, 0x1000, &[3, 7]).root(0x03, 0x1010, &[3, 0]).root(0x03, 0x1010, &[3, 0]);
    segment.node(0x1000, thread, &[0x1008]).node(0x1010, NODE, &[0]);
    segment.instance(0x1008, string, &[[0].as_slice(), &0x1018_u64.to_be_bytes()].concat()).primitive_array(
        0x1018,
        Primitive::Byte,
        b"till 3",
    );
    writer.heap_dump_segment(&segment);
    let (heap, _) = read(&writer.bytes, SizePolicy::default());
    assert_eq!(heap.threads.len(), 1);
    assert_eq!(heap.threads[0].name, "till 3");
    assert_eq!(heap.threads[0].object, heap.find(0x1000));
    let frame = &heap.threads[0].stack[0];
    assert_eq!(
        (frame.class.as_str(), frame.method.as_str(), frame.file.as_str(), frame.line),
        ("shop.Checkout", "pay", "Checkout.java", 42)
    );
    // The local hangs on the thread, once.
    assert_eq!(targets(&heap, 0x1000), [0x1008, 0x1010]);
    let local = heap.find(0x1010).expect("the local");
    assert!(heap.kept.contains(local.0));
    assert_eq!(heap.roots().iter().filter(|root| root.object == local && root.frame == Some(0)).count(), 2);
}

#[test]
fn weak_referents_keep_nothing_alive_under_the_strong_policy() {
    let (reference, weak) = (0x200, 0x208);
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let (referent, queue) = (writer.string(b"referent"), writer.string(b"queue"));
    let mut segment = with_classes(&mut writer);
    writer.load_class(reference, "java/lang/ref/Reference");
    writer.load_class(weak, "java/lang/ref/WeakReference");
    segment.class(reference, OBJECT, 0, &[], &[(referent, None), (queue, None)]).class(weak, reference, 0, &[], &[]);
    segment.root_jni_global(0x1000).node(0x1000, weak, &[0x1008, 0x1010]).node(0x1008, NODE, &[0]).node(0x1010, NODE, &[0]);
    writer.heap_dump_segment(&segment);
    assert_eq!(targets(&read(&writer.bytes, SizePolicy::default()).0, 0x1000), [0x1008, 0x1010]);
    let (heap, _) = read(&writer.bytes, SizePolicy { strong_only: true, ..SizePolicy::default() });
    assert_eq!(targets(&heap, 0x1000), [0x1010]);
    assert!(!heap.kept.contains(heap.find(0x1008).expect("the referent").0));
}

#[test]
fn sizes_follow_compressed_references_and_alignment() {
    let array_class = 0x10_0000;
    let dump = |distance: u64, second_array: u64| {
        let mut writer = HprofWriter::new("1.0.2", 8, 0);
        let next = writer.string(b"next");
        for (id, name) in [(0x1000, "java/lang/Object"), (0x2000, "Node"), (array_class, "[LNode;")] {
            writer.load_class(id, name);
        }
        let mut segment = writer.segment();
        segment.class(0x1000, 0, 0, &[], &[]).class(0x2000, 0x1000, 0, &[], &[(next, None)]).class(array_class, 0x1000, 0, &[], &[]);
        segment.object_array(0x20_0000, array_class, &[0; 10]).object_array(0x20_0000 + second_array, array_class, &[0; 10]);
        segment.node(0x30_0000, 0x2000, &[0]).node(0x30_0000 + distance, 0x2000, &[0]);
        writer.heap_dump_segment(&segment);
        let (heap, _) = read(&writer.bytes, KEEP_ALL);
        let bytes = |address| heap.bytes_of(heap.find(address).expect("an object"));
        let source = ByteSource::from(writer.bytes);
        let streamed = analysis::histogram_of(&source, Path::new("test"), 0, KEEP_ALL, &Progress::new(), &Warnings::new());
        assert_eq!(streamed.expect("readable"), heap_histogram(&heap));
        (bytes(0x20_0000), bytes(0x30_0000))
    };
    // 8-byte slots: 8 + 8 + 4 + 80 = 100, up to 104; a node is 16 + 8.
    assert_eq!(dump(8, 104), (104, 24));
    // The second array begins within the first one's 16 + 80 bytes, so slots have 4 bytes: 8 + 4 + 4 + 40; a node 12 + 4.
    assert_eq!(dump(8, 56), (56, 16));
    // All objects at multiples of 16: 56 becomes 64.
    assert_eq!(dump(16, 64), (64, 16));
}

/// Beyond 65,536 types the type column takes 32 bits per object.
#[test]
fn dumps_may_have_any_number_of_classes() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut segment = with_classes(&mut writer);
    let class = |at: u64| 0x10_0000 + at * 8;
    let object = |at: u64| 0x100_0000 + at * 8;
    for at in 0..70_000 {
        segment.class(class(at), OBJECT, 0, &[], &[]).instance(object(at), class(at), &[]);
    }
    writer.heap_dump_segment(&segment);
    let (heap, _) = read(&writer.bytes, KEEP_ALL);
    assert!(heap.types.len() > 70_000);
    for at in [0, 65_535, 65_536, 69_999] {
        assert_eq!(type_name(&heap, object(at)), format!("unknown-name@{:#x}", class(at)));
    }
}

/// One worker and many give the same heap state, column by column.
#[test]
fn parallel_reading_equals_serial_reading() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut segment = with_classes(&mut writer);
    writer.load_class(0x200, "[LNode;");
    segment.class(0x200, OBJECT, 0, &[], &[]);
    // About 12 MiB in segments of all sizes, objects in scattered order, some of them twice.
    let count = 200_000_u64;
    let address = |at: u64| 0x10_0000 + at * 7919 % count * 16;
    for at in 0..count {
        if at % 5 == 0 {
            segment.object_array(address(at), 0x200, &[address(at / 2), 0, address(at / 3), 0xdead]);
        } else {
            // Every third row is empty.
            segment.node(address(at), NODE, &[if at % 3 == 0 { 0 } else { address(at * 31 % count) }]);
        }
        if at % 1000 == 0 {
            segment.root_jni_global(address(at)).node(address(at / 2), NODE, &[0]);
        }
        if at % 30_000 == at / 30_000 {
            writer.heap_dump_segment(&segment);
            segment = writer.segment();
        }
    }
    writer.heap_dump_segment(&segment);
    let load = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let (heap, warnings) = read(&writer.bytes, SizePolicy::default());
            let objects: Vec<_> = (0..heap.len() as u32)
                .map(analysis::ObjectIndex)
                .map(|object| {
                    let rows = (heap.points_to(object).to_vec(), heap.pointed_from(object).to_vec());
                    (heap.address_of(object), heap.type_of(object), heap.bytes_of(object), heap.array_length(object), rows)
                })
                .collect();
            (objects, heap.kept, heap.roots, warnings)
        })
    };
    let serial = load(1);
    assert!(serial.0.len() > 200_000);
    assert!(serial.3.iter().any(|warning| warning.contains("several records")), "{:?}", serial.3);
    assert!(serial == load(4), "four workers differ from one");
}

#[test]
fn loading_can_be_cancelled() {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let segment = with_classes(&mut writer);
    writer.heap_dump_segment(&segment);
    let progress = Progress::new();
    progress.cancel();
    let heap = load_heap(&ByteSource::from(writer.bytes), Path::new("test"), 0, &LoadOptions::default(), &progress, &Warnings::new());
    assert!(matches!(heap, Err(analysis::Error::Cancelled)));
}
