//! Fuzz targets: heap dumps, exchange documents, class histograms, groupings, queries and definitions, damaged where it hurts. Nothing panics, nothing
//! takes memory that the bytes do not justify, and what is read hangs together.
//!
//! A normal run takes few cases; to search longer:
//!
//! ```text
//! PROPTEST_RNG_SEED=$RANDOM PROPTEST_CASES=20000 cargo test --release -p analysis fuzz
//! ```

use std::path::{Path, PathBuf};

use analysis::fixture::{HprofWriter, SegmentWriter, cases, heap};
use analysis::{
    ByteSource, DatasetInfo, Definition, DefinitionKind, Dominators, Evolution, Grouping, HeapState, LoadOptions, ObjectIndex, Primitive,
    Progress, Query, Registry, SizePolicy, Warnings, attach_pointer_maps, dumps_of, group, heap_histogram, histogram_of, json_members,
    load_heap, open_bytes, parse_class_histograms, parse_pointer_maps, parse_trees, validate_script,
};
use proptest::prelude::*;
use proptest::sample::Index;

/// What the tests of this file may take together, in MiB: twice what they take undamaged.
const MOST_MEMORY_MIB: u64 = 1024;

/// The most memory that this process has held, where the system tells.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).map_or(0, |kib| kib >> 10)
}

/// One record of a file, or one sub-record of a heap dump.
#[derive(Debug, Clone)]
struct Record(Vec<u8>);

/// A file as its header, its records, and the sub-records of those that hold a heap.
#[derive(Debug, Clone)]
struct Parts {
    header: Vec<u8>,
    records: Vec<Record>,
}

impl Parts {
    /// Cuts an undamaged file at its top-level records.
    fn of(bytes: &[u8]) -> Self {
        let name = bytes.iter().position(|&byte| byte == 0).expect("a header ends in 0");
        let (header, mut rest) = bytes.split_at(name + 1 + 4 + 8);
        let mut records = Vec::new();
        while let Some(length) = rest.get(5..9) {
            let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            let (record, more) = rest.split_at((9 + length).min(rest.len()));
            records.push(Record(record.to_vec()));
            rest = more;
        }
        Self { header: header.to_vec(), records }
    }

    fn bytes(&self) -> Vec<u8> {
        self.records.iter().fold(self.header.clone(), |mut bytes, record| {
            bytes.extend_from_slice(&record.0);
            bytes
        })
    }
}

/// One thing that went wrong with a file.
#[derive(Debug, Clone)]
enum Damage {
    FlipBit(Index, u8),
    SetByte(Index, u8),
    /// Four bytes that may be a count, an id or a length.
    SetWord(Index, u32),
    /// The length that a record claims.
    SetLength(Index, u32),
    /// The length is a little wrong.
    MoveLength(Index, i8),
    Remove(Index),
    /// A record once more, somewhere else.
    Repeat(Index, Index),
    Swap(Index, Index),
    /// The body of one record under the tag of another.
    Transplant(Index, Index),
    /// A record in two parts, the second one first.
    Rotate(Index, Index),
    Truncate(Index),
    Insert(Index, Vec<u8>),
    SetHeader(Index, u8),
}

