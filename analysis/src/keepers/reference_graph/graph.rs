//! The graph as data.

use crate::keepers::paths::Holder;
use crate::keepers::reference_graph::partition::Partition;
use crate::keepers::reference_graph::parts::{GraphEdge, GraphNode, GraphOptions};

/// The aggregated reference graph of a group; the module above says what its numbers mean.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceGraph {
    /// How it was asked for.
    pub options: GraphOptions,
    /// The group first, then classes in the order in which they were found, then holders.
    pub nodes: Vec<GraphNode>,
    /// Sorted by from and to.
    pub edges: Vec<GraphEdge>,
    /// Only weak, soft, phantom or finalizer references lead to the group; they were followed.
    pub over_weak: bool,
    /// Objects of the group that are held over what is left out, at the node where they are most: how much of the truth
    /// the picture lacks.
    pub unexplained_members: u64,
    /// Who the nodes of holders stand for, in their order.
    pub(super) holders: Vec<Vec<Holder>>,
    pub(super) partition: Partition,
}
