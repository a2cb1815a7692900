//! Nodes and edges of the graph.

use roaring::RoaringBitmap;

use crate::base::ids::TypeIndex;
use crate::heap::Slot;
use crate::keepers::paths::{Holder, HolderKind};
use crate::trees::memory_tree::NodeTotals;

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphOptions {
    /// Classes and holders that reach less than this share of the group are left out.
    pub least_share: f64,
    /// Nodes of classes, at most; those that reach most of the group come first.
    pub most_nodes: usize,
}

impl Default for GraphOptions {
    fn default() -> Self {
        Self { least_share: 0.05, most_nodes: 40 }
    }
}

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GraphNodeKind {
    /// The objects that were asked about.
    Group,
    /// Objects of this class.
    Class(TypeIndex),
    /// What this one holds.
    Holder(Holder),
    /// What so many holders of a kind hold that are too small to be shown one by one.
    Holders(HolderKind, u32),
}

/// A node.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphNode {
    /// What it stands for.
    pub kind: GraphNodeKind,
    /// Its objects; of a holder the objects that it holds, which are in other nodes.
    pub objects: RoaringBitmap,
    /// How many of them are inner objects of data structures, whose heads are the others.
    pub inner: u64,
    /// Objects and their bytes.
    pub shallow: NodeTotals,
    /// Objects of the group that it reaches.
    pub members: u64,
    /// What dies with its objects; of a holder, what dies when it lets go.
    pub retained: NodeTotals,
    /// How much of the group is among that.
    pub retained_members: u64,
    /// Who else references its objects.
    pub left_out: LeftOut,
    /// Only weak references lead from it to what made it part of the graph.
    pub weak: bool,
    /// It was found going from the group along references, not against them: the group keeps it alive.
    pub below: bool,
}

/// References from one node to another, or to itself.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphEdge {
    /// The referencing node.
    pub from: usize,
    /// The referenced node.
    pub to: usize,
    /// Objects that reference; holders count as one each, inner objects of data structures as all heads of the node together.
    pub sources: u64,
    /// Objects that are referenced.
    pub targets: u64,
    /// Objects of the group that are reached over it.
    pub members: u64,
    /// What dies without it.
    pub freed: NodeTotals,
    /// How much of the group is among that.
    pub freed_members: u64,
    /// Fields with their number of references, most first; elements of arrays have the index 0.
    pub slots: Vec<(Slot, u64)>,
    /// All its references are weak.
    pub weak: bool,
}

/// What is not shown of the objects that reference a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Objects outside of the graph.
    pub objects: u64,
    /// Their classes.
    pub classes: u64,
    /// Static fields, local variables and so on that hold its objects.
    pub holders: u64,
    /// Objects of the group that are reached over all of these.
    pub members: u64,
}
