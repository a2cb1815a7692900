//! Why there is no window or picture.

use std::path::PathBuf;

use bevy::prelude::*;

/// Why no window or picture could be made.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The graphics library found nothing to draw with.
    #[error("no graphics adapter found; install a Vulkan driver (a software one will do: `apt install mesa-vulkan-drivers libvulkan1`)")]
    NoAdapter,
    /// There is no screen to open a window on.
    #[error("no display found (DISPLAY and WAYLAND_DISPLAY are not set); `memory-city render` makes pictures without one")]
    NoDisplay,
    /// The program ended early.
    #[error("the window ended with an error (code {0})")]
    Ended(u8),
    /// A picture or film could not be written.
    #[error("cannot write {path}: {reason}", path = path.display())]
    Write {
        /// What went wrong, in words.
        reason: String,
        /// The file or folder.
        path: PathBuf,
    },
    /// The request cannot be drawn, for example a size of zero.
    #[error("{0}")]
    Request(String),
}
