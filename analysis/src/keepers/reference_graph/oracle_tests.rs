//! Graphs of random heaps against brute force: every number is counted again from a plain list of references.

use std::collections::BTreeSet;

use proptest::prelude::*;
use roaring::RoaringBitmap;

use super::{Direction, GraphChange, InnerObjects, Part};
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::fixture::TextHeap;
use crate::heap::HeapState;
use crate::keepers::closure::Closures;
use crate::keepers::paths::{Holder, HolderKind};
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::{GraphNode, GraphNodeKind, GraphOptions, LeftOut};
use crate::random_heap::{RandomHeap, Vocabulary, random_heap};

const VOCABULARY: Vocabulary =
    Vocabulary { classes: ["A", "B", "Node", "Object[9]", "Cache"], fields: ["next", "left", "right"], threads: 2 };

fn heaps() -> impl Strategy<Value = RandomHeap> {
    random_heap(VOCABULARY, 1..12)
}

/// Who lets go in a reference: an object, or a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Object(u32),
    /// A static field, by its number.
    Static(u32),
    Local(u32),
    Handle,
    /// Nothing cuts it: roots of threads and classes, classes of objects.
    Fixed,
}

/// Objects are numbered as in the heap; roots have no source.
struct Plain {
    references: Vec<(Option<u32>, u32, Way)>,
}

impl RandomHeap {
    fn plain(&self, heap: &TextHeap) -> Plain {
        let class = heap.object("Cache.class").0;
        let mut references = vec![(None, class, Way::Fixed)];
        for (at, (_, fields)) in self.objects.iter().enumerate() {
            let source = at as u32;
            references.extend(fields.values().map(|&target| (Some(source), target as u32, Way::Object(source))));
            if self.class(at) == "Cache" {
                references.push((Some(source), class, Way::Fixed));
            }
        }
        references.extend((0..).zip(&self.statics).map(|(number, &target)| (Some(class), target as u32, Way::Static(number))));
        references.extend(self.handles.iter().map(|&target| (None, target as u32, Way::Handle)));
        for (number, (name, locals)) in (0..).zip(["thread t0", "thread t1"].into_iter().zip(&self.locals)) {
            let thread = heap.object(name).0;
            references.push((None, thread, Way::Fixed));
            references.extend(locals.iter().map(|&target| (Some(thread), target as u32, Way::Local(number))));
        }
        Plain { references }
    }
}

impl Plain {
    /// What the roots reach over references that are not cut, not entering some objects.
    fn live(&self, cut: impl Fn(Way, u32) -> bool, without: &RoaringBitmap) -> BTreeSet<u32> {
        let mut live = BTreeSet::new();
        loop {
            let before = live.len();
            for &(source, target, way) in &self.references {
                let starts = source.is_none_or(|source| live.contains(&source));
                if starts && !cut(way, target) && !without.contains(target) {
                    live.insert(target);
                }
            }
            if live.len() == before {
                return live;
            }
        }
    }

    /// Whether a reference is one of the object's own between live objects.
    fn own(&self, live: &BTreeSet<u32>) -> Vec<(u32, u32)> {
        let own = self.references.iter().filter_map(|&(source, target, way)| match way {
            Way::Object(_) => source.map(|source| (source, target)),
            _ => None,
        });
        own.filter(|(source, target)| live.contains(source) && live.contains(target)).collect()
    }
}

/// Members that these objects reach over shown objects, not through members.
fn reach(own: &[(u32, u32)], shown: &RoaringBitmap, group: &RoaringBitmap, from: &RoaringBitmap) -> u64 {
    let mut reached = from.clone();
    loop {
        let before = reached.len();
        for &(source, target) in own {
            if reached.contains(source) && !group.contains(source) && shown.contains(target) {
                reached.insert(target);
            }
        }
        if reached.len() == before {
            return reached.intersection_len(group);
        }
    }
}

/// Whether a way belongs to a node of the graph; several holders in one node have no node of their own.
fn is_of(heap: &HeapState, graph: &ReferenceGraph, node: &GraphNode, way: Way) -> bool {
    let single = |holder: Holder| match (holder, way) {
        (Holder::Static { number, .. }, Way::Static(of)) => number == of,
        (Holder::Local { thread, .. }, Way::Local(of)) => thread.0 == of,
        (holder, Way::Handle) => holder.name(heap) == "JNI global",
        _ => false,
    };
    match (node.kind, way) {
        (GraphNodeKind::Group | GraphNodeKind::Class(_), Way::Object(source)) => node.objects.contains(source),
        (GraphNodeKind::Holder(holder), _) => single(holder),
        (GraphNodeKind::Holders(HolderKind::StaticField, _), Way::Static(_))
        | (GraphNodeKind::Holders(HolderKind::LocalVariable, _), Way::Local(_)) => {
            !graph.nodes.iter().any(|node| matches!(node.kind, GraphNodeKind::Holder(holder) if single(holder)))
        }
        _ => false,
    }
}

