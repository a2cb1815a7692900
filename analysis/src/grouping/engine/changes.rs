//! What became of the objects of every group between two heap states of a trace: born, died, survived.
//!
//! Objects of a trace have an identity, their address, so two states are compared object by object, not number by number as dumps are. An object may also be in another group than before: it is older, or something
//! else references it. Then it *moved*, and for every group, by whatever classifiers and for objects and bytes alike,
//!
//! ```text
//! end = start + born - died + moved in - moved out          start = survived + died + moved out
//! ```
//!
//! Objects do not move by classifiers that look at what never changes: type, size, and where all allocations were recorded
//! allocation site and thread. Where these were sampled they are estimates, of each heap state by itself
//! ([`HeapState::estimate_origins`]): an object whose allocation was not seen may be taken for one of another site later, because
//! the object that its site was taken from has died. Then it moves, too, and what became of the groups has an error like
//! their sizes.

use rustc_hash::FxHashMap;

use super::estimates::{Part, estimate};
use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine::grouped::{Grouped, group};
use crate::grouping::list::Grouping;
use crate::heap::{HeapState, Strata};
use crate::trees::memory_tree::{BuiltTree, MemoryTree, NodeTotals, TreeBuilder};

/// Objects between two looks at whether the user cancelled.
const STRETCH: usize = 1 << 16;

/// What became of one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NodeChange {
    /// At the first state.
    pub start: NodeTotals,
    /// At the second state.
    pub end: NodeTotals,
    /// Are in the group and did not exist at the first state.
    pub born: NodeTotals,
    /// Were in the group and do not exist any more.
    pub died: NodeTotals,
    /// Were in the group and are.
    pub survived: NodeTotals,
    /// Are in the group and were elsewhere.
    pub moved_in: NodeTotals,
    /// Were in the group and are elsewhere.
    pub moved_out: NodeTotals,
}

/// Two heap states of one trace, compared.
#[derive(Debug, Clone)]
pub struct StateChanges {
    /// The groups of both states; totals are those of the second one.
    pub tree: MemoryTree,
    /// What became of each node, in node order.
    pub changes: Vec<NodeChange>,
    /// The standard error of each of these numbers, 0 for exact ones; `None` if all are exact.
    pub errors: Option<Vec<NodeChange>>,
}

/// Where an object is at one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    /// It is not alive.
    Nowhere,
    /// A filter left it out.
    LeftOut,
    Cell(u32),
}

/// What went between places.
#[derive(Debug, Default)]
struct Ways {
    totals: FxHashMap<[Place; 2], NodeTotals>,
    /// At the first and the second state, where its groups are estimates, the same by stratum.
    by_stratum: [FxHashMap<([Place; 2], u32), Part>; 2],
}

