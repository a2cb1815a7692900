//! Totals and pointer maps against brute force on random heaps: sets of objects per node, pair by pair.

use super::engine::grouped::{Grouped, group};
use super::list::{Grouping, Step};
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::fixture::{TextHeap, heap_with_policy};
use crate::heap::SizePolicy;
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// Types with deep, shared and missing packages, arrays, and one name that is also a package.
const TYPES: [&str; 9] = ["a.b.c.D", "a.b.c.E", "a.b.F", "a.G", "a.b.c[]", "Main", "int[]", "a.b.c.d.e.f.H", "long.way.to.the.only.Class"];

#[derive(Debug, Clone)]
pub(super) struct RandomHeap {
    /// Type, array length, targets.
    objects: Vec<(usize, u32, Vec<usize>)>,
    /// Kind, object.
    roots: Vec<(usize, usize)>,
    keep_unreachable: bool,
}

impl RandomHeap {
    /// One of them: a hub, shared objects, a self-loop.
    pub(super) fn example() -> Self {
        let objects = (0..24).map(|at| (at, at as u32 * 17, (0..at % 5).map(|to| at * 7 + to * 3).collect())).collect();
        Self { objects, roots: vec![(0, 3), (2, 3), (4, 11)], keep_unreachable: true }
    }

    pub(super) fn build(&self) -> TextHeap {
        let mut text = "class a.b.F < a.G\nclass a.G < Base @ o0\nroot jni -> o0\n".to_owned();
        for (kind, object) in &self.roots {
            let kind = ["jni", "local", "monitor", "native", "unknown"][kind % 5];
            text += &format!("root {kind} -> o{}\n", object % self.objects.len());
        }
        for (at, (class, length, targets)) in self.objects.iter().enumerate() {
            let class = TYPES[class % TYPES.len()];
            let class = if class.ends_with("[]") { class.replace("[]", &format!("[{length}]")) } else { class.to_owned() };
            let targets: String = targets.iter().map(|target| format!(" o{}", target % self.objects.len())).collect();
            text +=
                &format!("o{at}: {class} {}{}\n", 8 * (1 + length % 5), if targets.is_empty() { targets } else { format!(" ->{targets}") });
        }
        heap_with_policy(&text, SizePolicy { keep_unreachable: self.keep_unreachable, ..SizePolicy::default() })
    }
}

pub(super) fn random_heap() -> impl Strategy<Value = RandomHeap> {
    let object = (0..TYPES.len(), prop_oneof![0_u32..4, 250_u32..260], prop::collection::vec(any::<usize>(), 0..6));
    // Some objects reference many others, so that sets grow large.
    let hub = (0..TYPES.len(), Just(300_u32), prop::collection::vec(any::<usize>(), 0..80));
    (
        prop::collection::vec(prop_oneof![6 => object, 1 => hub], 1..60),
        prop::collection::vec((0_usize..5, any::<usize>()), 0..12),
        any::<bool>(),
    )
        .prop_map(|(objects, roots, keep_unreachable)| RandomHeap { objects, roots, keep_unreachable })
}

fn random_grouping() -> impl Strategy<Value = Grouping> {
    let classifiers = Registry::default();
    // Without those that read values, which these heaps lack, and the one that parts the bytes of objects.
    let forms_nodes = |step: &&Step| {
        let info = step.info();
        if info.needs.contains(&Need::FieldValues) || info.name == "Instance health" {
            return false;
        }
        !matches!(info.cardinality, Cardinality::Filter | Cardinality::Transformer) && info.missing_from(StateSource::Dump).is_none()
    };
    let names: Vec<String> = classifiers.steps().iter().filter(forms_nodes).map(|step| step.info().name.into_owned()).collect();
    prop::sample::subsequence(names, 1..=3).prop_shuffle().prop_map(|names| Grouping::from_names(names.iter().map(String::as_str)).unwrap())
}

/// The distinct objects of every node, from the leaves of every object.
fn members(heap: &HeapState, grouped: &Grouped) -> Vec<BTreeSet<u32>> {
    let mut members = vec![BTreeSet::new(); grouped.tree.nodes.len()];
    for object in heap.kept_objects() {
        let leaves = grouped.leaves.of(heap, object);
        assert!(!leaves.is_empty(), "object {object:?} is in no leaf");
        for &leaf in leaves {
            assert!(grouped.tree.is_leaf(leaf), "object {object:?} ends in an inner node");
            let mut node = leaf;
            while node != NodeIndex::ROOT {
                members[node.at()].insert(object.0);
                node = grouped.tree.nodes[node.at()].parent;
            }
            members[0].insert(object.0);
        }
    }
    members
}

fn brute_force(heap: &HeapState, grouped: &Grouped) -> NodeReferences {
    let members = members(heap, grouped);
    let mut referenced: BTreeMap<(usize, usize), BTreeSet<u32>> = BTreeMap::new();
    let mut referencing: BTreeMap<(usize, usize), BTreeSet<u32>> = BTreeMap::new();
    for (a, sources) in members.iter().enumerate() {
        for (b, targets) in members.iter().enumerate() {
            for &source in sources {
                for target in heap.points_to(ObjectIndex(source)).iter().filter(|target| targets.contains(target)) {
                    referenced.entry((a, b)).or_default().insert(*target);
                    referencing.entry((b, a)).or_default().insert(source);
                }
            }
        }
    }
    let map = |pairs: BTreeMap<(usize, usize), BTreeSet<u32>>| {
        let entries = pairs.into_iter().map(|((row, partner), set)| (NodeIndex(row as u32), NodeIndex(partner as u32), set.len() as u64));
        ReferenceMap::from_entries(entries.collect())
    };
    NodeReferences { points_to: map(referenced), pointed_from: map(referencing) }
}

proptest! {
    #[test]
    fn totals_are_those_of_sets_of_objects(random in random_heap(), grouping in random_grouping()) {
        let heap = random.build();
        let grouped = group(&heap, &grouping, &Progress::new(), &Warnings::new()).unwrap();
        for (node, members) in grouped.tree.nodes.iter().zip(members(&heap, &grouped)) {
            let bytes: u64 = members.iter().map(|&object| heap.bytes_of(ObjectIndex(object))).sum();
            prop_assert_eq!((node.totals.objects, node.totals.bytes), (members.len() as u64, bytes), "{}", &node.key);
        }
        prop_assert_eq!(grouped.tree.root().totals.objects, heap.kept.len());
    }

    #[test]
    fn pointer_maps_are_those_of_sets_of_objects(random in random_heap(), grouping in random_grouping()) {
        let heap = random.build();
        let grouped = group(&heap, &grouping, &Progress::new(), &Warnings::new()).unwrap();
        let references = node_references(&heap, &grouped, &Progress::new()).unwrap();
        prop_assert_eq!(references, brute_force(&heap, &grouped), "grouped by {}", grouping);
    }

    #[test]
    fn the_number_of_threads_changes_nothing(random in random_heap(), grouping in random_grouping()) {
        let heap = random.build();
        let with_threads = |threads| {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
                let grouped = group(&heap, &grouping, &Progress::new(), &Warnings::new()).unwrap();
                let references = node_references(&heap, &grouped, &Progress::new()).unwrap();
                (grouped.tree, references)
            })
        };
        let serial = with_threads(1);
        for threads in [2, 8, 16] {
            prop_assert_eq!(&serial, &with_threads(threads), "{} threads", threads);
        }
    }
}
