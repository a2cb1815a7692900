//! What `scene` and `render` have in common: a dataset, read and laid out, and the view asked for.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Evolution, Progress, Warnings};

use crate::base::settings::CitySettings;
use crate::cli::documents::output::{CliError, ExitKind, note, print_warnings};
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::view_args::ViewArgs;
use crate::data::input::options::OpenOptions;
use crate::data::input::{self, Dataset, Input};
use crate::data::point_range::{PointRange, end_fall_of};
use crate::data::session::Session;
use crate::data::sizing::complete_sizes;
use crate::view::state::{TimeCursor, ViewState};

/// A city, ready to be shown.
pub(in crate::cli) struct OpenedCity {
    pub session: Arc<Session>,
    pub settings: CitySettings,
    pub view: ViewState,
}

/// Reads a dataset; warnings and notes go to stderr.
pub(in crate::cli) fn read(paths: &[PathBuf], args: &InputArgs) -> Result<Dataset, CliError> {
    let warnings = Warnings::new();
    read_looked_at(&Input::look_at(paths, &warnings)?, args, &warnings)
}

/// The same of an input that was looked at.
pub(in crate::cli) fn read_looked_at(input: &Input, args: &InputArgs, warnings: &Warnings) -> Result<Dataset, CliError> {
    read_with(input, &args.open_options(Some(input), warnings)?, warnings)
}

/// Refuses cities of many processes where something is told of time.
pub(in crate::cli) fn refuse_shares(evolution: &Evolution) -> Result<(), CliError> {
    match evolution.is_of_shares() {
        true => Err(CliError::new(ExitKind::Usage, "many processes together have no clock: give what one of them was read from")),
        false => Ok(()),
    }
}

/// Somebody has chosen the points that are read: all of them are looked at.
const fn are_points_chosen(args: &InputArgs) -> bool {
    args.window.is_some() || args.baseline.is_some()
}

/// The points that are looked at: where nobody has chosen some, those before a fall at the end, which a note on stderr tells.
pub(in crate::cli) fn told_points(evolution: &Evolution, args: &InputArgs) -> PointRange {
    let points = evolution.points.len();
    if are_points_chosen(args) {
        return PointRange::whole(points);
    }
    end_fall_of(evolution).into_iter().for_each(|fall| note(&fall.words(points)));
    PointRange::judged(evolution)
}

/// The same with these options.
pub(in crate::cli) fn read_with(input: &Input, options: &OpenOptions, warnings: &Warnings) -> Result<Dataset, CliError> {
    let dataset = input::open(input, options, &Progress::new(), warnings);
    print_warnings(warnings);
    Ok(dataset?)
}

/// Reads a dataset and lays it out.
pub(in crate::cli) fn open(paths: &[PathBuf], args: &InputArgs, view: &ViewArgs) -> Result<OpenedCity, CliError> {
    let warnings = Warnings::new();
    let opened = lay_out(&Input::look_at(paths, &warnings)?, args, view, &warnings)?;
    opened.session.why_these_points().into_iter().for_each(|why| note(&why));
    Ok(opened)
}

/// The same of an input that was looked at.
pub(in crate::cli) fn lay_out(input: &Input, args: &InputArgs, view: &ViewArgs, warnings: &Warnings) -> Result<OpenedCity, CliError> {
    // Wrong settings are told before minutes of reading; sizes they need are computed while a dump is in memory.
    let sizes = view.settings(None)?.metric.size_kind();
    let options = OpenOptions { sizes: sizes.into_iter().collect(), ..args.open_options(Some(input), warnings)? };
    let mut dataset = read_with(input, &options, warnings)?;
    let view = view.view(&dataset.evolution, dataset.settings.as_ref())?;
    complete_sizes(&mut dataset.evolution, dataset.heaps.as_deref(), &view.settings, &Progress::new())?;
    let points = dataset.evolution.points.len();
    let session = Session::new(Arc::clone(&dataset.evolution), &view.settings);
    let session = if are_points_chosen(args) { session.in_range(PointRange::whole(points)) } else { session };
    let session = session.with_data_of(&dataset);
    Ok(OpenedCity {
        session: Arc::new(session),
        view: ViewState {
            time: TimeCursor::at(view.point),
            beside: view.beside.or(dataset.evolution.is_of_runs().then_some(0)),
            selection: view.selection,
            ..ViewState::default()
        },
        settings: view.settings,
    })
}