/// Objects of a node that are not of its class.
fn inner_of(heap: &HeapState, node: &GraphNode, class: TypeIndex) -> u64 {
    node.objects.iter().filter(|&object| heap.type_of(ObjectIndex(object)) != class).count() as u64
}

fn live_heads(heap: &HeapState, node: &GraphNode, class: TypeIndex, live: &BTreeSet<u32>) -> u64 {
    node.objects.iter().filter(|&object| heap.type_of(ObjectIndex(object)) == class && live.contains(&object)).count() as u64
}

fn check(random: &RandomHeap, heap: &TextHeap, group: &RoaringBitmap, graph: &ReferenceGraph) -> Result<(), TestCaseError> {
    let plain = random.plain(heap);
    let live = plain.live(|_, _| false, &RoaringBitmap::new());
    let own = plain.own(&live);
    let mut shown = RoaringBitmap::new();
    for (at, node) in graph.nodes.iter().enumerate().filter(|&(at, _)| !graph.is_root(at)) {
        prop_assert!(shown.is_disjoint(&node.objects), "an object in two nodes");
        shown |= &node.objects;
        if let GraphNodeKind::Class(class) = node.kind {
            prop_assert_eq!(inner_of(heap, node, class), node.inner);
        } else {
            prop_assert_eq!((at, &node.objects), (0, group));
        }
    }
    let live_members: RoaringBitmap = group.iter().filter(|object| live.contains(object)).collect();
    let freed = |cut: &dyn Fn(Way, u32) -> bool, without: &RoaringBitmap| {
        let left = plain.live(cut, without);
        let freed: RoaringBitmap = live.iter().copied().filter(|object| !left.contains(object)).collect();
        (freed.len(), freed.intersection_len(group))
    };
    let nothing = RoaringBitmap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        let held: RoaringBitmap = node.objects.iter().filter(|object| live.contains(object)).collect();
        prop_assert_eq!(node.members, reach(&own, &shown, group, &held), "members of node {}", at);
        let expected = if graph.is_root(at) {
            freed(&|way, target| is_of(heap, graph, node, way) && shown.contains(target), &nothing)
        } else {
            freed(&|_, _| false, &node.objects)
        };
        prop_assert_eq!((node.retained.objects, node.retained_members), expected, "retained of node {}", at);
    }
    let mut expected = 0;
    for (from, source_node) in graph.nodes.iter().enumerate() {
        for (to, target_node) in graph.nodes.iter().enumerate().filter(|&(to, _)| !graph.is_root(to)) {
            let between: Vec<(Option<u32>, u32)> = plain
                .references
                .iter()
                .filter(|(source, target, way)| {
                    is_of(heap, graph, source_node, *way)
                        && target_node.objects.contains(*target)
                        && source.is_none_or(|at| live.contains(&at))
                })
                .map(|&(source, target, _)| (source, target))
                .collect();
            let edge = graph.edges.iter().find(|edge| (edge.from, edge.to) == (from, to));
            prop_assert_eq!(edge.is_some(), !between.is_empty(), "edge {} to {}", from, to);
            let Some(edge) = edge else { continue };
            expected += 1;
            let targets: RoaringBitmap = between.iter().map(|&(_, target)| target).collect();
            prop_assert_eq!(edge.targets, targets.len());
            if !graph.is_root(from) {
                let sources: BTreeSet<_> = between.iter().map(|&(source, _)| source).collect();
                let expected = match source_node.kind {
                    GraphNodeKind::Class(class) if source_node.inner > 0 => live_heads(heap, source_node, class, &live),
                    _ => sources.len() as u64,
                };
                prop_assert_eq!(edge.sources, expected);
                prop_assert_eq!(edge.slots.iter().map(|slot| slot.1).sum::<u64>(), between.len() as u64);
            }
            // What the group references is not held by others on the way back to the group.
            let members = if from == 0 { 0 } else { reach(&own, &shown, group, &targets) };
            prop_assert_eq!(edge.members, members, "members of edge {} to {}", from, to);
            let cut = freed(&|way, target| is_of(heap, graph, source_node, way) && target_node.objects.contains(target), &nothing);
            prop_assert_eq!((edge.freed.objects, edge.freed_members), cut, "freed by edge {} to {}", from, to);
        }
    }
    prop_assert_eq!(graph.edges.len(), expected);
    prop_assert_eq!(graph.nodes[0].members, live_members.len());
    Ok(())
}

