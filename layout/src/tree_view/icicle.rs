//! Columns beside the whole: the height of a group is its share of its parent's.

use super::{NodeRect, PrunedTree, Share};
use crate::rect::Rect;

/// The gap between neighbours of a column; half of their height at the most.
const GAP: f64 = 1.0;

/// Where the columns lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IcicleGeometry {
    /// Width of the picture, from 0 on.
    pub width: f64,
    /// Height of the whole, from 0 on: where pictures of several points are to be compared, what it holds of the most that it ever does.
    pub height: f64,
    /// How many columns there are beside that of the whole.
    pub levels: usize,
}

impl IcicleGeometry {
    fn column(&self) -> f64 {
        self.width / (self.levels + 1) as f64
    }
}

/// The columns from a node on, which is the whole; groups that hold nothing are not among them.
#[must_use]
pub fn icicle(tree: &PrunedTree, shares: &[Share], root: usize, geometry: &IcicleGeometry) -> Vec<NodeRect> {
    let width = geometry.column();
    let cell = |node: usize| {
        let share = shares[node].within(shares[root]);
        let column = f64::from(tree.nodes[node].level - tree.nodes[root].level);
        let (y0, y1) = (geometry.height * share.start, geometry.height * share.end);
        let gap = GAP.min(0.5 * (y1 - y0));
        NodeRect { node, rect: Rect { x0: column * width, y0, x1: (column + 1.0) * width, y1: y1 - gap } }
    };
    tree.below(root, geometry.levels).filter(|&node| !shares[node].is_empty()).map(cell).collect()
}

/// The node at a place.
#[must_use]
pub fn icicle_at(tree: &PrunedTree, shares: &[Share], root: usize, geometry: &IcicleGeometry, (x, y): (f64, f64)) -> Option<usize> {
    let column = (x / geometry.column()).floor();
    let is_in = column >= 0.0 && column <= geometry.levels as f64 && (0.0..geometry.height).contains(&y);
    if !is_in || shares[root].is_empty() {
        return None;
    }
    tree.at_share(shares, root, column as usize, y / geometry.height)
}