fn any_word() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), Just(1), Just(u32::MAX), Just(i32::MAX as u32), Just(1 << 31), Just(1 << 24), any::<u32>()]
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let index = any::<Index>;
    prop_oneof![
        3 => (index(), 0..8_u8).prop_map(|(at, bit)| Damage::FlipBit(at, bit)),
        3 => (index(), any::<u8>()).prop_map(|(at, value)| Damage::SetByte(at, value)),
        3 => (index(), any_word()).prop_map(|(at, value)| Damage::SetWord(at, value)),
        2 => (index(), any_word()).prop_map(|(at, value)| Damage::SetLength(at, value)),
        2 => (index(), any::<i8>()).prop_map(|(at, by)| Damage::MoveLength(at, by)),
        1 => index().prop_map(Damage::Remove),
        2 => (index(), index()).prop_map(|(from, to)| Damage::Repeat(from, to)),
        1 => (index(), index()).prop_map(|(a, b)| Damage::Swap(a, b)),
        1 => (index(), index()).prop_map(|(a, b)| Damage::Transplant(a, b)),
        1 => (index(), index()).prop_map(|(at, by)| Damage::Rotate(at, by)),
        1 => index().prop_map(Damage::Truncate),
        1 => (index(), prop::collection::vec(any::<u8>(), 1..40)).prop_map(|(at, noise)| Damage::Insert(at, noise)),
        1 => (index(), any::<u8>()).prop_map(|(at, value)| Damage::SetHeader(at, value)),
    ]
}

/// A record by an index over bytes, so that large ones are met as often as their bytes, and a place in it.
fn place(parts: &Parts, at: &Index) -> Option<(usize, usize)> {
    let total: usize = parts.records.iter().map(|record| record.0.len()).sum();
    let mut left = (total > 0).then(|| at.index(total))?;
    for (number, Record(record)) in parts.records.iter().enumerate() {
        match left.checked_sub(record.len()) {
            Some(rest) => left = rest,
            None => return Some((number, left)),
        }
    }
    None
}

fn damage(parts: &mut Parts, damage: &Damage) {
    let count = parts.records.len();
    if count == 0 {
        return;
    }
    let set_length = |record: &mut Record, change: &dyn Fn(u32) -> u32| {
        if let Some(length) = record.0.get_mut(5..9) {
            let old = u32::from_be_bytes((&*length).try_into().expect("four bytes"));
            length.copy_from_slice(&change(old).to_be_bytes());
        }
    };
    match damage {
        Damage::FlipBit(at, bit) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records[record].0[at] ^= 1 << bit;
            }
        }
        Damage::SetByte(at, value) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records[record].0[at] = *value;
            }
        }
        Damage::SetWord(at, value) => {
            if let Some((record, at)) = place(parts, at)
                && let Some(word) = parts.records[record].0.get_mut(at..at + 4)
            {
                word.copy_from_slice(&value.to_be_bytes());
            }
        }
        Damage::SetLength(at, value) => set_length(&mut parts.records[at.index(count)], &|_| *value),
        Damage::MoveLength(at, by) => set_length(&mut parts.records[at.index(count)], &|old| old.wrapping_add_signed(i32::from(*by))),
        Damage::Remove(at) => drop(parts.records.remove(at.index(count))),
        Damage::Repeat(from, to) => {
            let record = parts.records[from.index(count)].clone();
            parts.records.insert(to.index(count + 1), record);
        }
        Damage::Swap(a, b) => parts.records.swap(a.index(count), b.index(count)),
        Damage::Transplant(a, b) => {
            let body = parts.records[b.index(count)].0.get(1..).unwrap_or_default().to_vec();
            let record = &mut parts.records[a.index(count)].0;
            record.truncate(1);
            record.extend_from_slice(&body);
        }
        Damage::Rotate(at, by) => {
            let record = &mut parts.records[at.index(count)].0;
            if let Some(body) = record.get_mut(9..).filter(|body| !body.is_empty()) {
                body.rotate_left(by.index(body.len()));
            }
        }
        Damage::Truncate(at) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records.truncate(record + 1);
                parts.records[record].0.truncate(at);
            }
        }
        Damage::Insert(at, noise) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records[record].0.splice(at..at, noise.iter().copied());
            }
        }
        Damage::SetHeader(at, value) => {
            let at = at.index(parts.header.len());
            parts.header[at] = *value;
        }
    }
}

