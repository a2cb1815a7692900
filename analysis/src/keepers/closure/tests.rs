//! Closures against the numbers of the sources and against brute force on random heaps.

use crate::trees::memory_tree::SizeKind;
use std::collections::BTreeSet;

use proptest::prelude::*;
use roaring::RoaringBitmap;

use super::*;
use crate::base::ids::NodeIndex;
use crate::base::warnings::Warnings;
use crate::fixture::{TextHeap, heap, heap_with_policy};
use crate::grouping::engine::grouped::group;
use crate::grouping::list::Grouping;
use crate::heap::SizePolicy;
use crate::keepers::ownership::Dominators;

/// Two lists that share D3, D4 and D5.
const TWO_LISTS: &str = "
    root jni -> L1 L2
    L1: LinkedList 24 -> N1
    L2: LinkedList 24 -> N6
    N1: Node 32 -> N2 D1
    N2: Node 32 -> N3 D2
    N3: Node 32 -> N4 D3
    N4: Node 32 -> N5 D4
    N5: Node 32 -> D5
    N6: Node 32 -> N7 D6
    N7: Node 32 -> N8 D7
    N8: Node 32 -> N9 D8
    N9: Node 32 -> N10 D4
    N10: Node 32 -> D5
    D1, D2, D3, D4, D5, D6, D8: Data 16
    D7: Data 16 -> D3
";

fn names_of(heap: &TextHeap, set: &RoaringBitmap) -> BTreeSet<String> {
    let name = |object| heap.names().find(|&(_, named)| named == ObjectIndex(object)).map(|(name, _)| name.to_owned());
    set.iter().map(|object| name(object).expect("every object has a name")).collect()
}

fn set_of(heap: &TextHeap, names: &[&str]) -> RoaringBitmap {
    names.iter().map(|name| heap.object(name).0).collect()
}

fn progress() -> Progress {
    Progress::new()
}

#[track_caller]
fn check(seeds: &[&str], reached: usize, owned: &str) {
    let heap = heap(TWO_LISTS);
    let closures = Closures::new(&heap, &progress()).unwrap();
    let seeds = set_of(&heap, seeds);
    assert_eq!(closures.transitive_closure(&seeds, &progress()).unwrap().len(), reached as u64);
    let expected: BTreeSet<String> = owned.split_whitespace().map(str::to_owned).collect();
    for way in both_ways(&closures, &seeds) {
        assert_eq!(names_of(&heap, &way), expected);
    }
}

/// The GC closure by the improved algorithm and by marking.
fn both_ways(closures: &Closures<'_>, seeds: &RoaringBitmap) -> [RoaringBitmap; 2] {
    let objects = closures.heap().len();
    let explored = closures.explore(ObjectBits::new(objects), seeds.iter(), objects, &progress()).unwrap().expect("within the limit");
    [closures.without_kept(seeds, &explored, &progress()).unwrap(), closures.marked_gc_closure(seeds, &progress()).unwrap()]
}

#[test]
fn closures_of_two_lists_that_share_data() {
    check(&["L1"], 11, "L1 N1 N2 N3 N4 N5 D1 D2");
    check(&["L2"], 12, "L2 N6 N7 N8 N9 N10 D6 D7 D8");
    check(&["N8"], 6, "N8 D8 N9 N10");
    check(&["N4"], 4, "N4 N5");
    check(&["N9"], 4, "N9 N10");
    // No dominator tree tells this: D4 and D5 die with both, with neither alone.
    check(&["N4", "N9"], 6, "N4 N5 N9 N10 D4 D5");
    check(&["L1", "L2"], 20, "L1 L2 N1 N2 N3 N4 N5 N6 N7 N8 N9 N10 D1 D2 D3 D4 D5 D6 D7 D8");
}

#[test]
fn sizes_are_sums_over_closures() {
    let heap = heap(TWO_LISTS);
    let closures = Closures::new(&heap, &progress()).unwrap();
    let sizes = closures.group_sizes(&set_of(&heap, &["N4", "N9"]), &progress()).unwrap();
    let totals = |objects, bytes| NodeTotals { objects, bytes };
    assert_eq!(sizes.shallow, totals(2, 2 * 32));
    assert_eq!((sizes.retained, sizes.deep), (totals(6, 4 * 32 + 2 * 16), totals(6, 4 * 32 + 2 * 16)));
    assert_eq!(closures.live_totals(), totals(20, 2 * 24 + 10 * 32 + 8 * 16));
}

