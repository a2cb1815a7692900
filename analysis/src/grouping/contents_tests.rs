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
            (not grouped further) 1 24
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

#[test]
fn lists_that_share_a_leaf_are_told_apart_by_where_they_were_allocated() {
    let heap = heap(
        "gc 1
         root jni -> l1 l2
         l1: java.util.ArrayList 24 -> a1
         l2: java.util.ArrayList 24 -> a2
         a1, a2: java.lang.Object[1] 24 -> x
         x: shop.Item 16
         origin l1: gc 0, thread main, shop.Cart.make:7
         origin l2: gc 0, thread main, shop.Wish.make:9",
    );
    // Each array belongs to its list alone; the item to both.
    check(
        &heap,
        "type, containing data structures(type, allocation site)",
        "
        Overall 5 112
          java.lang.Object[] 2 48
            (not grouped further) 2 48
            Containing data structures 2 48
              java.util.ArrayList 2 48
                shop.Cart.make(Cart.java:7) 1 24
                shop.Wish.make(Wish.java:9) 1 24
          java.util.ArrayList 2 48
          shop.Item 1 16
            (not grouped further) 1 16
            Containing data structures 2 48
              java.util.ArrayList 2 48
                shop.Cart.make(Cart.java:7) 1 24
                shop.Wish.make(Wish.java:9) 1 24
        ",
    );
}

#[test]
fn what_lies_below_a_leaf_is_owned_by_the_data_structure_that_keeps_the_leaf() {
    let heap = heap(
        "root jni -> m
         m: java.util.HashMap 48 -> t
         t: java.util.HashMap$Node[1] 24 -> n
         n: java.util.HashMap$Node 32 -> k l
         k: shop.Key 16
         l: shop.Location 16 -> d
         d: java.util.Date 24",
    );
    let of_date = |mode: &str| {
        let tree = grouped(&heap, &format!("where(type == \"java.util.Date\"), data structure label{mode}")).tree;
        tree.nodes.iter().skip(1).map(|node| (node.name.to_string(), node.totals.objects)).collect::<Vec<_>>()
    };
    assert_eq!(of_date(""), [("not contained in a data structure".to_owned(), 1)]);
    assert_eq!(of_date("(deep)"), [("not contained in a data structure".to_owned(), 1)]);
    assert_eq!(of_date("(owned)"), [("java.util.HashMap".to_owned(), 1)]);
    check(&heap, "data structure label(owned)", "Overall 6 160\n  java.util.HashMap 6 160");
}

/// Which of these objects are heads of outermost data structures.
fn outermost(text: &str, names: &[&str]) -> Vec<bool> {
    let heap = heap(text);
    let outermost = grouped(&heap, "outermost data structures, type");
    names.iter().map(|name| !outermost.leaves.of(&heap, heap.object(name)).is_empty()).collect()
}

/// Two maps, each the value of the other.
const MUTUAL: &str = "
    a: java.util.HashMap 48 -> ta
    ta: java.util.HashMap$Node[1] 24 -> na
    na: java.util.HashMap$Node 32 -> ka b
    b: java.util.HashMap 48 -> tb
    tb: java.util.HashMap$Node[1] 24 -> nb
    nb: java.util.HashMap$Node 32 -> kb a
    ka, kb: shop.Key 16
";

#[test]
fn two_maps_that_hold_each_other_are_not_both_hidden() {
    let both = format!("root jni -> a b\n{MUTUAL}");
    assert_eq!(outermost(&both, &["a", "b"]), [true, true], "each has another holder");
    assert_eq!(outermost(&format!("root jni -> a\n{MUTUAL}"), &["a", "b"]), [true, false], "the first one alone keeps the other");
    // Through both of them, and no further: their keys.
    let heap = heap(&both);
    check(
        &heap,
        "data structure heads, deep leaves(type)",
        "
        Overall 2 96
          (not grouped further) 2 96
          Deep leaves 2 32
            shop.Key 2 32
        ",
    );
    check(
        &heap,
        "data structure heads, own leaves(type)",
        "
        Overall 2 96
          (not grouped further) 2 96
          Own leaves 4 128
            java.util.HashMap 2 96
            shop.Key 2 32
        ",
    );
}

#[test]
fn the_map_of_a_set_is_hidden_unless_a_field_holds_it_too() {
    let set = "root jni -> s o\ns: java.util.HashSet 16 -> m\nm: java.util.HashMap 48 -> t\nt: java.util.HashMap$Node[1] 24 -> n\n\
               n: java.util.HashMap$Node 32 -> k\nk: shop.Key 16\n";
    assert_eq!(outermost(&format!("{set}o: shop.Owner 16"), &["s", "m"]), [true, false]);
    assert_eq!(outermost(&format!("{set}o: shop.Owner 16 -> index=m"), &["s", "m"]), [true, true]);
}

#[test]
fn a_map_of_a_hundred_entries_has_one_head_its_table_and_nodes_and_their_keys_and_values() {
    let names: String = (0..100).map(|at| format!(" n{at}")).collect();
    let entries: String =
        (0..100).map(|at| format!("n{at}: java.util.HashMap$Node 32 -> k{at} v{at}\nk{at}, v{at}: shop.Item 16\n")).collect();
    let heap = heap(&format!("root jni -> m\nm: java.util.HashMap 48 -> t\nt: java.util.HashMap$Node[256] 1040 ->{names}\n{entries}"));
    check(&heap, "data structure role", "Overall 302 7488\n  head 1 48\n  inner object 101 4240\n  leaf 200 3200");
}