/// Loads, and looks at everything that a heap state offers; indices out of bounds would panic there.
fn survive_dump(bytes: &[u8]) {
    let path = Path::new("test.hprof");
    let source = ByteSource::from(bytes.to_vec());
    let progress = Progress::new();
    let dumps = dumps_of(&source, path, &progress, &Warnings::new()).map_or(0, |dumps| dumps.len());
    for policy in [
        SizePolicy::default(),
        SizePolicy { keep_unreachable: true, ..SizePolicy::default() },
        SizePolicy { strong_only: true, ..SizePolicy::default() },
    ] {
        let options = LoadOptions { policy, ..LoadOptions::default() };
        for dump in 0..dumps.clamp(1, 2) {
            if let Ok(heap) = load_heap(&source, path, dump, &options, &progress, &Warnings::new()) {
                look_at(&heap);
            }
        }
        let _ = histogram_of(&source, path, 0, policy, &progress, &Warnings::new());
    }
    assert!(peak_mib() < MOST_MEMORY_MIB, "{} MiB for {} bytes", peak_mib(), bytes.len());
}

fn look_at(heap: &HeapState) {
    let progress = Progress::new();
    let all = || (0..heap.len() as u32).map(ObjectIndex);
    for object in all() {
        assert_eq!(heap.find(heap.address_of(object)), Some(object));
        let at_home = |&other: &u32| (other as usize) < heap.len();
        assert!(heap.points_to(object).iter().chain(heap.pointed_from(object)).all(at_home));
    }
    let outgoing: usize = all().map(|object| heap.points_to(object).len()).sum();
    let incoming: usize = all().map(|object| heap.pointed_from(object).len()).sum();
    assert_eq!(outgoing, incoming);
    for object in all().step_by((heap.len() / 50).max(1)) {
        let _ = (heap.values_of(object, 10), heap.slots_of(object), heap.class_loader_name(heap.type_of(object)));
    }
    let grouped = group(heap, &Grouping::default(), &progress, &Warnings::new()).expect("any heap has types");
    let histogram = heap_histogram(heap);
    assert_eq!(grouped.tree.root().totals.objects, histogram.objects);
    if !heap.policy.keep_unreachable {
        let dominators = Dominators::of(heap, &progress).expect("nobody cancels");
        let retained = dominators.top_level().iter().fold(0, |sum: u64, &top| sum.saturating_add(dominators.retained(ObjectIndex(top))));
        assert_eq!(retained, histogram.bytes, "what the roots own is the heap");
    }
}

/// A dump with every common kind of record, in several segments, of ids of 4 or 8 bytes.
fn made_up_dump(id_bytes: usize) -> Vec<u8> {
    let [object, node_class, nodes, class_class, thread, string]: [u64; 6] = [0x100, 0x108, 0x110, 0x118, 0x120, 0x128];
    let mut writer = HprofWriter::new("1.0.2", id_bytes, 1_700_000_000_000);
    let [next, number, held, value] = ["next", "number", "held", "value"].map(|name| writer.string(name.as_bytes()));
    for (class, name) in [
        (object, "java/lang/Object"),
        (node_class, "shop/Node"),
        (nodes, "[Lshop/Node;"),
        (class_class, "java/lang/Class"),
        (thread, "java/lang/Thread"),
        (string, "java/lang/String"),
    ] {
        writer.load_class(class, name);
    }
    let reference = |id: u64| id.to_be_bytes()[8 - id_bytes..].to_vec();
    let mut classes = writer.segment();
    classes.root(0x05, node_class, &[]).root(0x08, 0x1000, &[1, 1]).root(0x03, 0x1010, &[1, 0]).root_jni_global(0x1030);
    for class in [object, class_class, thread, nodes] {
        classes.class(class, if class == object { 0 } else { object }, 0, &[], &[]);
    }
    classes.class(node_class, object, 0, &[(held, 0x1020)], &[(next, None), (number, Some(Primitive::Int))]);
    classes.class(string, object, 0, &[], &[(value, None)]);
    writer.heap_dump_segment(&classes);
    let node = |segment: &mut SegmentWriter, id: u64, next: u64| {
        segment.instance(id, node_class, &[reference(next), 7_u32.to_be_bytes().to_vec()].concat());
    };
    let mut objects = writer.segment();
    objects.instance(0x1000, thread, &[]);
    for at in 0..8 {
        node(&mut objects, 0x1010 + 16 * at, 0x1010 + 16 * ((at * 3 + 1) % 8));
    }
    writer.heap_dump_segment(&objects);
    let mut arrays = writer.segment();
    arrays.object_array(0x2000, nodes, &[0x1010, 0, 0x1020, 0x2000]).primitive_array(0x2040, Primitive::Int, &[0; 12]);
    arrays.primitive_array(0x2080, Primitive::Byte, b"hello").instance(0x20c0, string, &reference(0x2080));
    writer.heap_dump_segment(&arrays);
    writer.heap_dump_end();
    writer.bytes
}

