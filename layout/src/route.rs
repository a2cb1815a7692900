//! Ways of references through the city that are no straight lines: bundled along the districts, or as pipes over the
//! roofs (memory-cities 10, 3 and 4).
//!
//! A point is (x, y, height) in metres. Both ways are pure geometry; how thick they are is the caller's business.

use crate::Rect;

/// A point over the plan: x, y, height.
pub type Point3 = [f64; 3];

/// A corner of a pipe is rounded with this many pieces.
const BEND_PIECES: usize = 6;

/// A box that a pipe must not touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obstacle {
    /// Where it stands.
    pub footprint: Rect,
    /// Height of its roof above the plan.
    pub top: f64,
}

/// A spline from the first to the last control point, as `pieces` + 1 points (hierarchical edge bundling, Holten 2006).
///
/// The controls in between are those of the districts on the way up to the common one and down again. `strength` pulls the
/// spline to them: 0 gives the straight line, 1 the spline of the controls themselves.
#[must_use]
pub fn bundled_route(controls: &[Point3], strength: f64, pieces: usize) -> Vec<Point3> {
    let (Some(&first), Some(&last)) = (controls.first(), controls.last()) else { return Vec::new() };
    let steps = (controls.len() - 1).max(1) as f64;
    let straightened = |(at, control): (usize, &Point3)| {
        let on_line = mix(first, last, at as f64 / steps);
        mix(on_line, *control, strength)
    };
    let controls: Vec<Point3> = controls.iter().enumerate().map(straightened).collect();
    let pieces = pieces.max(1);
    (0..=pieces).map(|piece| spline_at(&controls, piece as f64 / pieces as f64)).collect()
}

/// The clamped uniform B-spline of at most third degree at `t` in `0.0..=1.0`, by de Boor's algorithm.
fn spline_at(controls: &[Point3], t: f64) -> Point3 {
    let n = controls.len();
    let degree = 3.min(n - 1);
    // Inner knots lie at 0, 1, .. spans; the outer ones coincide, so that the ends are met.
    let spans = n - degree;
    let knot = |at: usize| at.saturating_sub(degree).min(spans) as f64;
    let x = t.clamp(0.0, 1.0) * spans as f64;
    let span = (x.floor() as usize).min(spans - 1) + degree;
    let mut points: Vec<Point3> = controls[span - degree..=span].to_vec();
    for round in 1..=degree {
        for at in (round..=degree).rev() {
            let low = knot(span - degree + at);
            let high = knot(span + 1 + at - round);
            let share = if high > low { (x - low) / (high - low) } else { 0.0 };
            points[at] = mix(points[at - 1], points[at], share);
        }
    }
    points[degree]
}

/// A pipe between two roofs: straight up, level along one axis and then the other, straight down; corners are rounded.
///
/// `from` and `to` lie on roofs, `radius` is the pipe's largest. It runs above every obstacle on its way, which is the
/// lower one of both; `extra` metres more keep several pipes apart. A riser touches nothing as long as its radius fits its
/// own roof.
#[must_use]
pub fn pipe_route(from: Point3, to: Point3, radius: f64, extra: f64, obstacles: &[Obstacle]) -> Vec<Point3> {
    let bend = 2.0 * radius;
    let legs = |corner: (f64, f64)| [((from[0], from[1]), corner), (corner, (to[0], to[1]))];
    let lane = |corner: (f64, f64)| {
        let corridors = legs(corner).map(|(a, b)| around(a, b, radius + bend));
        let in_the_way = obstacles.iter().filter(|obstacle| corridors.iter().any(|corridor| overlap(corridor, &obstacle.footprint)));
        let top = in_the_way.map(|obstacle| obstacle.top).fold(from[2].max(to[2]), f64::max);
        (top + radius + bend + extra.max(0.0), corner)
    };
    let (one, other) = (lane((to[0], from[1])), lane((from[0], to[1])));
    let (height, corner) = if other.0 < one.0 { other } else { one };
    let corners = [from, [from[0], from[1], height], [corner.0, corner.1, height], [to[0], to[1], height], to];
    rounded(&corners, bend)
}

/// The same line with its corners cut by arcs that begin `bend` before them, or half way on short legs.
fn rounded(corners: &[Point3], bend: f64) -> Vec<Point3> {
    let mut corners = corners.to_vec();
    corners.dedup_by(|b, a| distance(*a, *b) < 1e-12);
    let Some((&first, &last)) = corners.first().zip(corners.last()) else { return corners };
    let mut route = vec![first];
    for at in 1..corners.len().saturating_sub(1) {
        let (before, corner, after) = (corners[at - 1], corners[at], corners[at + 1]);
        let cut = bend.min(0.5 * distance(before, corner)).min(0.5 * distance(corner, after));
        let toward = |to: Point3| mix(corner, to, cut / distance(corner, to));
        let (start, end) = (toward(before), toward(after));
        // A quarter of a circle, near enough, by its quadratic Bezier curve.
        let piece = |k: usize| {
            let t = k as f64 / BEND_PIECES as f64;
            mix(mix(start, corner, t), mix(corner, end, t), t)
        };
        route.extend((0..=BEND_PIECES).map(piece));
    }
    route.push(last);
    route.dedup_by(|b, a| distance(*a, *b) < 1e-12);
    route
}

/// The length of a way.
#[must_use]
pub fn route_length(route: &[Point3]) -> f64 {
    route.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

fn mix(a: Point3, b: Point3, t: f64) -> Point3 {
    std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * t)
}

