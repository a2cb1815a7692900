//! What can be said on the command line, and which function does it.

use crate::cli::commands::watch;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser, Subcommand};

use super::commands::attach::{self, AttachArgs};
use super::commands::cache::{self, CacheArgs};
use super::commands::chart::{self, ChartArgs};
use super::commands::check::{self, CheckArgs};
use super::commands::classes::{self, ClassesArgs};
use super::commands::classifiers::{self, ClassifiersArgs};
use super::commands::compare::{self, CompareArgs};
use super::commands::completions::{self, CompletionsArgs};
use super::commands::counts::{self, CountsArgs};
use super::commands::detach::{self, DetachArgs};
use super::commands::died::{self, DiedArgs};
#[cfg(feature = "fleet")]
use super::commands::export::{self, ExportArgs};
use super::commands::find::{self, FindArgs};
#[cfg(feature = "fleet")]
use super::commands::fleet::{self, FleetArgs};
use super::commands::graph::{self, GraphArgs};
use super::commands::group::{self, GroupArgs};
use super::commands::histogram::{self, HistogramArgs};
use super::commands::inspect::{self, InspectArgs};
use super::commands::man::{self, ManArgs};
use super::commands::mark::{self, MarkArgs};
#[cfg(feature = "fleet")]
use super::commands::mcp::{self, McpArgs};
use super::commands::objects::{self, ObjectsArgs};
use super::commands::paths::{self, PathsArgs};
use super::commands::query::{self, QueryArgs};
use super::commands::record::{self, RecordArgs};
use super::commands::redact::{self, RedactArgs};
use super::commands::referrers::{self, ReferrersArgs};
use super::commands::render::{self, RenderArgs};
use super::commands::report::{self, ReportArgs};
use super::commands::scene::{self, SceneArgs};
use super::commands::serve::{self, ServeArgs};
#[cfg(feature = "fleet")]
use super::commands::sql::{self, SqlArgs};
use super::commands::structures::{self, StructuresArgs};
use super::commands::threads::{self, ThreadsArgs};
use super::commands::trace::{self, TraceArgs};
use super::commands::tree::{self, TreeArgs};
use super::commands::trends::{self, TrendsArgs};
use super::commands::windows::{self, WindowsArgs};
use super::documents::output::{CliError, ExitKind};
use super::options::input_args::InputArgs;
use super::options::live_args::{LiveArgs, WatchArgs};
use super::options::view_args::ViewArgs;
use crate::cli::show::{open_window, show_live};

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

Exit codes: 0 done, 1 the input or output failed, or what was checked does not hold, 2 wrong usage, 3 this build or machine lacks \
something (window, graphics driver, jcmd), 130 cancelled. A path that is called like a command: write ./scene."
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
    /// Write heap states as tables (Parquet) for engines that ask many of them
    #[cfg(feature = "fleet")]
    Export(ExportArgs),
    /// Tell what keeps growing in which version of which service, over many processes
    #[cfg(feature = "fleet")]
    Fleet(FleetArgs),
    /// Ask heaps in SQL
    #[cfg(feature = "fleet")]
    Sql(SqlArgs),
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
    /// Chart memory, collections or the parts of a group over time: as a table, a drawing or numbers
    Chart(ChartArgs),
    /// Draw the groups at one point as rings, columns, tiles or bars, the same groups at all points
    Tree(TreeArgs),
    /// Tell when something suspicious happened: growth, long collections, churn
    Windows(WindowsArgs),
    /// Find leaks: what grows without end, which fields keep it alive, where to cut
    Find(FindArgs),
    /// Write a report to pass around: findings, the city, tree views and trends in one HTML file
    Report(ReportArgs),
    /// Show that report in browsers, and what is new as it comes
    Serve(ServeArgs),
    /// Rank collections by owner: how they grow, and what that means
    Structures(StructuresArgs),
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
    /// Write a copy of a heap dump without texts and numbers
    Redact(RedactArgs),
    /// Write the city at one point in time as JSON
    Scene(SceneArgs),
    /// Draw the city as a picture, or its evolution as a film
    Render(RenderArgs),
    /// Let assistants ask about heaps
    #[cfg(feature = "fleet")]
    Mcp(McpArgs),
    /// Watch a running JVM, or a WebSocket, as a city that grows
    Watch(WatchArgs),
    /// Run a Java program and record its heap
    Record(RecordArgs),
    /// Record a Java program that runs already
    Attach(AttachArgs),
    /// End a recording of a program that goes on
    Detach(DetachArgs),
    /// Say what the program needs and what not, and write notes
    Mark(MarkArgs),
    /// Print what a shell needs to complete commands and options
    Completions(CompletionsArgs),
    /// Write the help as manual pages
    Man(ManArgs),
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
        Some(Command::Chart(args)) => chart::chart(&args),
        Some(Command::Tree(args)) => tree::tree(&args),
        Some(Command::Windows(args)) => windows::windows(&args),
        Some(Command::Find(args)) => find::find(&args),
        Some(Command::Report(args)) => report::report(&args),
        Some(Command::Serve(args)) => serve::serve(&args),
        Some(Command::Structures(args)) => structures::structures(&args),
        Some(Command::Paths(args)) => paths::paths(&args),
        Some(Command::Referrers(args)) => referrers::referrers(&args),
        Some(Command::Graph(args)) => graph::graph(&args),
        Some(Command::Check(args)) => check::check(&args),
        Some(Command::Query(args)) => query::query(&args),
        Some(Command::Inspect(args)) => inspect::inspect(&args),
        Some(Command::Threads(args)) => threads::threads(&args),
        Some(Command::Trace(args)) => trace::trace(&args),
        Some(Command::Cache(args)) => cache::cache(&args),
        Some(Command::Redact(args)) => redact::redact(&args),
        Some(Command::Scene(args)) => scene::scene(&args),
        Some(Command::Render(args)) => render::render(&args),
        Some(Command::Watch(args)) => watch::watch(args),
        #[cfg(feature = "fleet")]
        Some(Command::Export(args)) => export::export(&args),
        #[cfg(feature = "fleet")]
        Some(Command::Fleet(args)) => fleet::fleet(&args),
        #[cfg(feature = "fleet")]
        Some(Command::Sql(args)) => sql::sql(&args),
        #[cfg(feature = "fleet")]
        Some(Command::Mcp(args)) => mcp::mcp(&args),
        Some(Command::Record(args)) => record::record(&args),
        Some(Command::Attach(args)) => attach::attach(&args),
        Some(Command::Detach(args)) => detach::detach(&args),
        Some(Command::Mark(args)) => mark::mark(&args),
        Some(Command::Completions(args)) => completions::completions(&args, Arguments::command()),
        Some(Command::Man(args)) => man::man(&args, Arguments::command()),
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

/// Commands that builds without the feature `fleet` lack.
const OF_FLEET: [&str; 4] = ["export", "fleet", "mcp", "sql"];

/// Whether a word is a command that this build lacks, and not something to open.
pub(super) fn is_left_out(word: &str) -> bool {
    OF_FLEET.contains(&word) && !is_command(word) && !Path::new(word).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_tables_knows_the_commands_that_it_lacks() {
        for word in OF_FLEET {
            assert_eq!(is_command(word), cfg!(feature = "fleet"), "{word}");
            assert_eq!(is_left_out(word), !cfg!(feature = "fleet"), "{word}");
        }
        assert!(!is_left_out("find") && !is_left_out("dumps"));
    }

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
