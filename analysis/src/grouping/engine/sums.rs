//! Sums over the objects of every node, of whatever objects stand for.

use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::grouping::engine::grouped::Grouped;
use crate::heap::HeapState;

impl Grouped {
    /// For each node, in node order, the sums of what `parts` says of its objects; zeros behind transformers. `heap` is the
    /// heap state that was grouped.
    pub(crate) fn sums_by_node<const N: usize>(&self, heap: &HeapState, parts: impl Fn(ObjectIndex) -> [f64; N]) -> Vec<[f64; N]> {
        let add = |sums: &mut [f64; N], more: [f64; N]| sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        let mut cells = vec![[0.0; N]; self.leaves.cells.len()];
        for object in heap.kept_objects() {
            if let Some(cell) = self.leaves.cells.cell_of(heap, object) {
                add(&mut cells[cell as usize], parts(object));
            }
        }
        let mut nodes = vec![[0.0; N]; self.tree.nodes.len()];
        for (of_cell, sums) in self.leaves.nodes.iter().zip(cells) {
            of_cell.iter().for_each(|&NodeIndex(node)| add(&mut nodes[node as usize], sums));
        }
        nodes
    }

    /// The cell of an object, and the nodes of each cell.
    pub(crate) fn nodes_of(&self, heap: &HeapState, object: ObjectIndex) -> &[NodeIndex] {
        self.leaves.cells.cell_of(heap, object).map_or(&[], |cell| &self.leaves.nodes[cell as usize])
    }
}
