//! What gestures do, by the crate and by what is added to it.

use bevy::input::touch::TouchInput;

use super::*;
use crate::window::camera::projection::Projection;
use crate::window::camera::rig::Walk;

const SIZE: Vec2 = Vec2::new(1600.0, 1000.0);
const RIG: Rig = Rig { focus: Vec3::new(3.0, 0.0, -5.0), yaw: 0.4, pitch: 0.7, distance: 120.0, fov: FIELD_OF_VIEW };
const GROUND: Ground = Ground { city_side: 100.0, picture_height: SIZE.y, smooth: true };
const FRAME: f32 = 1.0 / 60.0;

fn projection(rig: Rig) -> Projection {
    Projection::new(&rig, SIZE, 0.5 * SIZE)
}

fn drag(button: MouseButton, x: f32, y: f32) -> Gestures {
    Gestures { dragging: Some(button), dragged: Vec2::new(x, y), ..Gestures::default() }
}

fn wheel(notches: f32, anchor: Vec3) -> Gestures {
    Gestures { notches, anchor: Some(anchor), ..Gestures::default() }
}

/// Every frame from the gesture to the rest.
fn frames(rig: Rig, gestures: &Gestures) -> Vec<Rig> {
    let mut controls = OrbitControls::default();
    let mut motion = controls.step(Motion::at(rig), gestures, GROUND, FRAME);
    let mut seen = vec![motion.now];
    while !motion.is_at_rest() {
        motion = controls.step(motion, &Gestures::default(), GROUND, FRAME);
        seen.push(motion.now);
        assert!(seen.len() < 100, "it comes to rest: {motion:?}");
    }
    seen
}

fn after(rig: Rig, gestures: &Gestures) -> Rig {
    *frames(rig, gestures).last().expect("there is one")
}

#[test]
fn a_right_drag_turns_around_the_focus() {
    let turned = after(RIG, &drag(MouseButton::Right, 40.0, 10.0));
    assert_eq!((turned.focus, turned.distance), (RIG.focus, RIG.distance));
    assert!((turned.yaw - (RIG.yaw - 40.0 * TURN_PER_PIXEL)).abs() < 1e-3, "{turned:?}");
    assert!((turned.pitch - (RIG.pitch + 10.0 * TURN_PER_PIXEL)).abs() < 1e-3, "{turned:?}");
    assert_eq!(after(RIG, &drag(MouseButton::Right, 0.0, 10_000.0)).pitch, FRAC_PI_2);
}

#[test]
fn no_drag_comes_below_the_ground() {
    for pixels in [-20.0, -300.0, -10_000.0] {
        for button in [MouseButton::Right, MouseButton::Middle] {
            let mut rig = RIG;
            for _ in 0..8 {
                let seen = frames(rig, &drag(button, 7.0, pixels));
                assert!(seen.iter().all(|rig| rig.eye().y > 0.0 && rig.focus.y >= 0.0), "{button:?} {pixels}");
                rig = seen[seen.len() - 1];
            }
        }
    }
}

#[test]
fn a_middle_drag_moves_the_focus_over_the_ground_with_the_pointer() {
    let panned = after(RIG, &drag(MouseButton::Middle, 50.0, 0.0));
    assert_eq!((panned.yaw, panned.pitch, panned.distance), (RIG.yaw, RIG.pitch, RIG.distance));
    assert!(panned.focus.y.abs() < 1e-4);
    // What was in the middle of the picture is now 50 pixels to the right of it.
    let seen = projection(panned).screen(RIG.focus).expect("in front of the camera");
    assert!(seen.distance(Vec2::new(850.0, 500.0)) < 0.5, "{seen}");
    let nearer = after(RIG, &drag(MouseButton::Middle, 0.0, 5.0));
    let seen = projection(nearer).screen(RIG.focus).expect("in front of the camera");
    assert!(seen.distance(Vec2::new(800.0, 505.0)) < 0.5, "{seen}");
}

#[test]
fn the_wheel_zooms_to_what_is_under_the_pointer_in_every_frame() {
    let pointer = Vec2::new(1100.0, 640.0);
    let anchor = projection(RIG).ground(pointer).expect("the pointer is over the ground");
    for notches in [3.0, -2.0] {
        let seen = frames(RIG, &wheel(notches, anchor));
        for rig in &seen {
            let at = projection(*rig).screen(anchor).expect("in front of the camera");
            assert!(at.distance(pointer) < 1.0, "{at}");
        }
        let scale = seen[seen.len() - 1].distance / RIG.distance;
        assert!((scale / ZOOM_PER_NOTCH.powf(notches) - 1.0).abs() < 1e-3, "{scale}");
    }
}

#[test]
fn the_wheel_stops_before_the_ground_and_before_the_city_is_a_dot() {
    let zoomed = |notches: f32| (0..40).fold(RIG, |rig, _| after(rig, &wheel(notches, Vec3::ZERO)));
    assert!((zoomed(8.0).distance - 0.3).abs() < 1e-3, "{:?}", zoomed(8.0));
    assert!((zoomed(-8.0).distance - 900.0).abs() < 0.5, "{:?}", zoomed(-8.0));
    // Who was sent beyond the limits stays there, and can come back.
    let far = Rig { distance: 1300.0, pitch: 0.02, ..RIG };
    let turned = after(far, &drag(MouseButton::Right, 30.0, 0.0));
    assert_eq!((turned.distance, turned.pitch), (1300.0, 0.02));
    assert!(after(far, &wheel(1.0, Vec3::ZERO)).distance < 1200.0);
}

