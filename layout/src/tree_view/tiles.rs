//! Tiles within tiles: the area of a group is its share of its parent's.

use super::{NodeRect, PrunedTree};
use crate::rect::Rect;
use crate::squarify::squarify;

/// The rim around the children of a tile; a twentieth of its shorter side at the most.
const RIM: f64 = 2.0;
const RIM_SHARE: f64 = 0.05;

/// A node, which is the whole, and so many levels below it, parents before their children. Siblings keep their order at all times.
#[must_use]
pub fn treemap(tree: &PrunedTree, values: &[u64], root: usize, levels: usize, free: Rect) -> Vec<NodeRect> {
    let mut tiles = vec![NodeRect { node: root, rect: free }];
    let last = usize::from(tree.nodes[root].level).saturating_add(levels);
    let mut next = 0;
    while let Some(&NodeRect { node, rect }) = tiles.get(next) {
        next += 1;
        if usize::from(tree.nodes[node].level) >= last {
            continue;
        }
        let children: Vec<usize> = tree.nodes[node].children.clone().filter(|&child| values[child] > 0).collect();
        let weights: Vec<f64> = children.iter().map(|&child| values[child] as f64).collect();
        let rim = if node == root { 0.0 } else { RIM.min(RIM_SHARE * rect.shorter_side()) };
        let places = squarify(&weights, rect.inset(rim));
        tiles.extend(children.into_iter().zip(places).map(|(node, rect)| NodeRect { node, rect }));
    }
    tiles
}
