//! What `scene` and `render` have in common: a dataset, read and laid out, and the view asked for.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Progress, Warnings};

use crate::base::settings::CitySettings;
use crate::cli::documents::output::{CliError, print_warnings};
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::view_args::ViewArgs;
use crate::data::input::options::OpenOptions;
use crate::data::input::{self, Dataset};
use crate::data::session::Session;
use crate::data::sizing::complete_sizes;
use crate::view::state::{TimeCursor, ViewState};

/// A city, ready to be shown.
pub(in crate::cli) struct Opened {
    pub session: Arc<Session>,
    pub settings: CitySettings,
    pub view: ViewState,
}

/// Reads a dataset; warnings and notes go to stderr.
pub(in crate::cli) fn read(paths: &[PathBuf], input: &InputArgs) -> Result<Dataset, CliError> {
    let warnings = Warnings::new();
    read_with(paths, &input.open_options(paths, &warnings)?, &warnings)
}

fn read_with(paths: &[PathBuf], options: &OpenOptions, warnings: &Warnings) -> Result<Dataset, CliError> {
    let dataset = input::open(paths, options, &Progress::new(), warnings);
    print_warnings(warnings);
    Ok(dataset?)
}

/// Reads a dataset and lays it out.
pub(in crate::cli) fn open(paths: &[PathBuf], input: &InputArgs, view: &ViewArgs) -> Result<Opened, CliError> {
    // Wrong settings are told before minutes of reading; sizes they need are computed while a dump is in memory.
    let sizes = view.settings(None)?.metric.size_kind();
    let warnings = Warnings::new();
    let options = OpenOptions { sizes: sizes.into_iter().collect(), ..input.open_options(paths, &warnings)? };
    let mut dataset = read_with(paths, &options, &warnings)?;
    let view = view.view(&dataset.evolution, dataset.settings.as_ref())?;
    complete_sizes(&mut dataset.evolution, dataset.heaps.as_deref(), &view.settings, &Progress::new())?;
    let session = Session::new(dataset.evolution, &view.settings).with_heaps(dataset.heaps);
    Ok(Opened {
        session: Arc::new(session),
        view: ViewState { time: TimeCursor::at(view.point), selection: view.selection, ..ViewState::default() },
        settings: view.settings,
    })
}
