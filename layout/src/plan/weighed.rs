//! The tree with all weights known.

use std::ops::Range;

use crate::squarify::usable;
use crate::tree::WeightedTree;

/// One node.
#[derive(Clone, Copy)]
pub(super) struct WeighedNode {
    pub(super) node: usize,
    pub(super) weight: f64,
    /// The ground that it asks for, as a weight: at first its weight.
    pub(super) demand: f64,
    /// Distance from the root.
    pub(super) depth: u32,
    /// Range of nodes, the heaviest first; empty for buildings.
    first_child: u32,
    end_child: u32,
}

impl WeighedNode {
    pub(super) fn children(&self) -> Range<usize> {
        self.first_child as usize..self.end_child as usize
    }

    pub(super) fn is_building(&self) -> bool {
        self.first_child == self.end_child
    }
}

/// All nodes that weigh something, level by level, siblings side by side: walks from parents to children go through memory from its
/// beginning to its end. The root is there in any case.
pub(super) fn weighed<T: WeightedTree>(tree: &T) -> Vec<WeighedNode> {
    let mut nodes = in_tree_order(tree);
    add_up(&mut nodes, |node| &mut node.weight);
    let mut sorted = Vec::with_capacity(nodes.len());
    sorted.push(nodes[0]);
    let mut siblings: Vec<WeighedNode> = Vec::new();
    let mut at = 0;
    while at < sorted.len() {
        siblings.clear();
        siblings.extend(nodes[sorted[at].children()].iter().filter(|child| child.weight > 0.0));
        siblings.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        sorted[at].first_child = narrow(sorted.len());
        sorted.append(&mut siblings);
        sorted[at].end_child = narrow(sorted.len());
        sorted[at].demand = sorted[at].weight;
        at += 1;
    }
    sorted
}

/// Gives every district what its children have together.
pub(super) fn add_up(nodes: &mut [WeighedNode], value: impl Fn(&mut WeighedNode) -> &mut f64) {
    for at in (0..nodes.len()).rev() {
        let below = nodes[at].children();
        if !below.is_empty() {
            *value(&mut nodes[at]) = nodes[below].iter_mut().rev().map(|node| *value(node)).sum();
        }
    }
}

/// Level by level, siblings as the tree has them; only buildings have a weight.
fn in_tree_order<T: WeightedTree>(tree: &T) -> Vec<WeighedNode> {
    let leaf = |node, depth| WeighedNode { node, weight: 0.0, demand: 0.0, depth, first_child: 0, end_child: 0 };
    let mut nodes = vec![leaf(tree.root(), 0)];
    let mut at = 0;
    while at < nodes.len() {
        let WeighedNode { node, depth, .. } = nodes[at];
        let below = tree.children(node);
        if below.is_empty() {
            nodes[at].weight = usable(tree.weight(node));
        }
        nodes[at].first_child = narrow(nodes.len());
        nodes.extend(below.into_iter().map(|node| leaf(node, depth + 1)));
        nodes[at].end_child = narrow(nodes.len());
        at += 1;
    }
    nodes
}

/// Plots are numbered in 32 bits, like the nodes of a tree.
pub(super) fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
