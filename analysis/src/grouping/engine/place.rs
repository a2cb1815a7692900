//! From cells to the nodes of a memory tree.
//!
//! Every cell walks down from the root as its labels say and makes the nodes it needs. Its totals are added once to each node on any of its ways, however often the ways meet.

use super::branches::{RawBranch, add_branches};
use super::level::Level;
use super::trie::{Finished, Trie};
use crate::base::error::Result;
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use crate::trees::memory_tree::MemoryTree;

/// A tree, and where the cells are in it.
pub(in crate::grouping) struct Placed {
    pub(in crate::grouping) tree: MemoryTree,
    /// The leaves of each cell, sorted.
    pub(in crate::grouping) leaves: Vec<Box<[NodeIndex]>>,
    /// The leaves of each cell and their ancestors, sorted.
    pub(in crate::grouping) nodes: Vec<Box<[NodeIndex]>>,
    /// What transformers lead to, by the place of their nodes.
    pub(in crate::grouping) branches: Vec<Branch>,
}

/// The objects that a transformer leads to from one node.
#[derive(Debug)]
pub(in crate::grouping) struct Branch {
    /// How many transformers led here, from 1.
    pub(in crate::grouping) depth: usize,
    /// The leaf that holds the objects it starts from.
    pub(in crate::grouping) source: NodeIndex,
    /// The transformer's node.
    pub(in crate::grouping) root: NodeIndex,
    /// The leaves of each cell that was led to, sorted by cell.
    pub(in crate::grouping) ends: Vec<(u32, Box<[NodeIndex]>)>,
}

/// Lays out the tree.
pub(in crate::grouping) fn place(
    heap: &HeapState,
    level: &Level<'_>,
    names: &[String],
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Placed> {
    let mut trie = Trie::new(names);
    let cells = &level.cells;
    // The nodes in which each cell's ways end, as numbers of the trie.
    let mut ends: Vec<Vec<u32>> = Vec::with_capacity(cells.len());
    for cell in 0..cells.len() {
        ends.push(trie.walk(0, level.labels(cell))?);
        trie.add_totals(0, &ends[cell], level.last_step(), cells.totals[cell]);
    }
    let branches = add_branches(heap, level, &ends, names, &mut trie, progress)?;
    let Finished { tree, nodes, leaves } = trie.finish(warnings);

    let sorted = |mut nodes: Vec<NodeIndex>| {
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_boxed_slice()
    };
    let leaves_at = |ends: &[u32]| sorted(ends.iter().map(|&end| leaves[end as usize]).collect());
    let leaves_of_cells: Vec<Box<[NodeIndex]>> = ends.iter().map(|ends| leaves_at(ends)).collect();
    let up = |node: &NodeIndex| std::iter::successors(Some(*node), |&node| (node != NodeIndex::ROOT).then(|| tree.nodes[node.at()].parent));
    let nodes_of_cells = leaves_of_cells.iter().map(|leaves| sorted(leaves.iter().flat_map(up).collect())).collect();
    let mut branches: Vec<Branch> = branches
        .into_iter()
        .map(|RawBranch { depth, source, root, ends }| Branch {
            depth,
            source: leaves[source as usize],
            root: nodes[root as usize],
            ends: ends.iter().map(|(cell, ends)| (*cell, leaves_at(ends))).collect(),
        })
        .collect();
    branches.sort_unstable_by_key(|branch| branch.root);
    Ok(Placed { tree, leaves: leaves_of_cells, nodes: nodes_of_cells, branches })
}
