//! Options that several commands share, and the questions that they ask.

pub mod check_rule;
pub mod collapsed_unit;
pub mod csv_args;
pub mod dump_args;
pub(in crate::cli) mod durations;
pub mod formula_guard;
pub mod input_args;
pub mod keyed_groups;
pub mod known_args;
pub mod live_args;
pub mod metric_arg;
#[cfg(feature = "fleet")]
pub mod place_args;
pub mod plugin_args;
pub mod recording_args;
pub mod row_filter;
pub mod sarif_args;
pub mod size_arg;
pub mod target_args;
pub mod view_args;
pub mod window_arg;
