//! When the window is drawn anew: at once while something moves or the user acts, otherwise a few times per second, so
//! that a city nobody touches leaves the machine alone.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};

use super::camera::CityRig;
use super::city::CityFrame;
use super::state::{AppPhase, CitySystems, ViewRes};

/// The longest time between two frames at rest: jobs report and files arrive between frames.
const RESTING_FRAME: Duration = Duration::from_millis(120);
/// The same while another window has the focus.
const BACKGROUND_FRAME: Duration = Duration::from_millis(500);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings {
        focused_mode: UpdateMode::reactive(RESTING_FRAME),
        unfocused_mode: UpdateMode::reactive(BACKGROUND_FRAME),
    })
    .add_systems(Update, keep_moving.after(CitySystems::Scene));
}

fn keep_moving(
    (view, rig, frame, phase): (Res<ViewRes>, Res<CityRig>, Res<CityFrame>, Res<State<AppPhase>>),
    keys: Res<ButtonInput<KeyCode>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let time = view.0.time;
    let moving = view.0.playing
        || (time.tween < 1.0 && time.from != time.point)
        || rig.is_moving()
        || rig.is_flying()
        || frame.is_changed()
        || frame.atmosphere.frustums_grown < 1.0
        || *phase.get() == AppPhase::Loading
        || keys.get_pressed().next().is_some();
    if moving {
        redraw.write(RequestRedraw);
    }
}
