//! Pipes above the roofs, along the axes of the plan.
//!
//! A pipe rises from one roof, runs level along one axis and then the other, and comes down on another roof. Of the two
//! corners that it can turn at it takes the one where it stays lower. Pipes are laid one after the other; a later one runs
//! above the earlier ones that it would touch.

use crate::rect::Rect;
use crate::route::{Point3, distance, mix};

/// A corner of a pipe is rounded with this many pieces.
const BEND_PIECES: usize = 6;
/// Radius of the axis of a bend, in radii of the pipe.
const BEND: f64 = 2.0;
/// Free space between pipes above one another, in radii of the upper one.
const GAP: f64 = 1.0;

/// A box that a pipe must not touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obstacle {
    /// Where it stands.
    pub footprint: Rect,
    /// Height of its roof above the plan.
    pub top: f64,
}

/// What a pipe is to connect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pipe {
    /// On the one roof.
    pub from: Point3,
    /// On the other.
    pub to: Point3,
    /// The largest on its way, above 0.
    pub radius: f64,
}

/// The ways of pipes, in the order given.
///
/// No level piece touches an obstacle, and a riser none either as long as the pipe fits its own roof. Pipes do not touch
/// one another unless their risers do: then they touch as few as they can.
#[must_use]
pub fn lay_pipes(pipes: &[Pipe], obstacles: &[Obstacle]) -> Vec<Vec<Point3>> {
    let mut laid: Vec<Laid> = Vec::with_capacity(pipes.len());
    for pipe in pipes {
        let ways = [(pipe.to[0], pipe.from[1]), (pipe.from[0], pipe.to[1])].into_iter().flat_map(|corner| {
            let lowest = lowest_level(pipe, corner, obstacles);
            let above = |other: &Laid| other.level() + other.radius + (1.0 + GAP) * pipe.radius;
            let higher = laid.iter().map(above).filter(|&level| level > lowest).collect::<Vec<f64>>();
            std::iter::once(lowest).chain(higher).map(move |level| Laid::new(pipe, corner, level))
        });
        let rated = ways.map(|way| (laid.iter().filter(|other| way.touches(other)).count(), way));
        let best = rated.min_by(|(hits, way), (other_hits, other)| hits.cmp(other_hits).then(way.level().total_cmp(&other.level())));
        laid.extend(best.map(|(_, way)| way));
    }
    laid.iter().map(|way| rounded(&way.corners, BEND * way.radius)).collect()
}

/// How high a pipe with this corner must run to clear every roof below it.
fn lowest_level(pipe: &Pipe, corner: (f64, f64), obstacles: &[Obstacle]) -> f64 {
    let room = (1.0 + BEND) * pipe.radius;
    let corridors = [pipe.from, pipe.to].map(|end| around((end[0], end[1]), corner, room));
    let in_the_way = obstacles.iter().filter(|obstacle| corridors.iter().any(|corridor| overlap(corridor, &obstacle.footprint)));
    in_the_way.map(|obstacle| obstacle.top).fold(pipe.from[2].max(pipe.to[2]), f64::max) + room
}

/// A pipe with its way: up, along one axis, along the other, down.
struct Laid {
    corners: [Point3; 5],
    radius: f64,
}

impl Laid {
    fn new(&Pipe { from, to, radius }: &Pipe, (x, y): (f64, f64), level: f64) -> Self {
        Self { corners: [from, [from[0], from[1], level], [x, y, level], [to[0], to[1], level], to], radius }
    }

    fn level(&self) -> f64 {
        self.corners[2][2]
    }

    fn touches(&self, other: &Self) -> bool {
        let pieces = |way: &Self| std::array::from_fn::<_, 4, _>(|at| (way.corners[at], way.corners[at + 1]));
        let too_near = self.radius + other.radius;
        pieces(self).into_iter().any(|a| pieces(other).into_iter().any(|b| gap_between(a, b) < too_near - 1e-9))
    }
}

