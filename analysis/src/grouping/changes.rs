//! What became of the objects of every group between two heap states of a trace: born, died, survived.
//!
//! Objects of a trace have an identity, their address, so two states are compared object by object (traces-classifiers-closures
//! A.8), not number by number as dumps are. An object may also be in another group than before: it is older, or something
//! else references it. Then it *moved*, and for every group, by whatever classifiers and for objects and bytes alike,
//!
//! ```text
//! end = start + born - died + moved in - moved out          start = survived + died + moved out
//! ```
//!
//! Objects do not move by classifiers that look at what never changes: type, size, allocation site, thread.

use rustc_hash::FxHashMap;

use super::{Grouped, Grouping, group};
use crate::memory_tree::{BuiltTree, MemoryTree, TreeBuilder};
use crate::{Error, HeapState, NodeTotals, ObjectIndex, Progress, Result, Warnings};

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

/// Compares two heap states of one trace, grouped alike.
///
/// Groups both; beyond that one pass over the objects of both. Memory: some 100 bytes per pair of cells that objects went
/// between.
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
    if before.origins.is_none() || after.origins.is_none() {
        let message = "heap dumps do not say which objects are the same at another time; record a trace (memory-city record)";
        return Err(Error::Request(message.into()));
    }
    if let Some(then) = grouping.transformation() {
        let name = then.transformer.info().name;
        return Err(Error::Request(format!("what {name} leads to is not followed over time; leave out this step")));
    }
    let grouped = [group(before, grouping, progress, warnings)?, group(after, grouping, progress, warnings)?];
    progress.start("Comparing objects", before.kept.len() + after.kept.len());
    let ways = ways([before, after], &grouped, progress)?;
    let mut ways: Vec<([Place; 2], NodeTotals)> = ways.into_iter().collect();
    ways.sort_unstable_by_key(|&(way, _)| way);
    changes(&grouped, &ways)
}

/// How many objects went from which place to which.
fn ways(heaps: [&HeapState; 2], grouped: &[Grouped; 2], progress: &Progress) -> Result<FxHashMap<[Place; 2], NodeTotals>> {
    let place = |at: usize, object: ObjectIndex| match grouped[at].leaves.cells.cell_of(heaps[at], object) {
        Some(cell) => Place::Cell(cell),
        None => Place::LeftOut,
    };
    let mut ways: FxHashMap<[Place; 2], NodeTotals> = FxHashMap::default();
    let mut add = |way: [Place; 2], bytes: u64| {
        let totals = ways.entry(way).or_default();
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
            add([Place::Nowhere, place(1, born)], heaps[1].bytes_of(born));
        }
        match later.next_if(|&(other, _)| other == address) {
            Some((_, same)) => add([place(0, earlier), place(1, same)], heaps[1].bytes_of(same)),
            None => add([place(0, earlier), Place::Nowhere], heaps[0].bytes_of(earlier)),
        }
    }
    later.for_each(|(_, born)| add([Place::Nowhere, place(1, born)], heaps[1].bytes_of(born)));
    progress.check()?;
    Ok(ways)
}

/// The union of both trees, and what the ways mean for its nodes.
fn changes(grouped: &[Grouped; 2], ways: &[([Place; 2], NodeTotals)]) -> Result<StateChanges> {
    let (tree, places) = union([&grouped[0].tree, &grouped[1].tree]);
    let mut changes = vec![NodeChange::default(); tree.nodes.len()];
    let nodes_of = |at: usize, place: Place| -> Vec<u32> {
        let Place::Cell(cell) = place else { return Vec::new() };
        let mut nodes: Vec<u32> = grouped[at].leaves.nodes[cell as usize].iter().map(|node| places[at][node.at()]).collect();
        nodes.sort_unstable();
        nodes
    };
    for &([from, to], totals) in ways {
        let [were, are] = [nodes_of(0, from), nodes_of(1, to)];
        for &node in &were {
            let change = &mut changes[node as usize];
            change.start = change.start.saturating_add(totals);
            let part = match to {
                Place::Nowhere => &mut change.died,
                _ if are.binary_search(&node).is_ok() => &mut change.survived,
                _ => &mut change.moved_out,
            };
            *part = part.saturating_add(totals);
        }
        for &node in &are {
            let change = &mut changes[node as usize];
            change.end = change.end.saturating_add(totals);
            let part = match from {
                Place::Nowhere => &mut change.born,
                _ if were.binary_search(&node).is_ok() => continue,
                _ => &mut change.moved_in,
            };
            *part = part.saturating_add(totals);
        }
    }
    let is_whole = |at: usize, of: fn(&NodeChange) -> NodeTotals| {
        let nodes = grouped[at].tree.nodes.iter().zip(&places[at]);
        nodes.into_iter().all(|(node, &place)| node.totals == of(&changes[place as usize]))
    };
    if !is_whole(0, |change| change.start) || !is_whole(1, |change| change.end) {
        return Err(Error::Request(
            "groups that hold shares of objects are not followed over time; leave out the step that makes them".into(),
        ));
    }
    Ok(StateChanges { tree, changes })
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
