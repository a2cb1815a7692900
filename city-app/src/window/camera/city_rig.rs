//! What the camera is doing: where it was sent, and by whom.

use analysis::NodeIndex;
use bevy::math::Vec3;
use bevy::prelude::{MouseButton, Resource, Time};

use super::composition::{Frame, Outline, home};
use super::orbit::{LOWEST_PITCH, Motion};
use super::projection::world_from_plan;
use super::rig::{FIELD_OF_VIEW, Rig, between};
use crate::data::session::Session;

/// Who flies between buildings sees more of them, in radians.
const FLYING_FIELD_OF_VIEW: f32 = 0.9;
/// Radians per second of the view that turns by itself: a whole turn in a minute and a half.
const TURN_PER_SECOND: f32 = 0.07;
/// A motion begins with a frame of this length, however long nothing was drawn before.
const FIRST_FRAME_SECS: f32 = 1.0 / 60.0;
/// A frame of a motion is no longer than this: a stall is no journey; the few frames per second of a software adapter are none.
const LONGEST_FRAME_SECS: f32 = 0.4;
/// Of a flight no more than this is left out between two pictures.
const LONGEST_STEP_SECS: f32 = 0.1;

/// What the camera is doing.
#[derive(Resource, Debug, Clone)]
pub(in crate::window) struct CityRig {
    pub(super) motion: Motion,
    pub(super) flight: Option<Flight>,
    /// The view to return to from the bird's eye, and what it showed.
    pub(super) before_birds_eye: Option<(Rig, Aim)>,
    pub(super) flying: bool,
    /// It turns by itself, slowly, until somebody does anything.
    pub(super) turning: bool,
    /// Somebody has just done something.
    pub(super) interrupted: bool,
    /// Which drag began over the city and not over a panel.
    pub(super) dragging: Option<MouseButton>,
    /// The fingers on the screen came down over the city.
    pub(super) touched: bool,
    /// The plan that has been framed.
    pub(super) framed: Option<f64>,
    /// What it was sent to show.
    pub(super) aim: Aim,
    /// The building that the first view is composed around, where that is not the strongest grower.
    pub(super) star: Option<NodeIndex>,
    /// The side from which the first view of the next plan is seen, in radians; `None` lets it be chosen.
    pub(super) side: Option<f32>,
    /// The free part of the picture that it was framed for.
    pub(super) fitted: Option<Frame>,
    /// The view to return to when a way is left, and what it showed.
    pub(super) before_way: Option<(Rig, Aim)>,
    /// It stood still in the frame before.
    pub(super) rested: bool,
}

/// What the camera shows: framed again when panels open or close.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Aim {
    /// The whole city, as it is shown first; nobody has moved the camera since.
    #[default]
    Home,
    /// The whole city from above.
    BirdsEye,
    /// A building or district.
    Place(NodeIndex),
    /// The way of the chain.
    Way,
    /// Where somebody has moved it.
    Own,
    /// Where a picture was asked for, whatever comes next.
    Fixed,
}

/// From where the camera was bound to before, so that a change of mind bends its way and does not stop it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flight {
    from: Rig,
    to: Rig,
    seconds: f32,
    passed: f32,
}

impl Default for CityRig {
    fn default() -> Self {
        let points = [(-50.0, -50.0), (50.0, -50.0), (-50.0, 50.0), (50.0, 50.0)].map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
        let rig = home(&Outline { side: 100.0, points, star: None }, Frame::whole(1.6));
        Self {
            motion: Motion::at(rig),
            flight: None,
            before_birds_eye: None,
            flying: false,
            turning: false,
            interrupted: false,
            dragging: None,
            touched: false,
            framed: None,
            aim: Aim::Home,
            star: None,
            side: None,
            fitted: None,
            before_way: None,
            rested: true,
        }
    }
}

impl CityRig {
    /// Mouse look is on; the pointer is hidden.
    pub(in crate::window) fn is_flying(&self) -> bool {
        self.flying
    }

    /// It shows the whole city from above, as a map does.
    pub(in crate::window) fn is_map(&self) -> bool {
        self.aim == Aim::BirdsEye
    }

