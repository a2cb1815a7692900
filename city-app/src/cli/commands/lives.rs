//! What commands about lives share: the lives of objects in a trace.

use analysis::{Grouping, HeapFile, Progress, Trace, Warnings};

use crate::cli::documents::output::{CliError, ExitKind, note};
use crate::cli::options::input_args::about_option;
use crate::cli::options::plugin_args::PluginArgs;
use crate::data::input::garbage::why_no_lives;

/// Opens a trace for commands that need one; warnings go to stderr, and so does what the recorder could not record.
pub(in crate::cli) fn open_trace(path: &std::path::Path, warnings: &Warnings) -> Result<Box<Trace>, CliError> {
    let HeapFile::Trace(trace) = HeapFile::open(path, &Progress::new(), warnings)? else {
        let message = format!("{} is no memory trace (.mctrace); memory-city record writes one", path.display());
        return Err(CliError::new(ExitKind::Failed, message));
    };
    // Where nothing is to be told, that says why.
    if why_no_lives(&trace).is_none() {
        note_limits(&trace);
    }
    Ok(trace)
}

/// Tells on stderr what the recorder could not record.
pub(in crate::cli) fn note_limits(trace: &Trace) {
    trace.info().limits.iter().for_each(|limit| note(&format!("the recorder says: {limit}")));
}

/// The grouping that was asked for, or the usual one.
pub(in crate::cli) fn grouping(by: &[String], usual: &str, plugins: &PluginArgs, warnings: &Warnings) -> Result<Grouping, CliError> {
    let registry = plugins.options(&[], warnings)?.registry();
    let parsed = if by.is_empty() { registry.parse(usual) } else { registry.parse_all(by) };
    Ok(parsed.map_err(|error| about_option("--by", error))?)
}
