//! Whole trees: the ground of every district is tiled by one method, at every point.

use layout::{CityPlan, PlanParams, PlotKind, Rect, city_plan, squarify};

use crate::local_moves::Layout;
use crate::series::{AtPoint, Series};

/// How the children of a district are placed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Method {
    /// Squarified by the largest weights, once for all points: what the city does.
    OnePlan,
    /// Squarified at each point.
    Squarify,
    /// Slices, upright and level by turns, in the order of the tree (Shneiderman 1992).
    SliceAndDice,
    /// The layout of the point before with other areas and at most so many local moves per district.
    LocalMoves(usize),
}

/// One point: the tile of every leaf that weighs something then, in a square with sides of 1.
pub(crate) struct Frame {
    /// By group.
    pub(crate) tiles: Vec<Option<Rect>>,
    /// How much of the square buildings cover if a weight means the same area everywhere, 0..=1.
    pub(crate) filled: f64,
}

const SQUARE: Rect = Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 };

/// Treemaps without rims: a recomputed one is covered wholly.
pub(crate) fn treemaps(series: &Series, method: Method) -> Vec<Frame> {
    let maxima = series.maxima();
    let mut kept = Kept::none(series);
    let frame = |weights: &Vec<f64>| {
        let placed = if method == Method::OnePlan { &maxima } else { weights };
        let tiles = nested(series, placed, method, None, &mut kept);
        check_areas(&tiles, placed);
        Frame { tiles: only_visible(tiles, weights), filled: weights[0] / placed[0] }
    };
    series.weights.iter().map(frame).collect()
}

/// As many rounds as the city is placed in, to fill it more.
const ROUNDS: usize = 8;

/// Cities: with rims, streets, lots of limited length and room to grow, the scale set by the tightest lot.
pub(crate) fn cities(series: &Series, method: Method) -> Vec<Frame> {
    let params = PlanParams::default();
    let one_plan = city_plan(&AtPoint { series, weights: &series.maxima() }, &params);
    let mut kept = Kept::none(series);
    let frame = |weights: &Vec<f64>| match method {
        Method::OnePlan => of_plan(&one_plan, weights),
        Method::Squarify => of_plan(&city_plan(&AtPoint { series, weights }, &params), weights),
        _ => fullest(series, weights, method, &params, &mut kept),
    };
    series.weights.iter().map(frame).collect()
}

/// Of some rounds the one whose buildings cover most: in each, a leaf asks for more ground as far as its lot was too small, by the root of that.
fn fullest(series: &Series, weights: &[f64], method: Method, params: &PlanParams, kept: &mut Kept) -> Frame {
    let before = kept.clone();
    let mut best = Frame { tiles: Vec::new(), filled: 0.0 };
    let mut demands = weights.to_vec();
    for _ in 0..ROUNDS {
        let mut placed = before.clone();
        let tiles = nested(series, &demands, method, Some(params), &mut placed);
        let mut tightest = f64::INFINITY;
        for (group, tile) in tiles.iter().enumerate() {
            if let Some(tile) = tile {
                let per_weight = tile.area() / weights[group];
                tightest = tightest.min(per_weight);
                demands[group] /= per_weight.sqrt();
            }
        }
        series.add_up(&mut demands);
        let filled = tightest / params.room * weights[0];
        if filled > best.filled {
            best = Frame { tiles, filled };
            *kept = placed;
        }
    }
    best
}

fn of_plan(plan: &CityPlan, weights: &[f64]) -> Frame {
    let mut tiles = vec![None; weights.len()];
    let in_square = |at: f64| at / plan.root_side + 0.5;
    for plot in plan.plots.iter().filter(|plot| plot.kind == PlotKind::Building) {
        let Rect { x0, y0, x1, y1 } = plot.lot;
        tiles[plot.node] = Some(Rect { x0: in_square(x0), y0: in_square(y0), x1: in_square(x1), y1: in_square(y1) });
    }
    Frame { tiles: only_visible(tiles, weights), filled: weights[0] / (plan.root_side * plan.root_side) }
}

fn only_visible(tiles: Vec<Option<Rect>>, weights: &[f64]) -> Vec<Option<Rect>> {
    tiles.into_iter().zip(weights).map(|(tile, &weight)| tile.filter(|_| weight > 0.0)).collect()
}

/// The layouts of the point before, by district.
#[derive(Clone)]
struct Kept(Vec<Option<Layout>>);

impl Kept {
    fn none(series: &Series) -> Self {
        Self(vec![None; series.children.len()])
    }
}