/// Real dumps, each decompressed: that of the recorded sample.
fn real_dump() -> Parts {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-01.hprof.gz");
    let source = open_bytes(&path, &Progress::new(), &Warnings::new()).expect("the sample is there");
    Parts::of(&source)
}

fn sample_text(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn fuzz_made_up_dumps(wide in any::<bool>(), damages in prop::collection::vec(any_damage(), 1..6)) {
        let mut parts = Parts::of(&made_up_dump(if wide { 8 } else { 4 }));
        damages.iter().for_each(|one| damage(&mut parts, one));
        survive_dump(&parts.bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(4)))]

    #[test]
    fn fuzz_real_dumps(damages in prop::collection::vec(any_damage(), 1..12)) {
        let mut parts = real_dump();
        damages.iter().for_each(|one| damage(&mut parts, one));
        survive_dump(&parts.bytes());
    }
}

/// One thing that went wrong with a text.
#[derive(Debug, Clone)]
enum TextDamage {
    SetByte(Index, u8),
    /// A part once more, somewhere else.
    Repeat(Index, usize, Index),
    Remove(Index, usize),
    /// What makes sense to the reader, in the wrong place.
    Insert(Index, &'static str),
    Truncate(Index),
    /// As deep as it gets.
    Nest(Index, usize, bool),
}

/// Pieces of documents.
const WORDS: [&str; 22] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\ud800",
    "null",
    "true",
    "-1",
    "1e400",
    "0.5",
    "18446744073709551616",
    "\"children\"",
    "\"name\"",
    "\"objects\"",
    "\"time\"",
    "\"key\"",
    "\"Overall\"",
    "\u{0}",
];

fn any_text_damage() -> impl Strategy<Value = TextDamage> {
    let index = any::<Index>;
    prop_oneof![
        3 => (index(), any::<u8>()).prop_map(|(at, value)| TextDamage::SetByte(at, value)),
        2 => (index(), 1..400_usize, index()).prop_map(|(from, length, to)| TextDamage::Repeat(from, length, to)),
        2 => (index(), 1..400_usize).prop_map(|(at, length)| TextDamage::Remove(at, length)),
        4 => (index(), prop::sample::select(&WORDS[..])).prop_map(|(at, word)| TextDamage::Insert(at, word)),
        1 => index().prop_map(TextDamage::Truncate),
        1 => (index(), 1..20_000_usize, any::<bool>()).prop_map(|(at, depth, list)| TextDamage::Nest(at, depth, list)),
    ]
}