/// The distance of two pieces that run along axes.
fn gap_between(a: (Point3, Point3), b: (Point3, Point3)) -> f64 {
    let apart = |axis: usize| {
        let (low, high) = (a.0[axis].min(a.1[axis]), a.0[axis].max(a.1[axis]));
        let (other_low, other_high) = (b.0[axis].min(b.1[axis]), b.0[axis].max(b.1[axis]));
        (other_low - high).max(low - other_high).max(0.0)
    };
    (0..3).map(|axis| apart(axis).powi(2)).sum::<f64>().sqrt()
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
    use crate::route::route_length;

    fn highest(route: &[Point3]) -> f64 {
        route.iter().map(|point| point[2]).fold(0.0, f64::max)
    }

    #[test]
    fn a_pipe_takes_the_lower_way() {
        let tower = Obstacle { footprint: Rect { x0: 40.0, y0: -5.0, x1: 60.0, y1: 5.0 }, top: 500.0 };
        let lay = |to| lay_pipes(&[Pipe { from: [0.0, 0.0, 10.0], to, radius: 1.0 }], &[tower]).remove(0);
        // Around the tower, along y first: as high as the higher roof, and radius and bend above it.
        let route = lay([100.0, 100.0, 20.0]);
        assert!((highest(&route) - 23.0).abs() < 1e-9, "{}", highest(&route));
        assert!(route_length(&route) < 220.0);
        assert!((highest(&lay([100.0, 0.0, 20.0])) - 503.0).abs() < 1e-9, "there is no way around");
    }

    #[test]
    fn pipes_that_would_cross_run_above_one_another_and_others_stay_low() {
        let pipe = |from: [f64; 2], to: [f64; 2]| Pipe { from: [from[0], from[1], 10.0], to: [to[0], to[1], 10.0], radius: 1.0 };
        let across = pipe([0.0, 50.0], [100.0, 50.0]);
        let along = pipe([50.0, 0.0], [50.0, 100.0]);
        let elsewhere = pipe([0.0, 200.0], [100.0, 200.0]);
        let levels: Vec<f64> = lay_pipes(&[across, along, elsewhere], &[]).iter().map(|route| highest(route)).collect();
        // The first at radius and bend above its roofs: 13. The second one gap and both radii above that: 16.
        assert_eq!(levels, [13.0, 16.0, 13.0]);
    }

    #[test]
    fn pipes_of_one_roof_that_stand_side_by_side_do_not_touch() {
        // Four corners of a roof, four partners around it, each nearest to its own corner.
        let ends = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        let pipes = ends.map(|(x, y)| Pipe { from: [4.0 * x, 4.0 * y, 30.0], to: [40.0 * x, 60.0 * y, 5.0], radius: 2.0 });
        let routes = lay_pipes(&pipes, &[]);
        for (at, one) in routes.iter().enumerate() {
            assert!((highest(one) - 36.0).abs() < 1e-9, "none is in the way of another");
            for other in &routes[at + 1..] {
                let near = one.iter().flat_map(|a| other.iter().map(|b| distance(*a, *b))).fold(f64::MAX, f64::min);
                assert!(near >= 4.0, "{near}");
            }
        }
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
            ends in prop::collection::vec((0usize..25, 0usize..25), 1..6),
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
            let pipe = |&(from, to): &(usize, usize)| Pipe { from: end(from), to: end(to), radius: thickness * least(from).min(least(to)) };
            let pipes: Vec<Pipe> = ends.iter().map(pipe).collect();
            for ((route, pipe), &(from, to)) in lay_pipes(&pipes, &city).iter().zip(&pipes).zip(&ends) {
                prop_assert!(from == to || distance(*route.last().unwrap(), end(to)) < 1e-9);
                for pair in route.windows(2) {
                    for step in 0..=20 {
                        let point = mix(pair[0], pair[1], f64::from(step) / 20.0);
                        for (at, obstacle) in city.iter().enumerate() {
                            let away = distance_to_box(point, obstacle);
                            if at == from || at == to {
                                prop_assert!(point[2] >= obstacle.top - 1e-9 || away > 0.0, "{point:?} is inside its own building");
                            } else {
                                prop_assert!(away >= pipe.radius - 1e-9, "{point:?} is {away} from building {at}, radius {}", pipe.radius);
                            }
                        }
                    }
                }
            }
        }
    }
}