/// Compares two heap states of one trace, grouped alike.
///
/// Groups both; beyond that one pass over the objects of both. Memory: some 100 bytes per pair of cells that objects went
/// between; where groups are estimates also 8 bytes per object, and some 100 per such pair and stratum.
///
/// # Errors
/// [`Error::Request`] for heap states of dumps, whose objects have no identity, and for groupings with a transformer or with
/// shares of bytes, whose groups hold no objects of their own; else as [`group`].
pub fn state_changes(
    before: &HeapState,
    after: &HeapState,
    grouping: &Grouping,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<StateChanges> {
    before.check_identity(after)?;
    if let Some(then) = grouping.transformation() {
        let name = then.transformer.info().name;
        return Err(Error::Request(format!("what {name} leads to is not followed over time; leave out this step")));
    }
    let grouped = [group(before, grouping, progress, warnings)?, group(after, grouping, progress, warnings)?];
    progress.start("Comparing objects", before.kept.len() + after.kept.len());
    let is_estimated = [grouped[0].estimated_nodes(before), grouped[1].estimated_nodes(after)];
    let strata = [strata(before, is_estimated[0].is_some(), progress)?, strata(after, is_estimated[1].is_some(), progress)?];
    let Ways { totals, by_stratum } = ways([before, after], &grouped, &strata, progress)?;
    let (tree, places) = union([&grouped[0].tree, &grouped[1].tree]);
    let nodes = PlaceNodes { grouped: &grouped, places: &places };
    let changes = changes(&nodes, tree.nodes.len(), &totals)?;
    let mut errors = None;
    for (at, (parts, is_estimated)) in by_stratum.into_iter().zip(is_estimated).enumerate() {
        let (Some(strata), Some(is_estimated)) = (&strata[at], is_estimated) else { continue };
        let errors = errors.get_or_insert_with(|| vec![NodeChange::default(); tree.nodes.len()]);
        let mut has_error = vec![false; tree.nodes.len()];
        places[at].iter().zip(is_estimated).for_each(|(&node, is_estimated)| has_error[node as usize] = is_estimated);
        add_errors(errors, at, parts, &nodes, &has_error, strata, progress)?;
    }
    Ok(StateChanges { tree, changes, errors })
}

/// The strata of a heap state whose groups are estimates.
fn strata(heap: &HeapState, is_needed: bool, progress: &Progress) -> Result<Option<Strata>> {
    let recorded = heap.origins.as_ref().and_then(|origins| origins.recorded.as_ref());
    recorded.filter(|_| is_needed).map(|recorded| Strata::new(heap, recorded, progress)).transpose()
}

/// How many objects went from which place to which.
fn ways(heaps: [&HeapState; 2], grouped: &[Grouped; 2], strata: &[Option<Strata>; 2], progress: &Progress) -> Result<Ways> {
    let place = |at: usize, object: ObjectIndex| match grouped[at].leaves.cells.cell_of(heaps[at], object) {
        Some(cell) => Place::Cell(cell),
        None => Place::LeftOut,
    };
    let mut ways = Ways::default();
    // An object at both states, or at the one at which it exists.
    let mut add = |objects: [Option<ObjectIndex>; 2]| {
        let way = [0, 1].map(|at| objects[at].map_or(Place::Nowhere, |object| place(at, object)));
        let mut bytes = 0;
        for (at, object) in objects.into_iter().enumerate() {
            let Some(object) = object else { continue };
            bytes = heaps[at].bytes_of(object);
            if let Some(strata) = &strata[at] {
                let recorded = heaps[at].origins.as_ref().and_then(|origins| origins.recorded.as_ref());
                let recorded = recorded.is_some_and(|recorded| recorded.contains(object.0)).into();
                let stratum = strata.of[object.at()];
                ways.by_stratum[at].entry((way, stratum)).or_default().add(Part { objects: 1, bytes, recorded });
            }
        }
        let totals = ways.totals.entry(way).or_default();
        *totals = totals.saturating_add(NodeTotals { objects: 1, bytes });
    };
    // Both ascend by address.
    let addressed = |heap: &HeapState, object: ObjectIndex| (heap.address_of(object), object);
    let mut later = heaps[1].kept_objects().map(|object| addressed(heaps[1], object)).peekable();
    for (at, earlier) in heaps[0].kept_objects().enumerate() {
        if at % STRETCH == 0 {
            progress.advance(STRETCH as u64)?;
        }
        let (address, earlier) = addressed(heaps[0], earlier);
        while let Some((_, born)) = later.next_if(|&(other, _)| other < address) {
            add([None, Some(born)]);
        }
        let same = later.next_if(|&(other, _)| other == address).map(|(_, same)| same);
        add([Some(earlier), same]);
    }
    later.for_each(|(_, born)| add([None, Some(born)]));
    progress.check()?;
    Ok(ways)
}

/// The nodes of the union tree that places are in.
struct PlaceNodes<'a> {
    grouped: &'a [Grouped; 2],
    /// Of the nodes of both trees those of the union.
    places: &'a [Vec<u32>; 2],
}

impl PlaceNodes<'_> {
    /// Ascending.
    fn of(&self, at: usize, place: Place) -> Vec<u32> {
        let Place::Cell(cell) = place else { return Vec::new() };
        let mut nodes: Vec<u32> = self.grouped[at].leaves.nodes[cell as usize].iter().map(|node| self.places[at][node.at()]).collect();
        nodes.sort_unstable();
        nodes
    }
}

/// What the ways mean for so many nodes.
fn changes(nodes: &PlaceNodes<'_>, count: usize, ways: &FxHashMap<[Place; 2], NodeTotals>) -> Result<Vec<NodeChange>> {
    let mut changes = vec![NodeChange::default(); count];
    let mut ways: Vec<([Place; 2], NodeTotals)> = ways.iter().map(|(&way, &totals)| (way, totals)).collect();
    ways.sort_unstable_by_key(|&(way, _)| way);
    for &(way, totals) in &ways {
        let sides = [nodes.of(0, way[0]), nodes.of(1, way[1])];
        for at in [0, 1] {
            for &node in &sides[at] {
                for number in numbers(at, way, &sides, node) {
                    let part = NUMBERS[number](&mut changes[node as usize]);
                    *part = part.saturating_add(totals);
                }
            }
        }
    }
    let is_whole = |at: usize, of: fn(&NodeChange) -> NodeTotals| {
        let nodes = nodes.grouped[at].tree.nodes.iter().zip(&nodes.places[at]);
        nodes.into_iter().all(|(node, &place)| node.totals == of(&changes[place as usize]))
    };
    if !is_whole(0, |change| change.start) || !is_whole(1, |change| change.end) {
        return Err(Error::Request(
            "groups that hold shares of objects are not followed over time; leave out the step that makes them".into(),
        ));
    }
    Ok(changes)
}

