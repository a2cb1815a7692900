//! What panels are told of keys: each with what was held when it was pressed.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiClipboard, EguiContext, EguiGlobalSettings, EguiInputSet, PrimaryEguiContext, egui};

use super::regions;
use crate::window::held_keys::HeldKeys;

/// Puts our reader of keys in the place of bevy_egui's, which gives all keys of a frame what is held at its end.
pub(super) fn plugin(app: &mut App) {
    if let Some(mut settings) = app.world_mut().get_resource_mut::<EguiGlobalSettings>() {
        settings.input_system_settings.run_write_keyboard_input_messages_system = false;
    }
    app.add_systems(PreUpdate, tell_panels.in_set(EguiInputSet::ReadBevyMessages));
}

fn tell_panels(
    mut keys: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut held: Local<HeldKeys>,
    mut clipboard: ResMut<EguiClipboard>,
    mut contexts: Query<(Entity, &mut EguiContext), With<PrimaryEguiContext>>,
    mut events: MessageWriter<EguiInputEvent>,
) {
    if lost.read().count() > 0 {
        *held = HeldKeys::default();
    }
    let Ok((context, mut egui)) = contexts.single_mut() else { return };
    for input in keys.read() {
        held.take(input);
        let told = match opens_menu(input, *held) {
            true if input.state == ButtonState::Pressed => regions::menu_clicks(egui.get_mut()),
            true => Vec::new(),
            false => events_of(input, *held, || clipboard.get_text()),
        };
        for event in told {
            events.write(EguiInputEvent { context, event });
        }
    }
}

/// The key for menus, and what stands for it on keyboards without one.
fn opens_menu(input: &KeyboardInput, held: HeldKeys) -> bool {
    input.logical_key == Key::ContextMenu || input.logical_key == Key::F10 && held.shift
}

/// What panels are told of a key: the text it types, the key, and what a chord of the clipboard asks for.
fn events_of(input: &KeyboardInput, held: HeldKeys, pasted: impl FnOnce() -> Option<String>) -> Vec<egui::Event> {
    let pressed = input.state == ButtonState::Pressed;
    let modifiers = modifiers(held);
    let mut events = Vec::new();
    if pressed && held.types() {
        match &input.logical_key {
            Key::Character(text) if !text.contains(char::is_control) => events.push(egui::Event::Text(text.to_string())),
            Key::Space => events.push(egui::Event::Text(" ".to_owned())),
            _ => {}
        }
    }
    let physical_key = bevy_to_egui_physical_key(&input.key_code);
    // Layouts without Latin letters have the chords at the same places.
    let Some(key) = bevy_to_egui_key(&input.logical_key).or(physical_key) else { return events };
    events.push(egui::Event::Key { key, pressed, repeat: false, modifiers, physical_key });
    if pressed && modifiers.command {
        events.extend(match key {
            egui::Key::C => Some(egui::Event::Copy),
            egui::Key::X => Some(egui::Event::Cut),
            egui::Key::V => pasted().map(egui::Event::Text),
            _ => None,
        });
    }
    events
}

const fn modifiers(held: HeldKeys) -> egui::Modifiers {
    let mac = cfg!(target_os = "macos");
    egui::Modifiers {
        alt: held.alt,
        ctrl: held.control,
        shift: held.shift,
        mac_cmd: mac && held.system,
        command: if mac { held.system } else { held.control },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(logical_key: Key, key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: Entity::PLACEHOLDER }
    }

    #[test]
    fn a_chord_that_is_over_before_the_frame_is_a_chord() {
        let mut held = HeldKeys::default();
        let mut told = Vec::new();
        let alt = |state| input(Key::Alt, KeyCode::AltLeft, state);
        let left = |state| input(Key::ArrowLeft, KeyCode::ArrowLeft, state);
        use ButtonState::{Pressed, Released};
        for input in [alt(Pressed), left(Pressed), left(Released), alt(Released), left(Pressed)] {
            held.take(&input);
            told.extend(events_of(&input, held, || None));
        }
        let arrows = told.iter().filter_map(|event| match event {
            egui::Event::Key { key: egui::Key::ArrowLeft, pressed: true, modifiers, .. } => Some(modifiers.alt),
            _ => None,
        });
        assert_eq!(arrows.collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn chords_type_nothing_and_use_the_clipboard() {
        let key = |text: &str, code| input(Key::Character(text.into()), code, ButtonState::Pressed);
        let held = HeldKeys { control: true, system: cfg!(target_os = "macos"), ..HeldKeys::default() };
        let pasted = events_of(&key("v", KeyCode::KeyV), held, || Some("copied".to_owned()));
        assert!(pasted.contains(&egui::Event::Text("copied".to_owned())) && pasted.len() == 2, "{pasted:?}");
        assert!(events_of(&key("c", KeyCode::KeyC), held, || None).contains(&egui::Event::Copy));
        let typed = events_of(&key("v", KeyCode::KeyV), HeldKeys::default(), || None);
        assert_eq!(typed.first(), Some(&egui::Event::Text("v".to_owned())));
        let alt_gr = HeldKeys { control: true, alt: true, ..HeldKeys::default() };
        assert_eq!(alt_gr.types(), !cfg!(target_os = "macos"));
    }
}
