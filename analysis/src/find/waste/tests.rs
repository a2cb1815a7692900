//! Waste of heaps whose contents are known.

use crate::base::primitive::Primitive;
use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::base::warnings::Warnings;
use crate::fixture::{HprofWriter, SegmentWriter};
use crate::keepers::ownership::Dominators;
use crate::readers::files::ByteSource;
use crate::readers::hprof::load_heap;
use crate::readers::hprof::options::LoadOptions;

const OBJECT: u64 = 0x100;
const STRING: u64 = 0x108;
const LIST: u64 = 0x110;
const MAP: u64 = 0x118;
const SET: u64 = 0x120;
const INTEGER: u64 = 0x128;
const OBJECTS: u64 = 0x130;
const MAIN: u64 = 0x138;
const CONCURRENT_MAP: u64 = 0x140;
const SEGMENT: u64 = 0x148;

/// A dump in the making, in which one array holds everything.
struct Dump {
    writer: HprofWriter,
    segment: SegmentWriter,
    next: u64,
    held: Vec<u64>,
}

impl Dump {
    /// `String` as in JDK 9 and later, or up to JDK 6.
    fn new(old_strings: bool) -> Self {
        let mut writer = HprofWriter::new("1.0.2", 8, 0);
        let mut name = |text: &str| writer.string(text.as_bytes());
        let [value, coder, offset, count, data, size, table, map, segments] =
            ["value", "coder", "offset", "count", "elementData", "size", "table", "map", "segments"].map(&mut name);
        for (class, name) in [
            (OBJECT, "java/lang/Object"),
            (STRING, "java/lang/String"),
            (LIST, "java/util/ArrayList"),
            (MAP, "java/util/HashMap"),
            (SET, "java/util/HashSet"),
            (INTEGER, "java/lang/Integer"),
            (OBJECTS, "[Ljava/lang/Object;"),
            (MAIN, "app/Main"),
            (CONCURRENT_MAP, "java/util/concurrent/ConcurrentHashMap"),
            (SEGMENT, "java/util/concurrent/ConcurrentHashMap$Segment"),
        ] {
            writer.load_class(class, name);
        }
        let mut segment = writer.segment();
        let int = Some(Primitive::Int);
        let string = if old_strings {
            vec![(value, None), (offset, int), (count, int)]
        } else {
            vec![(value, None), (coder, Some(Primitive::Byte))]
        };
        segment
            .class(OBJECT, 0, 0, &[], &[])
            .class(STRING, OBJECT, 0, &[], &string)
            .class(LIST, OBJECT, 0, &[], &[(data, None), (size, int)])
            .class(MAP, OBJECT, 0, &[], &[(table, None), (size, int)])
            .class(SET, OBJECT, 0, &[], &[(map, None)])
            .class(INTEGER, OBJECT, 0, &[], &[(value, int)])
            .class(OBJECTS, OBJECT, 0, &[], &[])
            .class(MAIN, OBJECT, 0, &[], &[])
            .class(CONCURRENT_MAP, OBJECT, 0, &[], &[(segments, None)])
            .class(SEGMENT, OBJECT, 0, &[], &[(table, None), (count, int)]);
        Self { writer, segment, next: 0x1000, held: Vec::new() }
    }

    fn id(&mut self) -> u64 {
        self.next += 0x100;
        self.next
    }

    fn hold(&mut self, object: u64) -> u64 {
        self.held.push(object);
        object
    }

    fn bytes(&mut self, content: &[u8]) -> u64 {
        let id = self.id();
        self.segment.primitive_array(id, Primitive::Byte, content);
        id
    }

    fn string(&mut self, array: u64, coder: u8) -> u64 {
        let id = self.id();
        self.segment.instance(id, STRING, &[&array.to_be_bytes()[..], &[coder]].concat());
        self.hold(id)
    }

    fn objects(&mut self, elements: &[u64]) -> u64 {
        let id = self.id();
        self.segment.object_array(id, OBJECTS, elements);
        id
    }

