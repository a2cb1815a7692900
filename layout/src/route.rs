//! Ways of references that are bundled along the districts, and the length of any way.
//!
//! A point is (x, y, height) in metres. Pure geometry; how thick a way is is the caller's business.

/// A point over the plan: x, y, height.
pub type Point3 = [f64; 3];

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

/// The length of a way.
#[must_use]
pub fn route_length(route: &[Point3]) -> f64 {
    route.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

pub(crate) fn mix(a: Point3, b: Point3, t: f64) -> Point3 {
    std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * t)
}

pub(crate) fn distance(a: Point3, b: Point3) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
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
}
