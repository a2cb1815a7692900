//! Rings around the whole: the sweep of a group is its share of its parent's.

use std::f64::consts::TAU;

use super::{PrunedTree, Share};

/// The gap between rings.
const GAP: f64 = 1.0;
/// The gap between neighbours of a ring, in radians; half of their sweep at the most.
const PADDING: f64 = 0.005;

/// Where the rings lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SunburstGeometry {
    /// Radius of the circle in the middle, which is the whole.
    pub centre: f64,
    /// Radius of the outermost ring.
    pub radius: f64,
    /// How many rings there are.
    pub levels: usize,
}

/// A part of a ring; of the whole, the circle in the middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sector {
    /// The node of the pruned tree.
    pub node: usize,
    /// Where it begins, from 12 o'clock on clockwise.
    pub start: f64,
    /// How far it goes.
    pub sweep: f64,
    /// Its inner radius.
    pub inner: f64,
    /// Its outer radius.
    pub outer: f64,
}

impl SunburstGeometry {
    fn thickness(&self) -> f64 {
        (self.radius - self.centre).max(0.0) / self.levels.max(1) as f64
    }

    /// Radius of the middle of a ring; 1 is the innermost one.
    pub(super) fn middle_of_ring(&self, ring: usize) -> f64 {
        self.centre + (ring as f64 - 0.5) * self.thickness()
    }
}

/// The rings below a node, which is the whole, from the middle outwards; groups that hold nothing are not among them.
#[must_use]
pub fn sunburst(tree: &PrunedTree, shares: &[Share], root: usize, geometry: &SunburstGeometry) -> Vec<Sector> {
    let thickness = geometry.thickness();
    let sector = |node: usize| {
        let share = shares[node].within(shares[root]);
        let ring = f64::from(tree.nodes[node].level - tree.nodes[root].level);
        let (start, sweep) = (TAU * share.start, TAU * share.len());
        match node == root {
            true => Sector { node, start, sweep, inner: 0.0, outer: geometry.centre },
            false => {
                let padding = if sweep < TAU { PADDING.min(0.5 * sweep) } else { 0.0 };
                let inner = geometry.centre + (ring - 1.0) * thickness;
                let outer = (inner + thickness - GAP).max(inner);
                Sector { node, start: start + 0.5 * padding, sweep: sweep - padding, inner, outer }
            }
        }
    };
    tree.below(root, geometry.levels).filter(|&node| !shares[node].is_empty()).map(sector).collect()
}

/// The node at a place, seen from the middle.
#[must_use]
pub fn sunburst_at(tree: &PrunedTree, shares: &[Share], root: usize, geometry: &SunburstGeometry, (x, y): (f64, f64)) -> Option<usize> {
    let distance = x.hypot(y);
    if distance < geometry.centre {
        return Some(root).filter(|&root| !shares[root].is_empty());
    }
    let ring = ((distance - geometry.centre) / geometry.thickness()).floor();
    if !(ring >= 0.0 && ring < geometry.levels as f64) {
        return None;
    }
    let turned = x.atan2(-y).rem_euclid(TAU) / TAU;
    tree.at_share(shares, root, ring as usize + 1, turned)
}
