//! World to screen and back, for labels, picking and the pointer. Pure.

use bevy::math::{Mat4, Quat, Vec2, Vec3};

use super::rig::{FIELD_OF_VIEW, Rig};

/// The camera of the current frame. Screen positions are logical pixels from the top left corner of the window.
#[derive(bevy::prelude::Resource, Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    clip_from_world: Mat4,
    /// Turns directions of the camera into directions of the world.
    rotation: Quat,
    /// Where the camera is, in the world.
    pub eye: Vec3,
    /// Size of the window in logical pixels.
    pub size: Vec2,
    /// The pixel that looks straight ahead: the middle of what no panel covers.
    pub middle: Vec2,
    /// Metres at the distance of 1 metre that one pixel covers.
    pub metres_per_pixel: f32,
    /// Yaw of the camera, in radians; 0 looks north.
    pub yaw: f32,
}

impl Default for Projection {
    fn default() -> Self {
        let rig = Rig { focus: Vec3::ZERO, yaw: 0.0, pitch: 0.7, distance: 100.0, fov: FIELD_OF_VIEW };
        Self::new(&rig, Vec2::new(1600.0, 1000.0), Vec2::new(800.0, 500.0))
    }
}

/// Nothing nearer than this to the camera is drawn, in metres.
pub(in crate::window) const NEAR: f32 = 0.02;

impl Projection {
    pub(in crate::window) fn new(rig: &Rig, size: Vec2, middle: Vec2) -> Self {
        let size = size.max(Vec2::ONE);
        let view_from_world = rig.transform().to_matrix().inverse();
        let off = 2.0 * middle / size - 1.0;
        let shift = Mat4::from_translation(Vec3::new(off.x, -off.y, 0.0));
        let clip_from_world = shift * Mat4::perspective_infinite_reverse_rh(rig.fov, size.x / size.y, NEAR) * view_from_world;
        Self {
            clip_from_world,
            rotation: rig.rotation(),
            eye: rig.eye(),
            size,
            middle,
            metres_per_pixel: 2.0 * (0.5 * rig.fov).tan() / size.y,
            yaw: rig.yaw,
        }
    }

    /// The same camera with its picture so many pixels further right.
    #[must_use]
    pub fn moved(&self, by: f32) -> Self {
        let shift = Mat4::from_translation(Vec3::new(2.0 * by / self.size.x, 0.0, 0.0));
        Self { clip_from_world: shift * self.clip_from_world, middle: self.middle + Vec2::new(by, 0.0), ..*self }
    }

    /// Whether it looks straight down, as on a map.
    #[must_use]
    pub fn looks_down(&self) -> bool {
        (self.rotation * Vec3::NEG_Z).y < -0.99
    }

    /// Where a point of the world is seen; `None` behind the camera. May lie outside the window.
    #[must_use]
    pub fn screen(&self, world: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * world.extend(1.0);
        if clip.w <= NEAR {
            return None;
        }
        let ndc = clip.truncate() / clip.w;
        Some(Vec2::new(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * self.size)
    }

    /// Where a point of the plan (x, y) at a height is seen.
    #[must_use]
    pub fn screen_of_plan(&self, x: f64, y: f64, height: f32) -> Option<Vec2> {
        self.screen(world_from_plan(x, y, height))
    }

    /// How far a point is from the camera, in metres.
    #[must_use]
    pub fn distance(&self, world: Vec3) -> f32 {
        self.eye.distance(world)
    }

    /// Origin and unit direction of what a pixel sees.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> (Vec3, Vec3) {
        // Not by the inverse of the matrix: at city scale that is off by centimetres.
        let from_middle = (pixel - self.middle) * self.metres_per_pixel;
        let direction = self.rotation * Vec3::new(from_middle.x, -from_middle.y, -1.0);
        (self.eye, direction.normalize_or_zero())
    }

    /// Where the ground (height 0) is seen at a pixel; `None` above the horizon.
    #[must_use]
    pub fn ground(&self, pixel: Vec2) -> Option<Vec3> {
        let (from, direction) = self.ray(pixel);
        let t = -from.y / direction.y;
        (direction.y < -1e-4 && t.is_finite()).then(|| from + direction * t)
    }
}

/// World (x east, y up, z south) from plan (x east, y south) and a height.
#[must_use]
pub fn world_from_plan(x: f64, y: f64, height: f32) -> Vec3 {
    Vec3::new(x as f32, height, y as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_on_the_ground_is_found_again_under_its_pixel() {
        let rig = Rig { focus: Vec3::new(4.0, 0.0, 9.0), yaw: -0.8, pitch: 0.5, distance: 80.0, fov: FIELD_OF_VIEW };
        for middle in [Vec2::new(640.0, 360.0), Vec2::new(500.0, 200.0)] {
            let p = Projection::new(&rig, Vec2::new(1280.0, 720.0), middle);
            let point = Vec3::new(11.0, 0.0, -3.0);
            let again = p.ground(p.screen(point).expect("in front")).expect("below the horizon");
            assert!(again.distance(point) < 1e-3, "{again}");
            let focus = p.screen(rig.focus).expect("in front");
            assert!(focus.distance(middle) < 1e-2, "{focus}");
        }
    }

    #[test]
    fn nothing_behind_the_camera_has_a_place_on_the_screen() {
        let p = Projection::default();
        assert_eq!(p.screen(p.eye + (p.eye - Vec3::ZERO)), None);
    }
}