/// The numbers of a group, by number.
const NUMBERS: [fn(&mut NodeChange) -> &mut NodeTotals; 7] = [
    |change| &mut change.start,
    |change| &mut change.died,
    |change| &mut change.moved_out,
    |change| &mut change.end,
    |change| &mut change.born,
    |change| &mut change.survived,
    |change| &mut change.moved_in,
];

/// As which of [`NUMBERS`] objects that went a way count for a node that they are in at the first (0) or second state (1).
/// Those that survived are counted at the second one only.
fn numbers(at: usize, way: [Place; 2], sides: &[Vec<u32>; 2], node: u32) -> impl Iterator<Item = usize> {
    let stays = sides[1 - at].binary_search(&node).is_ok();
    let (whole, part) = match (at, way[1 - at]) {
        (0, Place::Nowhere) => (0, Some(1)),
        (0, _) => (0, if stays { None } else { Some(2) }),
        (_, Place::Nowhere) => (3, Some(4)),
        (_, _) => (3, Some(if stays { 5 } else { 6 })),
    };
    [Some(whole), part].into_iter().flatten()
}

/// The standard errors of what is told of one state (0 or 1): each number as if its objects were a group of their own.
fn add_errors(
    errors: &mut [NodeChange],
    at: usize,
    parts: FxHashMap<([Place; 2], u32), Part>,
    nodes: &PlaceNodes<'_>,
    has_error: &[bool],
    strata: &Strata,
    progress: &Progress,
) -> Result<()> {
    let mut whole: FxHashMap<u32, Part> = FxHashMap::default();
    let mut parts: Vec<(([Place; 2], u32), Part)> = parts.into_iter().collect();
    parts.sort_unstable_by_key(|&(key, _)| key);
    // By node, number of it and stratum.
    let mut sums: FxHashMap<(u32, usize, u32), Part> = FxHashMap::default();
    for of_way in parts.chunk_by(|a, b| a.0.0 == b.0.0) {
        progress.check()?;
        let way = of_way[0].0.0;
        let sides = [nodes.of(0, way[0]), nodes.of(1, way[1])];
        for &((_, stratum), part) in of_way {
            whole.entry(stratum).or_default().add(part);
            for &node in sides[at].iter().filter(|&&node| has_error[node as usize]) {
                for number in numbers(at, way, &sides, node) {
                    sums.entry((node, number, stratum)).or_default().add(part);
                }
            }
        }
    }
    let mut sums: Vec<((u32, usize, u32), Part)> = sums.into_iter().collect();
    // Sorted, because sums of fractions depend on their order.
    sums.sort_unstable_by_key(|&(key, _)| key);
    for of_number in sums.chunk_by(|a, b| (a.0.0, a.0.1) == (b.0.0, b.0.1)) {
        let (node, number, _) = of_number[0].0;
        let parts = of_number.iter().map(|&((_, _, stratum), part)| (stratum, part));
        *NUMBERS[number](&mut errors[node as usize]) = estimate(parts, &whole, strata).error;
    }
    Ok(())
}

/// A tree with the nodes of two, with the totals of the second one, and where the nodes of each are.
fn union(trees: [&MemoryTree; 2]) -> (MemoryTree, [Vec<u32>; 2]) {
    let [first, second] = trees;
    let mut builder = TreeBuilder::new(second.root().totals);
    let mut numbers: [Vec<u32>; 2] = [vec![0], vec![0]];
    for (tree, numbers) in trees.into_iter().zip(&mut numbers) {
        let roles: Vec<_> = tree.roles.iter().map(|name| builder.role(name)).collect();
        for node in &tree.nodes[1..] {
            let totals = if std::ptr::eq(tree, first) { NodeTotals::default() } else { node.totals };
            let parent = numbers[node.parent.at()];
            numbers.push(builder.add(parent, node.key.clone(), node.name.clone(), roles[node.role.0 as usize], totals));
        }
    }
    let BuiltTree { tree, places, .. } = builder.finish();
    (tree, numbers.map(|numbers| numbers.into_iter().map(|number| places[number as usize].0).collect()))
}
