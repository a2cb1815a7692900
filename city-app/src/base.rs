//! What every part uses: settings, numbers and times in words, work in the background, the operating system.

pub mod background;
pub(crate) mod child;
pub mod colors;
pub mod made_names;
pub mod names;
pub mod partly_read;
pub mod presets;
pub mod settings;
pub mod system;
pub mod system_fonts;
pub mod waker;
pub mod words;
