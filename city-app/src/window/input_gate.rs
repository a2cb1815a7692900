//! Whether panels want the pointer or the keyboard. Camera and picking ask here and nowhere else.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

use super::state::{CitySystems, FreeArea};
use super::ui::file_dialog::FileDialogRes;

/// The answer for this frame. The last frame's answer counts too: egui learns of a press one frame late, and without
/// it a click on a panel's edge would also hit the city behind it.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub(super) struct InputGate {
    pointer_now: bool,
    pointer_before: bool,
    keyboard_now: bool,
    keyboard_before: bool,
    dialog: bool,
}

impl InputGate {
    /// The pointer is over the city and belongs to it.
    pub(super) fn city_has_pointer(&self) -> bool {
        !self.pointer_now && !self.pointer_before
    }

    /// A dialog has the keyboard for itself, Escape included.
    pub(super) fn dialog_has_keyboard(&self) -> bool {
        self.dialog
    }

    /// Nobody types text.
    pub(super) fn city_has_keyboard(&self) -> bool {
        !self.keyboard_now && !self.keyboard_before
    }

    fn update(&mut self, pointer: bool, keyboard: bool) {
        self.pointer_before = self.pointer_now;
        self.keyboard_before = self.keyboard_now;
        self.pointer_now = pointer;
        self.keyboard_now = keyboard;
    }
}

/// Keeps [`InputGate`] up to date, before anyone reads input.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InputGate>().add_systems(Update, update_gate.before(CitySystems::Input));
}

/// Docked panels are no egui areas: what they cover is what [`FreeArea`] leaves out, which may be everything. Popups that only explain (a tooltip
/// over a button) must not hold back keys, so the keyboard asks for a focused widget only.
fn update_gate(
    mut gate: ResMut<InputGate>,
    (wants, dialog, free): (Res<EguiWantsInput>, Res<FileDialogRes>, Res<FreeArea>),
    (windows, touches): (Query<&Window, With<PrimaryWindow>>, Res<Touches>),
) {
    let pointer = touches.first_pressed_position().or(windows.single().ok().and_then(Window::cursor_position));
    let over_panel = pointer.is_some_and(|at| !free.0.contains(at));
    gate.dialog = dialog.is_open();
    let pointer_taken =
        gate.dialog || over_panel || wants.is_pointer_over_area() || wants.is_using_pointer() || wants.wants_pointer_input();
    let keyboard_taken = gate.dialog || wants.wants_keyboard_input();
    gate.update(pointer_taken, keyboard_taken);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_keeps_the_pointer_one_frame_longer_than_it_says() {
        let mut gate = InputGate::default();
        gate.update(true, false);
        assert!(!gate.city_has_pointer());
        gate.update(false, false);
        assert!(!gate.city_has_pointer());
        gate.update(false, false);
        assert!(gate.city_has_pointer());
    }
}
