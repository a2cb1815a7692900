//! The camera: right drag turns, middle drag moves, the wheel zooms to the pointer, W A S D Q E walk, F2 flies.
//! Arrow keys belong to time and left drags to picking; nothing moves the camera through a panel.
//!
//! Our own and not `bevy_panorbit_camera`: that one cannot zoom to the pointer over the ground, fly, or change its lens
//! for the bird's eye view, and its arithmetic cannot be tested without an application.

mod framing;
mod projection;
mod rig;

use analysis::NodeIndex;
use bevy::camera::SubCameraView;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorMoved, CursorOptions, PrimaryWindow};

pub use projection::{Projection as CityProjection, world_from_plan};
pub(super) use rig::{FIELD_OF_VIEW, Frame, Rig, Walk, between, birds_eye, home};

use super::input_gate::InputGate;
use super::picking::ray::PickIndex;
use super::state::{CitySystems, FreeArea, LookRes, PictureMode, SessionRes, SettingsRes, ShellMessage, ViewRes, panels_are_drawn};
use crate::data::session::Session;
use crate::view::command::CameraCommand;
use framing::{Place, Scene, corners_at};
pub(super) use framing::{place_of, roof_of};

/// The one camera that shows the city and carries the panels.
#[derive(Component, Debug)]
pub(super) struct CityCamera;

/// Seconds of a flight to a building, and of the change to the bird's eye view.
const FLIGHT_SECS: f32 = 0.8;
const BIRDS_EYE_SECS: f32 = 0.4;
/// Seconds of the flight to what was found: slow enough to see where it goes.
const SUGGESTION_SECS: f32 = 1.4;
/// Seconds in which the view fits itself into what a panel leaves free.
const REFIT_SECS: f32 = 0.3;
/// It does not go nearer than this share of the distance that shows the whole city: a newcomer still has to see where
/// the building stands.
const SUGGESTION_SHARE: f32 = 0.9;
/// Keys move the camera by no more than this per frame.
const LONGEST_STEP_SECS: f32 = 0.4;
/// A touchpad reports pixels; this many are a notch of a wheel.
const PIXELS_PER_NOTCH: f32 = 50.0;

/// What the camera is doing.
#[derive(Resource, Debug, Clone)]
pub(super) struct CityRig {
    pub(super) rig: Rig,
    flight: Option<Flight>,
    /// The view to return to from the bird's eye, and what it showed.
    before_birds_eye: Option<(Rig, Aim)>,
    flying: bool,
    /// Which drag began over the city and not over a panel.
    dragging: Option<MouseButton>,
    /// The plan that has been framed.
    framed: Option<f64>,
    /// What it was sent to show.
    aim: Aim,
    /// The free part of the picture that it was framed for.
    fitted: Option<Frame>,
    /// The view to return to when a way is left, and what it showed.
    before_way: Option<(Rig, Aim)>,
}

/// What the camera shows: framed again when panels open or close.
#[derive(Debug, Clone, PartialEq, Default)]
enum Aim {
    /// The whole city, as it is shown first; nobody has moved the camera since.
    #[default]
    Home,
    /// The whole city from above.
    BirdsEye,
    /// A building or district, no nearer than this many metres.
    Place { node: NodeIndex, no_nearer: f32 },
    /// The way of the chain.
    Way,
    /// Where somebody has moved it.
    Own,
    /// Where a picture was asked for, whatever comes next.
    Fixed,
}

#[derive(Debug, Clone, Copy)]
struct Flight {
    from: Rig,
    to: Rig,
    seconds: f32,
    passed: f32,
}

impl Default for CityRig {
    fn default() -> Self {
        let rig = home(100.0, &[Vec3::new(-50.0, 0.0, -50.0), Vec3::new(50.0, 0.0, 50.0)], Frame::whole(1.6));
        Self {
            rig,
            flight: None,
            before_birds_eye: None,
            flying: false,
            dragging: None,
            framed: None,
            aim: Aim::Home,
            fitted: None,
            before_way: None,
        }
    }
}