    /// A list or map on an array.
    fn collection(&mut self, class: u64, array: u64, size: u32) -> u64 {
        let id = self.id();
        self.segment.instance(id, class, &[&array.to_be_bytes()[..], &size.to_be_bytes()].concat());
        id
    }

    /// An object of a class with a single field.
    fn around(&mut self, class: u64, inside: u64) -> u64 {
        let id = self.id();
        self.segment.instance(id, class, &inside.to_be_bytes());
        id
    }

    /// A concurrent map of JDK 5 to 7: a segment for each of these tables and numbers of elements. It and all its parts.
    fn map_in_segments(&mut self, segments: &[(&[u64], u32)]) -> Vec<u64> {
        let tables: Vec<u64> = segments.iter().map(|(slots, _)| self.objects(slots)).collect();
        let segments: Vec<u64> = tables.iter().zip(segments).map(|(&table, &(_, count))| self.collection(SEGMENT, table, count)).collect();
        let array = self.objects(&segments);
        let map = self.around(CONCURRENT_MAP, array);
        self.hold(map);
        [tables, segments, vec![array, map]].concat()
    }

    fn boxed(&mut self, value: u32) -> u64 {
        let id = self.id();
        self.segment.instance(id, INTEGER, &value.to_be_bytes());
        id
    }

    fn finish(mut self) -> HeapState {
        let held = std::mem::take(&mut self.held);
        self.segment.object_array(0x10, OBJECTS, &held);
        self.segment.root_jni_global(0x10);
        self.writer.heap_dump_segment(&self.segment);
        self.writer.heap_dump_end();
        let source = ByteSource::from(self.writer.bytes);
        load_heap(&source, Path::new("test.hprof"), 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable")
    }
}

/// Objects and bytes of every kind that there is.
fn waste(heap: &HeapState) -> BTreeMap<&'static str, (u64, u64)> {
    let dominators = Dominators::of(heap, &Progress::new()).expect("nobody cancels");
    let mut waste = Waste::of(heap, &OwnedArrays::of(heap, &dominators, &Progress::new()).expect("nobody cancels"), &Progress::new())
        .expect("nobody cancels");
    waste.sum_by_holder(&vec![0; heap.len()], &Progress::new()).expect("nobody cancels");
    for (detector, kind) in &waste.kinds {
        let by_class: u64 = kind.by_class.values().map(|part| part.bytes).sum();
        let by_holder: u64 = kind.by_holder.values().map(|part| part.objects).sum();
        assert_eq!((by_class, by_holder), (kind.wasted, kind.objects), "{:?}", detector.kind);
    }
    waste
        .kinds
        .iter()
        .filter(|(_, kind)| kind.objects > 0)
        .map(|(detector, kind)| (detector.kind.key, (kind.objects, kind.wasted)))
        .collect()
}

/// What a slot takes, from an array of an even number of slots and one without.
fn slot_bytes(heap: &HeapState, array: u64, empty: u64) -> u64 {
    let slots = heap.array_length(heap.find(array).expect("it is there")).expect("it is an array");
    (bytes_of(heap, &[array]) - bytes_of(heap, &[empty])) / u64::from(slots)
}

fn bytes_of(heap: &HeapState, addresses: &[u64]) -> u64 {
    addresses.iter().map(|&address| heap.bytes_of(heap.find(address).expect("it is there"))).sum()
}

#[test]
fn strings_are_compared_by_text_and_share_arrays() {
    let mut dump = Dump::new(false);
    let (first, second, shared) = (dump.bytes(b"Paris"), dump.bytes(b"Paris"), dump.bytes(b"Oslo"));
    dump.string(first, 0);
    let copy = dump.string(second, 0);
    // The array is there once already: only the string itself is too much.
    dump.string(shared, 0);
    let cheap = dump.string(shared, 0);
    // The same bytes are another text with two bytes per character, and so is a longer one.
    dump.string(shared, 1);
    let longer = dump.bytes(b"Oslo ");
    dump.string(longer, 0);
    let heap = dump.finish();
    let expected = (2, bytes_of(&heap, &[copy, second, cheap]));
    assert_eq!(waste(&heap), BTreeMap::from([("duplicate_strings", expected)]));
}

