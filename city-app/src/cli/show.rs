//! The window, or lines of text where there is none.

use std::path::PathBuf;

#[cfg(not(feature = "window"))]
use crate::cli::documents::output::ExitKind;
use crate::cli::documents::output::{CliError, must_exist};
use crate::cli::growth_lines;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::live_args::LiveArgs;
use crate::cli::options::view_args::ViewArgs;
#[cfg(feature = "window")]
use crate::data::input::ChosenPoints;
#[cfg(feature = "window")]
use crate::data::input::options::OpenOptions;
use crate::data::live::LiveSource;
#[cfg(feature = "window")]
use crate::view::first_view::FirstView;

/// Shows points as they arrive: in a window, or as lines of text where there is none.
pub(crate) fn show_live(source: LiveSource, live: &LiveArgs, input: &InputArgs, view: &ViewArgs) -> Result<(), CliError> {
    let has_window = cfg!(feature = "window") && crate::base::system::has_display();
    if live.headless || !has_window {
        view.refuse_without_window()?;
        if !live.headless {
            super::documents::output::note("there is no display for a window: the growth is printed, as with --headless");
        }
        return growth_lines::print_growth(source, live);
    }
    run_window(Vec::new(), Some(source), input, view)
}

pub(crate) fn open_window(paths: Vec<PathBuf>, input: &InputArgs, view: &ViewArgs) -> Result<(), CliError> {
    // Whoever has no display hears of the path all the same.
    paths.iter().try_for_each(|path| must_exist(path))?;
    run_window(paths, None, input, view)
}

/// What a build without Bevy says when asked to draw.
#[cfg(not(feature = "window"))]
pub(crate) fn no_window() -> CliError {
    let message = "this build has no window (feature `window`); see memory-city --help for the commands that need none";
    CliError::new(ExitKind::Unavailable, message)
}

#[cfg(feature = "window")]
fn run_window(open: Vec<PathBuf>, live: Option<LiveSource>, input: &InputArgs, view: &ViewArgs) -> Result<(), CliError> {
    let settings = view.settings(None)?;
    let warnings = analysis::Warnings::new();
    // What cannot be read is told by the window, which reads it.
    let looked = crate::data::input::Looked::at(&open).ok();
    let open_options = input.open_options(looked.as_ref().map(|looked| &looked.input), &warnings);
    super::documents::output::print_warnings(&warnings);
    let mut open_options = OpenOptions { take_kept_sizes: true, ..open_options? };
    // Points that follow one another are selected, so that the others are one click away.
    let is_stretch = open_options.chosen.are_one_stretch();
    let chosen = if is_stretch { std::mem::take(&mut open_options.chosen) } else { ChosenPoints::default() };
    let options = crate::window::WindowOptions {
        open,
        looked: looked.map(std::sync::Arc::new),
        live,
        open_options,
        settings,
        first_view: Some(FirstView { chosen, ..view.first_view() }),
        ..Default::default()
    };
    Ok(crate::window::run_window(options)?)
}

#[cfg(not(feature = "window"))]
fn run_window(_: Vec<PathBuf>, _: Option<LiveSource>, _: &InputArgs, _: &ViewArgs) -> Result<(), CliError> {
    Err(no_window())
}
