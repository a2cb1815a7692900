//! Ownership against brute force: an object dominates what can no longer be reached once it is gone.

use proptest::prelude::*;

use super::{Dominators, ObjectGroups, class_sizes, retained_and_keepers, retained_by_group};
use crate::base::error::Error;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::fixture::{TextHeap, heap, heap_with_policy};
use crate::heap::{
    HeapState, ObjectTable, References, Root, RootKind, RowStarts, Rows, SizePolicy, TypeColumn, TypeInfo, TypeKind, TypeSize,
};
use crate::trees::memory_tree::NodeTotals;

fn dominators(heap: &HeapState) -> Dominators {
    Dominators::of(heap, &Progress::new()).expect("nobody cancels")
}

/// Names of the immediate dominators, "root" for top-level objects, in the order of the names asked for.
fn owners<'a>(heap: &'a TextHeap, names: &[&'a str]) -> Vec<&'a str> {
    let tree = dominators(heap);
    let name_of = |object: ObjectIndex| *names.iter().find(|name| heap.object(name) == object).expect("a named object");
    names.iter().map(|name| tree.immediate_dominator(heap.object(name)).map_or("root", name_of)).collect()
}

#[test]
fn a_node_shared_by_two_is_owned_by_whoever_owns_both() {
    let heap = heap(
        "root static Cache.map -> m
         m: HashMap 48  -> e1 e2
         e1, e2: Node 32 -> p
         p: Product 24",
    );
    assert_eq!(owners(&heap, &["Cache.class", "m", "e1", "e2", "p"]), ["root", "Cache.class", "m", "m", "m"]);
    let tree = dominators(&heap);
    assert_eq!(tree.retained(heap.object("m")), 48 + 2 * 32 + 24);
    assert_eq!(tree.retained(heap.object("e1")), 32);
    assert_eq!(tree.children(heap.object("m")), [heap.object("e1").0, heap.object("e2").0, heap.object("p").0]);
    assert_eq!(tree.top_level(), [heap.object("Cache.class").0]);
    assert_eq!(tree.dominators(heap.object("p")).collect::<Vec<_>>(), [heap.object("m"), heap.object("Cache.class")]);
}

/// What a random heap is made of; everything is taken modulo what there is.
#[derive(Debug, Clone)]
struct Draft {
    /// Type and references of each object.
    objects: Vec<(u8, Vec<u8>)>,
    /// Types with a class object, what its statics reference, and whether the JVM holds it.
    classes: Vec<(u8, Vec<u8>, bool)>,
    /// Objects that JNI or a thread's stack holds.
    roots: Vec<(bool, u8)>,
}

fn draft() -> impl Strategy<Value = Draft> {
    let targets = || prop::collection::vec(any::<u8>(), 0..4);
    let objects = prop::collection::vec((0_u8..4, targets()), 1..14);
    let classes = prop::collection::vec((0_u8..4, targets(), any::<bool>()), 0..4);
    let roots = prop::collection::vec((any::<bool>(), any::<u8>()), 0..4);
    (objects, classes, roots).prop_map(|(objects, classes, roots)| Draft { objects, classes, roots })
}

impl Draft {
    fn heap(&self, policy: SizePolicy) -> TextHeap {
        let names = |targets: &[u8]| -> String {
            targets.iter().map(|&target| format!(" o{}", usize::from(target) % self.objects.len())).collect()
        };
        let mut text = String::new();
        for (at, (type_number, targets)) in self.objects.iter().enumerate() {
            text += &format!("o{at}: T{type_number} {} ->{}\n", 1_u64 << at, names(targets));
        }
        for (type_number, targets, held) in &self.classes {
            // A class that nobody holds has no statics in this notation, but a loader, which does as well.
            text += &match (held, targets.first()) {
                (true, _) => format!("root static T{type_number}.field ->{}\n", names(targets)),
                (false, Some(&loader)) => format!("class T{type_number} @ o{}\n", usize::from(loader) % self.objects.len()),
                (false, None) => format!("class T{type_number}\n"),
            };
        }
        for &(thread, target) in &self.roots {
            let kind = if thread { "thread main" } else { "jni" };
            text += &format!("root {kind} ->{}\n", names(&[target]));
        }
        heap_with_policy(&text, policy)
    }
}

/// Sets of at most 64 objects as bits.
struct Oracle {
    /// What each object references, its class object included.
    targets: Vec<u64>,
    entries: u64,
}

impl Oracle {
    fn of(heap: &HeapState) -> Self {
        assert!(heap.len() <= 64);
        let bits = |objects: &[u32]| objects.iter().fold(0, |bits, object| bits | 1_u64 << object);
        let objects = (0..heap.len() as u32).map(ObjectIndex);
        let class = |object| heap.class_object_of(object).map_or(0, |class| 1 << class.0);
        let targets: Vec<u64> = objects.map(|object| bits(heap.points_to(object)) | class(object)).collect();
        let held = |root: &&Root| root.thread.is_none() || root.kind == RootKind::ThreadObject;
        let mut oracle = Self { targets, entries: heap.roots().iter().filter(held).fold(0, |bits, root| bits | 1 << root.object.0) };
        if heap.policy.keep_unreachable {
            oracle.add_unreachable();
        }
        oracle
    }

    /// The first object of every group of unreachable objects that reach each other and that no other reaches.
    fn add_unreachable(&mut self) {
        let all = u64::MAX >> (64 - self.targets.len());
        let lost = all & !self.reached(self.entries, 0);
        let lost = || (0..self.targets.len() as u32).filter(move |object| lost >> object & 1 == 1);
        let reach: Vec<u64> = (0..self.targets.len()).map(|object| self.reached(1 << object, 0)).collect();
        let both = |a: u32, b: u32| reach[a as usize] >> b & 1 == 1 && reach[b as usize] >> a & 1 == 1;
        let is_source = |object: u32| lost().all(|other| reach[other as usize] >> object & 1 == 0 || both(object, other));
        let more: Vec<u32> =
            lost().filter(|&object| is_source(object) && lost().take_while(|&o| o < object).all(|o| !both(o, object))).collect();
        self.entries |= more.into_iter().fold(0, |bits, object| bits | 1 << object);
    }

    /// What is reached from some objects without ever touching others.
    fn reached(&self, from: u64, without: u64) -> u64 {
        let mut reached = from & !without;
        loop {
            let hit = |object: &usize| reached >> object & 1 == 1;
            let next = (0..self.targets.len()).filter(hit).fold(reached, |bits, object| bits | self.targets[object] & !without);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// What is lost with these objects, themselves included.
    fn retained(&self, objects: u64) -> u64 {
        self.reached(self.entries, 0) & !self.reached(self.entries, objects)
    }
}

fn bytes_of(heap: &HeapState, objects: u64) -> u64 {
    (0..heap.len() as u32).filter(|object| objects >> object & 1 == 1).map(|object| heap.bytes_of(ObjectIndex(object))).sum()
}

fn check_dominators(heap: &HeapState) -> Result<(), TestCaseError> {
    let (tree, oracle) = (dominators(heap), Oracle::of(heap));
    let retained: Vec<u64> = (0..heap.len()).map(|object| oracle.retained(1 << object)).collect();
    for object in (0..heap.len() as u32).map(ObjectIndex) {
        let owners: Vec<ObjectIndex> = tree.dominators(object).collect();
        prop_assert_eq!(tree.retained(object), bytes_of(heap, retained[object.at()]), "{:?}", object);
        for other in (0..heap.len() as u32).map(ObjectIndex).filter(|&other| other != object) {
            prop_assert_eq!(owners.contains(&other), retained[other.at()] >> object.0 & 1 == 1, "{:?} dominates {:?}", other, object);
        }
        // The nearest dominator is the one that retains least.
        prop_assert!(owners.is_sorted_by_key(|owner| retained[owner.at()].count_ones()));
        let children = tree.children(object).iter().map(|&child| tree.immediate_dominator(ObjectIndex(child)));
        prop_assert!(children.into_iter().all(|owner| owner == Some(object)));
    }
    let counted: usize = tree.top_level().len() + heap.kept_objects().map(|object| tree.children(object).len()).sum::<usize>();
    prop_assert_eq!(counted as u64, heap.kept.len());
    Ok(())
}

/// `masks` has for every label the groups that its objects belong to.
fn check_groups(heap: &HeapState, masks: &[u8]) -> Result<(), TestCaseError> {
    let oracle = Oracle::of(heap);
    let groups_of_label: Vec<Vec<u32>> = masks.iter().map(|mask| (0..8).filter(|group| mask >> group & 1 == 1).collect()).collect();
    let label_of = |object: ObjectIndex| object.0 % masks.len() as u32;
    let groups = ObjectGroups { label_of: &label_of, groups_of_label: &groups_of_label };
    let (totals, keepers) = retained_and_keepers(heap, &groups, &Progress::new()).expect("nobody cancels");
    let members = |group: usize| -> u64 {
        (0..heap.len()).filter(|object| masks[object % masks.len()] >> group & 1 == 1).fold(0, |bits, object| bits | 1 << object)
    };
    let live = heap.kept_objects().fold(0_u64, |bits, object| bits | 1 << object.0);
    for group in 0..8 {
        let retained = oracle.retained(members(group));
        let expected = NodeTotals { objects: u64::from(retained.count_ones()), bytes: bytes_of(heap, retained) };
        prop_assert_eq!(totals.get(group).copied().unwrap_or_default(), expected, "group {}", group);
        // An object keeps others, and is kept by others.
        let objects = (0..heap.len()).filter(|object| (members(group) & live) >> object & 1 == 1);
        let keeps_all = |other: &usize| objects.clone().all(|object| oracle.retained(members(*other) & !(1 << object)) >> object & 1 == 1);
        let keepers_of_all = (0..8).filter(|&other| other != group && members(group) & live != 0).filter(keeps_all);
        let nearest = keepers_of_all.min_by_key(|&other| (totals[other].bytes, totals[other].objects, other));
        prop_assert_eq!(keepers.get(group).copied().flatten(), nearest.map(|other| other as u32), "who keeps group {}", group);
    }
    Ok(())
}

fn check_classes(heap: &HeapState) -> Result<(), TestCaseError> {
    let oracle = Oracle::of(heap);
    for row in class_sizes(heap, &Progress::new()).expect("nobody cancels") {
        let member = |object: &ObjectIndex| heap.type_of(*object) == row.class || heap.described_type(*object) == Some(row.class);
        let retained = oracle.retained(heap.kept_objects().filter(member).fold(0, |bits, object| bits | 1 << object.0));
        prop_assert_eq!(row.retained, NodeTotals { objects: u64::from(retained.count_ones()), bytes: bytes_of(heap, retained) });
    }
    Ok(())
}

/// A heap of nameless objects of 8 bytes, the first one held by JNI. For heaps too large for text.
fn bare_heap(rows: &[Vec<u32>]) -> HeapState {
    let objects = rows.len();
    let size = TypeSize::Fixed(8);
    let node = TypeInfo { name: "Node".into(), kind: TypeKind::Instance, super_type: None, class_object: None, class_loader: None, size };
    let starts = RowStarts::from_lengths(rows.len(), |at| rows[at].len() as u32);
    HeapState {
        objects: ObjectTable::new(TypeColumn::Narrow(vec![0; objects]), vec![size]),
        types: vec![node],
        references: References::new(Rows { starts, entries: rows.concat() }),
        roots: vec![Root::new(ObjectIndex(0), RootKind::JniGlobal)],
        kept: (0..objects as u32).collect(),
        ..HeapState::default()
    }
}

const MANY: u32 = 1_000_000;

#[test]
fn a_list_of_a_million_nodes_is_owned_link_by_link() {
    let neighbors = |at: u32| [at.checked_sub(1), Some(at + 1).filter(|&next| next < MANY)];
    let heap = bare_heap(&(0..MANY).map(|at| neighbors(at).into_iter().flatten().collect()).collect::<Vec<_>>());
    let tree = dominators(&heap);
    assert!((1..MANY).all(|at| tree.immediate_dominator(ObjectIndex(at)) == Some(ObjectIndex(at - 1))));
    assert!((0..MANY).all(|at| tree.retained(ObjectIndex(at)) == u64::from(MANY - at) * 8));
}

/// A queue and an array hold the same items: each item hangs at the array or the queue, so at what holds both. Walking
/// up from every item would take half a trillion steps.
#[test]
fn items_at_a_deep_list_that_others_hold_too_take_no_long_walks() {
    let item = |at: u32| 2 + MANY + at;
    let holder = vec![2, 1];
    let array = (0..MANY).map(item).collect();
    let nodes = (0..MANY).map(|at| if at + 1 < MANY { vec![3 + at, item(at)] } else { vec![item(at)] });
    // Items reference each other in pairs, so that they are no leaves.
    let items = (0..MANY).map(|at| vec![item(at ^ 1)]);
    let rows: Vec<Vec<u32>> = [holder, array].into_iter().chain(nodes).chain(items).collect();
    let heap = bare_heap(&rows);
    let tree = dominators(&heap);
    assert!((0..MANY).all(|at| tree.immediate_dominator(ObjectIndex(item(at))) == Some(ObjectIndex(0))));
    assert_eq!(tree.retained(ObjectIndex(2)), u64::from(MANY) * 8, "the queue without its items");
    let groups_of_label = [vec![], vec![0]];
    let groups = ObjectGroups { label_of: &|object| u32::from(object.0 == 1 || object.0 == 2), groups_of_label: &groups_of_label };
    let together = retained_by_group(&heap, &groups, &Progress::new()).expect("nobody cancels");
    assert_eq!(together[0].objects, u64::from(1 + 2 * MANY), "array and queue together own the items");
}

#[test]
fn cancelled_work_ends_with_an_error() {
    let heap = bare_heap(&(0..MANY).map(|at| vec![(at + 1) % MANY]).collect::<Vec<_>>());
    let progress = Progress::new();
    progress.cancel();
    assert!(matches!(Dominators::of(&heap, &progress), Err(Error::Cancelled)));
    assert!(matches!(class_sizes(&heap, &progress), Err(Error::Cancelled)));
}

/// Every pass over the objects looks now and then whether somebody wants to stop, and ends there.
#[test]
fn work_ends_at_whatever_look_it_is_cancelled() {
    const OBJECTS: u32 = 2 << 20;
    let heap = bare_heap(&(0..OBJECTS).map(|at| vec![(at + 1) % OBJECTS, at / 2]).collect::<Vec<_>>());
    type Step<'a> = &'a dyn Fn(&Progress) -> crate::base::error::Result<()>;
    // With how often each looks at least: twice in each of its passes.
    let steps: [(&str, u64, Step<'_>); 2] = [
        // Search, references beside the tree twice, two passes over numbers, owners of late objects, two passes over objects.
        ("dominators", 8 * 2, &|progress| Dominators::of(&heap, progress).map(drop)),
        // Lengths and places, by each worker.
        ("incoming references", 2 * 2, &|progress| {
            let rows = |object| heap.points_to(ObjectIndex(object)).to_vec();
            let starts = RowStarts::from_lengths(heap.len(), |object| heap.points_to(ObjectIndex(object as u32)).len() as u32);
            let rows = Rows { starts, entries: (0..heap.len() as u32).flat_map(rows).collect() };
            References::new(rows).build_pointed_from(progress)
        }),
    ];
    for (name, least, step) in steps {
        let undisturbed = Progress::cancelled_at(u64::MAX);
        step(&undisturbed).expect("nobody cancels");
        let looks = undisturbed.looks();
        assert!(looks >= least, "{name} looks {looks} times");
        let apart = looks.div_ceil(6) as usize;
        for look in (1..=looks).step_by(apart).chain([looks]) {
            let progress = Progress::cancelled_at(look);
            assert!(matches!(step(&progress), Err(Error::Cancelled)), "{name}, cancelled at look {look} of {looks}");
            let more = progress.looks() - look;
            assert!(more <= rayon::current_num_threads() as u64 * 4, "{name} looked {more} times more");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(10_000)))]

    #[test]
    fn a_group_retains_what_is_lost_with_it(
        draft in draft(),
        masks in prop::collection::vec(any::<u8>(), 1..6),
        keep_unreachable in any::<bool>(),
    ) {
        let heap = draft.heap(SizePolicy { keep_unreachable, ..SizePolicy::default() });
        check_groups(&heap, &masks)?;
        check_classes(&heap)?;
    }

    #[test]
    fn an_object_dominates_what_is_lost_with_it(draft in draft(), keep_unreachable in any::<bool>()) {
        check_dominators(&draft.heap(SizePolicy { keep_unreachable, ..SizePolicy::default() }))?;
    }
}
