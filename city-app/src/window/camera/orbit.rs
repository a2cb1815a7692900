//! Turning, moving, zooming and touch, and the smoothness of them all, as `bevy_panorbit_camera` has them.
//!
//! Its systems run in a world of their own, which holds one camera and the input of the frame that belongs to the city.
//! In the application they would run after the city was made ready to draw, read raw motion of the mouse, which remote
//! desktops do not send, and bring a second camera. Here they can be tested without an application, too.
//!
//! What it lacks is done to its targets: the ground, and what is under the pointer, stay there while one moves and zooms;
//! a lens that changes; a rest that is exact.

use std::f32::consts::{FRAC_PI_2, PI};
use std::time::Duration;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::input::gestures::PinchGesture;
use bevy::input::mouse::{MouseMotion, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy_panorbit_camera::{ActiveCameraData, PanOrbitCamera, PanOrbitCameraPlugin};

use super::rig::{FIELD_OF_VIEW, Rig, geometric, wrap};

/// Radians per pixel of a drag.
const TURN_PER_PIXEL: f32 = 0.006;
/// The lowest camera: just above the horizon, so that the ground stays below.
pub(super) const LOWEST_PITCH: f32 = 0.06;
/// One notch of the wheel.
const ZOOM_PER_NOTCH: f32 = 0.86;
/// What the crate takes from the distance for a line that is scrolled.
const ZOOM_PER_LINE: f32 = 0.2;
/// The nearest and the farthest view, in sides of the city.
const DISTANCES: [f32; 2] = [0.003, 9.0];
/// How smooth: a third of the way in the first frame, all but a pixel in a quarter of a second.
const SMOOTHNESS: f32 = 0.028;
/// What is left of a motion is no more to be seen: radians, and shares of the distance and of the lens.
const HARDLY: f32 = 5e-4;

/// Where the camera is, and where it will come to rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Motion {
    pub(super) now: Rig,
    pub(super) target: Rig,
}

impl Motion {
    /// Stands still.
    pub(super) fn at(rig: Rig) -> Self {
        Self { now: rig, target: rig }
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.now == self.target
    }

    /// The same change of where it is and where it goes.
    pub(super) fn map(self, change: impl Fn(Rig) -> Rig) -> Self {
        Self { now: change(self.now), target: change(self.target) }
    }

    fn is_hardly_any(&self) -> bool {
        let Self { now, target } = self;
        let differs = |a: f32, b: f32| (a - b).abs() > HARDLY * b.abs();
        (now.yaw - target.yaw).abs() < HARDLY
            && (now.pitch - target.pitch).abs() < HARDLY
            && now.focus.distance(target.focus) < HARDLY * target.distance
            && !differs(now.distance, target.distance)
            && !differs(now.fov, target.fov)
    }
}

/// The input of a frame that belongs to the city.
#[derive(Resource, Debug, Clone, Default)]
pub(in crate::window) struct Gestures {
    /// The button of a drag that began over the city.
    pub(super) dragging: Option<MouseButton>,
    /// How far the pointer went, in logical pixels.
    pub(super) dragged: Vec2,
    /// Of the wheel, up is positive.
    pub(super) notches: f32,
    /// Of two fingers on a touchpad, apart is positive.
    pub(super) pinch: f32,
    /// Fingers on the screen.
    pub(super) touches: Touches,
    /// What is under the pointer: it stays there while one zooms.
    pub(super) anchor: Option<Vec3>,
}

impl Gestures {
    pub(super) fn is_any(&self) -> bool {
        let dragged = self.dragging.is_some() && self.dragged != Vec2::ZERO;
        dragged || self.notches != 0.0 || self.pinch != 0.0 || self.touches.iter().next().is_some()
    }
}

/// Where the camera is steered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Ground {
    /// Side of the city, in metres.
    pub(super) city_side: f32,
    /// Height of the picture, in logical pixels.
    pub(super) picture_height: f32,
    /// Motion is smooth.
    pub(super) smooth: bool,
}

/// The crate and its world.
#[derive(Resource, Debug)]
pub(in crate::window) struct OrbitControls {
    world: World,
    camera: Entity,
    /// There was something to steer in the last step.
    busy: bool,
}

impl Default for OrbitControls {
    fn default() -> Self {
        let mut app = App::empty();
        app.add_plugins(PanOrbitCameraPlugin)
            .edit_schedule(PostUpdate, |systems| {
                systems.set_executor(SingleThreadedExecutor::new());
            })
            .init_resource::<Time<Real>>()
            .init_resource::<Time<Virtual>>()
            .init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<Touches>()
            .init_resource::<Messages<MouseMotion>>()
            .init_resource::<Messages<MouseWheel>>()
            .init_resource::<Messages<PinchGesture>>();
        let mut world = std::mem::take(app.world_mut());
        let orbit = PanOrbitCamera {
            button_orbit: MouseButton::Right,
            button_pan: MouseButton::Middle,
            trackpad_pinch_to_zoom_enabled: true,
            pitch_upper_limit: Some(FRAC_PI_2),
            initialized: true,
            ..PanOrbitCamera::default()
        };
        // Its pan takes the lens as the height of the picture at a distance of 1 metre.
        let lens = PerspectiveProjection { fov: 2.0 * (0.5 * FIELD_OF_VIEW).tan(), aspect_ratio: 1.0, ..default() };
        let camera = world.spawn((orbit, Projection::Perspective(lens))).id();
        Self { world, camera, busy: false }
    }
}

