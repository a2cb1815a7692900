//! How the children of a district share its ground when some would get a strip too long to be used.
//!
//! A lot is cut down to a limited length, so a long strip holds less than its area says, and a small lot beside a huge one
//! may hold next to nothing. So every child asks for more than it demands as far as its ground was too small for that, and
//! for less as far as it was too large: by the root of that, because a strip that gets wider gains twice, in width and in
//! the length that may be used. The rows stay as they are, or one child that is helped could push another into a strip.

use crate::rect::Rect;
use crate::squarify::{Tiling, resize, squarify_into};

use super::params::{PlanParams, TIGHTEST_ALLOWED};
use super::weighed::WeighedNode;

/// More rounds gain nothing.
const ROUNDS: usize = 3;

/// The rules, and memory that is used again.
pub(super) struct Ground<'a> {
    params: &'a PlanParams,
    root_side: f64,
    tiling: Tiling,
    demands: Vec<f64>,
    asked: Vec<f64>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(params: &'a PlanParams, root_side: f64) -> Self {
        Self { params, root_side, tiling: Tiling::default(), demands: Vec::new(), asked: Vec::new() }
    }

    /// What a footprint may fill.
    pub(super) fn building_lot(&self, tile: &Rect) -> Rect {
        self.without_street(tile).no_longer_than(self.params.longest_lot)
    }

    fn without_street(&self, tile: &Rect) -> Rect {
        tile.inset((self.params.street_of_root * self.root_side).min(self.params.street_of_side * tile.shorter_side()))
    }

    /// Tiles `lot` with siblings.
    pub(super) fn share(&mut self, siblings: &[WeighedNode], lot: Rect) -> &Tiling {
        self.demands.clear();
        self.demands.extend(siblings.iter().map(|node| node.demand));
        squarify_into(&self.demands, lot, &mut self.tiling);
        let too_long = |(node, tile): (&WeighedNode, &Rect)| self.kept(node, tile) < 1.0;
        if siblings.iter().zip(&self.tiling.tiles).any(too_long) {
            self.asked.clone_from(&self.demands);
            for _ in 0..ROUNDS {
                for (at, (node, tile)) in siblings.iter().zip(&self.tiling.tiles).enumerate() {
                    let usable = tile.area() * self.kept(node, tile);
                    self.asked[at] *= (node.demand / usable.max(node.demand * TIGHTEST_ALLOWED)).sqrt();
                }
                resize(&self.asked, lot, &mut self.tiling);
            }
        }
        &self.tiling
    }

    /// The share of its ground that a node keeps when what is too long is cut off.
    fn kept(&self, node: &WeighedNode, tile: &Rect) -> f64 {
        let (whole, longest) = match node.is_building() {
            true => (self.without_street(tile), self.params.longest_lot),
            false => (*tile, self.params.longest_district),
        };
        (longest * whole.shorter_side() / whole.longer_side()).min(1.0)
    }
}
