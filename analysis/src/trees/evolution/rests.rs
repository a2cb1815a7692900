//! Nodes that are a building at one point and a district at another.
//!
//! A union node with children is a district at all points, also at those whose tree has no children for it yet (a
//! package whose first subpackage appears later). Its objects at these points would stand in no building, so they get
//! a child of their own, the same that stands for remainders elsewhere. It has the references that the node has as a
//! leaf.

use super::columns::{Column, Numbers};
use super::{Evolution, EvolutionNode};
use crate::base::ids::NodeIndex;
use crate::trees::evolution::union::{GrowingNode, GrowingUnion};
use crate::trees::memory_tree::{MemoryTree, NodeTotals, REST_NAME, REST_PART, join_key};

/// Leaves of a tree, sorted, and the union nodes that hold their objects besides their own.
pub(super) type Rests = Vec<(NodeIndex, u32)>;

impl GrowingUnion {
    /// The leaves of the tree of point `t` that are districts in the union, which must hold all other trees by now.
    pub(super) fn rests_of_tree(&mut self, tree: &MemoryTree, places: &[u32], t: u32) -> Rests {
        let leaves = (0..tree.nodes.len() as u32).map(NodeIndex).filter(|&node| tree.is_leaf(node));
        let filled = leaves.filter(|node| tree.nodes[node.at()].totals != NodeTotals::default());
        filled.filter_map(|node| Some((node, self.rest_below(places[node.at()], t)?))).collect()
    }

    /// The buildings of a finished evolution, by its numbers, that have become districts since; `inserted_at` is the
    /// position that the new point will take.
    pub(super) fn rests_of_past(&mut self, past: &Evolution, inserted_at: u32) -> Rests {
        let leaves = (0..past.nodes.len() as u32).map(NodeIndex).filter(|&node| past.children(node).next().is_none());
        let first_filled = |node| {
            let is_filled = |numbers: Numbers| [Column::Objects, Column::Bytes].iter().any(|&column| numbers[column as usize] > 0);
            let (t, _) = past.columns.cells_of(node).find(|&(_, numbers)| is_filled(numbers))?;
            Some((node, t + u32::from(t >= inserted_at)))
        };
        leaves.filter_map(first_filled).filter_map(|(node, t)| Some((node, self.rest_below(node.0, t)?))).collect()
    }

    /// The child of a district for what is grouped no further at point `t`; `None` for buildings.
    fn rest_below(&mut self, parent: u32, t: u32) -> Option<u32> {
        let GrowingNode { node, children } = &self.nodes[parent as usize];
        if children.is_empty() {
            return None;
        }
        let key = join_key(&node.key, REST_PART);
        if let Ok(at) = children.binary_search_by(|&child| self.nodes[child as usize].node.key.cmp(&key)) {
            let rest = children[at];
            let first_seen = &mut self.nodes[rest as usize].node.first_seen;
            *first_seen = (*first_seen).min(t);
            return Some(rest);
        }
        let (role, level) = (node.role, node.level.saturating_add(1));
        let node = EvolutionNode { key, name: REST_NAME.into(), role, parent: NodeIndex(parent), subtree_end: 0, level, first_seen: t };
        let rest = self.nodes.len() as u32;
        self.nodes.push(GrowingNode { node, children: Vec::new() });
        self.adopt(parent, &[rest]);
        Some(rest)
    }
}

/// The rest of a node, if it has one.
pub(super) fn rest_of(rests: &Rests, node: NodeIndex) -> Option<u32> {
    rests.binary_search_by_key(&node, |&(node, _)| node).ok().map(|at| rests[at].1)
}
