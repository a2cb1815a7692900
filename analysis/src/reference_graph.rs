//! The aggregated reference graph of a group: which objects keep it alive, as a small picture with exact numbers.
//!
//! A node is a set of objects of one class; the group is a node of its own, and so is whatever the JVM itself holds
//! objects by (a static field, a local variable, a JNI handle: [`Holder`]). An edge says that objects of one node
//! reference objects of the other, over which fields, and how many. No object is in two nodes
//! (traces-classifiers-closures C.9, guidance-and-findleaks B.4).
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
mod cut;
mod heaviest;
mod least_cut;
mod measure;
mod names;
#[cfg(test)]
mod oracle_tests;
mod partition;
mod reach;
#[cfg(test)]
mod tests;
mod walk;
mod ways;

use roaring::RoaringBitmap;

pub use change::{Direction, GraphChange, Part};
pub use cut::Freed;

use crate::{Closures, Holder, HolderKind, NodeTotals, Progress, Result, Slot, TypeIndex};
use partition::Partition;

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphOptions {
    /// Classes and holders that reach less than this share of the group are left out (guidance-and-findleaks B.3).
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
    /// Objects that reference; holders count as one each.
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

/// See the module.
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
    holders: Vec<Vec<Holder>>,
    partition: Partition,
}

impl ReferenceGraph {
    /// The group with the paths that hold most of it, up to static fields, threads and other roots. Objects that
    /// nothing keeps alive are in the group but have no paths.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn paths_to_roots(closures: &Closures<'_>, group: &RoaringBitmap, options: GraphOptions, progress: &Progress) -> Result<Self> {
        let partition = walk::paths_to_roots(closures, group, options, progress)?;
        measure::measure(closures, partition, options, progress)
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
