//! The number of elements of every common kind of collection, from the dump of a program that tells them
//! (`tests/java/counts`).

use std::collections::BTreeMap;

use analysis::{HeapState, LoadOptions, ObjectIndex, Progress, Value, Warnings, open_heap, redact};
use tests::jvm::{compile, run};
use tests::scratch::Scratch;

/// Strings of which the text is known.
fn named_texts(heap: &HeapState) -> usize {
    let is_string = |object: &ObjectIndex| &*heap.type_info(heap.type_of(*object)).name == "java.lang.String";
    heap.texts_of(&(0..heap.objects.len() as u32).map(ObjectIndex).filter(is_string).collect::<Vec<_>>()).len()
}

/// Collections by the names that the program gave them.
fn named_collections(heap: &HeapState) -> BTreeMap<String, ObjectIndex> {
    let is_filled = |object: ObjectIndex| &*heap.type_info(heap.type_of(object)).name == "counts.Main$Filled";
    let read = |found: &mut Vec<(ObjectIndex, ObjectIndex)>, record: analysis::Record<'_>| {
        let field = |name| record.field(name).and_then(Value::object);
        found.extend(field("name").zip(field("collection")));
    };
    let found: Vec<_> = heap.read_records(is_filled, read, &Progress::new()).expect("nobody cancels").into_iter().flatten().collect();
    let names: Vec<ObjectIndex> = found.iter().map(|&(name, _)| name).collect();
    let texts = heap.texts_of(&names);
    found.into_iter().map(|(name, collection)| (texts[&name].clone(), collection)).collect()
}

#[test]
fn every_kind_of_collection_has_the_size_that_the_program_says() {
    let (classes, dumps) = (Scratch::new("counts-classes"), Scratch::new("counts"));
    compile("tests/java/counts/", classes.path());
    let dump = dumps.join("counts.hprof");
    let said = run(classes.path(), "counts.Main", [&dump]);
    let truth: BTreeMap<String, u64> = said
        .lines()
        .map(|line| line.rsplit_once('=').unwrap_or_else(|| panic!("not NAME=COUNT: {line}")))
        .map(|(name, count)| (name.to_owned(), count.parse().expect("a number")))
        .collect();
    assert!(truth.len() > 300, "{} collections", truth.len());

    let heap = open_heap(&dump, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable");
    let collections = named_collections(&heap);
    let objects: Vec<ObjectIndex> = collections.values().copied().collect();
    let sizes = heap.collection_sizes(&objects);
    let read: BTreeMap<String, u64> =
        collections.iter().filter_map(|(name, collection)| Some((name.clone(), *sizes.get(collection)?))).collect();
    let wrong: Vec<_> =
        truth.iter().filter(|&(name, count)| read.get(name) != Some(count)).map(|(name, _)| (name, read.get(name))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // Without the contents of everything else, too: addresses are the same, names are not there any more.
    let redacted = dumps.join("redacted.hprof");
    redact(&dump, &redacted, false, &Progress::new(), &Warnings::new()).expect("can be written");
    let without = open_heap(&redacted, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable");
    assert!(named_texts(&without) == 0 && named_texts(&heap) > 300);
    let sizes_without = without.collection_sizes(&objects);
    for (name, collection) in &collections {
        assert_eq!(without.address_of(*collection), heap.address_of(*collection), "{name}");
        assert_eq!(sizes_without.get(collection), truth.get(name), "{name}");
    }
    // One by one as all at once.
    for (name, collection) in collections.iter().step_by(17) {
        assert_eq!(heap.collection_sizes(&[*collection]).get(collection), truth.get(name), "{name}");
    }
}
