//! The union of all trees while it grows.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::base::error::Result;
use crate::base::ids::{NodeIndex, RoleIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::trees::evolution::{Evolution, EvolutionNode};
use crate::trees::memory_tree::{MemoryTree, RoleTable};

/// The union tree while it grows.
#[derive(Default)]
pub(crate) struct GrowingUnion {
    pub(crate) nodes: Vec<GrowingNode>,
    roles: RoleTable,
}

pub(crate) struct GrowingNode {
    pub(crate) node: EvolutionNode,
    /// Sorted by key.
    pub(crate) children: Vec<u32>,
}

impl GrowingUnion {
    /// Starts from a finished union tree; `inserted_at` is the position that a new point will take.
    pub(super) fn from_evolution(evolution: &Evolution, inserted_at: u32) -> Self {
        let nodes = (0..evolution.nodes.len() as u32)
            .map(|at| {
                let mut node = evolution.nodes[at as usize].clone();
                node.first_seen += u32::from(node.first_seen >= inserted_at);
                GrowingNode { node, children: evolution.children(NodeIndex(at)).map(|child| child.0).collect() }
            })
            .collect();
        Self { nodes, roles: RoleTable::from_names(&evolution.roles) }
    }

    /// Merges the tree of point `t`; returns the union node of each tree node.
    pub(super) fn merge(&mut self, tree: &MemoryTree, t: u32, progress: &Progress) -> Result<Vec<u32>> {
        let mut places = vec![0u32; tree.nodes.len()];
        let roles: Vec<RoleIndex> = tree.roles.iter().map(|name| self.roles.number(name)).collect();
        let fresh = |parent: u32, level: u16, node: NodeIndex| {
            let node = &tree.nodes[node.at()];
            let role = roles.get(node.role.0 as usize).copied().unwrap_or(RoleIndex(0));
            let (key, name) = (node.key.clone(), node.name.clone());
            let node = EvolutionNode { key, name, role, parent: NodeIndex(parent), subtree_end: 0, level, first_seen: t };
            GrowingNode { node, children: Vec::new() }
        };
        if self.nodes.is_empty() {
            self.nodes.push(fresh(0, 0, NodeIndex::ROOT));
        }
        let mut stack = vec![(0u32, NodeIndex::ROOT)];
        let mut arriving: Vec<NodeIndex> = Vec::new();
        let mut added: Vec<u32> = Vec::new();
        while let Some((union_node, tree_node)) = stack.pop() {
            let seen = &mut self.nodes[union_node as usize].node.first_seen;
            *seen = (*seen).min(t);
            arriving.clear();
            arriving.extend(tree.children(tree_node));
            if arriving.is_empty() {
                continue;
            }
            let key_of = |node: NodeIndex| &tree.nodes[node.at()].key;
            if !arriving.is_sorted_by(|&a, &b| key_of(a) <= key_of(b)) {
                arriving.sort_by(|&a, &b| key_of(a).cmp(key_of(b)));
            }
            let level = self.nodes[union_node as usize].node.level.saturating_add(1);
            let mut known = 0;
            added.clear();
            for &child in &arriving {
                if child.at().is_multiple_of(STRETCH) {
                    progress.check()?;
                }
                let children = &self.nodes[union_node as usize].children;
                while children.get(known).is_some_and(|&c| compare(&self.nodes[c as usize].node.key, key_of(child)) == Ordering::Less) {
                    known += 1;
                }
                let same = |&&c: &&u32| compare(&self.nodes[c as usize].node.key, key_of(child)) == Ordering::Equal;
                let place = match children.get(known).filter(same).or_else(|| added.last().filter(same)) {
                    Some(&place) => place,
                    None => {
                        let place = self.nodes.len() as u32;
                        self.nodes.push(fresh(union_node, level, child));
                        added.push(place);
                        place
                    }
                };
                places[child.at()] = place;
                stack.push((place, child));
            }
            if !added.is_empty() {
                self.adopt(union_node, &added);
            }
        }
        progress.advance(places.len() as u64)?;
        Ok(places)
    }

    /// Takes new children in, keeping the children sorted.
    pub(crate) fn adopt(&mut self, parent: u32, added: &[u32]) {
        let mut children = std::mem::take(&mut self.nodes[parent as usize].children);
        children.extend_from_slice(added);
        // Two sorted runs: the standard stable sort merges them in linear time.
        children.sort_by(|&a, &b| self.nodes[a as usize].node.key.cmp(&self.nodes[b as usize].node.key));
        self.nodes[parent as usize].children = children;
    }

    /// Writes nodes in preorder and roles into the evolution; returns the final index of each growing node.
    pub(super) fn lay_out(self, evolution: &mut Evolution, progress: &Progress) -> Result<Vec<NodeIndex>> {
        let mut numbers = vec![NodeIndex::ROOT; self.nodes.len()];
        let mut nodes: Vec<EvolutionNode> = Vec::with_capacity(self.nodes.len());
        let mut stack = vec![0u32];
        while let Some(number) = stack.pop() {
            if nodes.len().is_multiple_of(STRETCH) {
                progress.check()?;
            }
            let GrowingNode { node, children } = &self.nodes[number as usize];
            numbers[number as usize] = NodeIndex(nodes.len() as u32);
            // The parent stands before its children, so its final index is known.
            nodes.push(EvolutionNode { parent: numbers[node.parent.at()], subtree_end: 0, ..node.clone() });
            stack.extend(children.iter().rev());
        }
        for at in (0..nodes.len()).rev() {
            let end = nodes[at].subtree_end.max(at as u32 + 1);
            nodes[at].subtree_end = end;
            let parent = nodes[at].parent.at();
            nodes[parent].subtree_end = nodes[parent].subtree_end.max(end);
        }
        evolution.nodes = nodes;
        evolution.roles = self.roles.into_names();
        Ok(numbers)
    }
}

/// Orders keys; equal pointers spare the comparison of long equal texts.
pub(crate) fn compare(a: &Arc<str>, b: &Arc<str>) -> Ordering {
    if Arc::ptr_eq(a, b) { Ordering::Equal } else { a.cmp(b) }
}