impl CityRig {
    /// Mouse look is on; the pointer is hidden.
    pub(super) fn is_flying(&self) -> bool {
        self.flying
    }

    /// Stands still at `rig`, whatever city comes next.
    pub(super) fn fix(&mut self, rig: Rig, root_side: f64) {
        *self = Self { rig, framed: Some(root_side), aim: Aim::Fixed, ..Self::default() };
    }

    fn go(&mut self, to: Rig, seconds: f32) {
        if seconds > 0.0 {
            self.flight = Some(Flight { from: self.rig, to, seconds, passed: 0.0 });
        } else {
            self.flight = None;
            self.rig = to;
        }
    }

    /// On the way somewhere.
    pub(super) fn is_moving(&self) -> bool {
        self.flight.is_some() || self.dragging.is_some()
    }

    /// Nobody has moved it since the city was framed.
    fn is_untouched(&self) -> bool {
        self.flight.is_none() && !self.flying && self.has_framed() && matches!(self.aim, Aim::Home | Aim::Fixed)
    }

    /// What the program itself has framed.
    fn suggested(&self) -> Option<NodeIndex> {
        match self.aim {
            Aim::Place { node, .. } => Some(node),
            _ => None,
        }
    }

    /// The city is in the picture.
    pub(super) fn has_framed(&self) -> bool {
        self.framed.is_some()
    }

    /// The city is shown at another point than before: unless somebody has moved the camera, it will be framed as it is there.
    pub(super) fn frame_again(&mut self) {
        if self.is_untouched() {
            self.forget_city();
        }
    }

    /// Another city comes: it will be framed.
    pub(super) fn forget_city(&mut self) {
        (self.framed, self.aim, self.before_way) = (None, Aim::Home, None);
    }

    /// The same city has another plan. What the camera is looking at stays in the picture: the selection, the building
    /// that was framed, or the middle; the first view becomes the first view of the new plan.
    pub(super) fn carry_over(&mut self, old: &Session, new: &Session, selection: Option<NodeIndex>) {
        let (old_side, new_side) = (old.plan.root_side as f32, new.plan.root_side as f32);
        if old_side <= 0.0 || new_side <= 0.0 || old.has_places_of(new) {
            return;
        }
        // A second plan may come before the first one is framed.
        if self.is_untouched() || !self.has_framed() {
            self.forget_city();
            return;
        }
        let place = |session: &Session, node: NodeIndex| session.place(node).map(|plot| plot.rect.center());
        let held = selection.or(self.suggested());
        let moved = held.map(|node| (node, old.evolution.places_in(&new.evolution)[node.at()]));
        let moved = moved.and_then(|(before, after)| Some((place(old, before)?, place(new, after?)?)));
        let ((x0, y0), (x1, y1)) = moved.unwrap_or_default();
        let (from, to) = (world_from_plan(x0, y0, 0.0), world_from_plan(x1, y1, 0.0));
        let carried = |rig: Rig| rig.carried(from, to, new_side / old_side);
        let framed = self.suggested().and_then(|node| old.evolution.places_in(&new.evolution)[node.at()]);
        self.aim = match (&self.aim, framed) {
            (Aim::Place { no_nearer, .. }, Some(node)) => Aim::Place { node, no_nearer: no_nearer * new_side / old_side },
            (Aim::BirdsEye, _) => Aim::BirdsEye,
            _ => Aim::Own,
        };
        self.rig = carried(self.rig);
        self.before_way = None;
        self.before_birds_eye = self.before_birds_eye.take().map(|(rig, _)| (carried(rig), Aim::Own));
        self.flight = self.flight.map(|flight| Flight { from: carried(flight.from), to: carried(flight.to), ..flight });
        self.framed = Some(new.plan.root_side);
    }

