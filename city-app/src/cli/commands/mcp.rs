//! `memory-city mcp`: lets assistants ask about heaps.

use std::path::PathBuf;
use std::time::Duration;

use analysis::Progress;
use clap::Args;

use crate::cli::assistant::Assistant;
use crate::cli::documents::output::CliError;
use crate::cli::interrupt::{at_termination, cancel_on_interrupt};
use crate::cli::options::durations::parse_duration;
use crate::data::input::confined::Roots;

/// Let assistants ask about heaps.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city mcp dumps/                  what lies in this folder, for an assistant that starts it
  memory-city mcp dumps/ traces/ --patience 20m

It is started by programs that speak the Model Context Protocol over standard input and output, and ends with them. Each call runs a command \
of memory-city with --json: numbers are those that it prints. Nothing outside of the folders is read for a caller, and no file is written \
that a caller names.")]
pub struct McpArgs {
    /// Folders with heap dumps, traces, memory trees, class histograms, tables
    #[arg(value_name = "FOLDER", required = true)]
    pub folders: Vec<PathBuf>,
    /// End a call that takes longer
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = parse_duration)]
    pub patience: Duration,
}

/// Answers until nobody asks any more.
pub(in crate::cli) fn mcp(args: &McpArgs) -> Result<(), CliError> {
    let progress = Progress::new();
    let terminated = progress.clone();
    at_termination(move || terminated.cancel());
    cancel_on_interrupt(&progress);
    Assistant::new(Roots::new(&args.folders)?, args.patience)?.run(&progress)
}
