//! Names of districts: upright on the screen, on the edge of the district that is nearest to the viewer, large ones first. Pure.

use bevy::math::{Rect, Vec2};

use super::placement::overlap;

/// A district that is at least as wide and as high as this on the screen has its name, in logical pixels.
pub(in crate::window) const NAMED_FROM: Vec2 = Vec2::new(110.0, 44.0);
/// Font sizes: of the smallest named district and of one that fills the picture, in points.
const FONT_SIZES: (f32, f32) = (13.0, 20.0);
/// How high on the screen a district is that has the largest letters, in logical pixels.
const LARGEST_FROM: f32 = 700.0;
/// Where along an edge a name may stand, best first.
const ALONG: [f32; 7] = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92];
/// Distance between two names.
const GAP: f32 = 3.0;

/// How large letters are in a district of this size on the screen.
pub(in crate::window) fn font_size(size: Vec2) -> f32 {
    let share = ((size.x * size.y).sqrt() / LARGEST_FROM).clamp(0.0, 1.0);
    FONT_SIZES.0 + (FONT_SIZES.1 - FONT_SIZES.0) * share
}

/// The ground of a district on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Ground {
    /// Its corners, in order around it; none lies behind the camera.
    pub(in crate::window) corners: [Vec2; 4],
    /// It is seen straight from above, like a map.
    pub(in crate::window) from_above: bool,
    /// It is the whole city: on a map its name stands outside, above it.
    pub(in crate::window) is_whole: bool,
}

impl Ground {
    /// How large the part of it in `area` is; nothing of one that lies elsewhere.
    pub(in crate::window) fn size_in(&self, area: Rect) -> Vec2 {
        let (low, high) = self.corners.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), &at| (low.min(at), high.max(at)));
        (high.min(area.max) - low.max(area.min)).max(Vec2::ZERO)
    }

    /// Where its name may be anchored in `area`, best first: the edge of the district (0..4), how far along it, and the place. On a map
    /// names stand at the upper left, elsewhere on the edge before which the viewer stands, because towers hide the others.
    pub(in crate::window) fn anchors(&self, area: Rect) -> Vec<(usize, f32, Vec2)> {
        let middle = self.corners.iter().sum::<Vec2>() / 4.0;
        let edge = |number: usize| (self.corners[number], self.corners[(number + 1) % 4]);
        let mut edges: Vec<usize> = (0..4).collect();
        let rank = |number: &usize| {
            let (a, b) = edge(*number);
            let out = 0.5 * (a + b) - middle;
            // Of two sides that are as good the left one.
            if self.from_above { 2.0 * out.y + out.x } else { -out.y }
        };
        edges.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        let mut anchors = Vec::new();
        for number in edges {
            let (a, b) = edge(number);
            let (left, right) = if a.x <= b.x { (0.0, 1.0) } else { (1.0, 0.0) };
            let mut along = ALONG;
            if self.from_above {
                // From left to right.
                along.sort_by(f32::total_cmp);
            }
            anchors.extend(along.into_iter().map(|t| {
                let share = left + (right - left) * t;
                (number, share, a.lerp(b, share))
            }));
        }
        anchors.retain(|(_, _, at)| area.contains(*at));
        anchors
    }

    /// The plate of a name of this size at an anchor: inside of the edge on a map, across it elsewhere.
    pub(in crate::window) fn plate(&self, anchor: Vec2, size: Vec2) -> Rect {
        let middle = self.corners.iter().sum::<Vec2>() / 4.0;
        let step = (middle - anchor).signum() * (0.5 * size + 3.0);
        let off = match (self.from_above, self.is_whole) {
            (false, _) => Vec2::ZERO,
            (true, false) => step,
            (true, true) => Vec2::new(step.x, -step.y),
        };
        Rect::from_center_size(anchor + off, size)
    }
}

/// Whether a plate lies in the area and keeps clear of others.
pub(in crate::window) fn is_free<'a>(plate: &Rect, area: Rect, mut others: impl Iterator<Item = &'a Rect>) -> bool {
    area.contains(plate.min) && area.contains(plate.max) && others.all(|other| !overlap(&other.inflate(GAP), plate))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { min: Vec2::new(0.0, 0.0), max: Vec2::new(800.0, 600.0) };

    fn ground(from_above: bool) -> Ground {
        let corners = match from_above {
            true => [Vec2::new(100.0, 100.0), Vec2::new(500.0, 100.0), Vec2::new(500.0, 400.0), Vec2::new(100.0, 400.0)],
            // Seen from the south-east: the nearest corner is the lowest.
            false => [Vec2::new(300.0, 100.0), Vec2::new(700.0, 220.0), Vec2::new(360.0, 420.0), Vec2::new(60.0, 200.0)],
        };
        Ground { corners, from_above, is_whole: false }
    }

    #[test]
    fn on_a_map_a_name_stands_inside_at_the_upper_left_and_elsewhere_on_the_nearest_edge() {
        let map = ground(true);
        let (edge, _, at) = map.anchors(AREA)[0];
        assert_eq!(edge, 0, "the northern edge");
        assert!(at.x < 150.0 && at.y == 100.0, "{at}");
        let plate = map.plate(at, Vec2::new(80.0, 18.0));
        assert!(plate.min.y > 100.0 && plate.min.x > 100.0, "{plate:?}");
        let whole = Ground { is_whole: true, ..map }.plate(at, Vec2::new(80.0, 18.0));
        assert!(whole.max.y < 100.0, "above the city: {whole:?}");
        let city = ground(false);
        let (edge, share, at) = city.anchors(AREA)[0];
        assert_eq!((edge, share), (1, 0.5), "the edge between the nearest corner and the one to its right");
        assert_eq!(city.plate(at, Vec2::new(80.0, 18.0)).center(), at);
    }

    #[test]
    fn only_what_lies_in_the_picture_counts() {
        let city = ground(false);
        assert_eq!(city.size_in(AREA), Vec2::new(640.0, 320.0));
        let part = Rect { max: Vec2::new(300.0, 600.0), ..AREA };
        assert_eq!(city.size_in(part), Vec2::new(240.0, 320.0));
        assert!(city.anchors(part).iter().all(|(_, _, at)| part.contains(*at)));
        let elsewhere = Rect { min: Vec2::new(5000.0, 0.0), max: Vec2::new(6000.0, 100.0) };
        assert_eq!((city.size_in(elsewhere).x, city.anchors(elsewhere).len()), (0.0, 0));
    }

    #[test]
    fn letters_grow_with_the_district() {
        let sizes = [NAMED_FROM, Vec2::new(300.0, 200.0), Vec2::new(2000.0, 1500.0)].map(font_size);
        assert!(sizes.is_sorted() && sizes[0] >= 13.0 && sizes[2] == 20.0, "{sizes:?}");
    }

    #[test]
    fn a_plate_keeps_clear_of_others_and_of_the_edge() {
        let plate = Rect::new(10.0, 10.0, 60.0, 30.0);
        assert!(is_free(&plate, AREA, [].iter()));
        assert!(!is_free(&plate, AREA, [Rect::new(50.0, 20.0, 90.0, 40.0)].iter()));
        assert!(!is_free(&Rect::new(-5.0, 10.0, 60.0, 30.0), AREA, [].iter()));
    }
}
