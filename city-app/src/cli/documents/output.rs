//! What the user sees in the terminal: results on stdout, everything else on stderr.

use std::io::{IsTerminal, Write};
use std::path::Path;
#[cfg(feature = "fleet")]
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::{Evolution, NodeIndex, Warnings};
use serde::Serialize;

use crate::base::{partly_read, words};
use crate::cli::documents::lines::printable_name;

/// What shells expect after Ctrl+C.
pub(in crate::cli) const CANCELLED_CODE: u8 = 130;

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitKind {
    /// The input could not be read, the result could not be written, or what was checked does not hold: 1.
    Failed,
    /// The command line makes no sense: 2.
    Usage,
    /// This build or this machine lacks what the command needs (window, graphics driver, `jcmd`): 3.
    Unavailable,
    /// The user stopped it: 130, as after Ctrl+C.
    Cancelled,
}

impl From<ExitKind> for ExitCode {
    fn from(kind: ExitKind) -> Self {
        Self::from(match kind {
            ExitKind::Failed => 1,
            ExitKind::Usage => 2,
            ExitKind::Unavailable => 3,
            ExitKind::Cancelled => CANCELLED_CODE,
        })
    }
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub struct CliError {
    /// Decides the exit code.
    pub kind: ExitKind,
    /// One line.
    pub message: String,
}

impl CliError {
    /// An error of this kind; line breaks in the message become spaces.
    pub fn new(kind: ExitKind, message: impl std::fmt::Display) -> Self {
        Self { kind, message: one_line(&message.to_string()) }
    }

    /// The result could not be written to this file.
    #[must_use]
    pub fn cannot_write(path: &Path, error: &std::io::Error) -> Self {
        Self::new(ExitKind::Failed, format_args!("cannot write {}: {error}", path.display()))
    }
}

#[cfg(feature = "window")]
impl From<crate::window::error::WindowError> for CliError {
    fn from(error: crate::window::error::WindowError) -> Self {
        use crate::window::error::WindowError;
        let kind = match error {
            WindowError::Request(_) => ExitKind::Usage,
            WindowError::Write { .. } => ExitKind::Failed,
            _ => ExitKind::Unavailable,
        };
        Self::new(kind, error)
    }
}

impl From<analysis::Error> for CliError {
    fn from(error: analysis::Error) -> Self {
        let kind = match error {
            analysis::Error::Request(_) | analysis::Error::Text { .. } => ExitKind::Usage,
            analysis::Error::Cancelled => ExitKind::Cancelled,
            _ => ExitKind::Failed,
        };
        Self::new(kind, error)
    }
}

/// A path that somebody named.
pub(in crate::cli) fn must_exist(path: &Path) -> Result<(), CliError> {
    path.metadata().map(drop).map_err(|source| analysis::Error::Io { source, path: path.to_owned() }.into())
}

/// Prints the error and gives its exit code.
pub(in crate::cli) fn fail(error: &CliError) -> ExitCode {
    // When stderr is gone, the exit code still says it.
    let _ = writeln!(std::io::stderr(), "memory-city: {}", error.message);
    error.kind.into()
}

/// Prints warnings to stderr: a line per file that could be read in part only, and one per kind of what is wrong.
pub(in crate::cli) fn print_warnings(warnings: &Warnings) {
    let mut err = std::io::stderr().lock();
    for part in warnings.partly_read() {
        let _ = writeln!(err, "memory-city: warning: {}", one_line(&partly_read::sentence(&part)));
    }
    for warning in warnings.list() {
        let _ = writeln!(err, "memory-city: warning: {}", one_line(&warning.to_string()));
    }
}

/// Tells something about the result on stderr.
pub(in crate::cli) fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "memory-city: {}", one_line(text));
}

/// Writes a result to a file, or to stdout.
pub(in crate::cli) fn write_result(out: Option<&Path>, bytes: &[u8]) -> Result<(), CliError> {
    match out {
        Some(path) => analysis::write_file(path, bytes).map_err(|error| CliError::cannot_write(path, &error)),
        None => print_result(bytes),
    }
}

/// Writes a result to a file that an option names, where - is stdout.
pub(in crate::cli) fn write_document(out: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write_result(Some(out).filter(|out| out.as_os_str() != "-"), bytes)
}

/// Refuses to write a folder where one of the inputs is read, or, where what lies below these is read, inside of one.
#[cfg(feature = "fleet")]
pub(in crate::cli) fn refuse_over_input(out: &Path, inputs: &[PathBuf], reads_below: bool) -> Result<(), CliError> {
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let written = place(out);
    let is_over = |input: &&PathBuf| {
        let read = place(input);
        written == read || reads_below && written.starts_with(&read)
    };
    match inputs.iter().find(is_over) {
        Some(input) if place(input) == written => {
            Err(CliError::new(ExitKind::Failed, format_args!("{} is read: what is read is never written over", input.display())))
        }
        Some(input) => {
            let why = format_args!("{} lies inside of {}, which is read: name another folder", out.display(), input.display());
            Err(CliError::new(ExitKind::Failed, why))
        }
        None => Ok(()),
    }
}

