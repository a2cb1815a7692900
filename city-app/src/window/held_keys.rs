//! What is held when a key is pressed. Events are taken in their order: with few frames per second a chord is pressed and
//! released between two of them, and what is held at the end of a frame says nothing about the keys before.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};

/// What is held, as the events told so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct HeldKeys {
    pub(super) control: bool,
    /// The key of the system's maker: Command of macOS.
    pub(super) system: bool,
    pub(super) shift: bool,
    pub(super) alt: bool,
}

impl HeldKeys {
    pub(super) fn take(&mut self, input: &KeyboardInput) {
        let pressed = input.state == ButtonState::Pressed;
        match input.logical_key {
            Key::Control => self.control = pressed,
            Key::Super | Key::Meta => self.system = pressed,
            Key::Shift => self.shift = pressed,
            Key::Alt => self.alt = pressed,
            _ => {}
        }
    }

    /// The key of shortcuts, by either name.
    pub(super) const fn ctrl(self) -> bool {
        self.control || self.system
    }

    /// Chords are no text; Ctrl and Alt together are AltGr, which types.
    pub(super) const fn types(self) -> bool {
        !self.ctrl() || !cfg!(target_os = "macos") && self.control && self.alt
    }
}