    /// Where it will be when the flight ends.
    fn destination(&self) -> Rig {
        self.flight.map_or(self.rig, |f| f.to)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CityRig>()
        .init_resource::<CityProjection>()
        .add_systems(PreStartup, spawn_camera)
        .add_systems(Update, steer_camera.in_set(CitySystems::Input))
        .add_systems(
            Update,
            (obey_camera_orders, leave_way, frame_new_city, fit_to_panels, move_camera)
                .chain()
                .in_set(CitySystems::Scene)
                .after(super::looks::update_looks),
        );
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((
        CityCamera,
        Camera2d,
        Camera { clear_color: ClearColorConfig::Custom(Color::BLACK), ..default() },
        Msaa::Off,
        Projection::Perspective(PerspectiveProjection { fov: FIELD_OF_VIEW, near: projection::NEAR, ..default() }),
        CityRig::default().rig.transform(),
    ));
}

/// The part of the window that shows the city: all of it where panels leave next to nothing.
fn seen_area(size: Vec2, free: Rect) -> Rect {
    if free.width() < 50.0 || free.height() < 50.0 { Rect::from_corners(Vec2::ZERO, size) } else { free }
}

/// Where on the picture the city may be framed.
pub(super) fn free_frame(size: Vec2, free: Rect) -> Frame {
    let size = size.max(Vec2::ONE);
    Frame { aspect: size.x / size.y, size: (seen_area(size, free).size() / size).min(Vec2::ONE) }
}

fn steer_camera(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    (motion, scroll): (Res<AccumulatedMouseMotion>, Res<AccumulatedMouseScroll>),
    mut moves: MessageReader<CursorMoved>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (gate, time, session, projection): (Res<InputGate>, Res<Time>, Res<SessionRes>, Res<CityProjection>),
    mut city_rig: ResMut<CityRig>,
) {
    let Ok(window) = windows.single() else { return };
    let side = (session.0.plan.root_side as f32).max(1.0);
    let mut rig = city_rig.rig;

    let mut dragging = city_rig.dragging.filter(|&button| buttons.pressed(button));
    if dragging.is_none() && gate.city_has_pointer() {
        dragging = [MouseButton::Right, MouseButton::Middle].into_iter().find(|&b| buttons.just_pressed(b));
    }
    if city_rig.dragging != dragging {
        city_rig.dragging = dragging;
    }
    // Drags follow the pointer itself: remote desktops and virtual machines send positions and no raw motion. Only the
    // locked pointer of fly mode has no position to follow.
    let dragged = moves.read().filter_map(|moved| moved.delta).sum::<Vec2>();
    if city_rig.flying {
        if motion.delta != Vec2::ZERO {
            rig = rig.look(motion.delta);
        }
    } else if dragged != Vec2::ZERO {
        rig = match dragging {
            Some(MouseButton::Right) => rig.orbit(dragged),
            Some(MouseButton::Middle) => rig.pan(dragged, window.height()),
            _ => rig,
        };
    }
    if scroll.delta.y != 0.0 && gate.city_has_pointer() {
        let notches = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_NOTCH,
        };
        let pointer = window.cursor_position().and_then(|at| projection.ground(at));
        // Far beyond the city the ground under the pointer would throw the camera away.
        let anchor = pointer.filter(|p| p.length() < 2.0 * side).unwrap_or(rig.focus);
        rig = rig.zoom(notches.clamp(-8.0, 8.0), anchor, side);
    }
    let walk = walk_of(&keys);
    if gate.city_has_keyboard() && (walk.right, walk.forward, walk.up) != (0.0, 0.0, 0.0) {
        // A stall is no journey; the few frames per second of a software adapter are none.
        let seconds = time.delta_secs().min(LONGEST_STEP_SECS);
        rig = if city_rig.flying { rig.fly(walk, seconds, side) } else { rig.walk(walk, seconds) };
    }
    if rig != city_rig.rig {
        city_rig.flight = None;
        city_rig.before_birds_eye = None;
        city_rig.aim = Aim::Own;
        city_rig.rig = rig;
    }
}