/// Writes a result to stdout. A reader that went away (`| head`) is no error.
pub(in crate::cli) fn print_result(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(CliError::new(ExitKind::Failed, format_args!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}

/// A line on stderr that counts, for people only: nothing is written when stderr is not a terminal.
pub(in crate::cli) struct PercentLine {
    what: &'static str,
    shown: Option<u64>,
}

impl PercentLine {
    /// Counts `what`.
    pub(in crate::cli) fn new(what: &'static str) -> Self {
        Self { what, shown: None }
    }

    /// Writes the line anew when the percentage has changed.
    pub(in crate::cli) fn show(&mut self, done: u64, all: u64) {
        let percent = done.saturating_mul(100) / all.max(1);
        if self.shown != Some(percent) && std::io::stderr().is_terminal() {
            self.shown = Some(percent);
            let end = if done >= all { "\n" } else { "" };
            let _ = write!(std::io::stderr(), "\r{done} of {all} {} ({percent} %){end}", self.what);
        }
    }
}

/// The first sentence of clap's error, without its frame; `command` is what the user wanted to do, if it is known.
pub(in crate::cli) fn usage_error(error: &clap::Error, command: Option<&str>) -> CliError {
    let text = error.render().to_string();
    let paragraph: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let message = paragraph.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let command = command.map(|command| format!(" {command}")).unwrap_or_default();
    CliError::new(ExitKind::Usage, format_args!("{message} (see memory-city{command} --help)"))
}

fn one_line(text: &str) -> String {
    printable_name(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The names of the groups around a group, outermost first, and its own: `byte[] > app.Main.fill`. A place alone says nothing, as
/// objects of many types are allocated there.
pub(in crate::cli) fn name_path(evolution: &Evolution, node: NodeIndex) -> String {
    let mut names = Vec::new();
    let mut at = node;
    while let Some(info) = evolution.nodes.get(at.at()).filter(|_| at != NodeIndex::ROOT) {
        if evolution.is_rest(at) {
            names.push(words::REST_SUFFIX.trim_start().to_owned());
        } else {
            names.push(printable_name(if info.name.is_empty() { &info.key } else { &info.name }));
        }
        at = info.parent;
    }
    if names.is_empty() {
        return evolution.nodes.get(node.at()).map(|info| printable_name(&info.name)).unwrap_or_default();
    }
    names.reverse();
    names.join(" > ")
}

/// A document as one line of JSON.
pub(in crate::cli) fn json_line(document: &impl Serialize) -> Result<String, CliError> {
    json_text(serde_json::to_string(document))
}

/// A document as JSON for people: indented.
pub(in crate::cli) fn json_indented(document: &impl Serialize) -> Result<String, CliError> {
    json_text(serde_json::to_string_pretty(document))
}

fn json_text(text: serde_json::Result<String>) -> Result<String, CliError> {
    let mut text = text.map_err(|error| CliError::new(ExitKind::Failed, error))?;
    // A terminal must not obey what stands in names; escaped they are still the same names. Line breaks are those between members.
    let is_order = |c: char| c != '\n' && words::is_obeyed(c);
    if text.contains(is_order) {
        let escaped = |c: char| c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
        text = text.chars().map(|c| if is_order(c) { escaped(c) } else { c.to_string() }).collect();
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_without_control_characters() {
        let error = CliError::new(ExitKind::Failed, "cannot read a\nb\x1b[31mc");
        assert_eq!(error.message, "cannot read a b\u{fffd}[31mc");
    }

    #[test]
    fn json_keeps_names_exactly_and_gives_no_orders() {
        let name = "a\u{1b}[2J\u{9b}\u{202e}\nb\u{7f}é";
        for text in [json_line(&name), json_indented(&name)] {
            let text = text.expect("is JSON");
            assert_eq!(serde_json::from_str::<String>(&text).expect("is JSON"), name);
            assert!(!text.trim_end().contains(words::is_obeyed) && text.contains('é'), "{text:?}");
        }
    }

    #[test]
    fn a_request_that_does_not_fit_is_a_usage_error() {
        assert_eq!(CliError::from(analysis::Error::Request("no such classifier".into())).kind, ExitKind::Usage);
        assert_eq!(CliError::from(analysis::Error::Cancelled).kind, ExitKind::Cancelled);
    }
}
