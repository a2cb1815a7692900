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
use crate::over_time::lifetimes::EstimatedTree;
use crate::over_time::tracked_objects::TrackedObjects;
use crate::trees::memory_tree::{BuiltTree, MemoryTree, NodeEstimate, NodeTotals, TreeBuilder};

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
    trees.iter().for_each(|tree| drop(add(&mut builder, tree)));
    builder.finish().tree
}

/// Adds the nodes of a tree to another one; returns their numbers there.
fn add(builder: &mut TreeBuilder, tree: &MemoryTree) -> Vec<u32> {
    let roles: Vec<_> = tree.roles.iter().map(|name| builder.role(name)).collect();
    builder.add_totals(0, tree.root().totals);
    let mut numbers = vec![0];
    for node in &tree.nodes[1..] {
        let (parent, role) = (numbers[node.parent.at()], roles[node.role.0 as usize]);
        numbers.push(builder.add(parent, node.key.clone(), node.name.clone(), role, node.totals));
    }
    numbers
}

/// How sure the totals of a node are, while more are added to them.
#[derive(Debug, Clone, Copy, Default)]
struct Sureness {
    recorded: u64,
    /// Of objects and of bytes.
    variances: [f64; 2],
}

/// Trees of what died step by step, added up: each of the result has what died in its own step and in all before it. Errors are those
/// of sums whose parts are independent of each other.
#[must_use]
pub fn accumulated(steps: Vec<EstimatedTree>) -> Vec<EstimatedTree> {
    let are_estimates = steps.iter().any(|step| step.estimates.is_some());
    let (mut all, mut before): (Vec<EstimatedTree>, Vec<Sureness>) = (Vec::with_capacity(steps.len()), Vec::new());
    for step in steps {
        let mut builder = TreeBuilder::new(NodeTotals::default());
        let of_before = all.last().map(|last| add(&mut builder, &last.tree)).unwrap_or_default();
        let of_step = add(&mut builder, &step.tree);
        let BuiltTree { tree, places, .. } = builder.finish();
        let mut now = vec![Sureness::default(); if are_estimates { tree.nodes.len() } else { 0 }];
        let own = step.estimates.iter().flatten().map(|estimate| {
            let NodeEstimate { recorded, error } = estimate.unwrap_or_default();
            Sureness { recorded, variances: [error.objects, error.bytes].map(|error| (error as f64).powi(2)) }
        });
        let (of_before, of_step) = (of_before.iter().zip(before), of_step.iter().zip(own));
        let both = of_before.map(|(number, part)| (*number, part)).chain(of_step.map(|(number, part)| (*number, part)));
        for (number, part) in both.filter(|_| are_estimates) {
            let sum = &mut now[places[number as usize].at()];
            sum.recorded += part.recorded;
            sum.variances.iter_mut().zip(part.variances).for_each(|(sum, part)| *sum += part);
        }
        let estimate = |of: &Sureness| {
            let [objects, bytes] = of.variances.map(|variance| variance.sqrt().ceil() as u64);
            Some(NodeEstimate { recorded: of.recorded, error: NodeTotals { objects, bytes } })
        };
        let estimates = are_estimates.then(|| now.iter().map(estimate).collect());
        all.push(EstimatedTree { tree, estimates });
        before = now;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of these types, of which so many objects of ten bytes each died, with this error; 0 is none.
    fn step(types: &[(&str, u64, u64)]) -> EstimatedTree {
        let totals = |objects: u64| NodeTotals { objects, bytes: 10 * objects };
        let mut builder = TreeBuilder::new(totals(types.iter().map(|(_, objects, _)| objects).sum()));
        let role = builder.role("Type");
        for &(name, objects, _) in types {
            builder.add_part(0, name, role, totals(objects));
        }
        let estimate = |&(_, recorded, error): &(&str, u64, u64)| Some(NodeEstimate { recorded, error: totals(error) });
        let are_sampled = types.iter().any(|(.., error)| *error > 0);
        let estimates = are_sampled.then(|| std::iter::once(None).chain(types.iter().map(estimate)).collect());
        EstimatedTree { tree: builder.finish().tree, estimates }
    }

    fn objects(tree: &EstimatedTree) -> Vec<(String, u64)> {
        tree.tree.nodes.iter().map(|node| (node.name.to_string(), node.totals.objects)).collect()
    }

    #[test]
    fn garbage_piles_up_step_by_step() {
        let all = accumulated(vec![step(&[("B", 5, 0)]), step(&[("A", 2, 0), ("B", 1, 0)]), step(&[])]);
        let told: Vec<Vec<(String, u64)>> = all.iter().map(objects).collect();
        let named = |list: &[(&str, u64)]| list.iter().map(|(name, objects)| ((*name).to_owned(), *objects)).collect::<Vec<_>>();
        let both = named(&[("Overall", 8), ("A", 2), ("B", 6)]);
        assert_eq!(told, [named(&[("Overall", 5), ("B", 5)]), both.clone(), both]);
        assert!(all.iter().all(|tree| tree.estimates.is_none()));
        assert!(accumulated(Vec::new()).is_empty());
    }

    #[test]
    fn errors_of_steps_join_as_those_of_independent_numbers() {
        let all = accumulated(vec![step(&[("A", 10, 3)]), step(&[("A", 20, 4), ("B", 5, 1)])]);
        let errors: Vec<Option<NodeEstimate>> = all[1].estimates.clone().expect("they are estimates");
        let of = |recorded, objects| Some(NodeEstimate { recorded, error: NodeTotals { objects, bytes: 10 * objects } });
        // The whole was told exactly; 3 and 4 together are 5.
        assert_eq!(errors, [of(0, 0), of(30, 5), of(5, 1)]);
    }
}
