//! What a flight shows: places that must lie in the picture, seen from the side that hides least of them.

use std::f32::consts::PI;

use analysis::NodeIndex;
use bevy::math::Vec3;
use layout::{PlotKind, Rect};

use super::composition::{Frame, framed};
use super::projection::world_from_plan;
use super::rig::{FIELD_OF_VIEW, Rig};
use crate::city::look::model::{BuildingLook, CityLook};
use crate::data::session::Session;
use crate::window::picking::ray::PickIndex;

/// A building fills at least this share of the free height, however large the city is...
const LEAST_SHARE: f32 = 0.12;
/// ...and where that is met, as much of the city around it is shown: who holds it is the next question.
const CONTEXT_OF_CITY: f32 = 0.35;
/// Turns that are tried to find a side from which the places are seen, in radians; not turning comes first.
const TURNS: [f32; 13] = [0.0, 0.35, -0.35, 0.7, -0.7, 1.05, -1.05, 1.4, -1.4, 1.9, -1.9, 2.5, PI];
/// Angles below the horizon that are tried, in radians.
const PITCHES: [f32; 3] = [0.55, 0.8, 1.1];
/// What a half turn costs, and a change of the angle below the horizon by a radian, in shares of the places that are seen.
const COST_OF_TURN: f32 = 0.25;
const COST_OF_PITCH: f32 = 0.15;
/// Partners count less than what was asked for.
const WEIGHT_OF_PARTNERS: f32 = 0.5;
/// Buildings of a district whose roofs are looked for.
const ROOFS_OF_DISTRICT: usize = 12;

/// A building or district with what must be in the picture to see it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::window) struct Place {
    /// Its corners, on the ground and on the roofs.
    pub(in crate::window) corners: Vec<Vec3>,
    /// Points on its surface, and the building each is on.
    surface: Vec<(NodeIndex, Vec3)>,
    /// From its middle to its farthest corner, in metres.
    radius: f32,
}

/// The place of a node; `None` where it has no plot.
pub(in crate::window) fn place_of(session: &Session, look: &CityLook, node: NodeIndex) -> Option<Place> {
    let number = session.place_number(node)?;
    let plot = session.plan.plots.get(number)?;
    let (corners, surface) = match (plot.kind, session.building_with(node)) {
        (PlotKind::Building, Some(at)) => {
            let building = look.buildings.get(at)?;
            // One that is hidden now is shown as its lot.
            let rect = if building.height > 0.0 { building.footprint } else { plot.lot };
            let corners = [building.base + building.height, building.base].map(|height| corners_at(&rect, height));
            (corners.concat(), surface_of(building, &rect))
        }
        _ => {
            let district = look.districts.iter().find(|district| district.node == node);
            let ground = district.map_or(0.0, |district| district.base + district.thickness);
            let first = session.buildings.partition_point(|&plot| (plot as usize) < number);
            let end = session.buildings.partition_point(|&at| (at as usize) < plot.subtree_end);
            let inside = look.buildings.get(first..end)?.iter().filter(|building| building.height > 0.0);
            let mut corners = corners_at(&plot.rect, ground).to_vec();
            let mut roofs: Vec<&BuildingLook> = inside.collect();
            corners.extend(roofs.iter().flat_map(|building| corners_at(&building.footprint, building.base + building.height)));
            roofs.sort_by(|a, b| b.height.total_cmp(&a.height).then(a.node.cmp(&b.node)));
            let surface = roofs.iter().take(ROOFS_OF_DISTRICT).map(|building| (building.node, roof_of(building)));
            (corners, surface.collect())
        }
    };
    let (low, high) = corners.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), &at| (low.min(at), high.max(at)));
    Some(Place { corners, surface, radius: 0.5 * low.distance(high) })
}

/// The middle of a roof.
pub(in crate::window) fn roof_of(building: &BuildingLook) -> Vec3 {
    let (x, y) = building.footprint.center();
    world_from_plan(x, y, building.base + building.height)
}

/// The corners of a rectangle of the plan at a height.
pub(super) fn corners_at(rect: &Rect, height: f32) -> [Vec3; 4] {
    [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x0, rect.y1), (rect.x1, rect.y1)].map(|(x, y)| world_from_plan(x, y, height))
}

