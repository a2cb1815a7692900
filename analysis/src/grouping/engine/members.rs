//! The objects of one node, found again on demand.
//!
//! A tree holds totals only; lists of objects for all nodes would take a hundred times the memory. What remains of a
//! grouping is the cell of every object, and that is enough to tell the members of any node in one pass: a tree
//! without members, except where one asks (a mixed tree).

use roaring::RoaringBitmap;

use crate::base::error::Result;
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::grouping::Branch;
use crate::grouping::engine::grouped::Grouped;
use crate::heap::HeapState;

impl Grouped {
    /// The distinct objects of a node: as many as its totals say. `heap` is the heap state that was grouped.
    ///
    /// One pass over all objects, and one over the references of each transformer above the node. Fails only when the
    /// user cancels.
    pub fn members(&self, heap: &HeapState, node: NodeIndex, progress: &Progress) -> Result<RoaringBitmap> {
        // From the node up to a list that starts from the whole heap.
        let mut branches: Vec<(&Branch, NodeIndex)> = Vec::new();
        let mut at = node;
        while let Some(branch) = self.branch_around(at) {
            branches.push((branch, at));
            at = branch.source;
        }
        let is_here: Vec<bool> = self.leaves.nodes.iter().map(|nodes| nodes.binary_search(&at).is_ok()).collect();
        let cells = &self.leaves.cells;
        let in_node = |&object: &u32| cells.cell_of(heap, ObjectIndex(object)).is_some_and(|cell| is_here[cell as usize]);
        let mut members = RoaringBitmap::new();
        for stretch in progress.stretches(heap.len()) {
            // Numbers ascend, so each goes to the end.
            let _ = members.append(stretch?.filter(in_node));
        }
        for (branch, node) in branches.into_iter().rev() {
            members = self.led_to(heap, &members, branch, node, progress)?;
        }
        Ok(members)
    }

    /// Whether a transformer leads to a node's objects: they need not be among those of the nodes above.
    pub(crate) fn is_behind_transformer(&self, node: NodeIndex) -> bool {
        self.branch_around(node).is_some()
    }

    /// The objects that the transformer of a branch leads to from `sources` and that lie at `node` or below it.
    fn led_to(
        &self,
        heap: &HeapState,
        sources: &RoaringBitmap,
        branch: &Branch,
        node: NodeIndex,
        progress: &Progress,
    ) -> Result<RoaringBitmap> {
        let cells = &self.further_cells[branch.depth - 1];
        let mut transformation = self.grouping.transformation();
        for _ in 1..branch.depth {
            transformation = transformation.and_then(|transformation| transformation.by.transformation());
        }
        let transformation = transformation.expect("a branch has a transformer");
        let targets = transformation.transformer.targets(heap, progress)?;
        let subtree = node.0..self.tree.nodes[node.at()].subtree_end;
        let lies_here = |cell: u32| {
            let at = branch.ends.binary_search_by_key(&cell, |&(cell, _)| cell);
            at.is_ok_and(|at| branch.ends[at].1.iter().any(|end| subtree.contains(&end.0)))
        };
        let sources: Vec<u32> = sources.iter().collect();
        let mut found = targets(&sources, &mut Walk::new(heap.len()), progress)?;
        found.retain(|&target| cells.cell_of(heap, ObjectIndex(target)).is_some_and(lies_here));
        Ok(found.into_iter().collect())
    }

    /// The innermost branch whose nodes hold this one.
    fn branch_around(&self, node: NodeIndex) -> Option<&Branch> {
        let before = self.branches.partition_point(|branch| branch.root <= node);
        self.branches[..before].iter().rev().find(|branch| node.0 < self.tree.nodes[branch.root.at()].subtree_end)
    }
}
