//! Which view shows the whole of the city: composed as a picture at first, as a map from above, or turning slowly. Pure.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::math::{Vec2, Vec3};

use super::rig::{FIELD_OF_VIEW, Rig, wrap};

/// The bird's eye view has a long lens: roofs hardly lean outwards, so that it reads like a map.
const BIRDS_EYE_FIELD_OF_VIEW: f32 = 0.16;
/// The first view looks down as steeply as this, in radians, unless the horizon would be out of the picture.
const HOME_PITCH: f32 = 0.62;
/// From which side it is seen first, in radians: over a corner, so that two walls of every tower are seen. The other sides are the
/// same from the other corners, and mirrored.
const HOME_YAW: f32 = 0.55;
/// From where the sun shines, in radians, and what looking against it costs, in shares of the size at which the city is seen.
const SUN_YAW: f32 = -0.8;
const COST_OF_SHADE: f32 = 0.25;
/// Halvings in which the angle below the horizon is found: to a hundredth of a radian.
const PITCH_STEPS: usize = 6;
/// What it costs, in the same shares, if the star stands at the far edge of the city and not at the near one.
const COST_OF_DEPTH: f32 = 0.3;
/// The horizon is so many sides of the city from its middle, as `surroundings.wgsl` draws it.
const WATER_ENDS: f32 = 1.7;
/// Where the horizon is, from the middle of the free part (0) to its upper edge (1).
const HORIZON_AT: f32 = 0.93;
/// The left edge of where the star may stand, from the middle of the free part (0) to its right edge (1): a third of the
/// whole width begins at 1/3, and a tower has a width itself.
const RIGHT_THIRD: f32 = 0.4;
/// Steps of a turn in which a view that turns must have everything in the picture.
const STEPS_OF_TURN: usize = 24;
/// A city that would be so many times smaller beside the legend lies below it.
const MUCH_SMALLER: f32 = 1.25;
/// Free space around a framed rectangle, as a share of it.
const MARGIN: f32 = 0.05;

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

/// The same view in a frame of another size: what filled the one fills the other.
pub(in crate::window) fn refitted(rig: Rig, from: Frame, to: Frame) -> Rig {
    let narrower = |frame: Frame| (frame.size.x * frame.aspect).min(frame.size.y).max(0.05);
    Rig { distance: rig.distance * narrower(from) / narrower(to), ..rig }
}

/// What views of the whole city must show.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::window) struct Outline {
    /// The side of the city, in metres.
    pub(in crate::window) side: f32,
    /// The corners of the root and of the roofs.
    pub(in crate::window) points: Vec<Vec3>,
    /// The middle of the building that the first view is composed around.
    pub(in crate::window) star: Option<Vec3>,
}

/// How far below the height of the eye the horizon is seen, in radians.
fn dip_of_horizon(view: &Rig, city_side: f32) -> f32 {
    let eye = view.eye();
    eye.y.atan2(eye.with_y(0.0).length() + WATER_ENDS * city_side)
}

/// The first view of a city: all of it, below a strip of sky, from a side where the star stands in the right third and near the eye.
pub(in crate::window) fn home(city: &Outline, frame: Frame) -> Rig {
    let Some(star) = city.star else { return home_from(HOME_YAW, city, frame) };
    let corners = (0..4).flat_map(|corner| [HOME_YAW, -HOME_YAW].map(|yaw| wrap(yaw + 0.5 * PI * corner as f32)));
    let views = corners.map(|yaw| {
        let view = home_from(yaw, city, frame);
        let depth = 0.5 - (view.rotation().inverse() * star).z / city.side.max(1e-3);
        let shade = 0.5 - 0.5 * (yaw - SUN_YAW).cos();
        (view.distance * (1.0 + COST_OF_SHADE * shade + COST_OF_DEPTH * depth.clamp(0.0, 1.0)), view)
    });
    views.min_by(|(a, _), (b, _)| a.total_cmp(b)).map_or_else(|| home_from(HOME_YAW, city, frame), |(_, view)| view)
}

/// The first view from a given side, in radians: as steeply as the horizon allows.
pub(in crate::window) fn home_from(yaw: f32, city: &Outline, frame: Frame) -> Rig {
    let at = |pitch: f32| {
        let rig = Rig { focus: Vec3::ZERO, yaw, pitch, distance: city.side, fov: FIELD_OF_VIEW };
        framed_with(rig, &city.points, city.star, frame)
    };
    let highest = (HORIZON_AT * (0.5 * FIELD_OF_VIEW).tan() * frame.size.y).atan();
    let (mut low, mut high) = (highest, HOME_PITCH.max(highest));
    for _ in 0..PITCH_STEPS {
        let pitch = 0.5 * (low + high);
        let is_seen = pitch - dip_of_horizon(&at(pitch), city.side) <= highest;
        *(if is_seen { &mut low } else { &mut high }) = pitch;
    }
    at(low)
}