#[test]
fn a_gesture_is_seen_in_its_frame_and_ends_in_a_quarter_of_a_second() {
    let anchor = Vec3::new(20.0, 0.0, 4.0);
    for gestures in [drag(MouseButton::Right, 90.0, -20.0), drag(MouseButton::Middle, 90.0, -20.0), wheel(3.0, anchor), wheel(-3.0, anchor)]
    {
        let seen = frames(RIG, &gestures);
        let way = |rig: &Rig| rig.eye().distance(RIG.eye());
        let whole = way(&seen[seen.len() - 1]);
        assert!(way(&seen[0]) > 0.25 * whole, "{gestures:?}: {} of {whole}", way(&seen[0]));
        assert!((seen.len() as f32) * FRAME < 0.32, "{gestures:?}: {} frames", seen.len());
        // Nothing goes back or past its end.
        assert!(seen.windows(2).all(|pair| way(&pair[0]) <= way(&pair[1]) + 1e-3), "{gestures:?}");
    }
}

#[test]
fn at_rest_nothing_changes_any_more() {
    let mut controls = OrbitControls::default();
    let far_away = Rig { focus: Vec3::new(30_000.0, 0.0, -17_000.0), distance: 25_000.0, ..RIG };
    for rig in [RIG, far_away] {
        let mut motion =
            controls.step(Motion::at(rig), &drag(MouseButton::Middle, 31.0, 17.0), Ground { city_side: rig.distance, ..GROUND }, FRAME);
        for _ in 0..40 {
            motion = controls.step(motion, &Gestures::default(), GROUND, FRAME);
        }
        assert!(motion.is_at_rest(), "{motion:?}");
        for _ in 0..3 {
            assert_eq!(controls.step(motion, &Gestures::default(), GROUND, FRAME), motion);
        }
    }
}

#[test]
fn without_motion_everything_is_there_at_once() {
    let still = Ground { smooth: false, ..GROUND };
    let anchor = Vec3::new(20.0, 0.0, 4.0);
    for gestures in [drag(MouseButton::Right, 90.0, -20.0), drag(MouseButton::Middle, 90.0, -20.0), wheel(3.0, anchor)] {
        let motion = OrbitControls::default().step(Motion::at(RIG), &gestures, still, FRAME);
        assert!(motion.is_at_rest() && motion.now != RIG, "{gestures:?}");
    }
}

#[test]
fn time_that_stands_still_moves_nothing() {
    let mut controls = OrbitControls::default();
    let motion = Motion { now: RIG, target: RIG.walk(Walk { right: 1.0, ..Walk::default() }, 1.0) };
    assert_eq!(controls.step(motion, &Gestures::default(), GROUND, 0.0).now, RIG);
}

#[test]
fn the_lens_changes_smoothly_and_things_keep_their_size() {
    let map = Rig { fov: 0.16, ..RIG };
    let mut controls = OrbitControls::default();
    let mut motion = Motion { now: map, target: RIG };
    let mut lenses = vec![map.fov];
    while !motion.is_at_rest() {
        motion = controls.step(motion, &Gestures::default(), GROUND, FRAME);
        lenses.push(motion.now.fov);
        assert_eq!(motion.now.distance, RIG.distance);
    }
    assert!(lenses.len() > 5 && lenses.windows(2).all(|pair| pair[0] < pair[1]), "{lenses:?}");
}

#[test]
fn the_short_way_around_is_turned() {
    let mut controls = OrbitControls::default();
    let mut motion = Motion { now: Rig { yaw: 3.0, ..RIG }, target: Rig { yaw: -3.0, ..RIG } };
    while !motion.is_at_rest() {
        motion = controls.step(motion, &Gestures::default(), GROUND, FRAME);
        assert!(motion.now.yaw.abs() >= 2.99, "{motion:?}");
    }
    assert!((motion.now.yaw + 3.0).abs() < 1e-3, "{motion:?}");
}

/// Fingers on the screen, as the window tells of them.
fn touches(app: &mut App, fingers: &[(u64, TouchPhase, Vec2)]) -> Touches {
    for &(id, phase, position) in fingers {
        let window = Entity::PLACEHOLDER;
        app.world_mut().write_message(TouchInput { phase, position, window, force: None, id });
    }
    app.update();
    app.world().resource::<Touches>().clone()
}

#[test]
fn one_finger_turns_two_fingers_move_and_zoom() {
    let (start, moved) = (TouchPhase::Started, TouchPhase::Moved);
    let [a, b] = [Vec2::new(700.0, 500.0), Vec2::new(900.0, 500.0)];
    let after = |told: &[Vec<(u64, TouchPhase, Vec2)>]| {
        let mut app = App::new();
        app.add_plugins(bevy::input::InputPlugin);
        let (mut controls, mut motion) = (OrbitControls::default(), Motion::at(RIG));
        for fingers in told {
            let touches = touches(&mut app, fingers);
            motion = controls.step(motion, &Gestures { touches, anchor: Some(RIG.focus), ..Gestures::default() }, GROUND, FRAME);
        }
        motion.target
    };
    let turned = after(&[vec![(1, start, a)], vec![(1, moved, a + Vec2::new(50.0, 0.0))]]);
    assert!((turned.yaw - (RIG.yaw - 50.0 * TURN_PER_PIXEL)).abs() < 1e-3 && turned.focus == RIG.focus, "{turned:?}");
    let both = vec![(1, start, a), (2, start, b)];
    let way = Vec2::new(30.0, 0.0);
    let panned = after(&[both.clone(), vec![(1, moved, a + way), (2, moved, b + way)]]);
    assert!(panned.focus.distance(RIG.focus) > 1.5 && panned.focus.y == 0.0 && panned.yaw == RIG.yaw, "{panned:?}");
    let pinched = after(&[both, vec![(1, moved, a - way), (2, moved, b + way)]]);
    assert!(pinched.distance < 0.9 * RIG.distance && pinched.focus.distance(RIG.focus) < 0.1, "{pinched:?}");
}
