//! Autoplay and transitions between points.

use bevy::prelude::*;

use super::state::{CitySystems, SessionRes, SettingsRes, ViewRes};
use crate::view::playback::tick;

/// A frame longer than this was a stall (a moved window, a sleeping machine) and not time that anybody watched.
const LONGEST_FRAME_SECS: f32 = 0.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, let_time_pass.in_set(CitySystems::Apply).after(super::apply::apply_orders));
}

fn let_time_pass(time: Res<Time>, session: Res<SessionRes>, settings: Res<SettingsRes>, mut view: ResMut<ViewRes>) {
    let points = session.0.evolution.points.len();
    let dt = time.delta_secs().min(LONGEST_FRAME_SECS);
    // The view counts as changed only if the picture changed; the clock of a playing view ticks silently.
    let silent = view.bypass_change_detection();
    if tick(&mut silent.0, &settings.0, points, dt) {
        view.set_changed();
    }
}
