//! The camera: right drag turns, middle drag moves, the wheel zooms to the pointer, W A S D Q E walk, F2 flies.
//! Arrow keys belong to time and left drags to picking; nothing moves the camera through a panel.
//!
//! Gestures and their smoothness are those of `bevy_panorbit_camera` ([`orbit`]). Flights, keys and framing write where it
//! goes, so all of them begin and end smoothly, and one that is interrupted bends.

mod city_rig;
mod composition;
mod framing;
mod orbit;
mod projection;
mod rig;

use analysis::NodeIndex;
use bevy::camera::SubCameraView;
use bevy::input::gestures::PinchGesture;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::input::touch::Touch;
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorMoved, CursorOptions, PrimaryWindow};

pub(super) use city_rig::CityRig;
pub(super) use composition::{Frame, Outline, birds_eye, home, home_from};
pub use projection::{Projection as CityProjection, world_from_plan};
use rig::FIELD_OF_VIEW;
pub(super) use rig::Rig;

use super::input_gate::InputGate;
use super::picking::ray::{PickIndex, Ray};
use super::state::{
    CitySystems, FreeArea, LegendWidth, LookRes, PictureMode, SessionRes, SettingsRes, ShellMessage, StatusNote, ViewRes, panels_are_drawn,
};
use crate::data::session::Session;
use crate::view::command::CameraCommand;
use crate::view::opening::opening;
use city_rig::Aim;
use composition::{refitted, turntable};
use framing::{Place, Scene, corners_at};
pub(super) use framing::{place_of, roof_of};
use orbit::{Gestures, Ground, Motion, OrbitControls};
use rig::Walk;

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
/// Angles below the horizon from which the view turns by itself, in radians.
const TURNING_PITCHES: [f32; 2] = [0.25, 0.6];
/// What is told meanwhile.
const TURNING: &str = "The view turns until a key, a click or the wheel";
/// A touchpad reports pixels; this many are a notch of a wheel.
const PIXELS_PER_NOTCH: f32 = 50.0;
/// Which share of the free height a way fills.
const HEIGHT_OF_WAY: f32 = 0.72;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CityRig>()
        .init_resource::<CityProjection>()
        .init_resource::<Gestures>()
        .init_resource::<OrbitControls>()
        .add_systems(PreStartup, spawn_camera)
        .add_systems(Update, steer_camera.in_set(CitySystems::Input))
        .add_systems(
            Update,
            (obey_camera_orders, leave_way, frame_new_city, fit_to_panels, move_camera, forget_turning)
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
        CityRig::default().motion.now.transform(),
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

/// Keys and mouse look write where the camera goes; everything else is a gesture.
pub(super) fn steer_camera(
    (buttons, keys, touches): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>, Res<Touches>),
    (motion, scroll): (Res<AccumulatedMouseMotion>, Res<AccumulatedMouseScroll>),
    (mut moves, mut pinches): (MessageReader<CursorMoved>, MessageReader<PinchGesture>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (gate, time, session): (Res<InputGate>, Res<Time>, Res<SessionRes>),
    (projection, picks, free, view): (Res<CityProjection>, Res<PickIndex>, Res<FreeArea>, Res<ViewRes>),
    (mut city_rig, mut gestures): (ResMut<CityRig>, ResMut<Gestures>),
) {
    let Ok(window) = windows.single() else { return };
    let side = (session.0.plan.root_side as f32).max(1.0);
    let held = |&button: &MouseButton| buttons.pressed(button);
    let pressed = |&button: &MouseButton| gate.city_has_pointer() && buttons.just_pressed(button);
    let dragging = city_rig.dragging.filter(held).or_else(|| [MouseButton::Right, MouseButton::Middle].into_iter().find(pressed));
    let touched = touches.iter().next().is_some() && (city_rig.touched || gate.city_has_pointer());
    if (city_rig.dragging, city_rig.touched) != (dragging, touched) {
        (city_rig.dragging, city_rig.touched) = (dragging, touched);
    }
    // Drags follow the pointer itself: remote desktops and virtual machines send positions and no raw motion. Only the
    // locked pointer of fly mode has no position to follow.
    let dragged = moves.read().filter_map(|moved| moved.delta).sum::<Vec2>();
    let pinch = pinches.read().map(|pinch| pinch.0).sum::<f32>();
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_NOTCH,
    };
    let wheel = if gate.city_has_pointer() { (notches.clamp(-8.0, 8.0), pinch) } else { (0.0, 0.0) };
    let zooms = wheel != (0.0, 0.0) || touched;
    let pointer = touches.iter().next().map(Touch::position).or(window.cursor_position());
    *gestures = Gestures {
        dragging: dragging.filter(|_| !city_rig.flying),
        dragged,
        notches: wheel.0,
        pinch: wheel.1,
        touches: if touched { touches.clone() } else { Touches::default() },
        anchor: pointer.filter(|_| zooms).and_then(|at| {
            let at = free.from_beside(at, view.0.beside.is_some()).unwrap_or(at);
            seen_at(at, &projection, (&session.0, &picks), side)
        }),
    };
    if keys.get_just_pressed().next().is_some() || buttons.get_just_pressed().next().is_some() || gestures.is_any() {
        city_rig.interrupted = true;
    }
    let walk = if gate.city_has_keyboard() { walk_of(&keys) } else { Walk::default() };
    let looks = city_rig.flying && motion.delta != Vec2::ZERO;
    if gestures.is_any() || walk.is_any() || looks {
        city_rig.stay();
    }
    // Whoever walks or turns out of the bird's eye view sees with the usual lens; the wheel leaves it a map.
    if gestures.dragging == Some(MouseButton::Right) && dragged != Vec2::ZERO {
        city_rig.motion.target.fov = FIELD_OF_VIEW;
    }
    if looks {
        // At once: it turns around the eye, which must not swerve.
        city_rig.motion = city_rig.motion.map(|rig| rig.look(motion.delta));
    }
    if walk.is_any() {
        let (rig, seconds) = (city_rig.motion.target, city_rig.frame_secs(&time));
        city_rig.motion.target = if city_rig.flying { rig.fly(walk, seconds, side) } else { rig.walk(walk, seconds) };
    }
}

