//! Pointer maps as sentences. Maps are printed one entry per line: row, arrow, partner, count.

use super::engine::grouped::Grouped;
use super::list::Grouping;
use super::tests::grouped;
use super::*;
use crate::base::error::Error;
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::fixture::heap;
use crate::heap::HeapState;
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// Table II of the memory-cities paper: ten thousand persons in a linked list, each with two strings, each string
/// with its characters; three hundred buffers hold strings of their own.
fn persons() -> HeapState {
    let mut text = "root jni -> list\nlist: LinkedList 32 -> node0\n".to_owned();
    for at in 0..10_000 {
        let next = if at < 9_999 { format!(" node{}", at + 1) } else { String::new() };
        text += &format!("node{at}: LinkedList$Node 24 -> person{at}{next}\nperson{at}: Person 24 -> name{at} street{at}\n");
        text += &format!("name{at}: String 24 -> chars{at}\nstreet{at}: String 24 -> letters{at}\nchars{at}, letters{at}: char[8] 32\n");
    }
    for at in 0..300 {
        text += &format!("root jni -> buffer{at}\nbuffer{at}: Buffer 40 -> name{at}\n");
    }
    heap(&text).state
}

fn lines(grouped: &Grouped, map: &ReferenceMap) -> Vec<String> {
    let name = |node: NodeIndex| &grouped.tree.nodes[node.at()].name;
    let rows = (0..grouped.tree.nodes.len() as u32).map(NodeIndex);
    rows.flat_map(|row| map.row(row).iter().map(move |&(partner, count)| format!("{} -> {} {count}", name(row), name(partner)))).collect()
}

fn references(heap: &HeapState, grouped: &Grouped) -> NodeReferences {
    node_references(heap, grouped, &Progress::new()).unwrap()
}

#[test]
fn table_two_of_the_paper_comes_out() {
    let heap = persons();
    let grouped = grouped(&heap, "type");
    let NodeReferences { points_to, pointed_from } = references(&heap, &grouped);
    let node = |name: &str| NodeIndex(grouped.tree.nodes.iter().position(|node| &*node.name == name).unwrap() as u32);
    for (row, partner, count) in [
        ("LinkedList", "LinkedList$Node", 1),
        ("LinkedList$Node", "Person", 10_000),
        ("LinkedList$Node", "LinkedList$Node", 9_999),
        ("Person", "String", 20_000),
        ("Buffer", "String", 300),
        ("String", "char[]", 20_000),
    ] {
        assert_eq!(points_to.get(node(row), node(partner)), Some(count), "{row} points to {partner}");
    }
    for (row, partner, count) in [
        ("String", "Person", 10_000),
        ("String", "Buffer", 300),
        ("Person", "LinkedList$Node", 10_000),
        ("char[]", "String", 20_000),
        ("LinkedList$Node", "LinkedList", 1),
    ] {
        assert_eq!(pointed_from.get(node(row), node(partner)), Some(count), "{row} is pointed to from {partner}");
    }
    assert_eq!(points_to.get(node("Person"), node("char[]")), None);
    assert_eq!(points_to.row(node("Overall")).len(), 5);
}

#[test]
fn inner_nodes_count_distinct_objects() {
    // Both a and b reference both strings: two objects on either side, however the pairs are counted.
    let heap = heap("root jni -> a b\na: x.A 8 -> s t s\nb: x.B 8 -> t s\ns: y.S 8\nt: y.T 8");
    let grouped = grouped(&heap, "package,type");
    let NodeReferences { points_to, pointed_from } = references(&heap, &grouped);
    let x = lines(&grouped, &points_to).into_iter().filter(|line| line.starts_with("x -> ")).collect::<Vec<_>>();
    assert_eq!(x, ["x -> Overall 2", "x -> y 2", "x -> y.S 1", "x -> y.T 1"]);
    let s = lines(&grouped, &pointed_from).into_iter().filter(|line| line.starts_with("y.S -> ")).collect::<Vec<_>>();
    assert_eq!(s, ["y.S -> Overall 2", "y.S -> x 2", "y.S -> x.A 1", "y.S -> x.B 1"]);
}

#[test]
fn objects_in_several_leaves_count_in_each_and_once_above() {
    let heap = heap("root jni -> a\nroot monitor -> a\na: A 8 -> b\nb: B 8");
    let grouped = grouped(&heap, "gc root kind");
    assert_eq!(
        lines(&grouped, &references(&heap, &grouped).points_to),
        [
            "Overall -> Overall 1",
            "Overall -> not a root 1",
            "JNI global -> Overall 1",
            "JNI global -> not a root 1",
            "monitor -> Overall 1",
            "monitor -> not a root 1",
        ]
    );
}

#[test]
fn objects_that_do_not_count_neither_reference_nor_are_referenced() {
    let heap = heap("root jni -> a\na: A 8 -> b\nb: B 8\nlost: L 8 -> b other\nother: O 8");
    let grouped = grouped(&heap, "type");
    assert_eq!(
        lines(&grouped, &references(&heap, &grouped).pointed_from),
        ["Overall -> Overall 1", "Overall -> A 1", "B -> Overall 1", "B -> A 1"]
    );
}

#[test]
fn a_time_point_has_tree_references_and_date() {
    let mut heap = heap("root jni -> a\na: A 8 -> b\nb: B 8").state;
    heap.time_millis = 1_772_283_959_123;
    let point = time_point(&heap, &Grouping::default(), &[], &Progress::new(), &Warnings::new()).unwrap();
    assert_eq!((point.time_millis, point.label.as_deref()), (1_772_283_959_123, Some("2026-02-28 13:05:59 UTC")));
    assert_eq!(point.tree.root().totals.objects, 2);
    assert_eq!(point.references.unwrap().points_to.get(NodeIndex::ROOT, NodeIndex::ROOT), Some(1));
}

#[test]
fn cancelled_counting_ends_with_that_error() {
    let heap = heap("root jni -> a\na: A 8");
    let grouped = grouped(&heap, "type");
    let progress = Progress::new();
    progress.cancel();
    assert!(matches!(node_references(&heap, &grouped, &progress), Err(Error::Cancelled)));
}