#[test]
fn what_two_lists_own_together_is_told_with_its_owners() {
    let heap = heap(TWO_LISTS);
    let closures = Closures::new(&heap, &progress()).unwrap();
    let parts = ["L1", "L2", "N4"].map(|name| set_of(&heap, &[name]));
    let ownership = closures.joint_ownership(&parts, &progress()).unwrap();
    assert!(ownership.is_shared());
    assert_eq!(names_of(&heap, &ownership.joint), ["D3", "D4", "D5"].map(str::to_owned).into());
    assert_eq!(ownership.together.objects, 20);
    // If the second list stays, all three stay. If the first one stays without N4, only D3 does. N4 alone keeps nothing.
    assert_eq!(ownership.kept_by.iter().map(|totals| totals.objects).collect::<Vec<_>>(), [1, 3, 0]);
    let alone = closures.joint_ownership(&parts[..1], &progress()).unwrap();
    assert!(!alone.is_shared() && alone.kept_by == [NodeTotals::default()]);
}

#[test]
fn a_cut_frees_what_only_the_cut_references_kept() {
    let heap = heap(TWO_LISTS);
    let closures = Closures::new(&heap, &progress()).unwrap();
    let cut = |pairs: &[(&str, &str)]| {
        let pairs: Vec<_> = pairs.iter().map(|(source, target)| (heap.object(source), heap.object(target))).collect();
        let is_cut = |source, target| pairs.contains(&(source, target));
        names_of(&heap, &closures.freed_by_cutting(is_cut, &progress()).unwrap()).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(cut(&[]), "");
    assert_eq!(cut(&[("N3", "N4")]), "N4 N5");
    assert_eq!(cut(&[("N3", "N4"), ("N8", "N9")]), "D4 D5 N10 N4 N5 N9");
    assert_eq!(cut(&[("N3", "D3"), ("D7", "D3")]), "D3");
    assert_eq!(cut(&[("N3", "N5")]), "");
}

#[test]
fn a_list_of_a_million_nodes_needs_no_stack() {
    const NODES: u32 = 1_000_000;
    let heap = crate::fixture::chain(NODES);
    let closures = Closures::new(&heap, &progress()).unwrap();
    let seeds: RoaringBitmap = [NODES / 2].into();
    assert_eq!(closures.transitive_closure(&seeds, &progress()).unwrap().len(), u64::from(NODES / 2));
    for way in both_ways(&closures, &seeds) {
        assert_eq!(way.len(), u64::from(NODES / 2));
    }
    let grouped = group(&heap, &Grouping::parse("type").unwrap(), &progress(), &Warnings::new()).unwrap();
    let deep = closures.node_sizes(&grouped, &[NodeIndex::ROOT], SizeKind::Deep, &progress()).unwrap();
    assert_eq!(deep[0].objects, u64::from(NODES));
}

/// What is walked to find out what a group owns is the group's closure, however large the heap around it is.
#[test]
fn the_work_for_a_small_group_does_not_grow_with_the_heap() {
    let walked = |others: usize| {
        let list: String = (0..100)
            .map(|at| format!("n{at}: Node 32 -> {} shared\n", if at < 99 { format!("n{}", at + 1) } else { String::new() }))
            .collect();
        let others: String = (0..others).map(|at| format!("o{at}: Other 16 -> o{} shared\n", (at + 1) % others)).collect();
        let heap = heap(&format!("root jni -> n0 o0\nshared: Data 16\n{list}{others}"));
        let closures = Closures::new(&heap, &progress()).unwrap();
        let seeds = set_of(&heap, &["n0"]);
        let limit = heap.len() / LARGE_SHARE;
        let explored = closures.explore(ObjectBits::new(heap.len()), seeds.iter(), limit, &progress()).unwrap();
        let explored = explored.expect("a small closure is explored, the heap is not marked");
        (explored.members.len(), closures.without_kept(&seeds, &explored, &progress()).unwrap().len())
    };
    // The list and what it shares with the others.
    assert_eq!(walked(1_000), (101, 100));
    assert_eq!(walked(10_000), (101, 100));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(600)))]

    /// Two independent ways: the dominator tree, and what dies with a group of one.
    #[test]
    fn what_dies_with_one_object_is_its_dominator_subtree(random in random_heap()) {
        let heap = RandomHeap { keep_unreachable: false, ..random }.build();
        let closures = Closures::new(&heap, &progress()).unwrap();
        let dominators = Dominators::of(&heap, &progress()).unwrap();
        for object in heap.kept_objects() {
            let mut subtree: RoaringBitmap = [object.0].into();
            subtree.extend(heap.kept_objects().filter(|&below| dominators.dominators(below).any(|above| above == object)).map(|below| below.0));
            let closure = closures.gc_closure(&[object.0].into(), &progress()).unwrap();
            prop_assert_eq!(closures.totals(&closure).bytes, dominators.retained(object));
            prop_assert_eq!(closure, subtree);
        }
    }
}

