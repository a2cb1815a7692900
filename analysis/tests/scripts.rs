//! Scripts over a real dump, compared with what the values of its objects say.

use std::path::PathBuf;

use analysis::{Grouping, HeapState, LoadOptions, ObjectIndex, Progress, Registry, Value, Warnings, group, open_heap};

fn sample() -> HeapState {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-13.hprof.gz");
    open_heap(&path, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable")
}

fn objects(heap: &HeapState, by: &str) -> u64 {
    let grouping: Grouping = Registry::default().parse(by).expect("is a grouping");
    group(heap, &grouping, &Progress::new(), &Warnings::new()).expect("can be grouped").tree.root().totals.objects
}

fn named<'a>(heap: &'a HeapState, name: &'a str) -> impl Iterator<Item = ObjectIndex> + 'a {
    heap.kept_objects().filter(move |&object| &*heap.type_info(heap.type_of(object)).name == name)
}

#[test]
fn sizes_of_collections_are_read() {
    let heap = sample();
    // The cache that leaks: 110 searches at each of 13 points.
    assert_eq!(objects(&heap, "where(type == \"java.util.HashMap\" and count == 1430)"), 1);
    // The lists of results, by their field and by the size of the collection.
    let size_of = |record: &analysis::Record<'_>| matches!(record.field("size"), Some(Value::Int(9)));
    let lists = |found: &mut u64, record: analysis::Record<'_>| *found += u64::from(size_of(&record));
    let is_list =
        |object: ObjectIndex| heap.kept.contains(object.0) && &*heap.type_info(heap.type_of(object)).name == "java.util.ArrayList";
    let expected: u64 = heap.read_records(is_list, lists, &Progress::new()).expect("nobody cancels").iter().sum();
    assert!(expected > 0);
    assert_eq!(objects(&heap, "where(type == \"java.util.ArrayList\" and field(\"size\") == 9)"), expected);
    assert_eq!(objects(&heap, "where(type == \"java.util.ArrayList\" and count == 9)"), expected);
}

#[test]
fn texts_are_read() {
    let heap = sample();
    let strings: Vec<ObjectIndex> = named(&heap, "java.lang.String").collect();
    let expected = heap.texts_of(&strings).values().filter(|text| text.contains("travelshop")).count();
    assert!(expected > 0);
    assert_eq!(objects(&heap, "where(type == \"java.lang.String\" and text.contains(\"travelshop\"))"), expected as u64);
}

#[test]
fn the_preset_for_collections_sees_the_leaking_cache() {
    let heap = sample();
    let grouping = Registry::default().parse("preset:collection sizes").expect("is a preset");
    let tree = group(&heap, &grouping, &Progress::new(), &Warnings::new()).expect("can be grouped").tree;
    let largest = tree.nodes.iter().find(|node| &*node.key == "Overall#1,000 elements or more#java.util.HashMap");
    assert!(largest.is_some_and(|node| node.totals.objects >= 1), "{:?}", tree.nodes.iter().map(|node| &node.key).collect::<Vec<_>>());
}
