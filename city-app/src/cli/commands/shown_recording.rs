//! How a recording is shown while it is made: what `record` and `attach` share.

use std::path::PathBuf;

use clap::Args;
use recorder::Options;

use crate::cli::documents::output::CliError;
use crate::cli::options::input_args::{InputArgs, Reads};
use crate::cli::options::live_args::LiveArgs;
use crate::cli::options::view_args::ViewArgs;
use crate::data::input::options::OpenOptions;
use crate::data::live::LiveSource;
use crate::data::live::event::{KeptIn, WalkRequest};

/// How a recording is shown while it is made.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct ShownArgs {
    /// Show the city while the program runs
    #[arg(long)]
    pub(in crate::cli) live: bool,
    /// With --live: print the growth as lines of text instead of opening a window
    #[arg(long, requires = "live")]
    pub(in crate::cli) headless: bool,
    /// What is looked at in the window.
    #[command(flatten)]
    view: ViewArgs,
    /// How states are grouped.
    #[command(flatten)]
    input: InputArgs,
}

impl ShownArgs {
    /// How what the recorder sends is read.
    ///
    /// # Errors
    /// When an option has no meaning for recordings.
    pub(in crate::cli) fn open_options(&self) -> Result<OpenOptions, CliError> {
        self.input.recording_options()
    }

    /// Refuses options about what is shown where nothing is.
    ///
    /// # Errors
    /// [`ExitKind::Usage`](crate::cli::ExitKind::Usage) that names the first of them.
    pub(in crate::cli) fn refuse_unless_live(&self) -> Result<(), CliError> {
        if self.live {
            return Ok(());
        }
        self.input.refuse_unfit(Reads::Nothing)?;
        self.view.refuse_without_window()
    }

    /// Shows what a recorder sends, until it ends or nobody wants to see it any more. `beside_program`: the standard output
    /// belongs to the program.
    ///
    /// # Errors
    /// What went wrong, or that it was interrupted.
    pub(in crate::cli) fn show(&self, url: String, options: OpenOptions, beside_program: bool) -> Result<(), CliError> {
        let source = LiveSource::Recording { url, kept: KeptIn::Temporary, options, walk: WalkRequest::default() };
        let live = LiveArgs { headless: self.headless, beside_program, ..LiveArgs::default() };
        crate::cli::show::show_live(source, &live, &self.input, &self.view)
    }
}

/// Where a recorder is to tell its address: where it was asked for, else beside the trace, so that whoever cannot write there
/// hears of it before anything runs.
pub(in crate::cli) fn address_file(options: &Options) -> PathBuf {
    options.live.clone().unwrap_or_else(|| options.out.with_extension(format!("{}.live", std::process::id())))
}