#[test]
fn work_that_was_cancelled_says_so() {
    let heap = heap(TWO_LISTS);
    let closures = Closures::new(&heap, &progress()).unwrap();
    let grouped = group(&heap, &Grouping::parse("type").unwrap(), &progress(), &Warnings::new()).unwrap();
    let cancelled = progress();
    cancelled.cancel();
    let sizes = closures.node_sizes(&grouped, &[NodeIndex::ROOT], SizeKind::Retained, &cancelled);
    assert!(matches!(sizes, Err(crate::base::error::Error::Cancelled)));
}

/// A heap of up to a dozen objects of four types with class objects: cycles, references to itself, dead objects.
#[derive(Debug, Clone)]
struct RandomHeap {
    /// Type, targets.
    objects: Vec<(usize, Vec<usize>)>,
    roots: Vec<usize>,
    statics: Vec<(usize, usize)>,
    locals: Vec<usize>,
    keep_unreachable: bool,
}

impl RandomHeap {
    fn build(&self) -> TextHeap {
        let object = |at: &usize| format!("o{}", at % self.objects.len());
        // Class A is kept by its loader o0 only, if by anything; static fields make B and C roots.
        let mut text = "class A @ o0\nclass D < A\n".to_owned();
        for root in &self.roots {
            text += &format!("root jni -> {}\n", object(root));
        }
        for (class, target) in &self.statics {
            text += &format!("root static {}.f -> {}\n", ["B", "C"][class % 2], object(target));
        }
        if !self.locals.is_empty() {
            text += &format!("root thread main -> {}\n", self.locals.iter().map(object).collect::<Vec<_>>().join(" "));
        }
        for (at, (class, targets)) in self.objects.iter().enumerate() {
            let class_objects = ["", "", "", " A.class", " B.class"];
            let targets: Vec<String> = targets.iter().map(object).collect();
            let class_object = class_objects[(at + class) % class_objects.len()].trim();
            let class_object =
                if class_object == "B.class" && self.statics.iter().all(|(class, _)| class % 2 != 0) { "" } else { class_object };
            text += &format!("o{at}: {} {} -> {} {class_object}\n", ["A", "B", "C", "D"][class % 4], 8 * (at + 1), targets.join(" "));
        }
        heap_with_policy(&text, SizePolicy { keep_unreachable: self.keep_unreachable, ..SizePolicy::default() })
    }
}

fn random_heap() -> impl Strategy<Value = RandomHeap> {
    (
        prop::collection::vec((0_usize..4, prop::collection::vec(any::<usize>(), 0..4)), 1..14),
        prop::collection::vec(any::<usize>(), 0..3),
        prop::collection::vec((0_usize..2, any::<usize>()), 0..3),
        prop::collection::vec(any::<usize>(), 0..2),
        any::<bool>(),
    )
        .prop_map(|(objects, roots, statics, locals, keep_unreachable)| RandomHeap {
            objects,
            roots,
            statics,
            locals,
            keep_unreachable,
        })
}

/// Closures from their definitions alone, object by object and without any of the tables in use.
struct BruteForce {
    targets: Vec<BTreeSet<u32>>,