/// The roof, its corners, and the walls in two heights.
fn surface_of(building: &BuildingLook, rect: &Rect) -> Vec<(NodeIndex, Vec3)> {
    let (x, y) = rect.center();
    let (dx, dy) = (0.5 * rect.width(), 0.5 * rect.depth());
    let at = |u: f64, v: f64, share: f32| (building.node, world_from_plan(x + u * dx, y + v * dy, building.base + share * building.height));
    let roof = [(0.0, 0.0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8)].map(|(u, v)| at(u, v, 1.0));
    let walls = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let walls = walls.into_iter().flat_map(|(u, v)| [at(u, v, 0.85), at(u, v, 0.4)]);
    roof.into_iter().chain(walls).collect()
}

/// What is to be seen: what was asked for, and what it is connected to.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Scene {
    /// All of it lies in the picture.
    pub(super) places: Vec<Place>,
    /// Points that lie in the picture, too.
    pub(super) also: Vec<Vec3>,
    /// In the picture as far as the places stay large enough; the nearest to them in meaning first.
    pub(super) partners: Vec<Place>,
}

impl Scene {
    /// A view of the places from this side, as near as the frame allows; `None` of an empty scene.
    pub(super) fn seen_from(&self, rig: Rig, city_side: f32, frame: Frame) -> Option<Rig> {
        let mut points: Vec<Vec3> =
            self.places.iter().flat_map(|place| place.corners.iter().copied()).chain(self.also.iter().copied()).collect();
        let radius = self.places.iter().map(|place| place.radius).fold(0.0, f32::max);
        if points.is_empty() {
            return None;
        }
        let rig = Rig { fov: FIELD_OF_VIEW, ..rig };
        let tan = (0.5 * FIELD_OF_VIEW).tan();
        // How far away something of this radius fills a share of what is free.
        let distance_at = |radius: f32, share: f32| {
            let free = (frame.size.x * frame.aspect).min(frame.size.y).max(0.05);
            radius / (tan * free * share)
        };
        let farthest = distance_at(radius, LEAST_SHARE);
        let mut view = framed(rig, &points, frame);
        for partner in &self.partners {
            let before = points.len();
            points.extend(&partner.corners);
            let wider = framed(rig, &points, frame);
            if wider.distance <= farthest.max(view.distance) {
                view = wider;
            } else {
                points.truncate(before);
            }
        }
        let context = distance_at(0.5 * CONTEXT_OF_CITY * city_side, 1.0).min(farthest);
        Some(Rig { distance: view.distance.max(context), ..view })
    }

    /// The same from the side that hides least, as near as possible to the one that the camera has.
    pub(super) fn seen_best(&self, rig: Rig, sight: (&Session, &PickIndex), city_side: f32, frame: Frame) -> Option<Rig> {
        let pitch = rig.pitch.clamp(0.45, 1.1);
        let pitches = std::iter::once(pitch).chain(PITCHES);
        let sides = TURNS.iter().flat_map(|turn| pitches.clone().map(move |pitch| (*turn, pitch)));
        let mut best: Option<(f32, Rig)> = None;
        for (turn, new_pitch) in sides {
            let side = Rig { yaw: super::rig::wrap(rig.yaw + turn), pitch: new_pitch, ..rig };
            let cost = COST_OF_TURN * turn.abs() / PI + COST_OF_PITCH * (new_pitch - pitch).abs();
            if best.is_some_and(|(score, _)| score >= 1.0 + WEIGHT_OF_PARTNERS - cost) {
                continue;
            }
            let view = self.seen_from(side, city_side, frame)?;
            let score = self.seen(&view, sight) - cost;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, view));
            }
        }
        best.map(|(_, view)| view)
    }

    /// Which share of the places is seen, and of the partners, those weighted.
    fn seen(&self, view: &Rig, (session, picks): (&Session, &PickIndex)) -> f32 {
        let eye = view.eye();
        let is_seen = |&(node, at): &(NodeIndex, Vec3)| picks.sees(session, eye, node, at);
        let share = |places: &[Place]| {
            let of = |place: &Place| {
                let seen = place.surface.iter().filter(|point| is_seen(point)).count();
                // Two walls and the corner behind them are never seen.
                (seen as f32 / (0.6 * place.surface.len() as f32).max(1.0)).min(1.0)
            };
            if places.is_empty() { 1.0 } else { places.iter().map(of).sum::<f32>() / places.len() as f32 }
        };
        share(&self.places) + WEIGHT_OF_PARTNERS * share(&self.partners)
    }
}

#[cfg(test)]
mod tests {
    use analysis::NodeIndex;
    use bevy::math::Vec2;

