//! The aggregated reference graph of a group: which objects keep it alive, as a small picture with exact numbers.
//!
//! A node is a set of objects of one class; the group is a node of its own, and so is whatever the JVM itself holds
//! objects by (a static field, a local variable, a JNI handle: [`crate::Holder`]). An edge says that objects of one node
//! reference objects of the other, over which fields, and how many. No object is in two nodes.
//!
//! [`ReferenceGraph::paths_to_roots`] walks from the group against the references, class by class, and goes on only
//! where a class still reaches a share of the group (5 %); what it leaves out is counted. From there a graph is changed
//! step by step ([`ReferenceGraph::changed`]): a node is expanded in either direction, a part of it becomes a node of its
//! own, nodes are merged or taken away. After every step all numbers are computed anew from the objects, so they are
//! exact whatever way led to the graph:
//!
//! | number | meaning |
//! |---|---|
//! | `members` of a node | objects of the group that it reaches over what is shown, not through other objects of the group |
//! | `members` of an edge | the same, from the objects that it references on |
//! | `retained` of a node | what dies with its objects: their GC closure |
//! | `freed` of an edge | what dies when all its references are cut, or its holder lets go |
//! | `left_out` of a node | objects outside of the graph that reference it, and what they reach of the group |
//!
//! Local variables and static fields are no references of thread and class objects here but holders, as in
//! [`crate::group_paths`]. Weak references are shown but not followed, unless nothing else holds the group; what dies
//! follows the policy of the heap state, which may count them.
//!
//! Memory: 2 bytes per object while walking, 17 bytes per object while numbers are computed.

mod change;
mod edge_table;
mod fold;
mod freed;
pub(crate) mod graph;
mod heaviest;
mod least_cut;
mod measure;
mod names;
#[cfg(test)]
mod oracle_tests;
mod partition;
pub(crate) mod parts;
mod reach;
#[cfg(test)]
mod tests;
mod walk;
mod ways;

use roaring::RoaringBitmap;

pub use change::{Direction, GraphChange, Part};
pub use fold::InnerObjects;
pub use freed::Freed;

use super::closure::Closures;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::{GraphNode, GraphNodeKind, GraphOptions};
use partition::Partition;

impl ReferenceGraph {
    /// The group with the paths that hold most of it, up to static fields, threads and other roots. Objects that
    /// nothing keeps alive are in the group but have no paths. Where it is told which objects are inner ones of data structures, these are
    /// in the nodes of their heads.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn paths_to_roots(
        closures: &Closures<'_>,
        group: &RoaringBitmap,
        options: GraphOptions,
        inner: Option<&InnerObjects<'_>>,
        progress: &Progress,
    ) -> Result<Self> {
        let measured = |partition: Partition| measure::measure(closures, fold::fold(partition, inner, progress)?, options, progress);
        let graph = measured(walk::paths_to_roots(closures, group, options, progress)?)?;
        if graph.main_root().is_some() || graph.over_weak || graph.nodes.len() <= 1 {
            return Ok(graph);
        }
        let shortest = measured(walk::shortest_paths_to_roots(closures, group, options, progress)?)?;
        Ok(if shortest.main_root().is_some() { shortest } else { graph })
    }

    /// The group alone, to be expanded by hand.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn of_group(closures: &Closures<'_>, group: &RoaringBitmap, options: GraphOptions, progress: &Progress) -> Result<Self> {
        measure::measure(closures, Partition::of_group(closures.heap(), group), options, progress)
    }

    /// The graph after a change, with all numbers anew.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn changed(&self, closures: &Closures<'_>, change: &GraphChange, progress: &Progress) -> Result<Self> {
        let partition = change::change(closures, self, change, progress)?;
        measure::measure(closures, partition, self.options, progress)
    }

    /// The group.
    #[must_use]
    pub fn group(&self) -> &GraphNode {
        &self.nodes[0]
    }

    /// Whether a node is a holder or several: a root of the picture.
    #[must_use]
    pub fn is_root(&self, node: usize) -> bool {
        matches!(self.nodes[node].kind, GraphNodeKind::Holder(_) | GraphNodeKind::Holders(..))
    }
}
