//! Options that several commands share, and the questions that they ask.

pub(crate) mod check_rule;
pub(crate) mod dump_args;
pub(in crate::cli) mod durations;
pub(crate) mod formula_guard;
pub(crate) mod input_args;
pub(crate) mod keyed_groups;
pub(crate) mod live_args;
pub(crate) mod plugin_args;
pub(crate) mod recording_args;
pub(crate) mod row_filter;
pub(crate) mod size_arg;
pub(crate) mod target_args;
pub(crate) mod view_args;
pub(crate) mod window_arg;