    use super::*;
    use crate::base::settings::CitySettings;
    use crate::city::look::city_look;
    use crate::test_samples::sample_city;
    use crate::test_sessions::session;
    use crate::view::state::{TimeCursor, ViewState};
    use crate::window::camera::projection::Projection;

    /// Panels cover the left and the right sixth and, with a drawer, more than half of the height.
    const SIZE: Vec2 = Vec2::new(1600.0, 1000.0);
    const MIDDLE: Vec2 = Vec2::new(800.0, 280.0);
    const FRAME: Frame = Frame { aspect: 1.6, size: Vec2::new(0.66, 0.44) };

    fn lies_free(rig: &Rig, corners: &[Vec3]) -> bool {
        let projection = Projection::new(rig, SIZE, MIDDLE);
        let half = 0.5 * FRAME.size * SIZE;
        let free = bevy::math::Rect::from_center_half_size(MIDDLE, half + 1.0);
        corners.iter().all(|&corner| projection.screen(corner).is_some_and(|at| free.contains(at)))
    }

    fn start(side: f32) -> Rig {
        Rig { focus: Vec3::ZERO, yaw: 0.55, pitch: 0.62, distance: 1.3 * side, fov: FIELD_OF_VIEW }
    }

    /// Every building of the published cities and of a deep one: roof and walls lie in what is free, and it is seen.
    #[test]
    fn a_flight_shows_the_whole_building_from_a_side_where_nothing_hides_it() {
        for name in ["fig10", "fig12"] {
            let city = sample_city(name);
            let session = &city.session;
            let look = city_look(session, &city.settings, &city.view(None));
            let mut picks = PickIndex::default();
            picks.rebuild(session, &look);
            let side = session.plan.root_side as f32;
            let mut seen = Vec::new();
            for building in look.buildings.iter().filter(|building| building.height > 0.0) {
                let place = place_of(session, &look, building.node).expect("it stands there");
                let scene = Scene { places: vec![place.clone()], partners: Vec::new(), also: Vec::new() };
                let view = scene.seen_best(start(side), (session, &picks), side, FRAME).expect("there is something to see");
                assert!(lies_free(&view, &place.corners), "{name}: {building:?}");
                let here = scene.seen_from(start(side), side, FRAME).expect("there is something to see");
                assert!(scene.seen(&view, (session, &picks)) >= scene.seen(&here, (session, &picks)) - 1e-4);
                seen.push(scene.seen(&view, (session, &picks)) - WEIGHT_OF_PARTNERS);
            }
            let hidden = seen.iter().filter(|&&share| share < 0.5).count();
            assert!(hidden * 20 <= seen.len(), "{name}: {hidden} of {} are mostly hidden", seen.len());
        }
    }

    #[test]
    fn a_selection_is_framed_with_its_partners_as_long_as_it_stays_large_enough() {
        let city = session(&[&[("A", 4000), ("B", 3000), ("C", 5), ("D", 2000)]]);
        let look = city_look(&city, &CitySettings::default(), &ViewState { time: TimeCursor::at(0), ..ViewState::default() });
        let side = city.plan.root_side as f32;
        let place = |name: &str| place_of(&city, &look, city.evolution.find_one(name).expect("it is there")).expect("it stands there");
        let all = ["A", "B", "D"].map(place);
        let scene = Scene { places: vec![all[0].clone()], partners: all[1..].to_vec(), also: Vec::new() };
        let view = scene.seen_from(start(side), side, FRAME).expect("there is something to see");
        assert!(all.iter().all(|place| lies_free(&view, &place.corners)), "all of them fit");
        let small = Scene { places: vec![place("C")], partners: all.to_vec(), also: Vec::new() };
        let view = small.seen_from(start(side), side, FRAME).expect("there is something to see");
        let share = place("C").radius / ((0.5 * FIELD_OF_VIEW).tan() * FRAME.size.y * view.distance);
        assert!(share > 0.9 * LEAST_SHARE, "a small one stays visible: {share}");
    }

    #[test]
    fn a_district_is_framed_with_its_towers() {
        let city = sample_city("fig10");
        let look = city_look(&city.session, &city.settings, &city.view(None));
        let root = place_of(&city.session, &look, NodeIndex::ROOT).expect("the city");
        let highest = root.corners.iter().map(|corner| corner.y).fold(0.0, f32::max);
        let tallest = look.buildings.iter().map(|building| building.base + building.height).fold(0.0, f32::max);
        assert_eq!(highest, tallest);
        assert!(place_of(&city.session, &look, NodeIndex(u32::MAX)).is_none());
    }
}