/// A step that a user might take, by small numbers.
fn step(graph: &ReferenceGraph, (kind, one, other): (u8, usize, usize)) -> GraphChange {
    let (one, other) = (one % graph.nodes.len(), other % graph.nodes.len());
    match kind % 8 {
        0 | 1 => GraphChange::Expand(one, Direction::PointedFrom),
        2 => GraphChange::Expand(one, Direction::PointsTo),
        3 => GraphChange::Extract(one, Part::ReferencedBy(other)),
        4 => GraphChange::Extract(one, Part::Referencing(other)),
        5 => GraphChange::Merge(one, other),
        6 => GraphChange::Unfold(one),
        _ => GraphChange::Remove(one),
    }
}

const EVERYTHING: GraphOptions = GraphOptions { least_share: 0.0, most_nodes: 1000 };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(300)))]

    #[test]
    fn every_number_is_what_brute_force_counts(
        random in heaps(),
        chosen in 1_u16..,
        share in prop_oneof![Just(0.0), Just(0.3), Just(0.6)],
        folded in prop::option::of(0_u32..3),
        steps in prop::collection::vec((any::<u8>(), 0_usize..20, 0_usize..20), 0..5),
    ) {
        let heap = random.build();
        let group: RoaringBitmap = (0..random.objects.len() as u32).filter(|at| chosen >> at & 1 == 1).collect();
        let closures = Closures::new(&heap, &Progress::new()).unwrap();
        let random_objects = random.objects.len() as u32;
        let options = GraphOptions { least_share: share, most_nodes: 50 };
        // Anything may be an inner object of anything.
        let inner = folded.map(|folded| move |of: &RoaringBitmap, _: &Progress| -> crate::base::error::Result<RoaringBitmap> {
            let first = of.min().unwrap_or(0);
            Ok((0..random_objects).filter(|object| object % 3 == folded && object % 2 != first % 2).collect())
        });
        let inner = inner.as_ref().map(|inner| inner as &InnerObjects<'_>);
        let mut graph = ReferenceGraph::paths_to_roots(&closures, &group, options, inner, &Progress::new()).unwrap();
        check(&random, &heap, &group, &graph)?;
        for choice in steps {
            graph = graph.changed(&closures, &step(&graph, choice), &Progress::new()).unwrap();
            check(&random, &heap, &group, &graph)?;
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(5_000)))]

    #[test]
    fn without_a_limit_nothing_is_left_out_and_the_suggested_cut_frees_the_group(random in heaps(), chosen in 1_u16..) {
        let heap = random.build();
        let group: RoaringBitmap = (0..random.objects.len() as u32).filter(|at| chosen >> at & 1 == 1).collect();
        let closures = Closures::new(&heap, &Progress::new()).unwrap();
        let graph = ReferenceGraph::paths_to_roots(&closures, &group, EVERYTHING, None, &Progress::new()).unwrap();
        prop_assert!(graph.nodes.iter().all(|node| node.left_out == LeftOut::default()), "{:?}", graph.nodes);
        prop_assert_eq!(graph.unexplained_members, 0);
        let live = group.iter().filter(|&object| closures.is_live(ObjectIndex(object))).count() as u64;
        // Roots of the graph hold every live member.
        prop_assert_eq!(graph.main_root().is_some(), live > 0);
        match graph.suggested_cut(&closures, &Progress::new()).unwrap() {
            None => {
                let by_jvm = graph.nodes.iter().any(|node| matches!(node.kind, GraphNodeKind::Holder(Holder::Jvm(_))));
                prop_assert!(live == 0 || by_jvm);
            }
            Some((cut, freed)) => {
                prop_assert_eq!(freed.members, live);
                prop_assert_eq!(&freed, &graph.freed_by(&closures, &cut, &Progress::new()).unwrap());
                for left in &cut {
                    let others: Vec<usize> = cut.iter().copied().filter(|edge| edge != left).collect();
                    let freed = graph.freed_by(&closures, &others, &Progress::new()).unwrap();
                    prop_assert!(freed.members < live, "{} is not needed", left);
                }
            }
        }
        for (at, edge) in graph.edges.iter().enumerate() {
            let freed = graph.freed_by(&closures, &[at], &Progress::new()).unwrap();
            prop_assert_eq!((freed.totals, freed.members), (edge.freed, edge.freed_members));
        }
        for way in (0..graph.nodes.len()).map(|node| graph.way_to_group(node)).filter(|way| !way.is_empty()) {
            prop_assert!(way.windows(2).all(|pair| graph.edges[pair[0]].to == graph.edges[pair[1]].from));
            prop_assert_eq!(graph.edges[way[way.len() - 1]].to, 0);
        }
    }
}