/// The tiles of all leaves that weigh something; with `params` what a building may fill of them.
fn nested(series: &Series, weights: &[f64], method: Method, params: Option<&PlanParams>, kept: &mut Kept) -> Vec<Option<Rect>> {
    let mut tiles = vec![None; weights.len()];
    let mut open = vec![(0, SQUARE, 0)];
    while let Some((group, tile, level)) = open.pop() {
        if series.is_leaf(group) {
            tiles[group] = Some(params.map_or(tile, |params| lot(&tile, params)));
            continue;
        }
        let ground = params.map_or(tile, |params| ground(&tile, params));
        let children: Vec<usize> = series.children[group].iter().copied().filter(|&child| weights[child] > 0.0).collect();
        let placed = place(&children, weights, ground, level, method, &mut kept.0[group]);
        open.extend(placed.into_iter().map(|(child, tile)| (child, tile, level + 1)));
    }
    tiles
}

/// Where the children of a district may stand.
fn ground(tile: &Rect, params: &PlanParams) -> Rect {
    let rect = tile.no_longer_than(params.longest_district);
    rect.inset(params.rim_of_root.min(params.rim_of_side * rect.shorter_side()))
}

/// What a building may fill.
fn lot(tile: &Rect, params: &PlanParams) -> Rect {
    tile.inset(params.street_of_root.min(params.street_of_side * tile.shorter_side())).no_longer_than(params.longest_lot)
}

fn place(children: &[usize], weights: &[f64], free: Rect, level: usize, method: Method, kept: &mut Option<Layout>) -> Vec<(usize, Rect)> {
    match method {
        Method::OnePlan | Method::Squarify => {
            let mut sorted = children.to_vec();
            sorted.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
            let of_sorted: Vec<f64> = sorted.iter().map(|&child| weights[child]).collect();
            sorted.into_iter().zip(squarify(&of_sorted, free)).collect()
        }
        Method::SliceAndDice => sliced(children, weights, free, level),
        Method::LocalMoves(most) => {
            let layout = kept.get_or_insert_with(|| Layout::squarified(children, weights, free));
            layout.step(children, weights, free, most);
            layout.rects().collect()
        }
    }
}

fn sliced(children: &[usize], weights: &[f64], free: Rect, level: usize) -> Vec<(usize, Rect)> {
    let total: f64 = children.iter().map(|&child| weights[child]).sum();
    let mut done = 0.0;
    let slice = |&child: &usize| {
        let from = done / total;
        done += weights[child];
        let to = done / total;
        let slice = if level.is_multiple_of(2) {
            Rect { x0: free.x0 + from * free.width(), x1: free.x0 + to * free.width(), ..free }
        } else {
            Rect { y0: free.y0 + from * free.depth(), y1: free.y0 + to * free.depth(), ..free }
        };
        (child, slice)
    };
    children.iter().map(slice).collect()
}

/// What every treemap promises: areas in proportion to weights, the square covered.
fn check_areas(tiles: &[Option<Rect>], weights: &[f64]) {
    let mut covered = 0.0;
    for (group, tile) in tiles.iter().enumerate() {
        if let Some(tile) = tile {
            let error = tile.area() / (weights[group] / weights[0]) - 1.0;
            assert!(error.abs() < 1e-6, "the area of group {group} is wrong by {error}");
            covered += tile.area();
        }
    }
    assert!((covered - 1.0).abs() < 1e-6, "tiles cover {covered} of the square");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_upright_at_one_level_and_level_at_the_next() {
        // 0 has 1 (a quarter of it) and 2, which has 3 (a third of 2) and 4.
        let series =
            Series { children: vec![vec![1, 2], vec![], vec![3, 4], vec![], vec![]], weights: vec![vec![4.0, 1.0, 3.0, 1.0, 2.0]] };
        let frame = &treemaps(&series, Method::SliceAndDice)[0];
        assert_eq!(frame.tiles[1], Some(Rect { x1: 0.25, ..SQUARE }));
        assert_eq!(frame.tiles[3], Some(Rect { x0: 0.25, y1: 1.0 / 3.0, ..SQUARE }));
        assert_eq!(frame.tiles[4], Some(Rect { x0: 0.25, y0: 1.0 / 3.0, ..SQUARE }));
        assert_eq!(frame.filled, 1.0);
    }

    #[test]
    fn one_plan_has_room_for_the_largest_weights_and_is_filled_by_what_there_is() {
        // Largest are 3 and 2, together 5; there are 4 and 3.
        let series = Series { children: vec![vec![1, 2], vec![], vec![]], weights: vec![vec![4.0, 3.0, 1.0], vec![3.0, 1.0, 2.0]] };
        let frames = treemaps(&series, Method::OnePlan);
        assert_eq!(frames.iter().map(|frame| frame.filled).collect::<Vec<_>>(), [0.8, 0.6]);
        assert_eq!(frames[0].tiles, frames[1].tiles);
        assert_eq!(cities(&series, Method::OnePlan)[0].tiles, cities(&series, Method::OnePlan)[1].tiles);
    }
}
