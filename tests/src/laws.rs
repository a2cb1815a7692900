//! Laws that hold in every heap state, grouping and memory tree, checked from scratch. A broken law is told in words.

use std::path::Path;

use analysis::{
    Closures, Dominators, Grouped, Grouping, HeapState, LoadOptions, MemoryTree, NodeIndex, NodeTotals, ObjectIndex, Progress, Record,
    SizeKind, SizePolicy, Warnings, group, heap_histogram, node_references, open_heap,
};

/// The first heap state of a dump.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn open_dump(path: &Path, policy: SizePolicy) -> HeapState {
    let options = LoadOptions { policy, ..LoadOptions::default() };
    open_heap(path, 0, &options, &Progress::new(), &Warnings::new()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The laws that a heap state breaks when it is grouped like this, without filters and transformers.
///
/// # Panics
/// When it cannot be analysed at all.
#[must_use]
pub fn broken_laws_by(heap: &HeapState, by: &str) -> Vec<String> {
    let grouping = Grouping::parse(by).expect("is a grouping");
    broken_laws(heap, &group(heap, &grouping, &Progress::new(), &Warnings::new()).expect("can be grouped"))
}

/// The laws that a heap state breaks. `grouped` is the heap state, grouped without filters and transformers.
///
/// # Panics
/// When it cannot be analysed at all.
#[must_use]
pub fn broken_laws(heap: &HeapState, grouped: &Grouped) -> Vec<String> {
    let mut broken = references(heap);
    broken.extend(counted_objects(heap));
    broken.extend(groups(heap, grouped));
    broken.extend(reference_maps(heap, grouped));
    broken.extend(owners(heap));
    broken.extend(sizes(heap, grouped));
    broken.extend(broken_tree_laws(&grouped.tree));
    broken
}

/// Objects of a dump whose records say something else than the heap state about what they reference; what the stack of a
/// thread holds comes behind and is in no record of its.
///
/// # Panics
/// When the records cannot be read.
#[must_use]
pub fn broken_record_laws(heap: &HeapState) -> Vec<String> {
    type Checked = (usize, Vec<String>);
    let check = |(count, broken): &mut Checked, record: Record<'_>| {
        *count += 1;
        let read: Vec<u32> = heap.slots_in(&record).map(|(_, target)| target.0).collect();
        let row = heap.points_to(record.object());
        let is_thread = heap.threads.iter().any(|thread| thread.object == Some(record.object()));
        if !(row == read || is_thread && row.starts_with(&read)) {
            broken.push(format!("object {} references {row:?}, its record {read:?}", record.object().0));
        }
    };
    let found = heap.read_records(|_| true, check, &Progress::new()).expect("nobody cancels");
    let records: usize = found.iter().map(|piece| piece.0).sum();
    let class_objects = objects(heap).filter(|&object| heap.is_class_object(object)).count();
    let mut broken: Vec<String> = found.into_iter().flat_map(|piece| piece.1).collect();
    // The boot loader has no record either.
    if heap.len() != records + class_objects + 1 {
        broken.push(format!("{} objects, {records} records and {class_objects} class objects", heap.len()));
    }
    broken
}

fn objects(heap: &HeapState) -> impl Iterator<Item = ObjectIndex> {
    (0..heap.len() as u32).map(ObjectIndex)
}

/// Every reference is found from both ends, and every address leads to its object.
fn references(heap: &HeapState) -> Vec<String> {
    let mut broken = Vec::new();
    let mut forward: Vec<(u32, u32)> = Vec::new();
    let mut backward: Vec<(u32, u32)> = Vec::new();
    for object in objects(heap) {
        if heap.find(heap.address_of(object)) != Some(object) {
            broken.push(format!("object {} is not at its address {:#x}", object.0, heap.address_of(object)));
        }
        forward.extend(heap.points_to(object).iter().map(|&target| (object.0, target)));
        backward.extend(heap.pointed_from(object).iter().map(|&source| (source, object.0)));
    }
    forward.sort_unstable();
    backward.sort_unstable();
    if forward != backward {
        broken.push("pointed from is not the inverse of points to".to_owned());
    }
    broken
}

/// What counts is closed under references, and something leads to each of it; to classes also their instances do, over
/// a reference that no row holds.
fn counted_objects(heap: &HeapState) -> Vec<String> {
    let mut counts = vec![false; heap.len()];
    heap.kept_objects().for_each(|object| counts[object.at()] = true);
    if heap.policy.keep_unreachable {
        let all = counts.iter().all(|&counts| counts);
        return if all { Vec::new() } else { vec!["an object does not count where all do".to_owned()] };
    }
    let mut is_root = vec![false; heap.len()];
    heap.roots().iter().for_each(|root| is_root[root.object.at()] = true);
    let mut broken = Vec::new();
    for object in heap.kept_objects() {
        if let Some(&lost) = heap.points_to(object).iter().find(|&&target| !counts[target as usize]) {
            broken.push(format!("object {} counts and what it references, {lost}, does not", object.0));
        }
        if !is_root[object.at()]
            && !heap.is_class_object(object)
            && !heap.pointed_from(object).iter().any(|&source| counts[source as usize])
        {
            broken.push(format!("object {} counts and nothing keeps it", object.0));
        }
    }
    broken
}

