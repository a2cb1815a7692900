//! One heap state, grouped: the tree, and the leaves of every object.

use crate::base::error::{Error, Result};
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine;
use crate::grouping::engine::cells::Cells;
use crate::grouping::engine::level::Level;
use crate::grouping::engine::place::{Branch, Placed};
use crate::grouping::list::Grouping;
use crate::heap::HeapState;
use crate::trees::memory_tree::MemoryTree;

/// One heap state, grouped.
#[derive(Debug)]
pub struct Grouped {
    /// Every node with its totals; an object in several leaves counts once in their common ancestors.
    pub tree: MemoryTree,
    /// The leaves of every object.
    pub leaves: ObjectLeaves,
    pub(super) grouping: Grouping,
    /// What transformers lead to, by the place of their nodes.
    pub(super) branches: Vec<Branch>,
    /// The cells of the lists of transformers, the outermost first.
    pub(super) further_cells: Vec<Cells>,
}

/// The leaf nodes of every object.
#[derive(Debug)]
pub struct ObjectLeaves {
    pub(super) cells: Cells,
    /// Leaves per cell, sorted.
    leaves: Vec<Box<[NodeIndex]>>,
    /// Leaves and all their ancestors per cell, sorted; never empty.
    pub(super) nodes: Vec<Box<[NodeIndex]>>,
}

impl ObjectLeaves {
    /// The leaf nodes that hold an object, sorted; several under classifiers of cardinality many, none for objects
    /// that do not count or that a filter rejected. `heap` is the heap state that was grouped.
    #[must_use]
    pub fn of(&self, heap: &HeapState, object: ObjectIndex) -> &[NodeIndex] {
        self.cells.cell_of(heap, object).map_or(&[], |cell| &self.leaves[cell as usize])
    }

    /// For each cell a mask with bit `i` set if the cell lies in `nodes[i]`; at most 128 nodes, sorted.
    pub(crate) fn masks(&self, nodes: &[NodeIndex]) -> Vec<u128> {
        assert!(nodes.len() <= u128::BITS as usize && nodes.is_sorted(), "{} nodes in one mask", nodes.len());
        let bit_of = |node: &NodeIndex| nodes.binary_search(node).map_or(0, |at| 1_u128 << at);
        self.nodes.iter().map(|nodes| nodes.iter().map(bit_of).fold(0, |mask, bit| mask | bit)).collect()
    }

    /// The mask of an object's cell, 0 without one.
    #[inline]
    pub(crate) fn mask_of(&self, heap: &HeapState, masks: &[u128], object: ObjectIndex) -> u128 {
        self.cells.cell_of(heap, object).map_or(0, |cell| masks[cell as usize])
    }
}

/// Groups the objects of a heap state that count.
///
/// Totals are exact. Fails when a classifier has not what it needs (the error names it and says why) or when the
/// user cancels. The result does not depend on the number of threads.
pub fn group(heap: &HeapState, grouping: &Grouping, progress: &Progress, warnings: &Warnings) -> Result<Grouped> {
    if let Some(reason) = grouping.unavailable(heap) {
        return Err(Error::Request(reason));
    }
    let mut names = Vec::new();
    let level = Level::new(heap, grouping, &mut names, progress, warnings)?;
    let Placed { tree, leaves, nodes, branches } = engine::place::place(heap, &level, &names, progress, warnings)?;
    let mut further_cells = level.into_cells();
    let cells = further_cells.remove(0);
    Ok(Grouped { tree, leaves: ObjectLeaves { cells, leaves, nodes }, grouping: grouping.clone(), branches, further_cells })
}
