//! The camera as a few numbers, and what every gesture does to them. Pure.
//!
//! World is x east, y up, z south, in metres. Yaw 0 looks north, pitch is the angle below the horizon: at a quarter
//! turn the camera looks straight down with north up.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::math::{EulerRot, Quat, Vec2, Vec3};
use bevy::transform::components::Transform;

/// Vertical field of view, in radians.
pub(in crate::window) const FIELD_OF_VIEW: f32 = 0.75;
/// The bird's eye view has a long lens: roofs hardly lean outwards, so that it reads like a map.
const BIRDS_EYE_FIELD_OF_VIEW: f32 = 0.16;
/// Radians per pixel of a drag.
const TURN_PER_PIXEL: f32 = 0.006;
/// The lowest camera: just above the horizon, so that the ground stays below.
const LOWEST_PITCH: f32 = 0.06;
/// One notch of the wheel.
const ZOOM_PER_NOTCH: f32 = 0.86;
/// Walking covers this share of the distance to the focus per second.
const WALK_PER_SECOND: f32 = 0.9;
/// Shift.
const FAST: f32 = 3.5;
/// Free space around a framed rectangle, as a share of it.
const MARGIN: f32 = 0.05;
/// The first view of a city.
const HOME_YAW: f32 = 0.55;
const HOME_PITCH: f32 = 0.62;

/// Where the camera is and what it looks at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Rig {
    pub(in crate::window) focus: Vec3,
    pub(in crate::window) yaw: f32,
    pub(in crate::window) pitch: f32,
    /// From the focus to the eye, in metres.
    pub(in crate::window) distance: f32,
    /// Vertical field of view, in radians.
    pub(in crate::window) fov: f32,
}

/// The part of the picture that may be used for framing, in shares of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Frame {
    /// Width by height of the whole picture.
    pub(in crate::window) aspect: f32,
    /// Size of the free part, in whose middle the camera looks, as a share of the whole, 0..1.
    pub(in crate::window) size: Vec2,
}

impl Frame {
    /// The whole picture is free.
    pub(in crate::window) fn whole(aspect: f32) -> Self {
        Self { aspect, size: Vec2::ONE }
    }
}

/// Keys held for moving, each -1, 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::window) struct Walk {
    pub(in crate::window) right: f32,
    pub(in crate::window) forward: f32,
    pub(in crate::window) up: f32,
    pub(in crate::window) fast: bool,
}

impl Rig {
    pub(in crate::window) fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    pub(in crate::window) fn eye(&self) -> Vec3 {
        self.focus + self.rotation() * Vec3::Z * self.distance
    }

    pub(in crate::window) fn transform(&self) -> Transform {
        Transform::from_translation(self.eye()).with_rotation(self.rotation())
    }

    /// The same view in a frame of another size: what filled the one fills the other.
    pub(in crate::window) fn refitted(self, from: Frame, to: Frame) -> Self {
        let narrower = |frame: Frame| (frame.size.x * frame.aspect).min(frame.size.y).max(0.05);
        Self { distance: self.distance * narrower(from) / narrower(to), ..self }
    }

    /// The same view of the focus through the usual lens.
    pub(in crate::window) fn usual_lens(self) -> Self {
        Self { distance: self.usual_distance(), fov: FIELD_OF_VIEW, ..self }
    }

    /// How far away the eye would be with the usual lens.
    fn usual_distance(&self) -> f32 {
        if self.fov == FIELD_OF_VIEW { self.distance } else { self.distance * (0.5 * self.fov).tan() / (0.5 * FIELD_OF_VIEW).tan() }
    }

    /// The same view of a place that has moved while everything got larger or smaller.
    pub(in crate::window) fn carried(self, from: Vec3, to: Vec3, scale: f32) -> Self {
        Self { focus: to + (self.focus - from) * scale, distance: self.distance * scale, ..self }
    }

    /// Right drag: turns around the focus.
    pub(in crate::window) fn orbit(self, pixels: Vec2) -> Self {
        Self {
            yaw: wrap(self.yaw - pixels.x * TURN_PER_PIXEL),
            pitch: (self.pitch + pixels.y * TURN_PER_PIXEL).clamp(LOWEST_PITCH, FRAC_PI_2),
            ..self.usual_lens()
        }
    }

    /// Mouse look in fly mode: turns around the eye.
    pub(in crate::window) fn look(self, pixels: Vec2) -> Self {
        let turned = Self {
            yaw: wrap(self.yaw - pixels.x * TURN_PER_PIXEL * 0.5),
            pitch: (self.pitch + pixels.y * TURN_PER_PIXEL * 0.5).clamp(-1.2, FRAC_PI_2),
            ..self
        };
        Self { focus: turned.focus + self.eye() - turned.eye(), ..turned }
    }

    /// Middle drag: the ground follows the pointer.
    pub(in crate::window) fn pan(self, pixels: Vec2, viewport_height: f32) -> Self {
        let metres = 2.0 * self.distance * (0.5 * self.fov).tan() / viewport_height.max(1.0);
        // Near the horizon a pixel covers ever more ground; a third of a right angle is where it stops being useful.
        let along = metres / self.pitch.sin().max(0.35);
        Self { focus: self.focus - self.right() * pixels.x * metres + self.ahead() * pixels.y * along, ..self }
    }