/// Straight above, the whole root with 5 % margin, north up. At the left edge a legend covers a share of the frame's width: the city stands
/// beside it where it is not much smaller there.
pub(in crate::window) fn birds_eye(city: &Outline, frame: Frame, covered: f32) -> Rig {
    let rig = Rig { focus: Vec3::ZERO, yaw: 0.0, pitch: FRAC_PI_2, distance: city.side, fov: BIRDS_EYE_FIELD_OF_VIEW };
    let in_all = framed(rig, &city.points, frame);
    let beside = framed(rig, &city.points, Frame { size: frame.size * Vec2::new(1.0 - covered, 1.0), ..frame });
    if beside.distance > MUCH_SMALLER * in_all.distance {
        return in_all;
    }
    let half_width = (0.5 * rig.fov).tan() * frame.aspect * frame.size.x * beside.eye().y;
    Rig { focus: beside.focus - beside.rotation() * Vec3::X * covered * half_width, ..beside }
}

/// A view that has these points in the picture while it turns around their middle, no farther away than needed.
pub(in crate::window) fn turntable(rig: Rig, points: &[Vec3], frame: Frame) -> Rig {
    let (low, high) = points.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), &at| (low.min(at), high.max(at)));
    let axis = (0.5 * (low + high)).with_y(0.0);
    let around = points.iter().flat_map(|point| {
        let arm = (*point - axis).with_y(0.0).length();
        (0..STEPS_OF_TURN).map(move |step| {
            let (sin, cos) = (rig.yaw + 2.0 * PI * step as f32 / STEPS_OF_TURN as f32).sin_cos();
            axis + Vec3::new(arm * sin, point.y, arm * cos)
        })
    });
    let view = framed(Rig { focus: axis, fov: FIELD_OF_VIEW, ..rig }, &around.collect::<Vec<_>>(), frame);
    // What is looked at is where the line of sight meets the axis: the picture turns around it.
    let eye = view.eye();
    let eye_distance = (eye - axis).with_y(0.0).length() / view.pitch.cos();
    let height = eye.y - eye_distance * view.pitch.sin();
    Rig { focus: axis.with_y(height.max(0.0)), ..view }.with_eye_at(eye_distance)
}

/// Moves the rig back, or nearer, until all points just lie in the free part, with a margin, and centers them there.
pub(in crate::window) fn framed(rig: Rig, points: &[Vec3], frame: Frame) -> Rig {
    framed_with(rig, points, None, frame)
}

/// The same with a point in the right third of the free part.
fn framed_with(rig: Rig, points: &[Vec3], star: Option<Vec3>, frame: Frame) -> Rig {
    let tan_y = (0.5 * rig.fov).tan();
    // Half of the free part in tangents, and the same less the margin on both sides.
    let half = Vec2::new(tan_y * frame.aspect, tan_y) * frame.size.max(Vec2::splat(0.05));
    let free = half / (1.0 + 2.0 * MARGIN);
    let to_view = rig.rotation().inverse();
    let seen: Vec<Vec3> = points.iter().map(|&p| to_view * (p - rig.focus)).collect();
    // A point at depth -z from the eye fits if |x - shift| <= free * (distance - z): the shift lies between
    // high - free * distance and free * distance - low.
    let edges = [0, 1].map(|axis| {
        seen.iter()
            .fold((f32::MIN, f32::MIN), |(low, high), p| (low.max(-p[axis] + free[axis] * p.z), high.max(p[axis] + free[axis] * p.z)))
    });
    let nearest = |axis: usize| 0.5 * (edges[axis].0 + edges[axis].1) / free[axis];
    let mut distance = nearest(0).max(nearest(1)).max(1e-3);
    let mut shift = Vec2::from([0, 1].map(|axis| 0.5 * (edges[axis].1 - edges[axis].0)));
    if let Some(star) = star.map(|star| to_view * (star - rig.focus)) {
        // It stands in the right third if the shift is at most star.x - third * (distance - star.z).
        let third = RIGHT_THIRD * half.x;
        let most = star.x + third * star.z;
        distance = distance.max((edges[0].1 - most) / (free.x - third));
        shift.x = shift.x.min(most - third * distance).max(edges[0].1 - free.x * distance);
    }
    let focus = rig.focus + rig.rotation() * shift.extend(0.0);
    Rig { focus, ..rig }.with_eye_at(distance).grounded()
}

#[cfg(test)]
mod tests;