    roots: BTreeSet<u32>,
}

impl BruteForce {
    fn new(heap: &HeapState) -> Self {
        let targets_of = |object| {
            let class = heap.types[heap.type_of(object).at()].class_object;
            heap.points_to(object).iter().copied().chain(class.map(|class| class.0)).collect()
        };
        let targets = (0..heap.len() as u32).map(|object| targets_of(ObjectIndex(object))).collect();
        // Locals hang on their thread object.
        let of_thread = |root: &&crate::heap::Root| root.thread.is_none() || root.kind == crate::heap::RootKind::ThreadObject;
        Self { targets, roots: heap.roots.iter().filter(of_thread).map(|root| root.object.0).collect() }
    }

    fn reached(&self, from: &BTreeSet<u32>, passes: impl Fn(u32, u32) -> bool) -> BTreeSet<u32> {
        let mut reached = from.clone();
        loop {
            let further = |&source: &u32| {
                let passes = &passes;
                self.targets[source as usize].iter().copied().filter(move |&target| passes(source, target))
            };
            let next: BTreeSet<u32> = reached.iter().flat_map(further).collect();
            let before = reached.len();
            reached.extend(next);
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// All that the seeds reach over rows and over the edges to class objects that the roots do not reach over rows.
    fn deep(&self, heap: &HeapState, seeds: &BTreeSet<u32>) -> BTreeSet<u32> {
        let row = |source, target| heap.points_to(ObjectIndex(source)).contains(&target);
        let by_rows = self.reached(&self.roots, row);
        self.reached(seeds, |source, target| row(source, target) || !by_rows.contains(&target))
    }

    /// All that the seeds reach, less what the roots still reach when nothing refers to a seed.
    fn gc_closure(&self, seeds: &BTreeSet<u32>) -> BTreeSet<u32> {
        let roots = self.roots.difference(seeds).copied().collect();
        let kept = self.reached(&roots, |_, target| !seeds.contains(&target));
        self.reached(seeds, |_, _| true).difference(&kept).copied().collect()
    }

    fn totals(heap: &HeapState, set: &BTreeSet<u32>) -> NodeTotals {
        NodeTotals { objects: set.len() as u64, bytes: set.iter().map(|&object| heap.bytes_of(ObjectIndex(object))).sum() }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(10_000)))]

    /// Four groups per heap.
    #[test]
    fn closures_are_those_of_their_definitions(random in random_heap(), groups in prop::collection::vec(prop::collection::vec(any::<usize>(), 1..5), 4)) {
        let heap = random.build();
        let closures = Closures::new(&heap, &progress()).unwrap();
        let brute_force = BruteForce::new(&heap);
        let live = brute_force.reached(&brute_force.roots, |_, _| true);
        prop_assert!((0..heap.len() as u32).all(|object| closures.is_live(ObjectIndex(object)) == live.contains(&object)));
        prop_assert_eq!(closures.live_totals(), BruteForce::totals(&heap, &live));
        for group in groups {
            let seeds: BTreeSet<u32> = group.iter().map(|&at| (at % heap.len()) as u32).collect();
            let bitmap: RoaringBitmap = seeds.iter().copied().collect();
            let reached = closures.transitive_closure(&bitmap, &progress()).unwrap();
            let deep = brute_force.deep(&heap, &seeds);
            prop_assert_eq!(reached.iter().collect::<BTreeSet<_>>(), deep.clone());
            let expected = brute_force.gc_closure(&seeds);
            for way in both_ways(&closures, &bitmap) {
                prop_assert_eq!(way.iter().collect::<BTreeSet<_>>(), expected.clone(), "seeds {:?}", &seeds);
            }
            prop_assert_eq!(closures.gc_closure(&bitmap, &progress()).unwrap().iter().collect::<BTreeSet<_>>(), expected.clone());
            let sizes = closures.group_sizes(&bitmap, &progress()).unwrap();
            prop_assert!(sizes.shallow.bytes <= sizes.retained.bytes && sizes.retained.bytes <= sizes.deep.bytes);
            prop_assert!(expected.is_subset(&deep), "what dies is reached");
        }
    }

