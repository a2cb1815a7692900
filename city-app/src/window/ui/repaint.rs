//! When the panels want to be drawn: later, for what appears or fades by itself, and not because nothing has changed.

use bevy::prelude::*;
use bevy_egui::{EguiFullOutput, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, egui};

use crate::window::redraw::{Alarm, NEVER};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, leave_out_old_news.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass))
        .add_systems(PostUpdate, hear_egui.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput));
}

/// The bridge to the panels tells in every frame which of Shift, Ctrl and Alt are held, and whoever hears anything wants to be
/// drawn again.
fn leave_out_old_news(mut inputs: Query<&mut EguiInput>, mut held: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        input.0.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *held, *now) != *now,
            _ => true,
        });
    }
}

/// Panels ask to be drawn later for what appears or fades by itself.
fn hear_egui(outputs: Query<&EguiFullOutput>, alarm: Option<Res<Alarm>>) {
    let Some(alarm) = alarm else { return };
    for EguiFullOutput(output) in &outputs {
        let root = output.as_ref().and_then(|output| output.viewport_output.get(&egui::ViewportId::ROOT));
        if let Some(wait) = root.map(|root| root.repaint_delay).filter(|wait| !wait.is_zero() && *wait < NEVER) {
            alarm.ring_in(wait);
        }
    }
}
