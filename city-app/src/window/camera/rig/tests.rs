//! Turning, moving and zooming as numbers.

use super::*;
use crate::window::camera::projection::Projection;

const RIG: Rig = Rig { focus: Vec3::new(3.0, 0.0, -5.0), yaw: 0.4, pitch: 0.7, distance: 120.0, fov: FIELD_OF_VIEW };

fn projection(rig: Rig, size: Vec2) -> Projection {
    Projection::new(&rig, size, 0.5 * size)
}

/// The corners of a city of 200 m and one roof in its corner.
const CORNERS: [Vec3; 5] = [
    Vec3::new(-100.0, 0.0, -100.0),
    Vec3::new(100.0, 0.0, -100.0),
    Vec3::new(-100.0, 0.0, 100.0),
    Vec3::new(100.0, 0.0, 100.0),
    Vec3::new(90.0, 120.0, -90.0),
];

fn near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 1e-2
}

#[test]
fn yaw_zero_stands_in_the_south_and_looks_north() {
    let rig = Rig { yaw: 0.0, pitch: 0.0, focus: Vec3::ZERO, distance: 10.0, fov: FIELD_OF_VIEW };
    assert!(near(rig.eye(), Vec3::new(0.0, 0.0, 10.0)));
}

#[test]
fn a_right_drag_turns_around_the_focus_and_never_below_the_ground() {
    let turned = RIG.orbit(Vec2::new(40.0, -10_000.0));
    assert_eq!((turned.focus, turned.distance), (RIG.focus, RIG.distance));
    assert!(turned.yaw != RIG.yaw && turned.eye().y > 0.0);
    assert_eq!(RIG.orbit(Vec2::new(0.0, 10_000.0)).pitch, FRAC_PI_2);
}

#[test]
fn a_middle_drag_moves_the_focus_over_the_ground_with_the_pointer() {
    let size = Vec2::new(1600.0, 1000.0);
    let panned = RIG.pan(Vec2::new(50.0, 0.0), size.y);
    assert_eq!((panned.yaw, panned.pitch, panned.distance), (RIG.yaw, RIG.pitch, RIG.distance));
    assert_eq!(panned.focus.y, 0.0);
    // What was in the middle of the picture is now 50 pixels to the right of it.
    let seen = projection(panned, size).screen(RIG.focus).expect("in front of the camera");
    assert!(seen.distance(Vec2::new(850.0, 500.0)) < 0.5, "{seen}");
}

#[test]
fn the_wheel_zooms_to_what_is_under_the_pointer() {
    let size = Vec2::new(1600.0, 1000.0);
    let pointer = Vec2::new(1100.0, 640.0);
    let anchor = projection(RIG, size).ground(pointer).expect("the pointer is over the ground");
    let zoomed = RIG.zoom(3.0, anchor, 100.0);
    assert!(zoomed.distance < RIG.distance);
    let seen = projection(zoomed, size).screen(anchor).expect("in front of the camera");
    assert!(seen.distance(pointer) < 0.5, "{seen}");
}

#[test]
fn the_wheel_stops_before_the_ground_and_before_the_city_is_a_dot() {
    assert!(RIG.zoom(1e6, Vec3::ZERO, 100.0).distance >= 0.2 - 1e-4);
    assert!(RIG.zoom(-1e6, Vec3::ZERO, 100.0).distance <= 600.0 + 1e-2);
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
fn birds_eye_looks_straight_down_with_the_whole_root_inside_five_percent_margin() {
    for size in [Vec2::new(1600.0, 1000.0), Vec2::new(500.0, 1400.0)] {
        let rig = birds_eye(200.0, &CORNERS[..4], Frame::whole(size.x / size.y));
        assert!(near(rig.rotation() * Vec3::NEG_Z, Vec3::NEG_Y));
        let p = projection(rig, size);
        let a = p.screen(Vec3::new(-100.0, 0.0, -100.0)).expect("visible");
        let b = p.screen(Vec3::new(100.0, 0.0, 100.0)).expect("visible");
        // North is up, west is left.
        assert!(a.x < b.x && a.y < b.y, "{a} {b}");
        let share = ((b - a) / size).max_element();
        assert!((share - 1.0 / 1.1).abs() < 1e-3, "{share}");
    }
}

#[test]
fn framing_keeps_to_the_part_that_no_panel_covers() {
    let size = Vec2::new(1600.0, 1000.0);
    // Panels cover the left fifth and the bottom fifth.
    let frame = Frame { aspect: 1.6, size: Vec2::new(0.8, 0.8) };
    let middle = Vec2::new(960.0, 400.0);
    for rig in [birds_eye(200.0, &CORNERS, frame), home(200.0, &CORNERS, frame)] {
        let p = Projection::new(&rig, size, middle);
        for corner in CORNERS {
            let seen = p.screen(corner).expect("visible");
            assert!(seen.x > 320.0 && seen.x < 1600.0 && seen.y > 0.0 && seen.y < 800.0, "{seen}");
        }
    }
}

#[test]
fn turning_out_of_the_birds_eye_view_changes_the_lens_but_not_the_size() {
    let size = Vec2::new(1600.0, 1000.0);
    let eye = birds_eye(200.0, &CORNERS, Frame::whole(1.6));
    let usual = eye.usual_lens();
    let width = |rig: Rig| {
        let p = projection(rig, size);
        p.screen(rig.focus + Vec3::X).expect("visible").x - p.screen(rig.focus).expect("visible").x
    };
    assert!(usual.distance < 0.3 * eye.distance);
    assert!((width(eye) / width(usual) - 1.0).abs() < 0.02, "{} {}", width(eye), width(usual));
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
fn in_half_of_the_height_the_same_is_seen_from_twice_the_distance() {
    let frame = |height: f32| Frame { aspect: 1.6, size: Vec2::new(0.6, height) };
    let halved = RIG.refitted(frame(0.8), frame(0.4));
    assert!((halved.distance / RIG.distance - 2.0).abs() < 1e-5);
    assert!((halved.refitted(frame(0.4), frame(0.8)).distance - RIG.distance).abs() < 1e-3, "and back");
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