    /// Wheel: nearer (positive) or farther; what is under the pointer (`anchor`) stays there.
    pub(in crate::window) fn zoom(self, notches: f32, anchor: Vec3, city_side: f32) -> Self {
        let usual = self.usual_distance().max(1e-6);
        let scale = (usual * ZOOM_PER_NOTCH.powf(notches)).clamp(0.002 * city_side, 6.0 * city_side) / usual;
        let distance = self.distance * scale;
        Self { focus: anchor + (self.focus - anchor) * scale, distance, ..self }
    }

    /// Keys: over the ground, whatever the tilt.
    pub(in crate::window) fn walk(self, walk: Walk, seconds: f32) -> Self {
        let speed = self.usual_distance() * WALK_PER_SECOND * if walk.fast { FAST } else { 1.0 };
        let step = self.right() * walk.right + self.ahead() * walk.forward + Vec3::Y * walk.up;
        let focus = self.focus + step.clamp_length_max(1.0) * speed * seconds;
        Self { focus: focus.with_y(focus.y.max(0.0)), ..self }
    }

    /// Keys in fly mode: along the line of sight, at a speed that fits the city.
    pub(in crate::window) fn fly(self, walk: Walk, seconds: f32, city_side: f32) -> Self {
        let height = self.eye().y.max(0.02 * city_side);
        let speed = (0.08 * city_side + 0.8 * height) * if walk.fast { FAST } else { 1.0 };
        let step = self.right() * walk.right - self.rotation() * Vec3::Z * walk.forward + Vec3::Y * walk.up;
        let moved = Self { focus: self.focus + step.clamp_length_max(1.0) * speed * seconds, ..self };
        // The eye stays above the ground.
        let lift = (0.002 * city_side - moved.eye().y).max(0.0);
        Self { focus: moved.focus + Vec3::Y * lift, ..moved }
    }

    fn right(&self) -> Vec3 {
        Vec3::new(self.yaw.cos(), 0.0, -self.yaw.sin())
    }

    fn ahead(&self) -> Vec3 {
        Vec3::new(-self.yaw.sin(), 0.0, -self.yaw.cos())
    }
}

/// The first view of a city: `points` (the corners of the root and of the roofs) lie whole in the frame.
pub(in crate::window) fn home(city_side: f32, points: &[Vec3], frame: Frame) -> Rig {
    let rig = Rig { focus: Vec3::ZERO, yaw: HOME_YAW, pitch: HOME_PITCH, distance: city_side, fov: FIELD_OF_VIEW };
    framed(rig, points, frame)
}

/// Straight above, the whole root with 5 % margin, north up.
pub(in crate::window) fn birds_eye(city_side: f32, points: &[Vec3], frame: Frame) -> Rig {
    let rig = Rig { focus: Vec3::ZERO, yaw: 0.0, pitch: FRAC_PI_2, distance: city_side, fov: BIRDS_EYE_FIELD_OF_VIEW };
    framed(rig, points, frame)
}

/// Moves the rig back, or nearer, until all points just lie in the free part, with a margin, and centers them there.
pub(in crate::window) fn framed(rig: Rig, points: &[Vec3], frame: Frame) -> Rig {
    let tan_y = (0.5 * rig.fov).tan();
    let tan = Vec2::new(tan_y * frame.aspect, tan_y);
    // Half of the free part in tangents, less the margin on both sides.
    let free = tan * frame.size.max(Vec2::splat(0.05)) / (1.0 + 2.0 * MARGIN);
    let to_view = rig.rotation().inverse();
    let seen: Vec<Vec3> = points.iter().map(|&p| to_view * (p - rig.focus)).collect();
    // A point at depth -z from the eye fits if |x - shift| <= free * (distance - z); solve for shift and distance.
    let mut distance = 1e-3_f32;
    let mut shift = Vec2::ZERO;
    for axis in 0..2 {
        let (mut low, mut high) = (f32::MIN, f32::MIN);
        for p in &seen {
            high = high.max(p[axis] + free[axis] * p.z);
            low = low.max(-p[axis] + free[axis] * p.z);
        }
        distance = distance.max(0.5 * (high + low) / free[axis]);
        shift[axis] = 0.5 * (high - low);
    }
    let focus = rig.focus + rig.rotation() * shift.extend(0.0);
    Rig { focus, distance, ..rig }
}

/// Keeps an angle in -pi..pi, so that it stays exact however often somebody turns.
pub(in crate::window) fn wrap(angle: f32) -> f32 {
    (angle + PI).rem_euclid(2.0 * PI) - PI
}

/// Between two rigs at `t` in 0..1: along a gentle arc, the short way around.
pub(in crate::window) fn between(from: Rig, to: Rig, t: f32) -> Rig {
    if t >= 1.0 {
        return to;
    }
    let t = t.max(0.0);
    let s = t * t * (3.0 - 2.0 * t);
    let way = from.focus.distance(to.focus);
    // A long way is flown higher, so that one sees where it goes.
    let lift = 1.0 + (way / (from.distance + to.distance).max(1e-6)).min(1.0) * 1.6 * s * (1.0 - s);
    Rig {
        focus: from.focus.lerp(to.focus, s),
        yaw: wrap(from.yaw + wrap(to.yaw - from.yaw) * s),
        pitch: from.pitch + (to.pitch - from.pitch) * s,
        distance: geometric(from.distance, to.distance, s) * lift,
        fov: geometric(from.fov, to.fov, s),
    }
}

fn geometric(a: f32, b: f32, t: f32) -> f32 {
    (a.max(1e-6).ln() * (1.0 - t) + b.max(1e-6).ln() * t).exp()
}

#[cfg(test)]
mod tests;
