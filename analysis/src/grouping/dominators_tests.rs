//! Chains of dominators, against what can no longer be reached once an object is gone.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::{all, check, grouped};
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::fixture::{TextHeap, heap};
use crate::heap::starting_roots;
use crate::random_heap::{RandomHeap, Vocabulary, random_heap};
use crate::trees::memory_tree::REST_NAME;

/// Few classes, so that many objects in a row have one, and an array.
const WORDS: Vocabulary = Vocabulary { classes: ["A", "A", "B", "Cache", "B[9]"], fields: ["x", "y", "z"], threads: 1 };

#[test]
fn a_list_is_two_levels_however_long_it_is_and_what_two_share_stands_beside_them() {
    // Three nodes of 24 bytes and three items of 8 below the list; the class object has no bytes here.
    check(
        &heap(
            "root static app.Cache.list -> list
             root jni -> a b
             list: app.List 16 -> n1
             n1: app.Node 24 -> n2 s1
             n2: app.Node 24 -> n3 s2
             n3: app.Node 24 -> s3
             s1, s2, s3: app.Item 8
             a, b: app.Owner 32 -> shared
             shared: app.Item 8",
        ),
        "dominators",
        "
        Overall 11 184
          app.Item 1 8
          app.Owner 2 64
          class app.Cache 8 112
            (not grouped further) 1 0
            app.List 7 112
              (not grouped further) 1 16
              app.Node 6 96
                (not grouped further) 3 72
                app.Item 3 24
        ",
    );
}

#[test]
fn what_lies_deeper_than_the_last_level_belongs_to_it() {
    let heap = heap(
        "root jni -> a
         a: A 1 -> b
         b: B 2 -> c
         c: C 4 -> d
         d: D 8",
    );
    check(&heap, "dominators(2)", "Overall 4 15\n  A 4 15\n    (not grouped further) 1 1\n    B 3 14");
    check(&heap, "dominators(1)", "Overall 4 15\n  A 4 15");
    for wrong in ["dominators(0)", "dominators(33)", "dominators(deep)"] {
        assert!(super::list::Grouping::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_no_root_reaches_is_grouped_too_where_it_counts() {
    check(&all("root jni -> a\na: A 1\nb: B 2 -> c\nc: C 4"), "dominators(1)", "Overall 3 7\n  A 1 1\n  B 2 6");
}

/// What is reached from the roots without going through an object.
fn reached(heap: &TextHeap, without: Option<ObjectIndex>) -> BTreeSet<ObjectIndex> {
    let mut pending: Vec<ObjectIndex> = starting_roots(&heap.roots, &heap.threads).collect();
    let mut reached = BTreeSet::new();
    while let Some(object) = pending.pop() {
        if Some(object) != without && reached.insert(object) {
            pending.extend(heap.points_to(object).iter().map(|&target| ObjectIndex(target)));
            pending.extend(heap.class_object_of(object));
        }
    }
    reached
}

/// The names of the groups around an object and its own, the outermost first.
fn chain(heap: &TextHeap, by: &str, object: ObjectIndex) -> Vec<String> {
    let grouped = grouped(heap, by);
    let &[leaf] = grouped.leaves.of(heap, object) else { panic!("an object has one place") };
    let mut names = Vec::new();
    let mut at = leaf;
    while at != NodeIndex::ROOT {
        let node = &grouped.tree.nodes[at.at()];
        names.extend((&*node.name != REST_NAME).then(|| node.name.to_string()));
        at = node.parent;
    }
    names.reverse();
    names
}

fn name(heap: &TextHeap, object: ObjectIndex) -> String {
    match heap.types.iter().find(|info| info.class_object == Some(object)) {
        Some(class) => format!("class {}", class.name),
        None => heap.type_info(heap.type_of(object)).name.to_string(),
    }
}

fn check_random(random: &RandomHeap, levels: usize) {
    let heap = random.build();
    let all = reached(&heap, None);
    // By dominator, what goes with it, itself too.
    let gone: Vec<(ObjectIndex, BTreeSet<ObjectIndex>)> =
        all.iter().map(|&object| (object, all.difference(&reached(&heap, Some(object))).copied().collect())).collect();
    for object in heap.kept_objects() {
        let mut keepers: Vec<_> = gone.iter().filter(|(_, gone)| gone.contains(&object)).collect();
        keepers.sort_by_key(|(_, gone)| std::cmp::Reverse(gone.len()));
        let mut expected: Vec<String> = keepers.iter().map(|(keeper, _)| name(&heap, *keeper)).collect();
        expected.dedup();
        expected.truncate(levels);
        assert_eq!(chain(&heap, &format!("dominators({levels})"), object), expected, "{object:?} of {random:?}");
    }
}

proptest! {
    #[test]
    fn chains_are_those_of_brute_force(random in random_heap(WORDS, 1..12), levels in 1_usize..6) {
        check_random(&random, levels);
    }
}
