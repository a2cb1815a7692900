//! Views of the whole city in pictures of all shapes.

use bevy::math::Rect;

use super::*;
use crate::window::camera::projection::Projection;

/// The corners of a city of 200 m and one roof in its corner.
const CORNERS: [Vec3; 5] = [
    Vec3::new(-100.0, 0.0, -100.0),
    Vec3::new(100.0, 0.0, -100.0),
    Vec3::new(-100.0, 0.0, 100.0),
    Vec3::new(100.0, 0.0, 100.0),
    Vec3::new(90.0, 120.0, -90.0),
];

const SIDE: f32 = 200.0;

fn city(points: &[Vec3], star: Option<Vec3>) -> Outline {
    Outline { side: SIDE, points: points.to_vec(), star }
}

#[test]
fn birds_eye_looks_straight_down_with_the_whole_root_inside_five_percent_margin() {
    for size in [Vec2::new(1600.0, 1000.0), Vec2::new(500.0, 1400.0)] {
        let rig = birds_eye(&city(&CORNERS[..4], None), Frame::whole(size.x / size.y), 0.0);
        assert!((rig.rotation() * Vec3::NEG_Z).distance(Vec3::NEG_Y) < 1e-3);
        let p = Projection::new(&rig, size, 0.5 * size);
        let a = p.screen(Vec3::new(-100.0, 0.0, -100.0)).expect("visible");
        let b = p.screen(Vec3::new(100.0, 0.0, 100.0)).expect("visible");
        // North is up, west is left.
        assert!(a.x < b.x && a.y < b.y, "{a} {b}");
        let share = ((b - a) / size).max_element();
        assert!((share - 1.0 / 1.1).abs() < 1e-3, "{share}");
    }
}

#[test]
fn from_above_the_city_stands_beside_the_legend_unless_that_makes_it_small() {
    let (size, frame) = (Vec2::new(1600.0, 1000.0), Frame::whole(1.6));
    let left_edge = |covered: f32| {
        let p = Projection::new(&birds_eye(&city(&CORNERS[..4], None), frame, covered), size, 0.5 * size);
        let (left, right) = (p.screen(Vec3::new(-100.0, 0.0, 0.0)), p.screen(Vec3::new(100.0, 0.0, 0.0)));
        let (left, right) = (left.expect("visible").x, right.expect("visible").x);
        assert!(right < 1600.0, "{right}");
        left
    };
    assert!(left_edge(0.3) > 480.0, "{}", left_edge(0.3));
    assert!((left_edge(0.7) - left_edge(0.0)).abs() < 1e-3);
}

#[test]
fn framing_keeps_to_the_part_that_no_panel_covers() {
    let size = Vec2::new(1600.0, 1000.0);
    // Panels cover the left fifth and the bottom fifth.
    let frame = Frame { aspect: 1.6, size: Vec2::new(0.8, 0.8) };
    let middle = Vec2::new(960.0, 400.0);
    for rig in [birds_eye(&city(&CORNERS, None), frame, 0.0), home(&city(&CORNERS, None), frame)] {
        let p = Projection::new(&rig, size, middle);
        for corner in CORNERS {
            let seen = p.screen(corner).expect("visible");
            assert!(seen.x > 320.0 && seen.x < 1600.0 && seen.y > 0.0 && seen.y < 800.0, "{seen}");
        }
    }
}

#[test]
fn in_half_of_the_height_the_same_is_seen_from_twice_the_distance() {
    let frame = |height: f32| Frame { aspect: 1.6, size: Vec2::new(0.6, height) };
    let rig = home(&city(&CORNERS, None), Frame::whole(1.6));
    let halved = refitted(rig, frame(0.8), frame(0.4));
    assert!((halved.distance / rig.distance - 2.0).abs() < 1e-5);
    assert!((refitted(halved, frame(0.4), frame(0.8)).distance - rig.distance).abs() < 1e-3, "and back");
}

/// The first view in windows of several shapes: all of it is free, or panels leave a part.
#[test]
fn the_first_view_has_the_star_in_the_right_third_the_horizon_and_every_roof() {
    let windows = [
        (Vec2::new(1600.0, 1000.0), Rect::new(0.0, 0.0, 1600.0, 1000.0)),
        (Vec2::new(1600.0, 1000.0), Rect::new(310.0, 50.0, 1260.0, 850.0)),
        (Vec2::new(1024.0, 640.0), Rect::new(44.0, 50.0, 680.0, 490.0)),
        (Vec2::new(640.0, 400.0), Rect::new(0.0, 0.0, 640.0, 400.0)),
        (Vec2::new(500.0, 1400.0), Rect::new(0.0, 0.0, 500.0, 1400.0)),
    ];
    // In every corner, at every edge, in the middle.
    let places = [-80.0, 0.0, 80.0].map(|x| [-80.0, 0.0, 80.0].map(|z| Vec3::new(x, 30.0, z))).concat();
    for (size, free) in windows {
        let frame = Frame { aspect: size.x / size.y, size: free.size() / size };
        for &star in &places {
            let rig = home(&city(&CORNERS, Some(star)), frame);
            let view = Projection::new(&rig, size, free.center());
            let seen = view.screen(star).expect("it is before the camera");
            let across = (seen.x - free.min.x) / free.width();
            assert!((2.0 / 3.0..1.0).contains(&across), "{star} stands at {across} of {free:?}");
            for corner in CORNERS {
                assert!(free.contains(view.screen(corner).expect("before the camera")), "{corner} lies in {free:?}");
            }
            let ahead = (rig.rotation() * Vec3::NEG_Z).with_y(0.0).normalize();
            let end = rig.eye().with_y(0.0) + (rig.eye().with_y(0.0).length() + WATER_ENDS * SIDE) * ahead;
            let horizon = view.screen(end).expect("before the camera").y;
            assert!(horizon > free.min.y + 0.02 * free.height() && horizon < free.center().y, "{horizon} in {free:?}");
            assert!(rig.focus.y >= 0.0);
        }
    }
}

#[test]
fn a_view_that_turns_keeps_everything_in_the_picture() {
    let (size, free) = (Vec2::new(1600.0, 1000.0), Rect::new(310.0, 50.0, 1260.0, 850.0));
    let frame = Frame { aspect: 1.6, size: free.size() / size };
    let rig = turntable(Rig { pitch: 0.4, ..home(&city(&CORNERS, None), frame) }, &CORNERS, frame);
    for step in 0..36 {
        let turned = Rig { yaw: rig.yaw + step as f32 * PI / 18.0, ..rig };
        let view = Projection::new(&turned, size, free.center());
        for corner in CORNERS {
            assert!(free.contains(view.screen(corner).expect("before the camera")), "{corner} after {step} steps");
        }
    }
}

#[test]
fn the_horizon_is_where_it_is_drawn() {
    let shader = include_str!("../../../../../shaders/surroundings.wgsl");
    assert!(shader.contains(&format!("const WATER_ENDS: f32 = {WATER_ENDS:?};")));
}
