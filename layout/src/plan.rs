//! City plans: every plot of a city, fixed over time.
//!
//! One scale for the whole city: the weight of a building is the area of its footprint in square metres, wherever it
//! stands. The tree is placed in a square of arbitrary size first; then everything is multiplied so that the tightest
//! lot is just as large as its weight, and all others are larger.
//!
//! Nothing here recurses, so the depth of the tree is limited by memory only.

use crate::rect::Rect;
use crate::squarify::{Row, Tiling, squarify_into, usable};
use crate::tree::WeightedTree;

/// From this level on rims get thinner with the square of the level, so that their product converges: with a constant
/// share, a chain of a few thousand districts would shrink to nothing.
const FULL_RIM_LEVELS: f64 = 16.0;

/// The scale never grows lots by more than this (area), however hostile the weights are.
const TIGHTEST_ALLOWED: f64 = 1e-12;

/// How streets and rims are cut; lengths are shares of the root's side or of the node's shorter side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanParams {
    /// District rim: at most this share of the root's side...
    pub rim_of_root: f64,
    /// ...and of the district's shorter side.
    pub rim_of_side: f64,
    /// Street around a building: at most this share of the root's side...
    pub street_of_root: f64,
    /// ...and of the plot's shorter side.
    pub street_of_side: f64,
}

impl Default for PlanParams {
    fn default() -> Self {
        Self { rim_of_root: 0.010, rim_of_side: 0.05, street_of_root: 0.004, street_of_side: 0.06 }
    }
}

/// What stands on a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlotKind {
    /// A slab with children on it.
    District,
    /// A lot for one building.
    Building,
}

/// The place of one node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plot {
    /// The node, as the tree numbers it.
    pub node: usize,
    /// District or building.
    pub kind: PlotKind,
    /// Distance from the root.
    pub level: u16,
    /// Everything that belongs to the node, streets and rims included.
    pub rect: Rect,
    /// For a building: what its footprint may fill (area at least its weight). For a district: where its children lie.
    pub lot: Rect,
    /// One past the last plot of this subtree.
    pub subtree_end: usize,
}

/// All plots in preorder, centred on the origin, in metres: one building's weight is its footprint in square metres.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CityPlan {
    /// Preorder, siblings in the order they were placed; empty if the tree weighs nothing.
    pub plots: Vec<Plot>,
    /// Side of the (square) root.
    pub root_side: f64,
    /// The deepest level of a district.
    pub deepest_district_level: u16,
    /// How the districts were cut.
    pub(crate) cuts: Cuts,
}

/// The guillotine cuts of all districts: rows of plots, in the order of cutting.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Cuts {
    /// Plots that are children, grouped by district.
    pub(crate) children: Vec<u32>,
    /// Rows over `children`, grouped by district.
    pub(crate) rows: Vec<Row>,
    /// For each plot its rows: `row_starts[plot]..row_starts[plot + 1]`; none for buildings.
    pub(crate) row_starts: Vec<u32>,
    /// For each plot its number among the buildings; meaningless for districts.
    pub(crate) building_numbers: Vec<u32>,
}

/// Lays a tree out. Nodes of zero weight get no plot.
pub fn city_plan<T: WeightedTree>(tree: &T, params: &PlanParams) -> CityPlan {
    let weighed = Weighed::of(tree);
    let root_weight = weighed.nodes.first().map_or(0.0, |root| root.weight);
    if !(root_weight > 0.0 && root_weight.is_finite()) {
        return CityPlan::default();
    }
    let (mut plan, tightest) = place(&weighed, params, root_weight.sqrt());
    scale_and_center(&mut plan, tightest);
    plan
}

/// Makes the tightest lot exactly as large as its weight and moves the middle of the city to the origin.
fn scale_and_center(plan: &mut CityPlan, tightest: f64) {
    let scale = if tightest.is_finite() { 1.0 / tightest.sqrt() } else { 1.0 };
    let half = 0.5 * plan.root_side;
    let place = |rect: Rect| Rect {
        x0: (rect.x0 - half) * scale,
        y0: (rect.y0 - half) * scale,
        x1: (rect.x1 - half) * scale,
        y1: (rect.y1 - half) * scale,
    };
    for plot in &mut plan.plots {
        plot.rect = place(plot.rect);
        plot.lot = place(plot.lot);
    }
    plan.root_side *= scale;
}

/// One node that weighs something.
#[derive(Clone, Copy)]
struct WeighedNode {
    node: usize,
    weight: f64,
    /// Range of `Weighed::children`; empty for buildings.
    first_child: usize,
    end_child: usize,
}

/// The tree with all weights known; parents before children.
struct Weighed {
    nodes: Vec<WeighedNode>,
    children: Vec<usize>,
}