fn distance(a: Point3, b: Point3) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn around(a: (f64, f64), b: (f64, f64), by: f64) -> Rect {
    Rect { x0: a.0.min(b.0) - by, y0: a.1.min(b.1) - by, x1: a.0.max(b.0) + by, y1: a.1.max(b.1) + by }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// From one district over a common one to another.
    const CONTROLS: [Point3; 5] = [[0.0, 0.0, 5.0], [10.0, 5.0, 30.0], [50.0, 50.0, 60.0], [90.0, 5.0, 30.0], [100.0, 0.0, 5.0]];

    #[test]
    fn without_strength_a_bundle_is_the_straight_line() {
        for (at, point) in bundled_route(&CONTROLS, 0.0, 40).into_iter().enumerate() {
            assert!(point[1].abs() < 1e-9 && (point[2] - 5.0).abs() < 1e-9, "{at}: {point:?}");
        }
    }

    #[test]
    fn a_bundle_passes_over_the_common_district_and_meets_its_ends() {
        let route = bundled_route(&CONTROLS, 0.85, 40);
        assert!(distance(route[0], CONTROLS[0]) < 1e-9 && distance(route[40], CONTROLS[4]) < 1e-9);
        // By symmetry the middle lies over the common ancestor. There the spline of 5 controls is (p1 + 2 p2 + p3) / 4 of
        // the straightened controls: x = 50; y = 0.85 (5 + 100 + 5) / 4 = 23.375; height = 5 + 0.85 (25 + 110 + 25) / 4 = 39.
        let expected = [50.0, 23.375, 39.0];
        assert!(distance(route[20], expected) < 1e-9, "{:?}", route[20]);
    }

    #[test]
    fn two_and_three_controls_make_a_line_and_a_curve() {
        assert_eq!(bundled_route(&CONTROLS[..2], 1.0, 2), [CONTROLS[0], [5.0, 2.5, 17.5], CONTROLS[1]]);
        // A quadratic Bezier curve: a quarter, a half, a quarter.
        let middle = bundled_route(&CONTROLS[..3], 1.0, 2)[1];
        assert!(distance(middle, [17.5, 15.0, 31.25]) < 1e-9, "{middle:?}");
        assert!(bundled_route(&[], 1.0, 5).is_empty());
        assert_eq!(bundled_route(&CONTROLS[..1], 1.0, 1), [CONTROLS[0]; 2]);
    }

    #[test]
    fn a_pipe_takes_the_lower_way() {
        let tower = Obstacle { footprint: Rect { x0: 40.0, y0: -5.0, x1: 60.0, y1: 5.0 }, top: 500.0 };
        let route = pipe_route([0.0, 0.0, 10.0], [100.0, 100.0, 20.0], 1.0, 0.0, &[tower]);
        // Around the tower, along y first: as high as the higher roof, and radius and bend above it.
        let highest = route.iter().map(|point| point[2]).fold(0.0, f64::max);
        assert!((highest - 23.0).abs() < 1e-9, "{highest}");
        assert!(route_length(&route) < 220.0);
        let over = pipe_route([0.0, 0.0, 10.0], [100.0, 0.0, 20.0], 1.0, 0.0, &[tower]);
        assert!((over.iter().map(|point| point[2]).fold(0.0, f64::max) - 503.0).abs() < 1e-9, "there is no way around");
    }

    fn distance_to_box(p: Point3, obstacle: &Obstacle) -> f64 {
        let Rect { x0, y0, x1, y1 } = obstacle.footprint;
        let outside = |value: f64, low: f64, high: f64| (low - value).max(value - high).max(0.0);
        let away = [outside(p[0], x0, x1), outside(p[1], y0, y1), outside(p[2], 0.0, obstacle.top)];
        distance(away, [0.0; 3])
    }

    proptest! {
        #[test]
        fn no_pipe_touches_a_building(
            roofs in prop::collection::vec((1.0..9.0_f64, 0.0..80.0_f64), 25),
            from in 0usize..25,
            to in 0usize..25,
            thickness in 0.05..1.0_f64,
        ) {
            // A grid of lots of 10 metres; each building has a size and a height of its own.
            let building = |(at, &(side, top)): (usize, &(f64, f64))| {
                let (x, y) = (10.0 * (at % 5) as f64, 10.0 * (at / 5) as f64);
                Obstacle { footprint: Rect { x0: x - 0.5 * side, y0: y - 0.5 * side, x1: x + 0.5 * side, y1: y + 0.5 * side }, top }
            };
            let city: Vec<Obstacle> = roofs.iter().enumerate().map(building).collect();
            let end = |at: usize| {
                let (x, y) = city[at].footprint.center();
                [x, y, city[at].top]
            };
            let least = |at: usize| 0.5 * city[at].footprint.width();
            let radius = thickness * least(from).min(least(to));
            let route = pipe_route(end(from), end(to), radius, 0.0, &city);
            prop_assert!(from == to || distance(*route.last().unwrap(), end(to)) < 1e-9);
            for pair in route.windows(2) {
                for step in 0..=20 {
                    let point = mix(pair[0], pair[1], f64::from(step) / 20.0);
                    for (at, obstacle) in city.iter().enumerate() {
                        let away = distance_to_box(point, obstacle);
                        if at == from || at == to {
                            prop_assert!(point[2] >= obstacle.top - 1e-9 || away > 0.0, "{point:?} is inside its own building");
                        } else {
                            prop_assert!(away >= radius - 1e-9, "{point:?} is {away} from building {at}, radius {radius}");
                        }
                    }
                }
            }
        }
    }
}
