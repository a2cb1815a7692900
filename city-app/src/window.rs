//! The window: Bevy, and nothing else in this program names it; egui, which only its `ui` and the input gate name.
//!
//! ```text
//! pointer, keyboard, panels ──CityMessage──┐
//! jobs, sizes, kept panels  ──Arrival────┴> apply ──> ViewRes, SettingsRes, SessionRes ──> LookRes ──> pixels
//! ```
//!
//! One plugin function per concern, one file each; the order in which they are added makes no difference. The window,
//! the headless pictures and the tests run the same [`CityAppPlugin`].

#![allow(clippy::too_many_arguments, reason = "a Bevy system takes one argument per thing it touches")]

mod annotate;
mod apply;
mod arrival;
mod building_keys;
mod camera;
mod capture;
mod city;
mod definitions;
pub(crate) mod error;
mod film;
mod held_keys;
mod input_gate;
mod jobs;
mod journal;
mod keyboard;
mod labels;
mod looks;
mod persistence;
mod picking;
mod picture;
mod planner;
mod quality;
mod redraw;
mod save_picture;
mod save_recording;
mod shell;
mod state;
mod ui;

pub use camera::{CityProjection, world_from_plan};
pub use capture::{HeadlessCity, PictureOptions, render_picture};
pub use error::WindowError;
pub use film::{FilmOptions, render_film};
pub use quality::ActualQuality;
pub use shell::{CityAppPlugin, WindowOptions, run_window};
pub use state::{
    AppPhase, CityMessage, CitySystems, FreeArea, InputRes, LookRes, PictureMode, SaveRequest, SessionRes, SettingsRes, ShellMessage,
    StatusNote, ViewRes, panels_are_drawn,
};