    /// It turns by itself.
    pub(in crate::window) fn is_turning(&self) -> bool {
        self.turning
    }

    /// Stands still at `rig`, whatever city comes next.
    pub(in crate::window) fn fix(&mut self, rig: Rig, root_side: f64) {
        *self = Self { motion: Motion::at(rig), framed: Some(root_side), aim: Aim::Fixed, ..Self::default() };
    }

    /// Stands still, turned by radians.
    pub(in crate::window) fn turn(&mut self, radians: f32) {
        let rig = self.motion.target;
        self.motion = Motion::at(Rig { yaw: rig.yaw + radians, ..rig });
    }

    pub(super) fn go(&mut self, to: Rig, seconds: f32) {
        if seconds <= 0.0 {
            self.flight = None;
            self.motion = Motion::at(to);
        } else if to != self.destination() {
            self.flight = Some(Flight { from: self.motion.target, to, seconds, passed: 0.0 });
        }
    }

    /// Mouse look begins or ends where the camera is.
    pub(super) fn toggle_fly(&mut self) {
        self.flying = !self.flying;
        self.stay();
        // Out of the bird's eye view first what is seen keeps its size.
        let usual = if self.flying { Rig { fov: FIELD_OF_VIEW, ..self.motion.target } } else { self.motion.target };
        self.motion.target = usual.through(if self.flying { FLYING_FIELD_OF_VIEW } else { FIELD_OF_VIEW });
        if !self.flying {
            self.motion = self.motion.map(Rig::grounded);
            self.motion.target.pitch = self.motion.target.pitch.max(LOWEST_PITCH);
        }
    }

    /// Somebody takes the camera: it goes on from where it is.
    pub(super) fn stay(&mut self) {
        self.flight = None;
        self.before_birds_eye = None;
        self.aim = Aim::Own;
    }

    /// How long the motion of this frame takes.
    pub(super) fn frame_secs(&self, time: &Time) -> f32 {
        if self.rested { time.delta_secs().min(FIRST_FRAME_SECS) } else { time.delta_secs().min(LONGEST_FRAME_SECS) }
    }

    /// Goes on with what it does by itself.
    pub(super) fn advance(&mut self, seconds: f32) {
        if std::mem::take(&mut self.interrupted) {
            self.turning = false;
        }
        if let Some(mut flight) = self.flight {
            flight.passed += seconds.min(LONGEST_STEP_SECS);
            let t = flight.passed / flight.seconds;
            self.motion.target = between(flight.from, flight.to, t);
            self.flight = (t < 1.0).then_some(flight);
        } else if self.turning {
            self.motion.target.yaw += TURN_PER_SECOND * seconds;
        }
    }

    /// Where it is after this frame.
    pub(super) fn arrive(&mut self, motion: Motion) {
        self.motion = motion;
        self.rested = !self.is_moving() && !self.turning;
    }

    /// On the way somewhere.
    pub(in crate::window) fn is_moving(&self) -> bool {
        self.flight.is_some() || self.dragging.is_some() || self.touched || !self.motion.is_at_rest()
    }

    /// Nobody has moved it since the city was framed.
    fn is_untouched(&self) -> bool {
        self.flight.is_none() && !self.flying && self.has_framed() && matches!(self.aim, Aim::Home | Aim::Fixed)
    }

    /// The first view is shown, and may be composed around another building.
    pub(super) fn shows_first_view(&self) -> bool {
        self.is_untouched() && self.aim == Aim::Home
    }

    /// The place that was framed.
    fn framed_place(&self) -> Option<NodeIndex> {
        match self.aim {
            Aim::Place(node) => Some(node),
            _ => None,
        }
    }

    /// The city is in the picture.
    pub(in crate::window) fn has_framed(&self) -> bool {
        self.framed.is_some()
    }

    /// The city is shown at another point than before: unless somebody has moved the camera, it will be framed as it is there.
    pub(in crate::window) fn frame_again(&mut self) {
        if self.is_untouched() {
            self.framed = None;
        }
    }

