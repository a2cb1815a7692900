//! Lines of a chart on the screen: pure, in logical pixels.

use bevy_egui::egui::{Pos2, Rangef, Rect};

use crate::answers::axes::Extent;

impl From<Rangef> for Extent {
    fn from(range: Rangef) -> Self {
        Self::new(range.min, range.max)
    }
}

/// How high a line is at a place, if it goes there.
pub(crate) fn y_at(line: &[Pos2], x: f32) -> Option<f32> {
    let after = line.partition_point(|place| place.x < x);
    let (to, from) = (line.get(after)?, line[after.saturating_sub(1)]);
    let share = if to.x > from.x { (x - from.x) / (to.x - from.x) } else { 1.0 };
    (x >= from.x).then_some(from.y + share * (to.y - from.y))
}

/// Of several lines the nearest one within this distance of a place.
pub(crate) fn nearest_line<'a>(lines: impl IntoIterator<Item = &'a [Pos2]>, place: Pos2, within: f32) -> Option<usize> {
    let distance = |line: &[Pos2]| {
        let pieces = line.windows(2).map(|pair| distance_to_segment(place, pair[0], pair[1]));
        pieces.min_by(f32::total_cmp).unwrap_or(f32::INFINITY)
    };
    let near = lines.into_iter().map(distance).enumerate().filter(|(_, distance)| *distance <= within);
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
}

fn distance_to_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let way = b - a;
    let along = ((p - a).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
    (p - (a + along * way)).length()
}

/// Of texts in one row those that do not come nearer than `gap` to one before them in the list: the most important go first.
pub(crate) fn without_overlaps(texts: &[Rect], gap: f32) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let near = |other: &usize| texts[*other].expand(0.5 * gap).intersects(text.expand(0.5 * gap));
        if !kept.iter().any(near) {
            kept.push(at);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::*;

    #[test]
    fn the_nearest_line_is_the_one_under_the_pointer() {
        let flat = |y| [pos2(10.0, y), pos2(110.0, y)];
        let (low, high) = (flat(210.0), flat(110.0));
        let at = |x, y| nearest_line([&low[..], &high[..]], pos2(x, y), 7.0);
        assert_eq!((at(50.0, 112.0), at(50.0, 209.0), at(50.0, 160.0)), (Some(1), Some(0), None));
        assert_eq!(nearest_line([&[][..], &low[..1]], pos2(10.0, 210.0), 7.0), None, "a point is no line");
    }

    #[test]
    fn a_line_is_as_high_as_its_pieces() {
        let line = [pos2(10.0, 0.0), pos2(20.0, 10.0), pos2(30.0, 10.0)];
        let at = |x| y_at(&line, x);
        assert_eq!([at(10.0), at(15.0), at(25.0), at(30.0)], [Some(0.0), Some(5.0), Some(10.0), Some(10.0)]);
        assert_eq!((at(9.0), at(31.0), y_at(&[], 5.0)), (None, None, None));
    }

    #[test]
    fn a_text_that_would_lie_on_another_one_is_left_out() {
        let text = |x: f32| Rect::from_min_size(pos2(x, 0.0), vec2(40.0, 10.0));
        assert_eq!(without_overlaps(&[text(0.0), text(200.0), text(30.0), text(100.0), text(158.0)], 8.0), [0, 1, 3]);
    }
}