fn damage_text(text: &mut Vec<u8>, damage: &TextDamage) {
    if text.is_empty() {
        return;
    }
    let (length, part) = (text.len(), |from: usize, length: usize, all: usize| from..(from + length).min(all));
    match damage {
        TextDamage::SetByte(at, value) => text[at.index(length)] = *value,
        TextDamage::Repeat(from, count, to) => {
            let copy = text[part(from.index(length), *count, length)].to_vec();
            let to = to.index(length);
            text.splice(to..to, copy);
        }
        TextDamage::Remove(at, count) => drop(text.drain(part(at.index(length), *count, length))),
        TextDamage::Insert(at, word) => {
            let at = at.index(length);
            text.splice(at..at, word.bytes());
        }
        TextDamage::Truncate(at) => text.truncate(at.index(length)),
        TextDamage::Nest(at, depth, list) => {
            let at = at.index(length);
            let open = if *list { "[" } else { "{\"children\":" };
            text.splice(at..at, open.repeat(*depth).bytes());
        }
    }
}

/// Reads a document as everything that it may be.
fn survive_text(text: &[u8]) {
    let warnings = Warnings::new();
    let maps = parse_pointer_maps("t", text).unwrap_or_default();
    if let Ok(mut points) = parse_trees("t", text, &warnings) {
        attach_pointer_maps(&mut points, &maps, &maps, &warnings);
        for point in &points {
            for (at, node) in point.tree.nodes.iter().enumerate() {
                assert!(node.subtree_end as usize <= point.tree.nodes.len() && (node.parent.at() < at || at == 0));
            }
        }
        let _ = Evolution::from_points("t", "", points, &Progress::new(), &warnings);
    }
    let _ = DatasetInfo::parse("t", text, &warnings);
    let _ = json_members("t", &String::from_utf8_lossy(text));
    let _ = parse_class_histograms("t", text, &warnings);
    assert!(peak_mib() < MOST_MEMORY_MIB, "{} MiB for {} bytes", peak_mib(), text.len());
}

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
        let mut text = sample_text(name);
        damages.iter().for_each(|one| damage_text(&mut text, one));
        survive_text(&text);
    }

    #[test]
    fn fuzz_class_histograms(damages in prop::collection::vec(any_text_damage(), 1..6)) {
        let mut text = CLASS_HISTOGRAM.as_bytes().to_vec();
        damages.iter().for_each(|one| damage_text(&mut text, one));
        survive_text(&text);
    }
}

/// What a grouping or a query is made of.
const STEPS: [&str; 46] = [
    "type",
    "package",
    "package-path",
    "superclass",
    "domain-objects",
    "gc-root-kind",
    "array length",
    "class-loader",
    "object kind",
    "reference count",
    "address",
    "age",
    "where",
    "script",
    "filter",
    "pointed from",
    "points to",
    "deep leaves",
    "outermost data structures",
    "indirectly gc-rooted",
    "preset:overview",
    "preset:",
    "preset:collection sizes",
    "group by",
    "where(",
    "script(",
    "(type)",
    "(",
    ")",
    ",",
    ">",
    "→",
    "size > 8",
    "count == 0",
    "count",
    "type == \"A\"",
    "\"",
    "'",
    "`",
    "{",
    "}",
    "[",
    "true",
    "path(type, package)",
    "1",
    "\u{fffd}",
];

/// Groupings and queries that mean something.
const GROUPINGS: [&str; 8] = [
    "package path, type",
    "type, pointed from(type, superclass, points to(package > type))",
    "where(size > 8 and type.starts_with(\"A\")), script(if size > 10 { \"large\" } else { path(type, package) }), type",
    "outermost data structures, type, deep leaves(type)",
    "domain-objects(com.shop, org.x.*), array length, indirectly gc-rooted(variables only)",
    "preset:domain objects",
    "where size > 8 group by type, pointed from(type)",
    "group by script(points_to.map(|o| o.type)) where count == null",
];

