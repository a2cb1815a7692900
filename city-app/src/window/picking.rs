//! The pointer over the city: hover, select, fly to. Our own, through the plan: no ray tests against thousands of
//! entities, and the same answer with and without a window.

mod ray;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::{CityProjection, CityRig};
use super::input_gate::InputGate;
use super::state::{AppPhase, CityOrder, CitySystems, LookRes, SessionRes, ViewRes};
use crate::command::{CameraOrder, CityCommand};

use ray::PickIndex;
pub(super) use ray::Ray;

/// A press and a release within this many logical pixels are a click (memory-cities 7).
const CLICK_PIXELS: f32 = 4.0;
/// Two clicks on one thing within this time fly to it.
const DOUBLE_CLICK_SECS: f32 = 0.4;

/// Boxes of the city as they stand now.
#[derive(Resource, Default)]
pub(super) struct CurrentIndex(pub(super) PickIndex);

/// What the left button is doing.
#[derive(Resource, Debug, Default)]
struct Clicks {
    /// Where the button went down over the city.
    pressed: Option<Vec2>,
    /// The click before: when and on what.
    last: Option<(f32, analysis::NodeIndex)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CurrentIndex>()
        .init_resource::<Clicks>()
        .add_systems(Update, index_boxes.in_set(CitySystems::Scene).after(super::looks::update_looks))
        .add_systems(Update, point_and_click.in_set(CitySystems::Input).run_if(in_state(AppPhase::Exploring)));
}

fn index_boxes(look: Res<LookRes>, session: Res<SessionRes>, mut index: ResMut<CurrentIndex>) {
    if look.is_changed() {
        index.0.rebuild(&session.0, &look.now);
    }
}

fn point_and_click(
    windows: Query<&Window, With<PrimaryWindow>>,
    (buttons, gate, time): (Res<ButtonInput<MouseButton>>, Res<InputGate>, Res<Time<Real>>),
    (rig, projection, index, session): (Res<CityRig>, Res<CityProjection>, Res<CurrentIndex>, Res<SessionRes>),
    view: Res<ViewRes>,
    mut clicks: ResMut<Clicks>,
    mut orders: MessageWriter<CityOrder>,
) {
    let Ok(window) = windows.single() else { return };
    // In fly mode the pointer is hidden: one looks at the middle of the picture.
    let pointer = if rig.is_flying() { Some(0.5 * window.size()) } else { window.cursor_position() };
    let dragging = buttons.any_pressed([MouseButton::Right, MouseButton::Middle]);
    let over_city = pointer.filter(|_| gate.city_has_pointer() && !dragging);
    let node = over_city.and_then(|at| {
        let (origin, direction) = projection.ray(at);
        index.0.pick(&session.0, Ray { origin, direction }).map(|hit| hit.node)
    });
    if view.0.hover != node {
        orders.write(CityOrder(CityCommand::Hover(node)));
    }
    if buttons.just_pressed(MouseButton::Left) {
        clicks.pressed = over_city;
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    let (Some(down), Some(up)) = (clicks.pressed.take(), over_city) else { return };
    if down.distance(up) > CLICK_PIXELS {
        return;
    }
    orders.write(CityOrder(CityCommand::Select(node)));
    let now = time.elapsed_secs();
    let twice = clicks.last.is_some_and(|(when, what)| Some(what) == node && now - when <= DOUBLE_CLICK_SECS);
    clicks.last = node.filter(|_| !twice).map(|node| (now, node));
    if let Some(node) = node.filter(|_| twice) {
        orders.write(CityOrder(CityCommand::Camera(CameraOrder::FlyTo(node))));
    }
}
