use super::*;
use proptest::prelude::*;

fn check_sizes(weights: &[f64], free: Rect, expected: &[(f64, f64)]) {
    let tiles = squarify(weights, free);
    assert_eq!(tiles.len(), expected.len());
    for (at, (tile, &(w, d))) in tiles.iter().zip(expected).enumerate() {
        assert!((tile.width() - w).abs() < 1e-4 && (tile.depth() - d).abs() < 1e-4, "tile {at} is {tile:?}, not {w} x {d}");
    }
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Rect {
    Rect { x0, y0, x1, y1 }
}

#[test]
fn the_example_of_the_paper_gives_the_published_shapes() {
    // Bruls et al., Fig 4: weights 6, 6, 4, 3, 2, 2, 1 in a 6 x 4 rectangle.
    let expected = [(3.0, 2.0), (3.0, 2.0), (1.7143, 2.3333), (1.2857, 2.3333), (1.2, 1.6667), (1.2, 1.6667), (0.6, 1.6667)];
    check_sizes(&[6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0], rect(0.0, 0.0, 6.0, 4.0), &expected);
}

#[test]
fn the_worst_aspect_ratio_of_the_example_is_the_published_one() {
    let tiles = squarify(&[6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0], rect(0.0, 0.0, 6.0, 4.0));
    let aspect = |tile: &Rect| (tile.width() / tile.depth()).max(tile.depth() / tile.width());
    let worst = tiles.iter().map(aspect).fold(0.0, f64::max);
    // The last tile is 0.6 x 1.6667.
    assert!((worst - 2.7778).abs() < 1e-4, "{worst}");
}

#[test]
fn zero_negative_and_non_finite_weights_get_no_area() {
    let weights = [5.0, 0.0, 3.0, f64::NAN, 2.0, -1.0, f64::INFINITY];
    let tiles = squarify(&weights, rect(0.0, 0.0, 5.0, 2.0));
    let areas: Vec<f64> = tiles.iter().map(Rect::area).collect();
    for (area, expected) in areas.iter().zip([5.0, 0.0, 3.0, 0.0, 2.0, 0.0, 0.0]) {
        assert!((area - expected).abs() < 1e-12, "{areas:?}");
    }
}

#[test]
fn nothing_to_tile_and_nowhere_to_tile_give_empty_rectangles() {
    assert!(squarify(&[], rect(0.0, 0.0, 1.0, 1.0)).is_empty());
    for tiles in [squarify(&[0.0, 0.0], rect(1.0, 2.0, 3.0, 4.0)), squarify(&[2.0, 1.0], rect(1.0, 2.0, 1.0, 4.0))] {
        assert_eq!(tiles.len(), 2);
        assert!(tiles.iter().all(|tile| tile.area() == 0.0), "{tiles:?}");
    }
}

#[test]
fn weights_of_any_magnitude_are_tiled_alike() {
    let weights = [6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0];
    let free = rect(0.0, 0.0, 6.0, 4.0);
    let tiles = squarify(&weights, free);
    for magnitude in [2.0_f64.powi(-900), 2.0_f64.powi(900)] {
        assert_eq!(squarify(&weights.map(|weight| weight * magnitude), free), tiles);
    }
}

#[test]
fn the_published_crate_is_not_proportional_and_ours_is() {
    // Why we own this file: treemap 0.3.2 on the weights 5, 3, 2 in a square of 10 x 10.
    use treemap::{MapItem, Mappable, TreemapLayout};
    let weights = [5.0, 3.0, 2.0];
    let mut items: Vec<MapItem> = weights.iter().map(|&weight| MapItem::with_size(weight)).collect();
    TreemapLayout::new().layout_items(&mut items, treemap::Rect::from_points(0.0, 0.0, 10.0, 10.0));
    let theirs: Vec<f64> = items.iter().map(|item| item.bounds().w * item.bounds().h).collect();
    assert!(theirs.iter().zip([50.0, 30.0, 20.0]).any(|(area, fair)| (area - fair).abs() > 5.0), "{theirs:?}");
    let ours = squarify(&weights, rect(0.0, 0.0, 10.0, 10.0));
    assert!(ours.iter().zip([50.0, 30.0, 20.0]).all(|(tile, fair)| (tile.area() - fair).abs() < 1e-12), "{ours:?}");
}

fn weights() -> impl Strategy<Value = Vec<f64>> {
    // Exponents spread the weights over nine orders of magnitude; some are zero, some are equal.
    let weight = prop_oneof![8 => (-4.5_f64..4.5).prop_map(|e| 10.0_f64.powf(e)), 1 => Just(0.0), 1 => Just(1.0)];
    prop::collection::vec(weight, 1..120).prop_map(|mut weights| {
        weights.sort_by(|a, b| b.total_cmp(a));
        weights
    })
}

fn free_rects() -> impl Strategy<Value = Rect> {
    (-50.0..50.0, -50.0..50.0, 0.5..100.0, 0.5..100.0).prop_map(|(x, y, w, d)| rect(x, y, x + w, y + d))
}

proptest! {
    #[test]
    fn areas_are_proportional(weights in weights(), free in free_rects()) {
        prop_assume!(weights[0] > 0.0);
        let sum: f64 = weights.iter().sum();
        for (tile, weight) in squarify(&weights, free).iter().zip(&weights) {
            let fair = weight / sum * free.area();
            // Coordinates of magnitude 100 are rounded to 1.4e-14; on a side of length l that is 1.4e-14 / l.
            let shortest = tile.width().min(tile.depth());
            let allowed = 1e-12 + 6.0 * 1.5e-14 / shortest.max(1e-300);
            prop_assert!((tile.area() - fair).abs() <= fair * allowed, "{} is not {fair}", tile.area());
        }
    }

    #[test]
    fn tiles_stay_inside_and_never_overlap(weights in weights(), free in free_rects()) {
        let tiles = squarify(&weights, free);
        for (at, a) in tiles.iter().enumerate() {
            prop_assert!(free.x0 <= a.x0 && a.x0 <= a.x1 && a.x1 <= free.x1, "{a:?} in {free:?}");
            prop_assert!(free.y0 <= a.y0 && a.y0 <= a.y1 && a.y1 <= free.y1, "{a:?} in {free:?}");
            for b in &tiles[..at] {
                let apart = a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0;
                prop_assert!(apart || a.area() == 0.0 || b.area() == 0.0, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn tiles_cover_everything(weights in weights(), free in free_rects(), u in 0.0..1.0, v in 0.0..1.0) {
        prop_assume!(weights[0] > 0.0);
        let (x, y) = (free.x0 + u * free.width(), free.y0 + v * free.depth());
        // Edges are shared bit for bit, so half-open rectangles hold every point exactly once.
        let holders = squarify(&weights, free).iter().filter(|t| t.x0 <= x && x < t.x1 && t.y0 <= y && y < t.y1).count();
        prop_assert_eq!(holders, 1);
    }

    #[test]
    fn the_same_input_gives_the_same_bits(weights in weights(), free in free_rects()) {
        prop_assert_eq!(squarify(&weights, free), squarify(&weights, free));
    }

    #[test]
    fn other_weights_keep_their_rows_and_are_tiled_in_proportion(weights in weights(), others in weights(), free in free_rects()) {
        prop_assume!(weights[0] > 0.0);
        let mut tiling = Tiling::default();
        squarify_into(&weights, free, &mut tiling);
        let before = tiling.clone();
        resize(&weights, free, &mut tiling);
        prop_assert_eq!(&tiling, &before);
        // As many as there were, none of them nothing.
        let others: Vec<f64> = (0..weights.len()).map(|at| others[at % others.len()].max(1e-3)).collect();
        resize(&others, free, &mut tiling);
        let ends = |tiling: &Tiling| tiling.rows.iter().map(|row| (row.first, row.end, row.axis)).collect::<Vec<_>>();
        prop_assert_eq!(ends(&tiling), ends(&before));
        let sum: f64 = others.iter().sum();
        for (tile, weight) in tiling.tiles.iter().zip(&others) {
            let fair = weight / sum * free.area();
            prop_assert!((tile.area() - fair).abs() <= 1e-6 * fair, "{} is not {fair}", tile.area());
        }
    }

    #[test]
    fn rows_are_those_of_the_definition(weights in weights(), free in free_rects()) {
        // The paper's loop as it is written there, with the worst ratio computed from scratch for every candidate.
        let weights: Vec<f64> = weights.into_iter().filter(|&weight| weight > 0.0).collect();
        prop_assume!(!weights.is_empty());
        let mut tiling = Tiling::default();
        squarify_into(&weights, free, &mut tiling);
        let scale = free.area() / weights.iter().sum::<f64>();
        let worst = |row: &[f64], side: f64| {
            let s: f64 = row.iter().sum::<f64>() * scale;
            let (largest, smallest) = (row[0] * scale, row[row.len() - 1] * scale);
            (side * side * largest / (s * s)).max(s * s / (side * side * smallest))
        };
        for row in &tiling.rows {
            let (first, end) = (row.first as usize, row.end as usize);
            let strip = |t: &Rect| if row.axis == RowAxis::WestStrip { t.y1 - t.y0 } else { t.x1 - t.x0 };
            let side: f64 = tiling.tiles[first..end].iter().map(strip).sum();
            for next in first + 1..=end.min(weights.len() - 1) {
                let (before, after) = (worst(&weights[first..next], side), worst(&weights[first..=next], side));
                // Ties within rounding may go either way.
                let close = (after - before).abs() < 1e-6 * before;
                prop_assert!(close || (after < before) == (next < end), "row {first}..{end} at {next}: {before} {after}");
            }
        }
    }
}
