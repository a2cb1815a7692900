use super::*;

const FREE: Rect = Rect { x0: 0.0, y0: 0.0, x1: 3.0, y1: 2.0 };

/// Asserts that tiles lie in `FREE`, have areas in proportion and do not overlap.
fn check(layout: &Layout, items: &[usize], weights: &[f64]) {
    let mut tiles: Vec<(usize, Rect)> = layout.rects().collect();
    tiles.sort_by_key(|(item, _)| *item);
    assert_eq!(tiles.iter().map(|(item, _)| *item).collect::<Vec<_>>(), items);
    let total: f64 = items.iter().map(|&item| weights[item]).sum();
    for (number, (item, tile)) in tiles.iter().enumerate() {
        let expected = weights[*item] / total * FREE.area();
        assert!(tile.width() > 0.0 && (tile.area() / expected - 1.0).abs() < 1e-6, "{item}: {tile:?} should have {expected}");
        assert!(tile.x0 >= FREE.x0 && tile.y0 >= FREE.y0 && tile.x1 <= FREE.x1 && tile.y1 <= FREE.y1, "{tile:?}");
        for (other, beside) in &tiles[..number] {
            let (wide, deep) = (tile.x1.min(beside.x1) - tile.x0.max(beside.x0), tile.y1.min(beside.y1) - tile.y0.max(beside.y0));
            assert!(wide < 1e-9 || deep < 1e-9, "{item} and {other} overlap by {wide} x {deep}");
        }
    }
}

/// Four tiles around a fifth one, which no straight cut parts: 0 in the north, then clockwise, 4 in the middle.
fn windmill() -> Layout {
    let level = |at| Segment { is_upright: false, at };
    let upright = |at| Segment { is_upright: true, at };
    // The sides of the whole, then the segments at the west, north, east and south of the middle.
    let segments = vec![upright(0.0), level(0.0), upright(3.0), level(2.0), upright(1.0), level(0.5), upright(2.0), level(1.5)];
    let bounds = [[WEST, NORTH, 6, 5], [6, NORTH, EAST, 7], [4, 7, EAST, SOUTH], [WEST, 5, 4, SOUTH], [4, 5, 6, 7]];
    Layout { segments, tiles: bounds.into_iter().enumerate().map(|(item, bounds)| Tile { item, bounds }).collect() }
}

#[test]
fn areas_follow_weights_where_no_straight_cut_parts_the_tiles() {
    let mut layout = windmill();
    for weights in [[1.0, 1.0, 1.0, 1.0, 1.0], [5.0, 0.1, 3.0, 40.0, 0.01]] {
        layout.fit(&weights, FREE);
        check(&layout, &[0, 1, 2, 3, 4], &weights);
    }
}

#[test]
fn every_tile_of_a_windmill_can_be_taken_out() {
    let weights = [1.0, 2.0, 3.0, 4.0, 5.0];
    for gone in 0..5 {
        let items: Vec<usize> = (0..5).filter(|&item| item != gone).collect();
        let mut layout = windmill();
        layout.step(&items, &weights, FREE, 0);
        check(&layout, &items, &weights);
    }
}

#[test]
fn a_flip_makes_thin_tiles_square() {
    // Two equal tiles one above the other in a 3 x 2 ground have an aspect ratio of 3, side by side of 4/3.
    let mut layout = Layout::squarified(&[0, 1], &[1.0, 1.0], Rect { x0: 0.0, y0: 0.0, x1: 2.0, y1: 3.0 });
    layout.step(&[0, 1], &[1.0, 1.0], FREE, 0);
    assert!((layout.mean_aspect() - 3.0).abs() < 1e-9);
    layout.step(&[0, 1], &[1.0, 1.0], FREE, 1);
    assert!((layout.mean_aspect() - 4.0 / 3.0).abs() < 1e-9);
}

#[test]
fn any_moves_births_and_deaths_leave_a_treemap_that_is_the_same_in_each_run() {
    let run = || {
        let mut state: u64 = 7;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let mut layout: Option<Layout> = None;
        let mut stretched = 0;
        for _ in 0..60 {
            let weights: Vec<f64> = (0..14).map(|_| (1 + below(10_000)) as f64 / (1 + below(100)) as f64).collect();
            let items: Vec<usize> = (0..14).filter(|_| below(4) > 0).collect();
            let layout = layout.get_or_insert_with(|| Layout::squarified(&items, &weights, FREE));
            layout.step(&items, &weights, FREE, 2);
            check(layout, &items, &weights);
            // Moves that nobody would choose have to be right, too.
            for mut other in layout.moved(&weights) {
                other.fit(&weights, FREE);
                check(&other, &items, &weights);
                stretched += 1;
            }
            let others = layout.moved(&weights);
            *layout = others[below(others.len() as u64) as usize].clone();
        }
        (layout.expect("there were rounds").rects().collect::<Vec<_>>(), stretched)
    };
    let (tiles, moves) = run();
    assert!(moves > 500, "only {moves} moves were tried");
    assert_eq!(run(), (tiles, moves));
}