    /// Another city comes: it will be framed.
    pub(in crate::window) fn forget_city(&mut self) {
        (self.framed, self.aim, self.star, self.side, self.before_way) = (None, Aim::Home, None, None, None);
    }

    /// The same city has another plan. What the camera is looking at stays in the picture: the selection, the building
    /// that was framed, or the middle; the first view becomes the first view of the new plan, from the same side.
    pub(in crate::window) fn carry_over(&mut self, old: &Session, new: &Session, selection: Option<NodeIndex>) {
        let (old_side, new_side) = (old.plan.root_side as f32, new.plan.root_side as f32);
        if old_side <= 0.0 || new_side <= 0.0 || old.has_places_of(new) {
            return;
        }
        let new_places = old.evolution.places_in(&new.evolution);
        let after = |node: NodeIndex| new_places.get(node.at()).copied().flatten();
        let star = self.star.and_then(after);
        // A second plan may come before the first one is framed.
        if self.is_untouched() || !self.has_framed() {
            let side = self.has_framed().then(|| self.destination().yaw).or(self.side);
            self.forget_city();
            (self.star, self.side) = (star, side);
            return;
        }
        let place = |session: &Session, node: NodeIndex| session.place(node).map(|plot| plot.rect.center());
        let held = selection.or(self.framed_place());
        let moved = held.and_then(|node| Some((place(old, node)?, place(new, after(node)?)?)));
        let ((x0, y0), (x1, y1)) = moved.unwrap_or_default();
        let (from, to) = (world_from_plan(x0, y0, 0.0), world_from_plan(x1, y1, 0.0));
        let carried = |rig: Rig| rig.carried(from, to, new_side / old_side);
        self.aim = match (&self.aim, self.framed_place().and_then(after)) {
            (_, Some(node)) => Aim::Place(node),
            (Aim::BirdsEye, _) => Aim::BirdsEye,
            _ => Aim::Own,
        };
        self.motion = self.motion.map(carried);
        self.star = star;
        self.before_way = None;
        self.before_birds_eye = self.before_birds_eye.take().map(|(rig, _)| (carried(rig), Aim::Own));
        self.flight = self.flight.map(|flight| Flight { from: carried(flight.from), to: carried(flight.to), ..flight });
        self.framed = Some(new.plan.root_side);
    }

    /// Where it will be when the flight ends.
    pub(super) fn destination(&self) -> Rig {
        self.flight.map_or(self.motion.target, |flight| flight.to)
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::super::orbit::{Gestures, Ground, OrbitControls};
    use super::*;
    use crate::test_sessions::session;

    const FRAME: f32 = 1.0 / 60.0;

    /// One frame after the other, as the window draws them.
    struct Stage {
        city_rig: CityRig,
        controls: OrbitControls,
        eyes: Vec<Vec3>,
    }

    impl Stage {
        fn new() -> Self {
            let city_rig = CityRig::default();
            Self { eyes: vec![city_rig.motion.now.eye()], city_rig, controls: OrbitControls::default() }
        }

        fn run(&mut self, frames: usize, gestures: &Gestures) {
            let ground = Ground { city_side: 100.0, picture_height: 1000.0, smooth: true };
            for _ in 0..frames {
                self.city_rig.advance(FRAME);
                let moved = self.controls.step(self.city_rig.motion, gestures, ground, FRAME);
                self.city_rig.arrive(moved);
                self.eyes.push(moved.now.eye());
            }
        }

        fn now(&self) -> Rig {
            self.city_rig.motion.now
        }

        /// The longest way of the eye in a frame, and the most by which a way differs from the one before.
        fn speed_and_jerk(&self) -> (f32, f32) {
            let ways: Vec<Vec3> = self.eyes.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let jerk = ways.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max);
            (ways.iter().map(|way| way.length()).fold(0.0, f32::max), jerk)
        }
    }

    fn far_from(rig: Rig) -> Rig {
        Rig { focus: Vec3::new(40.0, 0.0, -30.0), yaw: rig.yaw + 1.2, distance: 0.4 * rig.distance, ..rig }
    }

