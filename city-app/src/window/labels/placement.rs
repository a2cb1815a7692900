//! Where labels go: screen-aligned plates that overlap neither each other nor the panels. Pure.

use bevy::math::{Rect, Vec2};

/// More labels than this say nothing any more.
pub(in crate::window) const MAX_LABELS: usize = 25;
/// Distance between labels, and to what they must keep clear of, in logical pixels.
const GAP: f32 = 4.0;
/// How far above its building a label stands.
const LIFT: f32 = 14.0;

/// A label that wants a place. Candidates come best first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Candidate {
    /// The middle of the roof on the screen.
    pub(in crate::window) anchor: Vec2,
    /// Size of the plate.
    pub(in crate::window) size: Vec2,
    /// Better far from its anchor than nowhere.
    pub(in crate::window) needed: bool,
}

/// Finds a place for as many candidates as possible, at most [`MAX_LABELS`], the first ones first. A plate stands
/// centered above its anchor, or a little higher, below or beside it, those that are needed also farther away; it lies in `area` as a whole, overlaps no other plate
/// and none of `obstacles`. Returns number and plate, in the order of the candidates.
pub(in crate::window) fn place_labels(candidates: &[Candidate], area: Rect, obstacles: &[Rect]) -> Vec<(usize, Rect)> {
    let mut placed: Vec<(usize, Rect)> = Vec::new();
    for (number, candidate) in candidates.iter().enumerate() {
        if placed.len() == MAX_LABELS {
            break;
        }
        if !candidate.anchor.is_finite() || !area.contains(candidate.anchor) {
            continue;
        }
        let free = |plate: &Rect| {
            let inside = area.contains(plate.min) && area.contains(plate.max);
            let clear = |other: &Rect| !overlap(&other.inflate(GAP), plate);
            inside && obstacles.iter().all(clear) && placed.iter().all(|(_, other)| clear(other))
        };
        let far = far_places(candidate).filter(|_| candidate.needed);
        if let Some(plate) = places(candidate).into_iter().chain(far).find(free) {
            placed.push((number, plate));
        }
    }
    placed
}

/// The places to try, in order of liking.
fn places(candidate: &Candidate) -> [Rect; 13] {
    let Candidate { anchor, size, .. } = *candidate;
    let plate = |dx: f32, lift: f32| Rect::from_center_size(anchor + Vec2::new(dx * size.x, -lift - 0.5 * size.y), size);
    let beside = |side: f32| Rect::from_center_size(anchor + Vec2::new(side * (0.5 * size.x + LIFT), 0.0), size);
    [
        plate(0.0, LIFT),
        plate(0.0, LIFT + 18.0),
        plate(0.45, LIFT),
        plate(-0.45, LIFT),
        plate(0.0, LIFT + 36.0),
        plate(0.45, LIFT + 24.0),
        plate(-0.45, LIFT + 24.0),
        // A roof at the edge of what is free: over its own wall.
        plate(0.0, -size.y - LIFT),
        plate(0.0, -size.y - LIFT - 36.0),
        plate(0.45, -size.y - LIFT),
        plate(-0.45, -size.y - LIFT),
        beside(1.0),
        beside(-1.0),
    ]
}

/// Places around the anchor, the near ones first.
fn far_places(candidate: &Candidate) -> impl Iterator<Item = Rect> {
    let Candidate { anchor, size, .. } = *candidate;
    let turns = (0..16).map(|turn| Vec2::from_angle(turn as f32 * std::f32::consts::TAU / 16.0));
    let around = [50.0, 80.0, 110.0, 140.0].into_iter().flat_map(move |far: f32| turns.clone().map(move |way| way * far));
    around.map(move |by| Rect::from_center_size(anchor + by, size))
}

/// Whether two plates share a place.
pub(in crate::window) fn overlap(a: &Rect, b: &Rect) -> bool {
    a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AREA: Rect = Rect { min: Vec2::new(100.0, 50.0), max: Vec2::new(900.0, 650.0) };

    fn candidate(x: f32, y: f32) -> Candidate {
        Candidate { anchor: Vec2::new(x, y), size: Vec2::new(90.0, 20.0), needed: false }
    }

    #[test]
    fn a_lone_label_stands_centered_above_its_roof() {
        let placed = place_labels(&[candidate(500.0, 300.0)], AREA, &[]);
        assert_eq!(placed, [(0, Rect::new(455.0, 266.0, 545.0, 286.0))]);
    }

    #[test]
    fn the_first_candidate_wins_the_place_and_a_crowd_loses_its_last() {
        let crowd = vec![candidate(500.0, 300.0); 40];
        let placed = place_labels(&crowd, AREA, &[]);
        assert_eq!(placed[0], (0, Rect::new(455.0, 266.0, 545.0, 286.0)));
        assert!(placed.len() < 12, "one place has no room for {} labels", placed.len());
        let needed = vec![Candidate { needed: true, ..candidate(500.0, 300.0) }; MAX_LABELS];
        let far = place_labels(&needed, AREA, &[]);
        assert!(far.len() > placed.len(), "{} of {}", far.len(), needed.len());
    }

    #[test]
    fn anchors_outside_the_area_get_no_label() {
        let outside = [candidate(20.0, 300.0), candidate(f32::NAN, 300.0), candidate(500.0, 800.0)];
        assert!(place_labels(&outside, AREA, &[]).is_empty());
    }

    proptest! {
        #[test]
        fn no_two_plates_overlap_and_none_leaves_the_area_or_covers_an_obstacle(
            anchors in prop::collection::vec((0.0_f32..1000.0, 0.0_f32..700.0, 20.0_f32..200.0), 0..120),
            obstacle in (100.0_f32..800.0, 50.0_f32..500.0),
        ) {
            let candidates: Vec<Candidate> =
                anchors.iter().map(|&(x, y, width)| Candidate { anchor: Vec2::new(x, y), size: Vec2::new(width, 20.0), needed: width < 60.0 }).collect();
            let obstacle = Rect::new(obstacle.0, obstacle.1, obstacle.0 + 120.0, obstacle.1 + 80.0);
            let placed = place_labels(&candidates, AREA, &[obstacle]);
            prop_assert!(placed.len() <= MAX_LABELS);
            for (at, (number, plate)) in placed.iter().enumerate() {
                prop_assert!((plate.size() - candidates[*number].size).length() < 0.01);
                prop_assert!(AREA.contains(plate.min) && AREA.contains(plate.max));
                prop_assert!(!overlap(plate, &obstacle));
                prop_assert!(placed[..at].iter().all(|(_, other)| !overlap(plate, other)));
            }
        }
    }
}