/// Reads a text as a grouping and as a query, and groups a small heap by what it means.
fn survive_grouping(text: &str) {
    let registry = Registry::default();
    let groupings = [registry.parse(text), Query::parse(text).and_then(|query| query.grouping(&registry))];
    for grouping in groupings.into_iter().flatten() {
        // What is printed means the same.
        let names = grouping.names();
        let again = registry.parse(&names.join(", ")).unwrap_or_else(|error| panic!("{text:?} became {names:?}: {error}"));
        assert_eq!(again.names(), names, "{text:?}");
        let heap =
            heap("class A < B\nroot jni -> a l\nroot static A.f -> b\na: A 8 -> b\nb: B[2] 24 -> a a\nl: java.util.ArrayList 24 -> b");
        if let Ok(grouped) = group(&heap, &grouping, &Progress::new(), &Warnings::new()) {
            assert!(grouped.tree.root().totals.objects <= heap.len() as u64);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn fuzz_rows_of_steps(steps in prop::collection::vec(prop::sample::select(&STEPS[..]), 0..10), glue in 0..3_usize) {
        survive_grouping(&steps.join(["", " ", ", "][glue]));
    }

    #[test]
    fn fuzz_damaged_groupings(which in 0..GROUPINGS.len(), damages in prop::collection::vec(any_text_damage(), 1..4), step in prop::sample::select(&STEPS[..])) {
        let mut text = GROUPINGS[which].as_bytes().to_vec();
        damages.iter().for_each(|one| damage_text(&mut text, one));
        let text = String::from_utf8_lossy(&text).into_owned();
        survive_grouping(&text);
        survive_grouping(&format!("{text}, {step}"));
    }

    #[test]
    fn fuzz_definitions(which in 0..GROUPINGS.len(), is_json in any::<bool>(), damages in prop::collection::vec(any_text_damage(), 1..4)) {
        let kinds = [DefinitionKind::Grouping, DefinitionKind::Filter, DefinitionKind::Classifier];
        let definition = Definition { name: "mine".into(), kind: kinds[which % 3], text: GROUPINGS[which].into(), description: String::new() };
        let mut text = if is_json { serde_json::to_vec(&definition).expect("is JSON") } else { definition.text.clone().into_bytes() };
        damages.iter().for_each(|one| damage_text(&mut text, one));
        let damaged = if is_json {
            serde_json::from_slice::<Definition>(&text).ok()
        } else {
            Some(Definition { text: String::from_utf8_lossy(&text).into_owned(), ..definition })
        };
        if let Some(definition) = damaged {
            let mut registry = Registry::default();
            let _ = validate_script(&definition.text);
            if registry.add_definition(definition).is_ok() {
                let added = registry.definitions()[0].clone();
                let text = if added.kind == DefinitionKind::Grouping { format!("preset:{}", added.name) } else { added.name.clone() };
                prop_assert!(registry.parse(&text).is_ok(), "{:?} was added and is unknown", added);
            }
        }
    }
}

#[test]
fn fuzz_targets_start_from_readable_inputs() {
    for id_bytes in [4, 8] {
        let bytes = made_up_dump(id_bytes);
        assert_eq!(Parts::of(&bytes).bytes(), bytes);
        let warnings = Warnings::new();
        let heap = load_heap(&ByteSource::from(bytes), Path::new("t"), 0, &LoadOptions::default(), &Progress::new(), &warnings);
        assert_eq!(warnings.list(), []);
        look_at(&heap.expect("readable"));
    }
    let real = real_dump();
    assert!(real.records.len() > 1000);
    survive_dump(&real.bytes());
    assert_eq!(parse_trees("t", &sample_text("fig10/105216.json"), &Warnings::new()).expect("readable").len(), 1);
    assert!(!parse_pointer_maps("t", &sample_text("fig10/points-to-maps/105216.json")).expect("readable").is_empty());
    for text in GROUPINGS {
        let registry = Registry::default();
        let query = Query::parse(text).and_then(|query| query.grouping(&registry));
        assert!(registry.parse(text).is_ok() || query.is_ok(), "{text}");
        survive_grouping(text);
    }
    assert!(!parse_class_histograms("t", CLASS_HISTOGRAM.as_bytes(), &Warnings::new()).expect("readable").is_empty());
}
