//! What can be asked of a heap state, each question with its limit of work.

use analysis::{
    Closures, Direction, Dominators, GraphChange, GraphOptions, Grouped, Grouping, HeapState, LeakFinder, NodeIndex, ObjectIndex, Part,
    PathOptions, Progress, ReferenceGraph, SizeKind, StructureLibrary, TrackedObjects, Warnings, class_sizes, group, group_cut,
    group_holders, group_paths, grouped_time_point, heap_histogram, inner_objects, node_sizes, paths_to, referrers, root_objects,
    thread_stacks,
};
use proptest::sample::Index;

use super::limits::{answer_in_parts, ask, size_of};
use super::steps::all_groupings;

/// Looks at everything that a heap state holds; indices out of bounds would panic there.
pub(crate) fn look_at(heap: &HeapState) {
    let all = || (0..heap.len() as u32).map(ObjectIndex);
    for object in all() {
        assert_eq!(heap.find(heap.address_of(object)), Some(object));
        let at_home = |&other: &u32| (other as usize) < heap.len();
        assert!(heap.points_to(object).iter().chain(heap.pointed_from(object)).all(at_home));
    }
    let outgoing: usize = all().map(|object| heap.points_to(object).len()).sum();
    let incoming: usize = all().map(|object| heap.pointed_from(object).len()).sum();
    assert_eq!(outgoing, incoming);
    for object in all().step_by((heap.len() / 50).max(1)) {
        let _ = (heap.values_of(object, 10), heap.slots_of(object), heap.class_loader_name(heap.type_of(object)));
    }
    let grouped = grouped(heap, &Grouping::default()).expect("any heap has types");
    let histogram = heap_histogram(heap);
    assert_eq!(grouped.tree.root().totals.objects, histogram.objects);
    let dominators = ask(heap, "dominators", |progress| Dominators::of(heap, progress)).expect("nobody cancels");
    if !heap.policy.keep_unreachable {
        let retained = dominators.top_level().iter().fold(0, |sum: u64, &top| sum.saturating_add(dominators.retained(ObjectIndex(top))));
        assert_eq!(retained, histogram.bytes, "what the roots own is the heap");
    }
    let _ = thread_stacks(heap, &dominators);
}

/// Groups by every step that there is, and asks about a group of one of the trees.
pub(crate) fn ask_everything(heap: &HeapState, chosen: [Index; 2]) {
    let groupings = all_groupings();
    let looked_into = chosen[0].index(groupings.len());
    for (at, grouping) in groupings.iter().enumerate() {
        let Some(grouped) = grouped(heap, grouping) else { continue };
        assert!(grouped.tree.root().totals.objects <= heap.kept.len(), "{grouping}");
        if at == looked_into {
            ask_about_group(heap, &grouped, NodeIndex(chosen[1].index(grouped.tree.nodes.len()) as u32));
            ask_about_tree(heap, grouped);
        }
    }
    ask(heap, "sizes of classes", |progress| class_sizes(heap, progress));
    ask(heap, "find in one state", |progress| LeakFinder::new().finish(|_| Ok(heap), progress));
}

/// Groups as the name of the grouping says, if the heap state has what that needs.
pub(crate) fn grouped(heap: &HeapState, grouping: &Grouping) -> Option<Grouped> {
    let question = |progress: &Progress| group(heap, grouping, progress, &Warnings::new());
    let nodes = |grouped: &Grouped| grouped.tree.nodes.len() as u64;
    // A group per object at the most, on each of two levels, and in each again what it leads to.
    let most_groups = 2 * heap.len() as u64;
    answer_in_parts(size_of(heap), most_groups, &grouping.to_string(), question, nodes)
}

/// Sizes and references of all nodes.
fn ask_about_tree(heap: &HeapState, grouped: Grouped) {
    // There is a walk for each node behind a transformer.
    let few = grouped.tree.nodes.len() < 100;
    let kinds = if few { &[SizeKind::Deep, SizeKind::Retained][..] } else { &[] };
    let sizes = ask(heap, "sizes of groups", |progress| node_sizes(heap, &grouped, kinds, progress)).unwrap_or_default();
    ask(heap, "references of groups", |progress| grouped_time_point(heap, grouped, sizes, progress));
}

/// What keeps a group, and what it keeps.
fn ask_about_group(heap: &HeapState, grouped: &Grouped, node: NodeIndex) {
    let Some(members) = ask(heap, "members", |progress| grouped.members(heap, node, progress)) else { return };
    assert_eq!(members.len(), grouped.tree.nodes[node.at()].totals.objects);
    let closures = ask(heap, "closures", |progress| Closures::new(heap, progress)).expect("nobody cancels");
    if let Some(sizes) = ask(heap, "sizes of a group", |progress| closures.group_sizes(&members, progress)) {
        assert!(sizes.shallow.bytes <= sizes.deep.bytes);
    }
    let retained = ask(heap, "what dies", |progress| closures.gc_closure(&members, progress));
    assert_eq!(retained, ask(heap, "what dies, by marks", |progress| closures.marked_gc_closure(&members, progress)));
    let _ = closures.totals_by_type(&members);
    ask(heap, "cut", |progress| group_cut(heap, &members, progress));
    ask(heap, "holders", |progress| group_holders(heap, &members, progress));
    ask(heap, "root objects", |progress| root_objects(heap, &members, progress));
    ask(heap, "referrers", |progress| referrers(&closures, &members, progress));
    if let Ok(tracked) = TrackedObjects::new(heap, &members) {
        ask(heap, "tracked objects", |progress| tracked.alive_in(heap, progress));
    }
    for through_classes in [false, true] {
        let options = PathOptions { through_classes };
        ask(heap, "paths of a group", |progress| group_paths(heap, &members, options, 10, progress));
        if let Some(object) = members.min() {
            ask(heap, "paths of an object", |progress| paths_to(heap, ObjectIndex(object), options, 10, progress));
        }
    }
    let options = GraphOptions::default();
    ask(heap, "graph of a group", |progress| ReferenceGraph::of_group(&closures, &members, options, progress));
    let inner = inner_objects(heap, &StructureLibrary::shipped());
    let graph = ask(heap, "graph", |progress| ReferenceGraph::paths_to_roots(&closures, &members, options, Some(&inner), progress));
    if let Some(graph) = graph {
        let last = graph.nodes.len() - 1;
        for change in [
            GraphChange::Expand(0, Direction::PointsTo),
            GraphChange::Expand(last, Direction::PointedFrom),
            GraphChange::Unfold(last),
            GraphChange::Extract(0, Part::Referencing(last)),
            GraphChange::Extract(last, Part::ReferencedBy(0)),
            GraphChange::Merge(0, last),
            GraphChange::Remove(last),
        ] {
            ask(heap, "changed graph", |progress| graph.changed(&closures, &change, progress));
        }
    }
}