#[test]
fn parts_of_arrays_are_texts_too() {
    let mut dump = Dump::new(true);
    let chars = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let array = |dump: &mut Dump, text: &str| {
        let id = dump.id();
        dump.segment.primitive_array(id, Primitive::Char, &chars(text));
        id
    };
    let (long, short, other) = (array(&mut dump, "one two"), array(&mut dump, "two"), array(&mut dump, "xtwox"));
    let string = |dump: &mut Dump, array: u64, offset: u32, count: u32| {
        let id = dump.id();
        dump.segment.instance(id, STRING, &[&array.to_be_bytes()[..], &offset.to_be_bytes(), &count.to_be_bytes()].concat());
        dump.hold(id)
    };
    string(&mut dump, long, 4, 3);
    let whole = string(&mut dump, short, 0, 3);
    let inner = string(&mut dump, other, 1, 3);
    string(&mut dump, long, 0, 3);
    let heap = dump.finish();
    let expected = (2, bytes_of(&heap, &[whole, short, inner, other]));
    assert_eq!(waste(&heap), BTreeMap::from([("duplicate_strings", expected)]));
}

#[test]
fn collections_are_empty_single_or_sparse_with_all_that_belongs_to_them() {
    let mut dump = Dump::new(false);
    let object = dump.bytes(&[1, 2]);
    dump.hold(object);
    let shared = dump.objects(&[]);
    // Two empty lists on one array, which is nobody's own; an empty map with a table of its own.
    let lists = [dump.collection(LIST, shared, 0), dump.collection(LIST, shared, 0)];
    let table = dump.objects(&[0; 16]);
    let map = dump.collection(MAP, table, 0);
    // A set of one on a map on a table: one collection.
    let set_table = dump.objects(&[0, object, 0, 0]);
    let inner = dump.collection(MAP, set_table, 1);
    let set = dump.around(SET, inner);
    // 4 of 16 slots are a quarter; 5 are more.
    let quarter = dump.objects(&[&[object; 4][..], &[0; 12]].concat());
    let more = dump.objects(&[&[object; 5][..], &[0; 11]].concat());
    let sparse = dump.collection(LIST, quarter, 4);
    let full = dump.collection(LIST, more, 5);
    for collection in [lists[0], lists[1], map, set, sparse, full] {
        dump.hold(collection);
    }
    let heap = dump.finish();
    let slot = slot_bytes(&heap, quarter, shared);
    let expected = BTreeMap::from([
        ("empty_collections", (3, bytes_of(&heap, &[lists[0], lists[1], map, table]))),
        ("single_element_collections", (1, bytes_of(&heap, &[set, inner, set_table]))),
        ("sparse_collections", (1, 12 * slot)),
    ]);
    assert_eq!(waste(&heap), expected);
}

#[test]
fn a_map_in_segments_is_one_collection_with_all_its_tables() {
    let mut dump = Dump::new(false);
    let object = dump.bytes(&[1, 2]);
    let (nothing, one, empty) = ([0; 4], [0, object, 0, 0], dump.objects(&[]));
    dump.hold(object);
    dump.hold(empty);
    let without = dump.map_in_segments(&[(&nothing, 0), (&nothing, 0)]);
    let single = dump.map_in_segments(&[(&nothing, 0), (&one, 1)]);
    // 2 of 8 slots are a quarter, over both tables; 3 are more.
    let sparse = dump.map_in_segments(&[(&one, 1), (&one, 1)]);
    dump.map_in_segments(&[(&one, 1), (&[object, object, 0, 0], 2)]);
    let heap = dump.finish();
    let slot = slot_bytes(&heap, sparse[0], empty);
    let expected = BTreeMap::from([
        ("empty_collections", (1, bytes_of(&heap, &without))),
        ("single_element_collections", (1, bytes_of(&heap, &single))),
        ("sparse_collections", (1, 6 * slot)),
    ]);
    assert_eq!(waste(&heap), expected);
}