    #[test]
    fn sizes_of_nodes_are_those_of_their_objects(random in random_heap(), by in prop::sample::select(vec!["type", "type, pointed from(type)", "superclass, points to(type)", "gc-root-kind", "package-path,type"])) {
        let heap = random.build();
        let closures = Closures::new(&heap, &progress()).unwrap();
        let brute_force = BruteForce::new(&heap);
        let by = if heap.roots().is_empty() { "type" } else { by };
        let grouped = group(&heap, &Grouping::parse(by).unwrap(), &progress(), &Warnings::new()).unwrap();
        let nodes: Vec<NodeIndex> = (0..grouped.tree.nodes.len() as u32).map(NodeIndex).collect();
        let deep = closures.node_sizes(&grouped, &nodes, SizeKind::Deep, &progress()).unwrap();
        let retained = closures.node_sizes(&grouped, &nodes, SizeKind::Retained, &progress()).unwrap();
        for node in nodes {
            let members = grouped.members(&heap, node, &progress()).unwrap();
            prop_assert_eq!(closures.totals(&members), grouped.tree.nodes[node.at()].totals);
            let members: BTreeSet<u32> = members.iter().collect();
            prop_assert_eq!(deep[node.at()], BruteForce::totals(&heap, &brute_force.deep(&heap, &members)), "{:?}", node);
            prop_assert_eq!(retained[node.at()], BruteForce::totals(&heap, &brute_force.gc_closure(&members)), "{:?}", node);
        }
    }

    #[test]
    fn joint_ownership_is_what_no_part_owns(random in random_heap(), parts in prop::collection::vec(prop::collection::vec(any::<usize>(), 1..3), 1..4)) {
        let heap = random.build();
        let closures = Closures::new(&heap, &progress()).unwrap();
        let brute_force = BruteForce::new(&heap);
        let parts: Vec<BTreeSet<u32>> = parts.iter().map(|part| part.iter().map(|&at| (at % heap.len()) as u32).collect()).collect();
        let union = |without: Option<usize>| parts.iter().enumerate().filter(|&(at, _)| Some(at) != without).flat_map(|(_, part)| part.clone()).collect();
        let mut joint = brute_force.gc_closure(&union(None));
        for part in &parts {
            joint = joint.difference(&brute_force.gc_closure(part)).copied().collect();
        }
        let bitmaps: Vec<RoaringBitmap> = parts.iter().map(|part| part.iter().copied().collect()).collect();
        let ownership = closures.joint_ownership(&bitmaps, &progress()).unwrap();
        prop_assert_eq!(ownership.joint.iter().collect::<BTreeSet<_>>(), joint.clone());
        for (at, kept_by) in ownership.kept_by.iter().enumerate() {
            let kept: BTreeSet<u32> = joint.difference(&brute_force.gc_closure(&union(Some(at)))).copied().collect();
            prop_assert_eq!(*kept_by, BruteForce::totals(&heap, &kept));
        }
    }

    #[test]
    fn cuts_free_what_the_roots_no_longer_reach(random in random_heap(), cut in prop::collection::vec((any::<usize>(), any::<usize>()), 0..6)) {
        let heap = random.build();
        let closures = Closures::new(&heap, &progress()).unwrap();
        let brute_force = BruteForce::new(&heap);
        // Rows only: the reference from an object to its class cannot be cut.
        let cut: BTreeSet<(u32, u32)> = cut.iter().filter_map(|&(source, slot)| {
            let source = ObjectIndex((source % heap.len()) as u32);
            let row = heap.points_to(source);
            (!row.is_empty()).then(|| (source.0, row[slot % row.len()]))
        }).filter(|&(source, target)| heap.class_object_of(ObjectIndex(source)) != Some(ObjectIndex(target))).collect();
        let live = brute_force.reached(&brute_force.roots, |_, _| true);
        let kept = brute_force.reached(&brute_force.roots, |source, target| !cut.contains(&(source, target)));
        let is_cut = |source: ObjectIndex, target: ObjectIndex| cut.contains(&(source.0, target.0));
        let freed = closures.freed_by_cutting(is_cut, &progress()).unwrap();
        prop_assert_eq!(freed.iter().collect::<BTreeSet<_>>(), live.difference(&kept).copied().collect::<BTreeSet<_>>());
    }
}