/// Totals of nodes are those of their distinct members, and leaves cover all that counts.
fn groups(heap: &HeapState, grouped: &Grouped) -> Vec<String> {
    let tree = &grouped.tree;
    let mut broken = Vec::new();
    let mut totals = vec![NodeTotals::default(); tree.nodes.len()];
    let mut met = vec![u32::MAX; tree.nodes.len()];
    for object in heap.kept_objects() {
        let leaves = grouped.leaves.of(heap, object);
        if leaves.is_empty() {
            broken.push(format!("object {} counts and lies in no leaf", object.0));
        }
        for &leaf in leaves {
            let mut node = leaf;
            while std::mem::replace(&mut met[node.at()], object.0) != object.0 {
                totals[node.at()] = totals[node.at()].saturating_add(NodeTotals { objects: 1, bytes: heap.bytes_of(object) });
                node = tree.nodes[node.at()].parent;
            }
        }
    }
    for (node, &counted) in tree.nodes.iter().zip(&totals) {
        if node.totals != counted {
            broken.push(format!("{} says {:?} and has {counted:?}", node.key, node.totals));
        }
    }
    let histogram = heap_histogram(heap);
    let all = NodeTotals { objects: histogram.objects, bytes: histogram.bytes };
    if tree.root().totals != all {
        broken.push(format!("the root says {:?}, the histogram {all:?}", tree.root().totals));
    }
    broken
}

/// Both maps know the same pairs of nodes and no more objects than there are.
fn reference_maps(heap: &HeapState, grouped: &Grouped) -> Vec<String> {
    let maps = node_references(heap, grouped, &Progress::new()).expect("nobody cancels");
    let nodes = || (0..grouped.tree.nodes.len() as u32).map(NodeIndex);
    let mut broken = Vec::new();
    for (name, map, inverse) in [("points to", &maps.points_to, &maps.pointed_from), ("pointed from", &maps.pointed_from, &maps.points_to)]
    {
        for node in nodes() {
            for &(partner, count) in map.row(node) {
                let key = |node: NodeIndex| &grouped.tree.nodes[node.at()].key;
                if inverse.get(partner, node).is_none() {
                    broken.push(format!("{} {name} {} in one direction only", key(node), key(partner)));
                }
                if count == 0 || count > grouped.tree.nodes[partner.at()].totals.objects {
                    broken.push(format!("{} {name} {count} objects of {}", key(node), key(partner)));
                }
            }
        }
    }
    broken
}

/// Every object retains itself and what it dominates; the top level retains the heap.
fn owners(heap: &HeapState) -> Vec<String> {
    if heap.policy.keep_unreachable {
        return Vec::new();
    }
    let dominators = Dominators::of(heap, &Progress::new()).expect("nobody cancels");
    let sum = |objects: &[u32]| objects.iter().map(|&object| dominators.retained(ObjectIndex(object))).sum::<u64>();
    let mut broken = Vec::new();
    for object in heap.kept_objects() {
        let expected = heap.bytes_of(object) + sum(dominators.children(object));
        if dominators.retained(object) != expected {
            broken.push(format!("object {} retains {} and owns {expected}", object.0, dominators.retained(object)));
        }
        if let Some(owner) = dominators.immediate_dominator(object)
            && !dominators.children(owner).contains(&object.0)
        {
            broken.push(format!("object {} is none of those that {} dominates", object.0, owner.0));
        }
    }
    let (top, all) = (sum(dominators.top_level()), heap_histogram(heap).bytes);
    if top != all {
        broken.push(format!("the top level retains {top} of {all} bytes"));
    }
    broken
}

/// Shallow <= retained <= deep, and no group retains less than its part.
fn sizes(heap: &HeapState, grouped: &Grouped) -> Vec<String> {
    let progress = Progress::new();
    let closures = Closures::new(heap, &progress).expect("nobody cancels");
    let nodes: Vec<NodeIndex> = (0..grouped.tree.nodes.len() as u32).map(NodeIndex).collect();
    let [deep, retained] =
        [SizeKind::Deep, SizeKind::Retained].map(|kind| closures.node_sizes(grouped, &nodes, kind, &progress).expect("nobody cancels"));
    let at_most = |small: NodeTotals, large: NodeTotals| small.objects <= large.objects && small.bytes <= large.bytes;
    let mut broken = Vec::new();
    for (at, node) in grouped.tree.nodes.iter().enumerate() {
        if !at_most(node.totals, retained[at]) || !at_most(retained[at], deep[at]) {
            broken.push(format!("{}: shallow {:?}, retained {:?}, deep {:?}", node.key, node.totals, retained[at], deep[at]));
        }
        let parent = node.parent.at();
        if !at_most(retained[at], retained[parent]) || !at_most(deep[at], deep[parent]) {
            broken.push(format!("{} has more than its parent", node.key));
        }
    }
    broken
}

/// The laws that a memory tree breaks, wherever it comes from: nodes lie in preorder, keys are unique among siblings,
/// and a parent has as much as its largest child and no more than all of them.
#[must_use]
pub fn broken_tree_laws(tree: &MemoryTree) -> Vec<String> {
    let mut broken = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let children: Vec<_> = tree.children(NodeIndex(at as u32)).map(|child| &tree.nodes[child.at()]).collect();
        if children.iter().any(|child| child.parent.at() != at) {
            broken.push(format!("{} is not the parent of its children", node.key));
        }
        if !children.is_sorted_by(|a, b| a.key < b.key) {
            broken.push(format!("the children of {} are not in order, or two have one key", node.key));
        }
        let sum = children.iter().fold(NodeTotals::default(), |sum, child| sum.saturating_add(child.totals));
        let fits = |all: u64, sum: u64, largest: u64| largest <= all && (children.is_empty() || all <= sum);
        let largest = |of: fn(&NodeTotals) -> u64| children.iter().map(|child| of(&child.totals)).max().unwrap_or(0);
        let (objects, bytes) = (largest(|totals| totals.objects), largest(|totals| totals.bytes));
        if !fits(node.totals.objects, sum.objects, objects) || !fits(node.totals.bytes, sum.bytes, bytes) {
            broken.push(format!("{} says {:?}, its children {sum:?}", node.key, node.totals));
        }
    }
    broken
}
