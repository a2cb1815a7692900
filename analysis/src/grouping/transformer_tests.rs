//! Transformers: published chains, and trees against the definition by sets of objects.

use super::engine::grouped::{Grouped, group};
use super::list::{Grouping, Transformation};
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use crate::trees::memory_tree::MemoryTree;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::oracle_tests::{RandomHeap, random_heap};
use super::tests::{all, check, grouped};
use super::*;

/// The buggy stack: pops leave references behind.
const BUGGY_STACK: &str = "
    root static Main.stack -> s
    s: BuggyStack 24 -> a
    a: java.lang.Object[4] 32 -> t1 t2 t3
    t1, t2, t3: TestObject 16
";

#[test]
fn the_buggy_stack_is_found_two_references_away() {
    check(
        &crate::fixture::heap(BUGGY_STACK),
        "type, pointed from(type, pointed from(type))",
        "
        Overall 6 104
          BuggyStack 1 24
            (not grouped further) 1 24
            Pointed from 1 0
              java.lang.Class 1 0
          TestObject 3 48
            (not grouped further) 3 48
            Pointed from 1 32
              java.lang.Object[] 1 32
                (not grouped further) 1 32
                Pointed from 1 24
                  BuggyStack 1 24
          java.lang.Class 1 0
          java.lang.Object[] 1 32
            (not grouped further) 1 32
            Pointed from 1 24
              BuggyStack 1 24
                (not grouped further) 1 24
                Pointed from 1 0
                  java.lang.Class 1 0
        ",
    );
}

#[test]
fn many_objects_that_lead_to_one_count_it_once() {
    // Two leaves of one map: the map is one, however many objects lead to it, and however often.
    let heap = all("m: Map 48 -> a b a\na, b: Leaf 8\nc: Leaf 8");
    check(
        &heap,
        "type, pointed from",
        "Overall 4 72\n  Leaf 3 24\n    (not grouped further) 3 24\n    Pointed from 1 48\n      Map 1 48\n  Map 1 48",
    );
    check(
        &heap,
        "domain objects, object kind, points to()",
        "Overall 4 72\n  instance 4 72\n    (not grouped further) 4 72\n    Points to 2 16\n      Leaf 2 16",
    );
}

#[test]
fn a_filter_in_the_list_of_a_transformer_takes_objects_out_there_alone() {
    let heap = all("m: app.Map 48 -> a\nl: java.util.List 8 -> a\na: Leaf 8");
    check(
        &heap,
        "type, pointed from(domain objects, type)",
        "Overall 3 64\n  Leaf 1 8\n    (not grouped further) 1 8\n    Pointed from 1 48\n      app.Map 1 48\n  app.Map 1 48\n  java.util.List 1 8",
    );
}

/// Nodes by their path, with their objects, by the recursive definition.
fn brute_force(heap: &HeapState, grouping: &Grouping) -> BTreeMap<Vec<String>, BTreeSet<u32>> {
    // There is always a root.
    let mut nodes = BTreeMap::from([(Vec::new(), BTreeSet::new())]);
    for object in heap.kept_objects() {
        insert(heap, grouping, object, &[], &mut nodes);
    }
    nodes
}

