//! The camera as a few numbers, and where it may go. Pure.
//!
//! World is x east, y up, z south, in metres. Yaw 0 looks north, pitch is the angle below the horizon: at a quarter
//! turn the camera looks straight down with north up.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::math::{EulerRot, Quat, Vec2, Vec3};
use bevy::transform::components::Transform;

/// Vertical field of view, in radians. Of a shorter lens (0.75) towers at the edges lean outwards.
pub(in crate::window) const FIELD_OF_VIEW: f32 = 0.5;
/// Radians per pixel of mouse look.
const LOOK_PER_PIXEL: f32 = 0.003;
/// Walking covers this share of the distance to the focus per second.
const WALK_PER_SECOND: f32 = 0.58;
/// Shift.
const FAST: f32 = 3.5;

/// Where the camera is and what it looks at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Rig {
    pub(in crate::window) focus: Vec3,
    pub(in crate::window) yaw: f32,
    pub(in crate::window) pitch: f32,
    /// From the focus to an eye with the usual lens, in metres: how large things are seen, whatever the lens is.
    pub(in crate::window) distance: f32,
    /// Vertical field of view, in radians. With a longer lens the eye is farther away, so that things keep their size.
    pub(in crate::window) fov: f32,
}

/// Keys held for moving, each -1, 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::window) struct Walk {
    pub(in crate::window) right: f32,
    pub(in crate::window) forward: f32,
    pub(in crate::window) up: f32,
    pub(in crate::window) fast: bool,
}

impl Walk {
    pub(in crate::window) fn is_any(&self) -> bool {
        (self.right, self.forward, self.up) != (0.0, 0.0, 0.0)
    }
}

impl Rig {
    pub(in crate::window) fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    pub(in crate::window) fn eye(&self) -> Vec3 {
        self.focus + self.rotation() * Vec3::Z * self.eye_distance()
    }

    /// From the focus to the eye, in metres.
    fn eye_distance(&self) -> f32 {
        self.distance / usual_share(self.fov)
    }

    /// The same lens and direction, the eye so far from the focus.
    pub(in crate::window) fn with_eye_at(self, eye_distance: f32) -> Self {
        Self { distance: eye_distance * usual_share(self.fov), ..self }
    }

    pub(in crate::window) fn transform(&self) -> Transform {
        Transform::from_translation(self.eye()).with_rotation(self.rotation())
    }

    /// The same view of a place that has moved while everything got larger or smaller.
    pub(in crate::window) fn carried(self, from: Vec3, to: Vec3, scale: f32) -> Self {
        Self { focus: to + (self.focus - from) * scale, distance: self.distance * scale, ..self }
    }

    /// From the same place in the same direction, through another lens.
    pub(in crate::window) fn through(self, fov: f32) -> Self {
        let through = Self { fov, ..self };
        Self { focus: through.focus + self.eye() - through.eye(), ..through }
    }

    /// The same view with a focus that is not below the ground, so that turning around it stays above.
    pub(in crate::window) fn grounded(self) -> Self {
        let (eye, sine) = (self.eye(), self.pitch.sin());
        if self.focus.y >= 0.0 || eye.y <= 0.0 || sine <= 0.0 {
            return self;
        }
        let nearer = self.with_eye_at(eye.y / sine);
        Self { focus: (eye - nearer.rotation() * Vec3::Z * nearer.eye_distance()).with_y(0.0), ..nearer }
    }

    /// Mouse look in fly mode: turns around the eye.
    pub(in crate::window) fn look(self, pixels: Vec2) -> Self {
        let turned = Self {
            yaw: wrap(self.yaw - pixels.x * LOOK_PER_PIXEL),
            pitch: (self.pitch + pixels.y * LOOK_PER_PIXEL).clamp(-1.2, FRAC_PI_2),
            ..self
        };
        Self { focus: turned.focus + self.eye() - turned.eye(), ..turned }
    }

    /// Keys: over the ground, whatever the tilt.
    pub(in crate::window) fn walk(self, walk: Walk, seconds: f32) -> Self {
        let speed = self.distance * WALK_PER_SECOND * if walk.fast { FAST } else { 1.0 };
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

    pub(super) fn right(&self) -> Vec3 {
        Vec3::new(self.yaw.cos(), 0.0, -self.yaw.sin())
    }

    pub(super) fn ahead(&self) -> Vec3 {
        Vec3::new(-self.yaw.sin(), 0.0, -self.yaw.cos())
    }
}

/// How far away the eye is with the usual lens, as a share of the distance with this one.
fn usual_share(fov: f32) -> f32 {
    if fov == FIELD_OF_VIEW { 1.0 } else { (0.5 * fov).tan() / (0.5 * FIELD_OF_VIEW).tan() }
}

/// Keeps an angle in -pi..pi, so that it stays exact however often somebody turns.
pub(in crate::window) fn wrap(angle: f32) -> f32 {
    if angle.abs() <= PI { angle } else { (angle + PI).rem_euclid(2.0 * PI) - PI }
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

pub(super) fn geometric(a: f32, b: f32, t: f32) -> f32 {
    (a.max(1e-6).ln() * (1.0 - t) + b.max(1e-6).ln() * t).exp()
}

#[cfg(test)]
mod tests;
