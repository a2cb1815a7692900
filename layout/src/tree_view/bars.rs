//! A bar for each point, in pieces for the groups of the first level.

use super::PrunedTree;
use crate::rect::Rect;

/// The share of its place that a bar takes.
const BAR_SHARE: f64 = 0.8;

/// A piece of a bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BarPiece {
    /// The number of the bar, from 0.
    pub bar: usize,
    /// The node of the pruned tree.
    pub node: usize,
    /// Where it lies.
    pub rect: Rect,
}

/// Bars side by side that stand on the lower edge, one for the values of each point, in pieces for the children of a node, the first one
/// below. A bar as high as `free` stands for `most`.
#[must_use]
pub fn stacked_bars(tree: &PrunedTree, values: &[Vec<u64>], root: usize, most: u64, free: Rect) -> Vec<BarPiece> {
    let place = free.width() / values.len().max(1) as f64;
    let mut pieces = Vec::new();
    for (bar, values) in values.iter().enumerate() {
        let x0 = free.x0 + (bar as f64 + 0.5 * (1.0 - BAR_SHARE)) * place;
        let height = |held: u64| free.depth() * held as f64 / most.max(1) as f64;
        let mut before = 0_u64;
        let children = tree.nodes[root].children.clone();
        // What has no parts is one piece.
        let parts = if children.is_empty() { root..root + 1 } else { children };
        for node in parts.filter(|&node| values[node] > 0) {
            let after = before + values[node];
            let rect = Rect { x0, y0: free.y1 - height(after), x1: x0 + BAR_SHARE * place, y1: free.y1 - height(before) };
            pieces.push(BarPiece { bar, node, rect });
            before = after;
        }
    }
    pieces
}