fn insert(heap: &HeapState, grouping: &Grouping, object: ObjectIndex, at: &[String], nodes: &mut BTreeMap<Vec<String>, BTreeSet<u32>>) {
    let mut ends: Vec<Vec<String>> = vec![at.to_vec()];
    for classifier in grouping.classifiers() {
        let labeling = classifier.classify(heap, &Progress::new(), &Warnings::new()).unwrap();
        let number = match &labeling.of {
            LabelOf::Type(of) => of[heap.type_of(object).at()],
            LabelOf::Object(of) => of(object, heap.type_of(object)),
        };
        match &*labeling.labels.get(number) {
            Label::Rejected => return,
            Label::Accepted => {}
            Label::Shares(_) => unreachable!("no classifier of these tests parts objects"),
            Label::Chains(chains) => {
                let below = |end: &Vec<String>| {
                    let end = end.clone();
                    chains
                        .iter()
                        .map(move |chain| end.iter().cloned().chain(chain.iter().map(ToString::to_string)).collect())
                        .collect::<Vec<_>>()
                };
                ends = ends.iter().flat_map(below).collect();
            }
        }
    }
    for end in ends {
        for length in at.len()..=end.len() {
            nodes.entry(end[..length].to_vec()).or_default().insert(object.0);
        }
        if let Some(Transformation { transformer, by }) = grouping.transformation() {
            let progress = Progress::new();
            let targets = transformer.targets(heap, &progress).unwrap()(&[object.0], &mut Walk::new(heap.len()), &progress).unwrap();
            let below: Vec<String> = end.iter().cloned().chain([transformer.info().name.into_owned()]).collect();
            targets.into_iter().for_each(|target| insert(heap, by, ObjectIndex(target), &below, nodes));
        }
    }
}

/// Trees with their paths, leaves for own objects left out.
fn paths_of(tree: &MemoryTree) -> Vec<(NodeIndex, Vec<String>)> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let mut path = if at == 0 { Vec::new() } else { paths[node.parent.at()].clone() };
        if at > 0 {
            path.push(node.name.to_string());
        }
        paths.push(path);
    }
    (0..).map(NodeIndex).zip(paths).filter(|(_, path)| path.last().is_none_or(|name| name != "(not grouped further)")).collect()
}

fn transforming() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "type, pointed from(type)",
        "package path, points to(package path, type)",
        "gc root kind, points to(gc root kind, points to(object kind))",
        "type, pointed from(domain objects(a.b), type, pointed from(type, pointed from(array length)))",
        "domain objects(long), type without package, points to(domain objects(a.b.c), superclass)",
        "points to(type)",
        "number of incoming references, pointed from(number of outgoing references)",
    ])
}

fn without_warnings(heap: &HeapState, by: &str) -> (Grouping, Grouped) {
    let grouping = Grouping::parse(by).unwrap();
    let grouped = group(heap, &grouping, &Progress::new(), &Warnings::new()).unwrap();
    (grouping, grouped)
}

proptest! {
    #[test]
    fn trees_with_transformers_are_those_of_the_definition(random in random_heap(), by in transforming()) {
        let heap = random.build();
        let (grouping, grouped) = without_warnings(&heap, by);
        let expected = brute_force(&heap, &grouping);
        let paths = paths_of(&grouped.tree);
        prop_assert_eq!(paths.len(), expected.len(), "{}", by);
        for (node, path) in paths {
            let objects = &expected[&path];
            let bytes: u64 = objects.iter().map(|&object| heap.bytes_of(ObjectIndex(object))).sum();
            let totals = grouped.tree.nodes[node.at()].totals;
            prop_assert_eq!((totals.objects, totals.bytes), (objects.len() as u64, bytes), "{:?} of {}", path, by);
            let members = grouped.members(&heap, node, &Progress::new()).unwrap();
            prop_assert_eq!(members.iter().collect::<Vec<_>>(), objects.iter().copied().collect::<Vec<_>>(), "{:?} of {}", path, by);
        }
    }

    #[test]
    fn the_number_of_threads_changes_no_tree_with_transformers(random in random_heap(), by in transforming()) {
        let heap = random.build();
        let with_threads = |threads| {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| without_warnings(&heap, by).1.tree)
        };
        let serial = with_threads(1);
        for threads in [2, 8, 16] {
            prop_assert_eq!(&serial, &with_threads(threads), "{} threads", threads);
        }
    }
}

#[test]
fn members_of_every_leaf_are_as_many_as_its_totals_say() {
    let heap = RandomHeap::example().build();
    for by in ["type, pointed from(type, points to(type))", "package path"] {
        let grouped = grouped(&heap, by);
        for (at, node) in grouped.tree.nodes.iter().enumerate() {
            let members = grouped.members(&heap, NodeIndex(at as u32), &Progress::new()).unwrap();
            assert_eq!(members.len(), node.totals.objects, "{}", node.key);
        }
    }
}
