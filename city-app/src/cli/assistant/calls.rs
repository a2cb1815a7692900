//! Commands of this program as processes: what they print, what they note, and how they fail, in their own words.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use analysis::Progress;
use serde_json::Value;

use super::answers::{Page, meant};
use crate::base::child::{ChildError, MOST_OUTPUT, run_child};
use crate::data::input::confined::Roots;

/// Notes and warnings of one command that are told.
const MOST_NOTES: usize = 20;

/// Who calls them.
#[derive(Debug)]
pub(super) struct Caller {
    /// This program.
    pub(super) program: PathBuf,
    /// Where its inputs lie.
    pub(super) roots: Roots,
    /// The longest that a command may take.
    pub(super) patience: Duration,
    /// Cancelled when nobody waits for anything any more.
    pub(super) ended: Progress,
}

/// A call of a tool.
pub(super) struct Call<'a> {
    pub(super) caller: &'a Caller,
    /// Whether the caller no longer waits for it.
    pub(super) is_cancelled: &'a dyn Fn() -> bool,
    /// The path that it is about, if one was named.
    pub(super) named: Option<String>,
    /// Which part of a list it wants.
    pub(super) page: Page,
}

/// What a command said.
pub(super) struct Said {
    pub(super) output: Vec<u8>,
    pub(super) notes: Vec<String>,
}

impl<'a> Call<'a> {
    /// A call of which nothing else is known.
    pub(super) fn new(caller: &'a Caller, is_cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { caller, is_cancelled, named: None, page: Page::default() }
    }

    /// The real path of what it is about; without a name the first folder.
    pub(super) fn path(&self) -> Result<PathBuf, String> {
        self.find(self.named.as_deref().unwrap_or("."))
    }

    /// The real path of an argument.
    pub(super) fn find(&self, named: &str) -> Result<PathBuf, String> {
        self.caller.roots.find(&meant(named)).map_err(|error| error.to_string())
    }

    /// Runs a command. Options are single words (`--by=type`), behind which nothing is an option any more.
    ///
    /// # Errors
    /// One sentence.
    pub(super) fn run(&self, command: &str, options: &[Option<String>], words: &[&Path]) -> Result<Said, String> {
        let Caller { program, patience, ended, .. } = self.caller;
        let mut process = Command::new(program);
        process.arg(command).args(options.iter().flatten()).arg("--").args(words);
        let is_wanted = || ended.check().is_ok() && !(self.is_cancelled)();
        let finished = run_child(&mut process, Some(*patience), &is_wanted).map_err(|error| match error {
            ChildError::System(error) => format!("memory-city {command} could not be started: {error}"),
            ChildError::Late => format!("memory-city {command} took longer than {} s and was ended: ask for less", patience.as_secs_f64()),
            ChildError::Cancelled => format!("memory-city {command} was cancelled"),
        })?;
        let errors = String::from_utf8_lossy(&finished.errors);
        let said = errors.lines().filter(|line| !line.is_empty()).map(|line| line.strip_prefix("memory-city: ").unwrap_or(line).to_owned());
        let mut notes: Vec<String> = said.collect();
        if !finished.status.success() {
            let last = notes.pop().unwrap_or_default();
            // Every other end is none that the command chose.
            return Err(match finished.status.code() {
                Some(1..=3) => last,
                _ => format!("memory-city {command} broke off ({}): {last}", finished.status),
            });
        }
        if finished.output.len() as u64 >= MOST_OUTPUT {
            return Err(format!("memory-city {command} tells more than {} MiB: ask for less", MOST_OUTPUT >> 20));
        }
        notes.truncate(MOST_NOTES);
        Ok(Said { output: finished.output, notes })
    }

    /// Runs a command that prints JSON about a path.
    ///
    /// # Errors
    /// As [`Call::run`].
    pub(super) fn json(&self, command: &str, options: &[Option<String>], words: &[&Path]) -> Result<(Value, Vec<String>), String> {
        let Said { output, notes } = self.run(command, &[&[Some("--json".to_owned())], options].concat(), words)?;
        let document = serde_json::from_slice(&output).map_err(|error| format!("memory-city {command} printed no JSON: {error}"))?;
        Ok((document, notes))
    }
}
