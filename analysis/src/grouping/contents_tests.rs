//! Classifiers and transformers over data structures.

use super::list::Grouping;
use super::tests::{check, grouped};
use crate::fixture::heap;

/// A map of lists; one of them is also held by a field, and shares an item with the other.
const MAP_OF_LISTS: &str = "
    root jni -> m owner
    owner: shop.Owner 16 -> l2
    m: java.util.HashMap 48 -> t
    t: java.util.HashMap$Node[2] 24 -> n1 n2
    n1: java.util.HashMap$Node 32 -> k1 l1
    n2: java.util.HashMap$Node 32 -> k2 l2
    l1: java.util.ArrayList 24 -> a1
    l2: java.util.ArrayList 24 -> a2
    a1: java.lang.Object[2] 24 -> x shared
    a2: java.lang.Object[1] 24 -> shared
    k1, k2: shop.Key 16
    x, shared: shop.Item 16 -> d
    d: shop.Detail 8
";

#[test]
fn every_object_has_a_role_and_a_data_structure() {
    let heap = heap(MAP_OF_LISTS);
    check(
        &heap,
        "data structure role, type",
        "
        Overall 14 320
          head 3 96
            java.util.ArrayList 2 48
            java.util.HashMap 1 48
          inner object 5 136
            java.lang.Object[] 2 48
            java.util.HashMap$Node 2 64
            java.util.HashMap$Node[] 1 24
          leaf 4 64
            shop.Item 2 32
            shop.Key 2 32
          not in a data structure 2 24
            shop.Detail 1 8
            shop.Owner 1 16
        ",
    );
    check(
        &heap,
        "data structure label",
        "
        Overall 14 320
          contained in several data structures 1 16
          java.util.ArrayList 3 64
          java.util.HashMap 8 216
          not contained in a data structure 2 24
        ",
    );
}

#[test]
fn only_owned_data_structures_are_hidden() {
    let heap = heap(MAP_OF_LISTS);
    check(&heap, "data structure heads, type", "Overall 3 96\n  java.util.ArrayList 2 48\n  java.util.HashMap 1 48");
    // l2 is also held by a field, so the map does not own it.
    let outermost = grouped(&heap, "outermost data structures, type");
    let passes = |name: &str| !outermost.leaves.of(&heap, heap.object(name)).is_empty();
    assert_eq!([passes("m"), passes("l1"), passes("l2"), passes("t")], [true, false, true, false]);
}

#[test]
fn transformers_lead_from_heads_to_contents_and_back() {
    let heap = heap(MAP_OF_LISTS);
    let objects = |by: &str, key: &str| {
        let tree = grouped(&heap, by).tree;
        tree.nodes.iter().find(|node| &*node.key == key).map(|node| node.totals.objects)
    };
    for (by, key, expected) in [
        ("data structure heads, type, own leaves(type)", "Overall#java.util.HashMap#Own leaves#java.util.ArrayList", Some(2)),
        ("data structure heads, type, own leaves(type)", "Overall#java.util.HashMap#Own leaves#shop.Item", None),
        // The shared item counts once.
        ("data structure heads, type, own leaves(type)", "Overall#java.util.ArrayList#Own leaves#shop.Item", Some(2)),
        ("data structure heads, type, deep leaves(type)", "Overall#java.util.HashMap#Deep leaves#shop.Item", Some(2)),
        ("data structure heads, type, deep leaves(type)", "Overall#java.util.HashMap#Deep leaves#java.util.ArrayList", None),
        ("type, containing data structures(type)", "Overall#shop.Item#Containing data structures#java.util.ArrayList", Some(2)),
        ("type, containing data structures(type)", "Overall#java.util.ArrayList#Containing data structures#java.util.HashMap", Some(1)),
        ("type, containing data structures(type)", "Overall#shop.Detail#Containing data structures#java.util.HashMap", None),
    ] {
        assert_eq!(objects(by, key), expected, "{by}: {key}");
    }
    let preset = Grouping::parse("preset:contents of collections").expect("is a preset");
    assert_eq!(preset.to_string(), "Outermost data structures > Type > Deep leaves(Type)");
}