#[test]
fn arrays_are_duplicate_constant_or_sparse() {
    let mut dump = Dump::new(false);
    let data = [dump.bytes(&[1, 2, 3]), dump.bytes(&[1, 2, 3]), dump.bytes(&[1, 2, 3])];
    let zeros = [dump.bytes(&[0; 4]), dump.bytes(&[0; 4])];
    let sevens = dump.bytes(&[7; 9]);
    // One element is no constant, but may be there twice.
    let ones = [dump.bytes(&[7]), dump.bytes(&[7])];
    let nulls = dump.objects(&[0; 3]);
    let same = dump.objects(&[data[0]; 5]);
    let sparse = dump.objects(&[&[data[0], data[1]][..], &[0; 6]].concat());
    let fuller = dump.objects(&[&[data[0], data[1], data[2]][..], &[0; 6]].concat());
    for array in data.into_iter().chain(zeros).chain(ones).chain([sevens, nulls, same, sparse, fuller]) {
        dump.hold(array);
    }
    let empty = dump.objects(&[]);
    dump.hold(empty);
    let heap = dump.finish();
    let slot = slot_bytes(&heap, sparse, empty);
    let expected = BTreeMap::from([
        ("duplicate_arrays", (3, bytes_of(&heap, &[data[1], data[2], ones[1]]))),
        ("constant_arrays", (5, bytes_of(&heap, &[zeros[0], zeros[1], sevens, nulls, same]))),
        ("sparse_arrays", (1, 6 * slot)),
    ]);
    assert_eq!(waste(&heap), expected);
}

#[test]
fn boxed_values_are_counted_with_their_different_values() {
    let mut dump = Dump::new(false);
    let boxed = [1, 1, 2].map(|value| dump.boxed(value));
    dump.held.extend(boxed);
    let heap = dump.finish();
    assert_eq!(waste(&heap), BTreeMap::from([("boxed_values", (3, bytes_of(&heap, &boxed)))]));
}

proptest! {
    /// Against sets of whole contents.
    #[test]
    fn duplicates_are_what_a_set_of_contents_says(contents in prop::collection::vec(prop::collection::vec(0_u8..3, 0..20), 0..60)) {
        let mut dump = Dump::new(false);
        let arrays: Vec<u64> = contents.iter().map(|content| dump.bytes(content)).collect();
        dump.held.extend(&arrays);
        let heap = dump.finish();
        let is_constant = |content: &[u8]| content.len() >= 2 && content.iter().all(|&byte| byte == content[0]);
        let mut seen = std::collections::BTreeSet::new();
        let (mut duplicates, mut constant) = ((0, 0), (0, 0));
        for (content, &array) in contents.iter().zip(&arrays) {
            let sum = match (is_constant(content), seen.insert(content)) {
                (true, _) => &mut constant,
                (false, true) => continue,
                (false, false) => &mut duplicates,
            };
            *sum = (sum.0 + 1, sum.1 + bytes_of(&heap, &[array]));
        }
        let found = waste(&heap);
        prop_assert_eq!(found.get("duplicate_arrays").copied().unwrap_or_default(), duplicates);
        prop_assert_eq!(found.get("constant_arrays").copied().unwrap_or_default(), constant);
    }

    /// Different contents have different hashes; cut or padded ones, too.
    #[test]
    fn hashes_tell_contents_apart(a in prop::collection::vec(any::<u8>(), 0..40), at in 0_usize..40, bit in 0_u32..8) {
        use super::contents::content_hash;
        let mut padded = a.clone();
        padded.push(0);
        prop_assert_ne!(content_hash(1, &a), content_hash(1, &padded));
        prop_assert_ne!(content_hash(1, &a), content_hash(2, &a));
        if at < a.len() {
            let mut changed = a.clone();
            changed[at] ^= 1 << bit;
            prop_assert_ne!(content_hash(1, &a), content_hash(1, &changed));
        }
    }
}