impl OrbitControls {
    /// Where the camera is after so many seconds, and where it goes.
    pub(super) fn step(&mut self, motion: Motion, gestures: &Gestures, ground: Ground, seconds: f32) -> Motion {
        let busy = gestures.is_any();
        if motion.is_at_rest() && !busy && !self.busy {
            return motion;
        }
        self.busy = busy;
        let smoothness = if ground.smooth { SMOOTHNESS } else { 0.0 };
        // First what the gestures ask for, in no time; then time passes.
        self.put(motion, ground, smoothness);
        self.tell(gestures, ground);
        let mut asked = self.run(motion, 0.0);
        let before = motion.target;
        asked.target.focus = on_the_ground(motion.now, before.focus, asked.target.focus);
        if asked.target.distance != before.distance {
            let anchor = gestures.anchor.unwrap_or(asked.target.focus);
            let moved = anchor + (asked.target.focus - anchor) * (asked.target.distance / before.distance);
            asked.target.focus = moved.with_y(moved.y.max(0.0));
        }
        self.put(asked, ground, smoothness);
        self.tell(&Gestures { touches: gestures.touches.clone(), ..Gestures::default() }, ground);
        let mut moved = self.run(asked, seconds);
        moved.now.fov = geometric(moved.target.fov, moved.now.fov, smoothness.powi(7).powf(seconds));
        if moved.is_hardly_any() { Motion::at(Rig { yaw: wrap(moved.target.yaw), ..moved.target }) } else { moved }
    }

    /// Lets the crate run, and reads what it made of the motion that it was given.
    fn run(&mut self, motion: Motion, seconds: f32) -> Motion {
        self.world.resource_mut::<Time<Virtual>>().advance_by(Duration::from_secs_f32(seconds));
        self.world.run_schedule(PostUpdate);
        let Some(orbit) = self.world.get::<PanOrbitCamera>(self.camera) else { return motion };
        let (yaw, pitch, radius) = (orbit.target_yaw, orbit.target_pitch, orbit.target_radius);
        let target = Rig { focus: orbit.target_focus, yaw, pitch, distance: radius, ..motion.target };
        let now = Rig {
            focus: orbit.focus,
            yaw: orbit.yaw.unwrap_or(yaw),
            pitch: orbit.pitch.unwrap_or(pitch),
            distance: orbit.radius.unwrap_or(radius),
            ..motion.now
        };
        Motion { now, target }
    }

    fn put(&mut self, Motion { now, target }: Motion, ground: Ground, smoothness: f32) {
        let mut camera = self.world.entity_mut(self.camera);
        if let Some(mut place) = camera.get_mut::<Transform>() {
            *place = now.transform();
        }
        let Some(mut orbit) = camera.get_mut::<PanOrbitCamera>() else { return };
        (orbit.focus, orbit.target_focus) = (now.focus, target.focus);
        (orbit.radius, orbit.target_radius) = (Some(now.distance), target.distance);
        (orbit.pitch, orbit.target_pitch) = (Some(now.pitch), target.pitch);
        // The short way around.
        let turn = target.yaw - now.yaw;
        (orbit.yaw, orbit.target_yaw) = (Some(now.yaw), target.yaw + wrap(turn) - turn);
        (orbit.orbit_smoothness, orbit.pan_smoothness, orbit.zoom_smoothness) = (smoothness, smoothness, smoothness);
        // Limits stop a camera that would go beyond them; one that was sent there stays.
        orbit.pitch_lower_limit = Some(LOWEST_PITCH.min(target.pitch));
        let [nearest, farthest] = DISTANCES.map(|sides| sides * ground.city_side);
        orbit.zoom_lower_limit = nearest.min(target.distance);
        orbit.zoom_upper_limit = Some(farthest.max(target.distance));
    }

    fn tell(&mut self, gestures: &Gestures, ground: Ground) {
        let world = &mut self.world;
        let height = ground.picture_height.max(1.0);
        world.insert_resource(ActiveCameraData {
            entity: Some(self.camera),
            viewport_size: Some(Vec2::splat(height)),
            // It turns by a whole turn for its width, by half of one for its height.
            window_size: Some(Vec2::new(2.0 * PI, PI) / TURN_PER_PIXEL),
            manual: true,
        });
        world.insert_resource(gestures.touches.clone());
        let mut buttons = ButtonInput::default();
        if let Some(button) = gestures.dragging {
            buttons.press(button);
        }
        world.insert_resource(buttons);
        // What was told before has been read.
        world.resource_mut::<Messages<MouseMotion>>().clear();
        world.resource_mut::<Messages<MouseWheel>>().clear();
        world.resource_mut::<Messages<PinchGesture>>().clear();
        world.write_message(MouseMotion { delta: gestures.dragged });
        // It takes a fifth of the distance for each line, all of it for five at once.
        let y = (1.0 - ZOOM_PER_NOTCH.powf(gestures.notches)) / ZOOM_PER_LINE;
        world.write_message(MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y, window: Entity::PLACEHOLDER, phase: TouchPhase::Moved });
        world.write_message(PinchGesture(gestures.pinch));
    }
}

/// Where a focus goes that the crate moves across the line of sight: over the ground, which follows the pointer.
fn on_the_ground(rig: Rig, from: Vec3, to: Vec3) -> Vec3 {
    let way = to - from;
    if way == Vec3::ZERO {
        return from;
    }
    let up = rig.rotation() * Vec3::Y;
    // Near the horizon a pixel covers ever more ground; a third of a right angle is where it stops being useful.
    from + rig.right() * way.dot(rig.right()) + rig.ahead() * way.dot(up) / rig.pitch.sin().max(0.35)
}

#[cfg(test)]
mod tests;