fn walk_of(keys: &ButtonInput<KeyCode>) -> Walk {
    if keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight, KeyCode::AltLeft]) {
        return Walk::default();
    }
    let axis = |plus: KeyCode, minus: KeyCode| f32::from(i8::from(keys.pressed(plus)) - i8::from(keys.pressed(minus)));
    Walk {
        right: axis(KeyCode::KeyD, KeyCode::KeyA),
        forward: axis(KeyCode::KeyW, KeyCode::KeyS),
        up: axis(KeyCode::KeyE, KeyCode::KeyQ),
        fast: keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
    }
}

pub(super) fn obey_camera_orders(
    mut messages: MessageReader<ShellMessage>,
    (session, settings, look, free): (Res<SessionRes>, Res<SettingsRes>, Res<LookRes>, Res<FreeArea>),
    (picks, view): (Res<PickIndex>, Res<ViewRes>),
    mut windows: Query<(&mut Window, Option<&mut CursorOptions>), With<PrimaryWindow>>,
    mut city_rig: ResMut<CityRig>,
) {
    for message in messages.read() {
        let ShellMessage::Camera(command) = message else { continue };
        let Ok((mut window, cursor)) = windows.single_mut() else { continue };
        let frame = free_frame(window.size(), free.0);
        let side = (session.0.plan.root_side as f32).max(1.0);
        let seconds = |s: f32| if settings.0.reduce_motion { 0.0 } else { s };
        let seen_best = |rig: Rig, node: NodeIndex| scene_of(&session.0, &look, node).seen_best(rig, (&session.0, &picks), side, frame);
        match *command {
            CameraCommand::BirdsEye => {
                if let Some((back, aim)) = city_rig.before_birds_eye.take() {
                    city_rig.go(back, seconds(BIRDS_EYE_SECS));
                    city_rig.aim = aim;
                } else {
                    let back = (city_rig.destination(), city_rig.aim.clone());
                    city_rig.go(birds_eye(side, &outline_points(&session, &look), frame), seconds(BIRDS_EYE_SECS));
                    city_rig.aim = Aim::BirdsEye;
                    city_rig.before_birds_eye = Some(back);
                }
            }
            CameraCommand::Reset => {
                city_rig.before_birds_eye = None;
                city_rig.go(home(side, &outline_points(&session, &look), frame), seconds(FLIGHT_SECS));
                city_rig.aim = Aim::Home;
            }
            CameraCommand::FlyTo(node) => {
                if let Some(to) = seen_best(city_rig.destination(), node) {
                    city_rig.before_birds_eye = None;
                    city_rig.go(to, seconds(FLIGHT_SECS));
                    city_rig.aim = Aim::Place { node, no_nearer: 0.0 };
                }
            }
            CameraCommand::ShowWay => {
                let scene = way_of(&session.0, &look, &view.0.chain);
                if let Some(to) = scene.seen_best(city_rig.destination(), (&session.0, &picks), side, frame) {
                    let back = (city_rig.destination(), city_rig.aim.clone());
                    city_rig.before_way.get_or_insert(back);
                    city_rig.before_birds_eye = None;
                    city_rig.go(to, seconds(FLIGHT_SECS));
                    city_rig.aim = Aim::Way;
                }
            }
            CameraCommand::Suggest(node) => {
                if let Some(near) = seen_best(city_rig.rig, node).filter(|_| city_rig.is_untouched()) {
                    let no_nearer = SUGGESTION_SHARE * city_rig.rig.distance;
                    city_rig.go(Rig { distance: near.distance.max(no_nearer), ..near }, seconds(SUGGESTION_SECS));
                    city_rig.aim = Aim::Place { node, no_nearer };
                }
            }
            CameraCommand::LookAt([x, y]) => {
                city_rig.before_birds_eye = None;
                let to = Rig { focus: Vec3::new(x, 0.0, y), ..city_rig.destination() };
                city_rig.go(to, seconds(BIRDS_EYE_SECS));
                city_rig.aim = Aim::Own;
            }
            CameraCommand::ToggleFly => {
                city_rig.flying = !city_rig.flying;
                city_rig.rig = city_rig.destination().usual_lens();
                city_rig.flight = None;
                city_rig.aim = Aim::Own;
                if city_rig.flying {
                    // The hidden pointer must not rest on a panel, which would take its clicks.
                    let middle = seen_area(window.size(), free.0).center();
                    window.set_cursor_position(Some(middle));
                }
                if let Some(mut cursor) = cursor {
                    cursor.grab_mode = if city_rig.flying { CursorGrabMode::Locked } else { CursorGrabMode::None };
                    cursor.visible = !city_rig.flying;
                }
            }
        }
    }
}

