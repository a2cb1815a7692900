//! The command line: `memory-city [PATH]` and its commands. A stable contract.
//!
//! - stdout carries the result and nothing else, so JSON can be piped; warnings and errors go to stderr.
//! - An error is one line, `memory-city: <what>`, and an exit code of [`ExitKind`].
//! - The same input and options give the same bytes.

mod args;
#[cfg(feature = "fleet")]
mod assistant;
pub mod commands;
pub(crate) mod documents;
pub(crate) mod growth_lines;
mod interrupt;
pub mod options;
mod show;
mod web_server;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

pub use args::{Arguments, Command};
pub use documents::output::{CliError, ExitKind};

/// Runs the program with these arguments (the first one is the program's name) and says how it ended; the version is what `--version` tells.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>, version: &'static str) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // A command stands first: options without one and commands exclude each other.
    let first = arguments.get(1).and_then(|word| word.to_str());
    if let Some(left_out) = first.filter(|word| args::is_left_out(word)) {
        let what = format!("memory-city {left_out} is in builds with the feature fleet only: scripts/run.sh fleet {left_out} .. makes one");
        return documents::output::fail(&CliError::new(ExitKind::Usage, what));
    }
    let command = first.filter(|word| args::is_command(word)).map(str::to_owned);
    let matches = Arguments::command().version(version).try_get_matches_from(arguments);
    let arguments = match matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches)) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return documents::output::fail(&documents::output::usage_error(&error, command.as_deref())),
        // `--help` and `--version` are results.
        Err(help) => {
            return match help.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitKind::Failed.into(),
            };
        }
    };
    match args::dispatch(arguments) {
        Ok(()) if analysis::has_file_shrunk() => {
            let what =
                "an input became shorter while it was read, and what was told of it may be wrong; try again when nobody writes to it";
            documents::output::fail(&CliError::new(ExitKind::Failed, what))
        }
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => documents::output::fail(&error),
    }
}
