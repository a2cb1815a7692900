//! Pointer maps of a grouped heap state: which nodes reference which, counted in distinct objects.
//!
//! An object that references two objects of a node counts once there, and so does one that references two leaves of
//! an inner node. Therefore no map can be summed up from leaves. What can be summed up are objects that lie in one
//! cell and see the same *set* of cells on the other side: they are counted together, and in the end every such
//! (cell, set) counts once for each node above the set, and for each node above the cell. There are thousands of
//! them for millions of objects.
//!
//! Tried and lost: a bitmap of objects per pair of nodes (exact, but a hundred times the memory); building the
//! incoming rows first (4 bytes per reference, and as much time as the whole of this).
//!
//! Counted are explicit references between objects that count, weak ones too unless the heap state leaves them out.
//! The implicit reference of every instance to its class is not among them.

use super::{pointed_from, points_to};
use crate::base::error::{Error, Result};
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::grouping::engine::expander::{Seen, View};
use crate::grouping::engine::grouped::Grouped;
use crate::heap::HeapState;
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// Counts the references between the nodes of a grouped heap state, inner nodes and references within a node
/// included. `heap` is the heap state that was grouped.
///
/// Memory while it runs: 4 bytes per object, and little per (cell, set of cells). The result does not depend on the
/// number of threads. Fails only when the user cancels.
pub fn node_references(heap: &HeapState, grouped: &Grouped, progress: &Progress) -> Result<NodeReferences> {
    let Grouped { tree, leaves, .. } = grouped;
    let view = View { heap, cells: &leaves.cells, nodes: &leaves.nodes, node_count: tree.nodes.len() };
    let pointed_from = pointed_from::count(&view, progress)?;
    let points_to = points_to::count(&view, progress)?;
    Ok(NodeReferences { points_to: into_map(&view, points_to)?, pointed_from: into_map(&view, pointed_from)? })
}

/// Sums up what all workers saw: rows are the nodes seen, partners all nodes above the cells that saw them.
fn into_map(view: &View<'_>, mut seen: Vec<Seen>) -> Result<ReferenceMap> {
    seen.sort_unstable_by_key(|seen| (seen.node, seen.cell));
    let mut entries = Vec::new();
    let mut counts = vec![0_u64; view.node_count];
    let mut partners: Vec<NodeIndex> = Vec::new();
    for row in seen.chunk_by(|a, b| a.node == b.node) {
        for &Seen { cell, objects, .. } in row {
            for &partner in &view.nodes[cell as usize] {
                if counts[partner.at()] == 0 {
                    partners.push(partner);
                }
                counts[partner.at()] += objects;
            }
        }
        partners.sort_unstable();
        let node = NodeIndex(row[0].node);
        entries.extend(partners.drain(..).map(|partner| (node, partner, std::mem::take(&mut counts[partner.at()]))));
    }
    if u32::try_from(entries.len()).is_err() {
        let (what, limit) = ("the number of node pairs with references".into(), "2^32; use coarser classifiers".into());
        return Err(Error::Limit { what, limit });
    }
    Ok(ReferenceMap::from_entries(entries))
}
