//! Memory City, the application: one binary that is a command-line tool, a picture maker and a window.
//!
//! ```text
//! input (open, live) ──> Dataset/Evolution ──> Session (evolution + plan) ──> looks ──> scene (JSON) | window (Bevy)
//! ```
//!
//! Everything outside `window` is plain Rust and builds without Bevy: settings, session, looks, scene, the command
//! line, the live connections. `window` (feature `window`) is the only place that names Bevy or egui.

pub mod background;
pub mod chain;
pub mod city_svg;
pub mod cli;
pub mod command;
pub mod group_inspection;
pub mod grouping_draft;
pub mod growing;
pub mod hints;
pub mod history;
pub mod input;
pub mod inspection;
pub mod kept_by;
pub mod leaks;
pub mod live;
pub mod look;
pub mod object_view;
pub mod opening;
pub mod ownership_graph;
pub mod partners;
pub mod playback;
pub mod presets;
pub mod recording;
pub mod samples;
pub mod scene;
pub mod search;
pub mod selection;
pub mod session;
pub mod settings;
pub mod sizing;
pub mod store;
pub mod system;
#[cfg(test)]
mod test_samples;
#[cfg(test)]
mod test_sessions;
pub mod tooltip;
pub mod tree_table;
pub mod trend_table;
pub mod typed_query;
pub mod view_state;
pub mod viewpoint;
#[cfg(feature = "window")]
pub mod window;
pub mod words;