/// What a flight to a node shows: the node, and whatever it is connected to if it is selected.
fn scene_of(session: &Session, look: &LookRes, node: NodeIndex) -> Scene {
    let place = |node: NodeIndex| place_of(session, &look.now, node);
    let connected = look.now.frustums.iter().filter(|frustum| frustum.selected == node);
    let partners: Vec<Place> = connected.filter_map(|frustum| place(frustum.partner)).collect();
    Scene { places: place(node).into_iter().collect(), partners, also: Vec::new() }
}

/// What a view of the whole city must contain: the corners of the root and of every roof.
pub(super) fn outline_points(session: &SessionRes, look: &LookRes) -> Vec<Vec3> {
    let root = session.0.plan.plots.first().into_iter().flat_map(|plot| corners_at(&plot.rect, 0.0));
    // As tall as they ever get: going through time must not lift a roof out of the picture.
    let roofs = look.now.buildings.iter().enumerate().filter_map(|(number, building)| {
        let most = session.0.max_of_building(number);
        let tallest = layout::height_of_area(session.0.area_mode.area(most as f64)) as f32;
        Some(corners_at(session.0.lot(number)?, building.base + tallest))
    });
    root.chain(roofs.flatten()).collect()
}

/// A new city is shown whole; a new layout of the same one keeps the view if it has the same size.
fn frame_new_city(
    (session, look, free): (Res<SessionRes>, Res<LookRes>, Res<FreeArea>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mode: Option<Res<PictureMode>>,
    mut city_rig: ResMut<CityRig>,
) {
    let side = session.0.plan.root_side;
    if side <= 0.0 || city_rig.framed == Some(side) {
        return;
    }
    // The panels are drawn once before anybody knows what they leave free.
    if panels_are_drawn(mode) && free.0.is_empty() {
        return;
    }
    let Ok(window) = windows.single() else { return };
    let frame = free_frame(window.size(), free.0);
    let rig = home(side as f32, &outline_points(&session, &look), frame);
    *city_rig = CityRig { rig, framed: Some(side), fitted: Some(frame), ..CityRig::default() };
}

/// All the groups along a chain.
fn way_of(session: &Session, look: &LookRes, chain: &[NodeIndex]) -> Scene {
    let places = chain.iter().filter_map(|&node| place_of(session, &look.now, node)).collect();
    let legs = look.now.frustums.iter().flat_map(|leg| &leg.route);
    let arches = legs.map(|&[x, y, height, _]| world_from_plan(f64::from(x), f64::from(y), height)).collect();
    Scene { places, partners: Vec::new(), also: arches }
}

/// Who has seen enough of a way is taken back to where it began, unless the camera was moved meanwhile.
fn leave_way(view: Res<ViewRes>, settings: Res<SettingsRes>, mut city_rig: ResMut<CityRig>) {
    if !view.0.chain.is_empty() || city_rig.before_way.is_none() {
        return;
    }
    if let Some((back, aim)) = city_rig.before_way.take()
        && city_rig.aim == Aim::Way
    {
        city_rig.go(back, if settings.0.reduce_motion { 0.0 } else { FLIGHT_SECS });
        city_rig.aim = aim;
    }
}

/// Panels that open, close or are dragged leave another part of the picture free: what is shown fits itself into it.
fn fit_to_panels(
    (session, settings, look, free): (Res<SessionRes>, Res<SettingsRes>, Res<LookRes>, Res<FreeArea>),
    (buttons, view): (Res<ButtonInput<MouseButton>>, Res<ViewRes>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut city_rig: ResMut<CityRig>,
) {
    let Ok(window) = windows.single() else { return };
    let frame = free_frame(window.size(), free.0);
    if free.0.is_empty() || !city_rig.has_framed() || city_rig.fitted == Some(frame) {
        return;
    }
    let before = city_rig.fitted.replace(frame);
    let Some(before) = before.filter(|_| !city_rig.flying) else { return };
    let side = (session.0.plan.root_side as f32).max(1.0);
    let rig = city_rig.destination();
    let to = match city_rig.aim {
        Aim::Fixed => return,
        Aim::Home => home(side, &outline_points(&session, &look), frame),
        Aim::BirdsEye => birds_eye(side, &outline_points(&session, &look), frame),
        Aim::Own => rig.refitted(before, frame),
        Aim::Way => way_of(&session.0, &look, &view.0.chain).seen_from(rig, side, frame).unwrap_or_else(|| rig.refitted(before, frame)),
        Aim::Place { node, no_nearer } => match scene_of(&session.0, &look, node).seen_from(rig, side, frame) {
            Some(near) => Rig { distance: near.distance.max(no_nearer), ..near },
            None => rig.refitted(before, frame),
        },
    };
    // An edge that is dragged is followed at once.
    let still = settings.0.reduce_motion || buttons.pressed(MouseButton::Left);
    city_rig.go(to, if still { 0.0 } else { REFIT_SECS });
}

pub(super) fn move_camera(
    time: Res<Time>,
    windows: Query<&Window, With<PrimaryWindow>>,
    free: Res<FreeArea>,
    mut city_rig: ResMut<CityRig>,
    mut projection: ResMut<CityProjection>,
    mut cameras: Query<(&mut Transform, &mut Projection, &mut Camera), With<CityCamera>>,
) {
    if let Some(mut flight) = city_rig.flight {
        flight.passed += time.delta_secs().min(0.1);
        let t = flight.passed / flight.seconds;
        city_rig.rig = between(flight.from, flight.to, t);
        city_rig.flight = (t < 1.0).then_some(flight);
    }
    let Ok(window) = windows.single() else { return };
    let (size, middle) = (window.size(), seen_area(window.size(), free.0).center());
    let new = CityProjection::new(&city_rig.rig, size, middle);
    if *projection != new {
        *projection = new;
    }
    let transform = city_rig.rig.transform();
    let whole = window.physical_size();
    let offset = (0.5 * size - middle) * window.scale_factor();
    for (mut place, mut lens, mut camera) in &mut cameras {
        if *place != transform {
            *place = transform;
        }
        // A part as large as the whole, beside its middle: the lens is shifted.
        let shifted = SubCameraView { full_size: whole, offset, size: whole };
        if camera.sub_camera_view != Some(shifted) {
            camera.sub_camera_view = Some(shifted);
        }
        if let Projection::Perspective(lens) = lens.bypass_change_detection()
            && lens.fov == city_rig.rig.fov
        {
            continue;
        }
        if let Projection::Perspective(lens) = &mut *lens {
            lens.fov = city_rig.rig.fov;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn an_untouched_camera_frames_the_last_of_several_plans() {
        let [first, second, third] = [10, 1000, 100_000].map(|count| session(&[&[("A", count), ("B", 5)]]));
        let mut city_rig = CityRig::default();
        let rig = city_rig.rig;
        city_rig.fix(rig, first.plan.root_side);
        city_rig.carry_over(&first, &second, None);
        assert!(!city_rig.has_framed());
        city_rig.carry_over(&second, &third, None);
        assert!(!city_rig.has_framed(), "a larger city is looked for");

        // Who has moved the camera keeps the view.
        city_rig.fix(rig, first.plan.root_side);
        (city_rig.rig, city_rig.aim) = (rig.zoom(3.0, rig.focus, 100.0), Aim::Own);
        city_rig.carry_over(&first, &second, None);
        assert!(city_rig.has_framed());
    }
}
