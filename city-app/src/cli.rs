//! The command line: `memory-city [PATH]` and its commands. A stable contract.
//!
//! - stdout carries the result and nothing else, so JSON can be piped; warnings and errors go to stderr.
//! - An error is one line, `memory-city: <what>`, and an exit code of [`ExitKind`].
//! - The same input and options give the same bytes.

mod args;
mod attach;
mod cache;
mod check;
mod check_rule;
mod classes;
mod classifiers;
mod compare;
mod counts;
mod csv;
mod detach;
mod died;
mod dump_args;
mod find;
mod find_documents;
mod find_html;
mod findings;
mod graph;
mod group;
mod histogram;
mod input_args;
mod inspect;
mod interrupt;
mod keyed_groups;
mod live_args;
mod objects;
mod opened;
mod output;
mod paths;
mod plugin_args;
mod query;
mod record;
mod recording_args;
mod referrers;
mod render;
mod row_filter;
mod scene;
mod shown_recording;
mod size_arg;
mod target_args;
mod threads;
mod trace;
mod trends;
mod view_args;
mod watch;
mod window_arg;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

pub use args::{Arguments, Command};
pub use attach::AttachArgs;
pub use cache::CacheArgs;
pub use check::CheckArgs;
pub use classes::ClassesArgs;
pub use classifiers::ClassifiersArgs;
pub use compare::CompareArgs;
pub use counts::CountsArgs;
pub use detach::DetachArgs;
pub use died::DiedArgs;
pub use dump_args::DumpArgs;
pub use find::FindArgs;
pub use graph::GraphArgs;
pub use group::GroupArgs;
pub use histogram::HistogramArgs;
pub use input_args::InputArgs;
pub use inspect::InspectArgs;
pub use live_args::{LiveArgs, WatchArgs};
pub use objects::ObjectsArgs;
pub use output::{CliError, ExitKind};
pub use paths::PathsArgs;
pub use plugin_args::PluginArgs;
pub use query::QueryArgs;
pub use record::RecordArgs;
pub use recording_args::RecordingArgs;
pub use referrers::ReferrersArgs;
pub use render::RenderArgs;
pub use scene::SceneArgs;
pub use target_args::TargetArgs;
pub use threads::ThreadsArgs;
pub use trace::TraceArgs;
pub use trends::TrendsArgs;
pub use view_args::{PointArg, View, ViewArgs};
pub use window_arg::WindowArg;

/// Runs the program with these arguments (the first one is the program's name) and says how it ended.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // A command stands first: options without one and commands exclude each other.
    let command = arguments.get(1).and_then(|word| word.to_str()).filter(|word| args::is_command(word)).map(str::to_owned);
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return output::fail(&output::usage_error(&error, command.as_deref())),
        // `--help` and `--version` are results.
        Err(help) => {
            return match help.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitKind::Failed.into(),
            };
        }
    };
    match args::dispatch(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::fail(&error),
    }
}
