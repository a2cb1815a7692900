//! Trees that change, as flat pictures: sunburst, icicle, treemap and stacked bars, each with the same groups at all times.
//!
//! What must not change over time is found once ([`PrunedTree`]): the order of siblings, and which of them are shown. A picture of one
//! point is then values to shares ([`PrunedTree::shares`]) to shapes ([`sunburst`], [`icicle`], [`treemap`], [`stacked_bars`]), all of
//! them linear in the number of groups. Units are those of the picture, x to the right and y down; angles are radians, from 12 o'clock on
//! clockwise.
//!
//! Source: "Heap Evolution Analysis Using Tree Visualizations" (STAG 2020), sections 3 to 5.

mod bars;
mod bundle;
mod icicle;
mod prune;
mod shares;
mod sunburst;
#[cfg(test)]
mod tests;
mod tiles;

use crate::rect::Rect;

pub use bars::{BarPiece, stacked_bars};
pub use bundle::bundled_link;
pub use icicle::{IcicleGeometry, icicle, icicle_at};
pub use prune::{PrunedNode, PrunedTree, Pruning};
pub use shares::Share;
pub use sunburst::{Sector, SunburstGeometry, sunburst, sunburst_at};
pub use tiles::treemap;

/// A tree whose values change, given lazily; nodes are dense numbers chosen by the implementer.
pub trait EvolvingTree {
    /// The root node.
    fn root(&self) -> usize;
    /// How many points in time there are; at least one.
    fn points(&self) -> usize;
    /// The children of a node, in the order that decides between equal ones.
    fn children(&self, node: usize) -> Vec<usize>;
    /// What a node is called; what is shown together is united by it.
    fn name(&self, node: usize) -> &str;
    /// What a node holds at a point, with everything below it; 0 where it is absent.
    fn value(&self, node: usize, point: usize) -> u64;
}

/// A node as a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeRect {
    /// The node of the pruned tree.
    pub node: usize,
    /// Where it lies.
    pub rect: Rect,
}

/// What comes first among siblings, at all times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TreeOrder {
    /// What grew most from the first point to the last.
    #[default]
    AbsoluteGrowth,
    /// What was largest at the first point.
    StartSize,
    /// What is largest at the last point.
    EndSize,
    /// What is largest on average.
    Average,
    /// What grew most compared with what it was; from nothing, compared with one.
    RelativeGrowth,
    /// What was largest at any point: also what came and went.
    PeakSize,
}

impl TreeOrder {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::AbsoluteGrowth, Self::StartSize, Self::EndSize, Self::Average, Self::RelativeGrowth, Self::PeakSize];

    /// By what siblings are sorted, the greatest first.
    fn sort_value(self, series: &[u64]) -> f64 {
        let (first, last) = (Self::StartSize.reference_value(series), Self::EndSize.reference_value(series));
        match self {
            Self::AbsoluteGrowth => last - first,
            Self::RelativeGrowth => (last - first) / first.max(1.0),
            Self::StartSize | Self::EndSize | Self::Average | Self::PeakSize => self.reference_value(series),
        }
    }

    /// What counts when so much of the parent has to be shown.
    fn reference_value(self, series: &[u64]) -> f64 {
        match self {
            Self::StartSize => series.first().copied().unwrap_or(0) as f64,
            Self::AbsoluteGrowth | Self::EndSize | Self::RelativeGrowth => series.last().copied().unwrap_or(0) as f64,
            Self::Average => series.iter().map(|&value| value as f64).sum::<f64>() / series.len().max(1) as f64,
            Self::PeakSize => series.iter().copied().max().unwrap_or(0) as f64,
        }
    }
}
