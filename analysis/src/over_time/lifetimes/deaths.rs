//! What died between heap states, for traces that hold no deaths.
//!
//! Objects are known by their addresses: what one state holds and the next does not died in between. What was born and died
//! between two states is in none of them, so numbers are lower bounds; and an object is as old as it was when it was last
//! seen, which is its age where every collection was followed by a walk, and at least that where not.

use std::ops::RangeInclusive;

use roaring::RoaringBitmap;

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine::grouped::group;
use crate::grouping::list::Grouping;
use crate::heap::HeapState;
use crate::over_time::tracked_objects::TrackedObjects;
use crate::trees::memory_tree::{MemoryTree, NodeTotals, TreeBuilder};

/// What died in a window of collections, grouped as it was when last seen. `collections` says for each state of a trace how many
/// had ended, `state` makes it; only states that the window needs are made, in their order.
///
/// # Errors
/// As [`group`], and those of `state`.
pub fn deaths_between_states(
    collections: &[u32],
    mut state: impl FnMut(usize) -> Result<HeapState>,
    window: RangeInclusive<u32>,
    grouping: &Grouping,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<MemoryTree> {
    let mut trees = Vec::new();
    let mut before: Option<(usize, HeapState)> = None;
    for at in (1..collections.len()).filter(|&at| window.contains(&collections[at])) {
        let earlier = match before.take() {
            Some((known, heap)) if known + 1 == at => heap,
            _ => state(at - 1)?,
        };
        let later = state(at)?;
        let died = died_between(&earlier, &later, progress)?;
        trees.push(group(&earlier, &grouping.clone().within(died), progress, warnings)?.tree);
        before = Some((at, later));
    }
    Ok(sum(&trees))
}

/// The objects of a state, by its indices, that another one of the same trace does not have.
fn died_between(earlier: &HeapState, later: &HeapState, progress: &Progress) -> Result<RoaringBitmap> {
    earlier.check_identity(later)?;
    let alive = TrackedObjects::new(earlier, &earlier.kept)?.alive_in(later, progress)?.unwrap_or_default();
    let still = TrackedObjects::new(later, &alive)?.alive_in(earlier, progress)?.unwrap_or_default();
    Ok(&earlier.kept - &still)
}

/// One tree with the totals of all; equal keys are one node.
fn sum(trees: &[MemoryTree]) -> MemoryTree {
    let mut builder = TreeBuilder::new(NodeTotals::default());
    for tree in trees {
        let roles: Vec<_> = tree.roles.iter().map(|name| builder.role(name)).collect();
        builder.add_totals(0, tree.root().totals);
        let mut numbers = vec![0];
        for node in &tree.nodes[1..] {
            let (parent, role) = (numbers[node.parent.at()], roles[node.role.0 as usize]);
            numbers.push(builder.add(parent, node.key.clone(), node.name.clone(), role, node.totals));
        }
    }
    builder.finish().tree
}
