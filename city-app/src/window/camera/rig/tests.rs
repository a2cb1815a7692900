//! Where the camera is, and where keys and flights take it.

use super::*;
use crate::window::camera::projection::Projection;

const RIG: Rig = Rig { focus: Vec3::new(3.0, 0.0, -5.0), yaw: 0.4, pitch: 0.7, distance: 120.0, fov: FIELD_OF_VIEW };

fn projection(rig: Rig, size: Vec2) -> Projection {
    Projection::new(&rig, size, 0.5 * size)
}

fn near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 1e-2
}

#[test]
fn yaw_zero_stands_in_the_south_and_looks_north() {
    let rig = Rig { yaw: 0.0, pitch: 0.0, focus: Vec3::ZERO, distance: 10.0, fov: FIELD_OF_VIEW };
    assert!(near(rig.eye(), Vec3::new(0.0, 0.0, 10.0)));
}

#[test]
fn w_moves_ahead_and_d_to_the_right_at_the_same_height() {
    let start = Rig { yaw: 0.0, focus: Vec3::ZERO, ..RIG };
    let ahead = start.walk(Walk { forward: 1.0, ..Walk::default() }, 0.5);
    assert!(ahead.focus.z < 0.0 && ahead.focus.x.abs() < 1e-3 && ahead.eye().y == start.eye().y);
    let right = start.walk(Walk { right: 1.0, ..Walk::default() }, 0.5);
    assert!(right.focus.x > 0.0);
    let fast = start.walk(Walk { right: 1.0, fast: true, ..Walk::default() }, 0.5);
    assert!(fast.focus.x > 3.0 * right.focus.x);
}

#[test]
fn mouse_look_turns_around_the_eye() {
    let looked = RIG.look(Vec2::new(120.0, -35.0));
    assert!(near(looked.eye(), RIG.eye()));
    assert!(looked.yaw != RIG.yaw);
}

#[test]
fn flying_never_goes_below_the_ground() {
    let mut rig = Rig { pitch: 1.2, ..RIG };
    for _ in 0..200 {
        rig = rig.fly(Walk { forward: 1.0, fast: true, ..Walk::default() }, 0.1, 100.0);
    }
    assert!(rig.eye().y > 0.0);
}

#[test]
fn a_flight_starts_here_ends_there_and_rises_on_the_way() {
    let to = Rig { focus: Vec3::new(-60.0, 2.0, 40.0), distance: 30.0, ..RIG };
    assert!(near(between(RIG, to, 0.0).eye(), RIG.eye()));
    assert_eq!(between(RIG, to, 1.0), to);
    let straight = (RIG.distance.ln() * 0.5 + to.distance.ln() * 0.5).exp();
    assert!(between(RIG, to, 0.5).distance > straight);
}

#[test]
fn a_flight_turns_the_short_way() {
    let from = Rig { yaw: 3.0, ..RIG };
    let to = Rig { yaw: -3.0, ..RIG };
    assert!(between(from, to, 0.5).yaw.abs() > 3.0);
}

#[test]
fn a_view_that_is_carried_over_shows_the_same_place_at_the_same_size() {
    let (from, to) = (Vec3::new(4.0, 0.0, -3.0), Vec3::new(-30.0, 0.0, 12.0));
    let carried = RIG.carried(from, to, 3.0);
    let seen = |rig, place: Vec3| projection(rig, Vec2::new(1600.0, 1000.0)).screen(place).expect("it is before the camera");
    assert!(seen(RIG, from).distance(seen(carried, to)) < 0.01);
    assert!(seen(RIG, from + Vec3::Y).distance(seen(carried, to + 3.0 * Vec3::Y)) < 0.01, "three times as high");
}

#[test]
fn a_longer_lens_shows_things_as_large_from_farther_away() {
    let size = Vec2::new(1600.0, 1000.0);
    let long = Rig { fov: 0.16, ..RIG };
    let width = |rig: Rig| {
        let p = projection(rig, size);
        p.screen(rig.focus + rig.right()).expect("visible").x - p.screen(rig.focus).expect("visible").x
    };
    assert!(long.eye_distance() > 3.0 * RIG.eye_distance());
    assert!((width(long) / width(RIG) - 1.0).abs() < 0.02, "{} {}", width(long), width(RIG));
}

#[test]
fn a_focus_below_the_ground_comes_up_to_it_and_the_view_stays() {
    let below = Rig { focus: Vec3::new(3.0, -20.0, -5.0), ..RIG };
    let grounded = below.grounded();
    assert_eq!(grounded.focus.y, 0.0);
    assert!(near(grounded.eye(), below.eye()) && (grounded.yaw, grounded.pitch) == (below.yaw, below.pitch));
    assert!(Rig { pitch: 0.06, ..grounded }.eye().y > 0.0 && Rig { pitch: 0.06, ..below }.eye().y < 0.0);
    assert_eq!(RIG.grounded(), RIG);
}
