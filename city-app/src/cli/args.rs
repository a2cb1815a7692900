//! What can be said on the command line, and which function does it.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

use super::attach::{self, AttachArgs};
use super::cache::{self, CacheArgs};
use super::check::{self, CheckArgs};
use super::classes::{self, ClassesArgs};
use super::classifiers::{self, ClassifiersArgs};
use super::compare::{self, CompareArgs};
use super::counts::{self, CountsArgs};
use super::detach::{self, DetachArgs};
use super::died::{self, DiedArgs};
use super::find::{self, FindArgs};
use super::graph::{self, GraphArgs};
use super::group::{self, GroupArgs};
use super::histogram::{self, HistogramArgs};
use super::input_args::InputArgs;
use super::inspect::{self, InspectArgs};
use super::live_args::{LiveArgs, WatchArgs};
use super::objects::{self, ObjectsArgs};
use super::output::{CliError, ExitKind, must_exist};
use super::paths::{self, PathsArgs};
use super::query::{self, QueryArgs};
use super::record::{self, RecordArgs};
use super::referrers::{self, ReferrersArgs};
use super::render::{self, RenderArgs};
use super::scene::{self, SceneArgs};
use super::threads::{self, ThreadsArgs};
use super::trace::{self, TraceArgs};
use super::trends::{self, TrendsArgs};
use super::view_args::ViewArgs;
use super::watch;
#[cfg(feature = "window")]
use crate::input::OpenOptions;
use crate::live::LiveSource;

/// See what leaks in a Java heap: a city that grows.
#[derive(Debug, Parser)]
#[command(
    name = "memory-city",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  memory-city                         the start screen, with the samples
  memory-city dumps/                  a folder of .hprof or .hprof.gz files, one point in time each
  memory-city app.mctrace             a memory trace, one point per heap state
  memory-city trees/ --by type        a folder of memory trees (JSON), or of class histograms

Exit codes: 0 done, 1 the input or output failed, 2 wrong usage, 3 this build or machine lacks something (window, \
graphics driver, jcmd), 130 cancelled. A path that is called like a command: write ./scene."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// What to show: heap dumps (.hprof, .hprof.gz), memory traces (.mctrace, AntTracks), memory trees (JSON), class histograms (text), or a folder of them
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    live: LiveArgs,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count objects and bytes per class of a heap dump
    Histogram(HistogramArgs),
    /// Tell what every object of a heap dump retains, and who owns it
    Objects(ObjectsArgs),
    /// Tell what all instances of each class retain together
    Classes(ClassesArgs),
    /// Group heap dumps and write the trees as a folder of JSON files
    Group(GroupArgs),
    /// List what heap dumps can be grouped by
    Classifiers(ClassifiersArgs),
    /// Tell what became of every group between two points
    Compare(CompareArgs),
    /// Count what was created and collected of every class and site of a trace, with trends
    Counts(CountsArgs),
    /// Tell what garbage collections took of a trace: how old it was and who allocated it
    Died(DiedArgs),
    /// List groups with their statistics over time and where they go
    Trends(TrendsArgs),
    /// Find leaks: what grows without end, which fields keep it alive, where to cut
    Find(FindArgs),
    /// Print what keeps an object or a group alive, down to the static field
    Paths(PathsArgs),
    /// Print who refers to a group, by class and field, and what each keeps alone
    Referrers(ReferrersArgs),
    /// Draw what keeps an object or a group alive as a graph of classes, fields and roots
    Graph(GraphArgs),
    /// Check rules that heaps must keep, and name the first point that breaks one
    Check(CheckArgs),
    /// Find objects of a heap dump and group them
    Query(QueryArgs),
    /// Inspect groups of objects together: sizes, shared ownership, keepers, what dies with them
    Inspect(InspectArgs),
    /// List threads with their stacks, what each frame holds and what each thread retains
    Threads(ThreadsArgs),
    /// Tell what a memory trace holds
    Trace(TraceArgs),
    /// List or delete what is kept of dumps between runs
    Cache(CacheArgs),
    /// Write the city at one point in time as JSON
    Scene(SceneArgs),
    /// Draw the city as a picture, or its evolution as a film
    Render(RenderArgs),
    /// Watch a running JVM, or a WebSocket, as a city that grows
    Watch(WatchArgs),
    /// Run a Java program and record its heap
    Record(RecordArgs),
    /// Record a Java program that runs already
    Attach(AttachArgs),
    /// End a recording of a program that goes on
    Detach(DetachArgs),
}