impl Weighed {
    fn of<T: WeightedTree>(tree: &T) -> Self {
        let mut nodes = vec![WeighedNode { node: tree.root(), weight: 0.0, first_child: 0, end_child: 0 }];
        let mut children = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            let below = tree.children(nodes[at].node);
            nodes[at].first_child = children.len();
            if below.is_empty() {
                nodes[at].weight = usable(tree.weight(nodes[at].node));
            }
            for node in below {
                children.push(nodes.len());
                nodes.push(WeighedNode { node, weight: 0.0, first_child: 0, end_child: 0 });
            }
            nodes[at].end_child = children.len();
            at += 1;
        }
        for at in (0..nodes.len()).rev() {
            let WeighedNode { first_child, end_child, .. } = nodes[at];
            if first_child < end_child {
                let below = &mut children[first_child..end_child];
                below.sort_by(|&a, &b| nodes[b].weight.total_cmp(&nodes[a].weight));
                nodes[at].weight = below.iter().rev().map(|&child| nodes[child].weight).sum();
            }
        }
        Self { nodes, children }
    }
}

/// Places everything inside a square of this side, before scaling. Also returns the smallest lot area per weight.
fn place(weighed: &Weighed, params: &PlanParams, root_side: f64) -> (CityPlan, f64) {
    let mut plan = CityPlan { root_side, ..CityPlan::default() };
    let mut tiling = Tiling::default();
    let mut weights = Vec::new();
    let mut buildings = 0;
    let mut tightest = f64::INFINITY;
    // Places still to be filled, in reverse preorder, with the slot of the parent's child list to enter the plot in.
    let mut stack = vec![(0_usize, Rect { x0: 0.0, y0: 0.0, x1: root_side, y1: root_side }, 0_u32, usize::MAX)];
    // Districts whose subtree is still open, to know where it ends.
    let mut open: Vec<(usize, u32)> = Vec::new();
    while let Some((at, rect, depth, slot)) = stack.pop() {
        let WeighedNode { node, weight, first_child, end_child, .. } = weighed.nodes[at];
        let number = plan.plots.len();
        while let Some((district, _)) = open.pop_if(|(_, open_depth)| *open_depth >= depth) {
            plan.plots[district].subtree_end = number;
        }
        let level = u16::try_from(depth).unwrap_or(u16::MAX);
        if let Some(entry) = plan.cuts.children.get_mut(slot) {
            *entry = narrow(number);
        }
        plan.cuts.row_starts.push(narrow(plan.cuts.rows.len()));
        plan.cuts.building_numbers.push(buildings);
        let shorter = rect.width().min(rect.depth());
        if first_child == end_child {
            let lot = rect.inset((params.street_of_root * root_side).min(params.street_of_side * shorter));
            plan.plots.push(Plot { node, kind: PlotKind::Building, level, rect, lot, subtree_end: number + 1 });
            // A lot that vanished in rounding (siblings 2^52 times as heavy) must not blow up the whole city.
            if lot.area() > 0.0 {
                tightest = tightest.min((lot.area() / weight).max(TIGHTEST_ALLOWED));
            }
            buildings += 1;
            continue;
        }
        let rim = (params.rim_of_root * root_side).min(params.rim_of_side * shorter);
        let lot = rect.inset(rim * (FULL_RIM_LEVELS / f64::from(level.max(1))).powi(2).min(1.0));
        plan.plots.push(Plot { node, kind: PlotKind::District, level, rect, lot, subtree_end: number + 1 });
        plan.deepest_district_level = plan.deepest_district_level.max(level);
        open.push((number, depth));

        let below = &weighed.children[first_child..end_child];
        let below = &below[..below.partition_point(|&child| weighed.nodes[child].weight > 0.0)];
        weights.clear();
        weights.extend(below.iter().map(|&child| weighed.nodes[child].weight));
        squarify_into(&weights, lot, &mut tiling);
        let first_slot = plan.cuts.children.len();
        plan.cuts.children.resize(first_slot + below.len(), u32::MAX);
        let shift = narrow(first_slot);
        plan.cuts.rows.extend(tiling.rows.iter().map(|row| Row { first: row.first + shift, end: row.end + shift, ..*row }));
        for (number, (&child, &tile)) in below.iter().zip(&tiling.tiles).enumerate().rev() {
            stack.push((child, tile, depth + 1, first_slot + number));
        }
    }
    for (district, _) in open {
        plan.plots[district].subtree_end = plan.plots.len();
    }
    plan.cuts.row_starts.push(narrow(plan.cuts.rows.len()));
    (plan, tightest)
}

/// Plots are numbered in 32 bits, like the nodes of a tree.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
pub(crate) mod tests;