/// What is seen at a pixel: a building, or the ground. Far beyond the city the ground under the pointer would throw the camera away.
fn seen_at(pixel: Vec2, projection: &CityProjection, (session, picks): (&Session, &PickIndex), city_side: f32) -> Option<Vec3> {
    let (origin, direction) = projection.ray(pixel);
    let hit = picks.pick(session, Ray { origin, direction }).map(|hit| origin + direction * hit.distance);
    hit.or_else(|| projection.ground(pixel)).filter(|at| at.length() < 2.0 * city_side)
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
    (picks, view, legend): (Res<PickIndex>, Res<ViewRes>, Res<LegendWidth>),
    mut windows: Query<(&mut Window, Option<&mut CursorOptions>), With<PrimaryWindow>>,
    (mut city_rig, mut note): (ResMut<CityRig>, ResMut<StatusNote>),
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
                    city_rig.go(birds_eye(&outline(&session, &look, None), frame, legend.0), seconds(BIRDS_EYE_SECS));
                    city_rig.aim = Aim::BirdsEye;
                    city_rig.before_birds_eye = Some(back);
                }
            }
            CameraCommand::Reset => {
                city_rig.before_birds_eye = None;
                let city = outline(&session, &look, city_rig.star);
                city_rig.go(home(&city, frame), seconds(FLIGHT_SECS));
                city_rig.aim = Aim::Home;
            }
            CameraCommand::FlyTo(node) => {
                if let Some(to) = seen_best(city_rig.destination(), node) {
                    city_rig.before_birds_eye = None;
                    city_rig.go(to, seconds(FLIGHT_SECS));
                    city_rig.aim = Aim::Place(node);
                }
            }
            CameraCommand::ShowWay => {
                let scene = way_of(&session.0, &look, &view.0.chain);
                if let Some(to) = scene.seen_best(city_rig.destination(), (&session.0, &picks), side, frame_of_way(frame)) {
                    let back = (city_rig.destination(), city_rig.aim.clone());
                    city_rig.before_way.get_or_insert(back);
                    city_rig.before_birds_eye = None;
                    city_rig.go(to, seconds(FLIGHT_SECS));
                    city_rig.aim = Aim::Way;
                }
            }
            CameraCommand::Suggest(node) => {
                if city_rig.shows_first_view() {
                    city_rig.star = Some(node);
                    city_rig.go(home(&outline(&session, &look, Some(node)), frame), seconds(SUGGESTION_SECS));
                }
            }
            CameraCommand::Turn if city_rig.turning => city_rig.turning = false,
            CameraCommand::Turn => {
                let from = city_rig.destination();
                let from = Rig { pitch: from.pitch.clamp(TURNING_PITCHES[0], TURNING_PITCHES[1]), ..from };
                let selected = view.0.selection.enclosing(&session.0.evolution).and_then(|node| place_of(&session.0, &look.now, node));
                let whole = || outline(&session, &look, None).points;
                let (points, least) = match selected {
                    Some(place) => {
                        let scene = Scene { places: vec![place.clone()], ..Scene::default() };
                        (place.corners, scene.seen_from(from, side, frame).map_or(0.0, |view| view.distance))
                    }
                    None => (whole(), 0.0),
                };
                let view = turntable(from, &points, frame);
                city_rig.stay();
                city_rig.go(Rig { distance: view.distance.max(least), ..view }, seconds(FLIGHT_SECS));
                // The key that asked for it does not end it.
                (city_rig.turning, city_rig.interrupted) = (true, false);
                note.0 = TURNING.into();
            }
            CameraCommand::LookAt([x, y]) => {
                city_rig.before_birds_eye = None;
                let to = Rig { focus: Vec3::new(x, 0.0, y), ..city_rig.destination() };
                city_rig.go(to, seconds(BIRDS_EYE_SECS));
                city_rig.aim = Aim::Own;
            }
            CameraCommand::ToggleFly => {
                city_rig.toggle_fly();
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

/// The building that the first view is composed around: what is told when the city opens.
pub(super) fn star_of(session: &Session) -> Option<NodeIndex> {
    opening(session)?.node
}

/// What views of the whole city show, and the building that the first one is composed around: `star`, or the strongest grower.
pub(super) fn outline(session: &SessionRes, look: &LookRes, star: Option<NodeIndex>) -> Outline {
    let session = &*session.0;
    let root = session.plan.plots.first().into_iter().flat_map(|plot| corners_at(&plot.rect, 0.0));
    // As tall as they ever get: going through time must not lift a roof out of the picture.
    let roof = |number: usize| {
        let building = look.now.buildings.get(number)?;
        let tallest = look.now.heights.tallest(session, number) as f32;
        Some(corners_at(session.lot(number)?, building.base + tallest))
    };
    let star = star.and_then(|node| session.building_with(node)).or_else(|| session.strongest_grower()).and_then(roof);
    Outline {
        side: (session.plan.root_side as f32).max(1.0),
        points: root.chain((0..look.now.buildings.len()).filter_map(roof).flatten()).collect(),
        star: star.map(|[low, _, _, high]| (0.5 * (low + high)).with_y(0.5 * low.y)),
    }
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
    let star = star_of(&session.0);
    let city = outline(&session, &look, star);
    let motion = Motion::at(city_rig.side.map_or_else(|| home(&city, frame), |side| home_from(side, &city, frame)));
    *city_rig = CityRig { motion, star, framed: Some(side), fitted: Some(frame), ..CityRig::default() };
}

/// All the groups along a chain.
fn way_of(session: &Session, look: &LookRes, chain: &[NodeIndex]) -> Scene {
    let places = chain.iter().filter_map(|&node| place_of(session, &look.now, node)).collect();
    let legs = look.now.frustums.iter().flat_map(|leg| &leg.route);
    let arches = legs.map(|&[x, y, height, _]| world_from_plan(f64::from(x), f64::from(y), height)).collect();
    Scene { places, partners: Vec::new(), also: arches }
}

/// Above a way stand the names of its stops, below it the legend.
fn frame_of_way(frame: Frame) -> Frame {
    Frame { size: Vec2::new(frame.size.x, HEIGHT_OF_WAY * frame.size.y), ..frame }
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
    (buttons, view, legend): (Res<ButtonInput<MouseButton>>, Res<ViewRes>, Res<LegendWidth>),
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
        // From the side that it has: a panel that opens must not turn the city.
        Aim::Home => Some(home_from(rig.yaw, &outline(&session, &look, city_rig.star), frame)),
        Aim::BirdsEye => Some(birds_eye(&outline(&session, &look, None), frame, legend.0)),
        Aim::Own => None,
        Aim::Way => way_of(&session.0, &look, &view.0.chain).seen_from(rig, side, frame_of_way(frame)),
        Aim::Place(node) => scene_of(&session.0, &look, node).seen_from(rig, side, frame),
    };
    let to = to.unwrap_or_else(|| refitted(rig, before, frame));
    // An edge that is dragged is followed at once.
    let still = settings.0.reduce_motion || buttons.pressed(MouseButton::Left);
    city_rig.go(to, if still { 0.0 } else { REFIT_SECS });
}