/// Carries out what was asked.
pub(super) fn dispatch(arguments: Arguments) -> Result<(), CliError> {
    match arguments.command {
        Some(Command::Histogram(args)) => histogram::histogram(&args),
        Some(Command::Objects(args)) => objects::objects(&args),
        Some(Command::Classes(args)) => classes::classes(&args),
        Some(Command::Group(args)) => group::group(&args),
        Some(Command::Classifiers(args)) => classifiers::classifiers(&args),
        Some(Command::Compare(args)) => compare::compare(&args),
        Some(Command::Counts(args)) => counts::counts(&args),
        Some(Command::Died(args)) => died::died(&args),
        Some(Command::Trends(args)) => trends::trends(&args),
        Some(Command::Find(args)) => find::find(&args),
        Some(Command::Paths(args)) => paths::paths(&args),
        Some(Command::Referrers(args)) => referrers::referrers(&args),
        Some(Command::Graph(args)) => graph::graph(&args),
        Some(Command::Check(args)) => check::check(&args),
        Some(Command::Query(args)) => query::query(&args),
        Some(Command::Inspect(args)) => inspect::inspect(&args),
        Some(Command::Threads(args)) => threads::threads(&args),
        Some(Command::Trace(args)) => trace::trace(&args),
        Some(Command::Cache(args)) => cache::cache(&args),
        Some(Command::Scene(args)) => scene::scene(&args),
        Some(Command::Render(args)) => render::render(&args),
        Some(Command::Watch(args)) => watch::watch(args),
        Some(Command::Record(args)) => record::record(&args),
        Some(Command::Attach(args)) => attach::attach(&args),
        Some(Command::Detach(args)) => detach::detach(&args),
        None => match arguments.live.server(&arguments.input)? {
            Some(source) => {
                if let Some(path) = arguments.paths.first() {
                    let message = format!("a server and {} cannot be shown in one city; name one of them", path.display());
                    return Err(CliError::new(ExitKind::Usage, message));
                }
                show_live(source, &arguments.live, &arguments.input, &arguments.view)
            }
            None => {
                arguments.live.refuse_without_source()?;
                open_window(arguments.paths, &arguments.input, &arguments.view)
            }
        },
    }
}

/// Whether a word is a command.
pub(super) fn is_command(word: &str) -> bool {
    Arguments::command().get_subcommands().any(|command| command.get_name() == word)
}

/// Shows points as they arrive: in a window, or as lines of text where there is none.
pub(super) fn show_live(source: LiveSource, live: &LiveArgs, input: &InputArgs, view: &ViewArgs) -> Result<(), CliError> {
    let has_window = cfg!(feature = "window") && crate::system::has_display();
    if live.headless || !has_window {
        view.refuse_without_window()?;
        if !live.headless {
            super::output::note("there is no display for a window: the growth is printed, as with --headless");
        }
        return watch::print_growth(source, live);
    }
    run_window(Vec::new(), Some(source), input, view)
}

fn open_window(paths: Vec<PathBuf>, input: &InputArgs, view: &ViewArgs) -> Result<(), CliError> {
    // Whoever has no display hears of the path all the same.
    paths.iter().try_for_each(|path| must_exist(path))?;
    run_window(paths, None, input, view)
}

#[cfg(feature = "window")]
fn run_window(open: Vec<PathBuf>, live: Option<LiveSource>, input: &InputArgs, view: &ViewArgs) -> Result<(), CliError> {
    let settings = view.settings(None)?;
    let warnings = analysis::Warnings::new();
    let open_options = input.open_options(&open, &warnings);
    super::output::print_warnings(&warnings);
    let options = crate::window::WindowOptions {
        open,
        live,
        open_options: OpenOptions { take_kept_sizes: true, ..open_options? },
        settings,
        first_view: Some(view.clone()),
        ..Default::default()
    };
    Ok(crate::window::run_window(options)?)
}

#[cfg(not(feature = "window"))]
fn run_window(_: Vec<PathBuf>, _: Option<LiveSource>, _: &InputArgs, _: &ViewArgs) -> Result<(), CliError> {
    Err(no_window())
}

/// What a build without Bevy says when asked to draw.
#[cfg(not(feature = "window"))]
pub(super) fn no_window() -> CliError {
    let message = "this build has no window (feature `window`); see memory-city --help for the commands that need none";
    CliError::new(ExitKind::Unavailable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_path_needs_no_command() {
        let arguments = Arguments::try_parse_from(["memory-city", "dumps", "--by", "package,type"]).expect("parses");
        assert_eq!(arguments.paths, [PathBuf::from("dumps")]);
        assert_eq!(arguments.input.by, ["package,type"]);
    }
}
