//! Memory trees: one heap state, grouped.
//!
//! Nodes lie in preorder, each with the end of its subtree, so a subtree is a range and a walk is a loop.

mod builder;
mod roles;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub(crate) use builder::join_key;
pub use builder::{BuiltTree, TreeBuilder};
pub(crate) use roles::RoleTable;

use super::node_references::NodeReferences;
use crate::base::ids::{NodeIndex, RoleIndex};

/// The key and name of every root.
pub const ROOT_KEY: &str = "Overall";

/// What joins the parts of a node key.
pub const KEY_SEPARATOR: char = '#';

/// The last part of the key of the leaf that stands for what a parent counts and its children do not.
pub(crate) const REST_PART: &str = "(rest)";

/// What that leaf is called.
pub(crate) const REST_NAME: &str = "(not grouped further)";

/// Objects and bytes of a node, without double counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NodeTotals {
    /// Number of distinct objects.
    pub objects: u64,
    /// Sum of their shallow sizes, in bytes.
    pub bytes: u64,
}

/// One node: a set of objects that share all keys on the path from the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// Full key, path parts joined with `#`; equal over time. Identity is (parent, key).
    pub key: Arc<str>,
    /// Display text.
    pub name: Arc<str>,
    /// The criterion that formed this node; index into [`MemoryTree::roles`].
    pub role: RoleIndex,
    /// The parent; the root is its own parent.
    pub parent: NodeIndex,
    /// One past the last node of this subtree.
    pub subtree_end: u32,
    /// Objects and bytes.
    pub totals: NodeTotals,
}

/// One heap state grouped by an ordered list of classifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryTree {
    /// Names of the criteria; entry 0 is the root's empty role.
    pub roles: Vec<Arc<str>>,
    /// Nodes in preorder, siblings sorted by key; never empty, 0 is the root.
    pub nodes: Vec<TreeNode>,
}

impl NodeTotals {
    /// The sum; stays at the largest number instead of wrapping round.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self { objects: self.objects.saturating_add(other.objects), bytes: self.bytes.saturating_add(other.bytes) }
    }

    /// What is missing from `part` to `self`, never below zero.
    #[must_use]
    pub fn saturating_sub(self, part: Self) -> Self {
        Self { objects: self.objects.saturating_sub(part.objects), bytes: self.bytes.saturating_sub(part.bytes) }
    }
}

impl MemoryTree {
    /// The root: the whole heap.
    #[must_use]
    pub fn root(&self) -> &TreeNode {
        &self.nodes[0]
    }

    /// The name of the criterion that formed a node.
    #[must_use]
    pub fn role_of(&self, node: NodeIndex) -> &str {
        &self.roles[self.nodes[node.at()].role.0 as usize]
    }

    /// The children of a node, in order.
    pub fn children(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        children_in_preorder(node, |node| self.nodes[node.at()].subtree_end)
    }

    /// Whether a node has no children.
    #[must_use]
    pub fn is_leaf(&self, node: NodeIndex) -> bool {
        self.nodes[node.at()].subtree_end == node.0 + 1
    }
}

/// One point on the time axis: a tree, and the references between its nodes where they are known.
#[derive(Debug, Clone)]
pub struct TimePoint {
    /// Milliseconds; what 0 means is the input's choice (application start, epoch).
    pub time_millis: i64,
    /// The number of the GC, where known.
    pub gc: Option<u64>,
    /// A text for the time label.
    pub label: Option<String>,
    /// The heap, grouped.
    pub tree: MemoryTree,
    /// References between nodes; `None` when the input has none.
    pub references: Option<NodeReferences>,
    /// Sizes of nodes beyond the shallow ones, as far as they were asked for.
    pub sizes: NodeSizes,
}

/// What is known of the nodes of a tree besides their totals, each in node order; `None` where not computed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeSizes {
    /// The node's objects and all that they reach.
    pub deep: Option<Vec<NodeTotals>>,
    /// What the GC could collect if the node's objects went.
    pub retained: Option<Vec<NodeTotals>>,
    /// How sure totals are that are estimates; nodes with `None` are known exactly.
    pub estimates: Option<Vec<Option<NodeEstimate>>>,
}

/// How sure the totals of a node are: which objects it has was estimated from those of which it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NodeEstimate {
    /// Objects of the node whose site and thread were recorded.
    pub recorded: u64,
    /// The standard error of the node's totals, rounded up: with about two thirds certainty they are off by no more.
    pub error: NodeTotals,
}

impl NodeSizes {
    /// Sizes of this kind, in node order, where they are known.
    #[must_use]
    pub fn of(&self, kind: SizeKind) -> Option<&[NodeTotals]> {
        match kind {
            SizeKind::Deep => self.deep.as_deref(),
            SizeKind::Retained => self.retained.as_deref(),
        }
    }

    /// Where sizes of this kind go.
    pub fn of_mut(&mut self, kind: SizeKind) -> &mut Option<Vec<NodeTotals>> {
        match kind {
            SizeKind::Deep => &mut self.deep,
            SizeKind::Retained => &mut self.retained,
        }
    }
}

/// A size that needs a look at references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SizeKind {
    /// The objects of a group and all that they reach.
    Deep,
    /// What dies with the group.
    Retained,
}

/// The children of a node of a tree in preorder, by the number behind the last node below each.
pub(super) fn children_in_preorder(node: NodeIndex, subtree_end: impl Fn(NodeIndex) -> u32) -> impl Iterator<Item = NodeIndex> {
    let end = subtree_end(node);
    let mut next = node.0 + 1;
    std::iter::from_fn(move || {
        (next < end).then(|| {
            let child = NodeIndex(next);
            next = subtree_end(child);
            child
        })
    })
}