/// What was told while the view turned is true no longer.
fn forget_turning(rig: Res<CityRig>, mut note: ResMut<StatusNote>) {
    if note.0 == TURNING && !rig.turning {
        note.0.clear();
    }
}

pub(super) fn move_camera(
    (time, session, settings, free): (Res<Time>, Res<SessionRes>, Res<SettingsRes>, Res<FreeArea>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut city_rig, gestures, mut controls): (ResMut<CityRig>, Res<Gestures>, ResMut<OrbitControls>),
    mut projection: ResMut<CityProjection>,
    mut cameras: Query<(&mut Transform, &mut Projection, &mut Camera), With<CityCamera>>,
) {
    let Ok(window) = windows.single() else { return };
    let seconds = city_rig.frame_secs(&time);
    city_rig.advance(seconds);
    let ground = Ground {
        city_side: (session.0.plan.root_side as f32).max(1.0),
        picture_height: window.height(),
        smooth: !settings.0.reduce_motion,
    };
    let moved = controls.step(city_rig.motion, &gestures, ground, seconds);
    city_rig.arrive(moved);
    let rig = moved.now;
    let (size, middle) = (window.size(), seen_area(window.size(), free.0).center());
    let new = CityProjection::new(&rig, size, middle);
    if *projection != new {
        *projection = new;
    }
    let transform = rig.transform();
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
            && lens.fov == rig.fov
        {
            continue;
        }
        if let Projection::Perspective(lens) = &mut *lens {
            lens.fov = rig.fov;
        }
    }
}
