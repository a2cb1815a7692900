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
    // Through the lists, too: the outermost ones are the map and the list that the field holds.
    check(
        &heap,
        "data structure label(deep)",
        "
        Overall 14 320
          contained in several data structures 2 40
          java.util.HashMap 10 256
          not contained in a data structure 2 24
        ",
    );
    // What two lists share, neither keeps alone.
    check(
        &heap,
        "data structure label(owned)",
        "
        Overall 14 320
          java.util.ArrayList 4 88
          java.util.HashMap 7 192
          not contained in a data structure 3 40
        ",
    );
}

#[test]
fn a_label_tells_where_the_head_was_allocated_if_that_is_known() {
    let heap = heap(
        "gc 2\nroot jni -> l\nl: java.util.ArrayList 24 -> a\na: java.lang.Object[1] 24 -> x\nx: shop.Item 16\n\
         origin l: gc 1, thread main, shop.Cart.make:7 < shop.Main.main:9",
    );
    check(
        &heap,
        "data structure label",
        "
        Overall 3 64
          java.util.ArrayList (allocated in shop.Cart.make(Cart.java:7)) 3 64
        ",
    );
}

#[test]
fn what_a_collection_alone_keeps_lies_in_the_district_of_its_owner() {
    let heap = heap(
        "root static shop.Sessions.ALL -> all\nroot jni -> o\nall: java.util.ArrayList 24 -> elementData=t\nt: java.lang.Object[1] 16 -> s\n\
         s: shop.Session 16 -> basket=b\nb: java.util.ArrayList 24 -> elementData=bt\nbt: java.lang.Object[1] 16 -> i\ni: shop.Item 16\n\
         o: shop.Other 8",
    );
    check(
        &heap,
        "preset:structures",
        "
        Overall 8 120
          kept by no collection alone 2 8
            java.lang.Class 1 0
            shop.Other 1 8
          shop.Sessions.ALL 6 112
            shop.Session 1 16
            shop.Sessions.ALL{}.basket 3 56
              shop.Item 1 16
              the collection itself 2 40
                java.lang.Object[] 1 16
                java.util.ArrayList 1 24
            the collection itself 2 40
              java.lang.Object[] 1 16
              java.util.ArrayList 1 24
        ",
    );
    check(
        &heap,
        "data structure heads, data structure owner",
        "
        Overall 2 48
          shop.Sessions.ALL 2 48
            shop.Sessions.ALL{}.basket 1 24
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
