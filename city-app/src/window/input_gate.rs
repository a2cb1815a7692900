//! Whether panels want the pointer or the keyboard. Camera and picking ask here and nowhere else.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContext, PrimaryEguiContext};

use super::state::{CitySystems, FreeArea, ViewRes};
use super::ui::city_menu::CityMenu;
use super::ui::file_dialog::FileDialogRes;
use super::ui::regions::{Keyboard, keyboard};

/// The answer for this frame. The last frame's answer counts too: egui learns of a press one frame late, and without
/// it a click on a panel's edge would also hit the city behind it.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub(super) struct InputGate {
    pointer_now: bool,
    pointer_before: bool,
    keyboard_now: Keyboard,
    keyboard_before: Keyboard,
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

    /// Nobody else takes keys.
    pub(super) fn city_has_keyboard(&self) -> bool {
        [self.keyboard_now, self.keyboard_before] == [Keyboard::City; 2]
    }

    /// Escape closes a menu, or gives the keyboard back to the city, and does no more.
    pub(super) fn escape_is_taken(&self) -> bool {
        matches!(self.keyboard_now, Keyboard::Menu | Keyboard::Control)
    }

    fn update(&mut self, pointer: bool, keyboard: Keyboard) {
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
    (wants, dialog, free, view): (Res<EguiWantsInput>, Res<FileDialogRes>, Res<FreeArea>, Res<ViewRes>),
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    menu: Res<CityMenu>,
    (windows, touches): (Query<&Window, With<PrimaryWindow>>, Res<Touches>),
) {
    let pointer = touches.first_pressed_position().or(windows.single().ok().and_then(Window::cursor_position));
    let over_panel = pointer.is_some_and(|at| !free.both(view.0.beside.is_some()).contains(at));
    gate.dialog = dialog.is_open();
    let pointer_taken =
        gate.dialog || over_panel || wants.is_pointer_over_area() || wants.is_using_pointer() || wants.wants_pointer_input();
    let keyboard = match contexts.single_mut() {
        _ if gate.dialog => Keyboard::Typing,
        _ if menu.is_open() => Keyboard::Menu,
        Ok(mut context) => keyboard(context.get_mut()),
        Err(_) => Keyboard::City,
    };
    gate.update(pointer_taken, keyboard);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_keeps_the_pointer_one_frame_longer_than_it_says() {
        let mut gate = InputGate::default();
        gate.update(true, Keyboard::City);
        assert!(!gate.city_has_pointer());
        gate.update(false, Keyboard::City);
        assert!(!gate.city_has_pointer());
        gate.update(false, Keyboard::City);
        assert!(gate.city_has_pointer());
    }

    #[test]
    fn escape_leaves_a_control_or_a_menu_before_it_means_the_city() {
        let mut gate = InputGate::default();
        for (keyboard, is_taken) in [(Keyboard::City, false), (Keyboard::Typing, false), (Keyboard::Control, true), (Keyboard::Menu, true)]
        {
            gate.update(false, keyboard);
            assert_eq!((gate.escape_is_taken(), gate.city_has_keyboard()), (is_taken, keyboard == Keyboard::City), "{keyboard:?}");
        }
    }
}