    #[test]
    fn a_flight_begins_and_ends_gently_and_arrives() {
        let mut stage = Stage::new();
        let to = far_from(stage.now());
        stage.city_rig.go(to, 0.8);
        stage.run(80, &Gestures::default());
        assert_eq!(stage.now(), to);
        assert!(!stage.city_rig.is_moving());
        let (speed, jerk) = stage.speed_and_jerk();
        assert!(jerk < 0.2 * speed, "{jerk} of {speed}");
    }

    #[test]
    fn a_flight_that_is_interrupted_goes_on_from_where_it_is() {
        // By another flight: the way bends.
        let mut stage = Stage::new();
        let home = stage.now();
        stage.city_rig.go(far_from(home), 0.8);
        stage.run(25, &Gestures::default());
        stage.city_rig.go(home, 0.8);
        stage.run(80, &Gestures::default());
        assert_eq!(stage.now(), home);
        let (speed, jerk) = stage.speed_and_jerk();
        // Full speed ahead becomes standing still over several frames; at once it would be all of the speed.
        assert!(jerk < 0.4 * speed, "{jerk} of {speed}");
        // By a hand: it comes to rest near by.
        let mut stage = Stage::new();
        stage.city_rig.go(far_from(home), 0.8);
        stage.run(25, &Gestures::default());
        let here = stage.now();
        stage.city_rig.stay();
        stage.run(1, &Gestures { notches: 1.0, ..Gestures::default() });
        stage.run(30, &Gestures::default());
        assert!(!stage.city_rig.is_moving());
        assert!(stage.now().focus.distance(here.focus) < 0.2 * here.focus.distance(home.focus), "{:?}", stage.now());
    }

    #[test]
    fn a_view_that_turns_by_itself_ends_at_once_and_rests() {
        let mut stage = Stage::new();
        let before = stage.now();
        (stage.city_rig.turning, stage.city_rig.interrupted) = (true, false);
        stage.run(300, &Gestures::default());
        let turned = stage.now();
        assert!(((turned.yaw - before.yaw) / (5.0 * TURN_PER_SECOND) - 1.0).abs() < 0.05, "{}", turned.yaw);
        assert_eq!((turned.focus, turned.pitch, turned.distance), (before.focus, before.pitch, before.distance));
        stage.city_rig.interrupted = true;
        stage.run(3, &Gestures::default());
        assert!(!stage.city_rig.is_turning() && !stage.city_rig.is_moving());
        assert!((stage.now().yaw - turned.yaw).abs() < 0.01);
    }

    #[test]
    fn who_has_flown_near_the_ground_turns_above_it() {
        let mut stage = Stage::new();
        stage.city_rig.toggle_fly();
        let low = Rig { pitch: 0.5, focus: Vec3::new(0.0, -50.0, 0.0), ..stage.now() }.with_eye_at(105.0);
        stage.city_rig.motion = Motion::at(low);
        stage.city_rig.toggle_fly();
        assert!(stage.now().eye().distance(low.eye()) < 0.01, "nothing jumps");
        let up = Gestures { dragging: Some(MouseButton::Right), dragged: Vec2::new(0.0, -900.0), ..Gestures::default() };
        stage.run(40, &up);
        assert!(stage.eyes.iter().all(|eye| eye.y > 0.0), "{:?}", stage.now());
    }

    #[test]
    fn an_untouched_camera_frames_the_last_of_several_plans() {
        let [first, second, third] = [10, 1000, 100_000].map(|count| session(&[&[("A", count), ("B", 5)]]));
        let mut city_rig = CityRig::default();
        let rig = city_rig.motion.now;
        city_rig.fix(rig, first.plan.root_side);
        city_rig.carry_over(&first, &second, None);
        assert!(!city_rig.has_framed());
        city_rig.carry_over(&second, &third, None);
        assert!(!city_rig.has_framed(), "a larger city is looked for");
        assert_eq!(city_rig.side, Some(rig.yaw), "from the same side");

        // Who has moved the camera keeps the view.
        city_rig.fix(rig, first.plan.root_side);
        city_rig.stay();
        city_rig.carry_over(&first, &second, None);
        assert!(city_rig.has_framed());
    }
}
