//! `memory-city find`: what leaks, who keeps it alive, where to cut.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Evolution, FindReport, Grouping, HeapState, LeakFinder, Marks, Metric, NodeSizes, Progress, TimePoint, Warnings, group};
use clap::Args;

use super::city_input::{self, OpenedCity};
use crate::answers::growth_report::{growth_report, summary};
use crate::base::settings::CitySettings;
use crate::cli::documents::output::{CliError, ExitKind, print_result, print_warnings};
use crate::cli::documents::{find_documents, find_html};
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::view_args::ViewArgs;
use crate::data::input::annotations::Annotations;
use crate::data::input::series::{DatasetKind, title_of};
use crate::data::input::{Input, heap_series, kind_of, samples_alone};
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Find leaks: what grows without end, which fields keep it alive, where to cut.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city find dumps/                   a folder of heap dumps, taken some minutes apart
  memory-city find a.hprof b.hprof c.hprof d.hprof --json
  memory-city find dumps/ --html > leak.html
  memory-city find heap.hprof               one dump: big and shared owners, accumulation points, waste
  memory-city find trees/                   memory trees or class histograms: which groups grow, and who refers to them

A leak is what keeps growing to the end of the series, in objects or in bytes. A start that settles, a cache that \
fills up to its bound and a saw-tooth are none. In recordings the clock is what the program has allocated, \
not the time: on a busy machine its work does not keep up with that. What adds most comes first. The cut names the fields that must let go (all of them), and what \
the GC could then collect, exactly.

Fewer than four dumps tell no growth, and there is no verdict. Then find says of the last one who owns a tenth of it or more (fields, \
classes, objects, class loaders, several fields together), where objects accumulate, and what is wasted: duplicate \
strings and arrays, empty and sparse collections, boxed values and more. It is suspicious if a static field or one \
object has half of it.

Heap dumps are searched as a whole, object by object: --by and --filter are refused, see trends, query and inspect \
for groups of your own. Memory trees and class histograms name no fields: their reports tell which groups keep \
growing.")]
pub struct FindArgs {
    /// Heap dumps, or a folder of them; memory trees and class histograms tell growth only
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Which document to print; text for people without any.
    #[command(flatten)]
    pub document: DocumentArgs,
    /// As if nothing was marked as needed or not needed (see memory-city mark)
    #[arg(long)]
    pub no_marks: bool,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, Default, Args)]
#[group(multiple = false)]
pub struct DocumentArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Print one HTML page that needs nothing else, with pictures of the city
    #[arg(long)]
    pub html: bool,
    /// Print SARIF 2.1.0, for tools that show findings beside code
    #[arg(long)]
    pub sarif: bool,
}

/// Reads, searches, tells.
pub(in crate::cli) fn find(args: &FindArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let input = Input::look_at(&args.paths, &warnings)?;
    let kind = kind_of(&input, &Progress::new())?;
    let known = if args.no_marks { Annotations::default() } else { Annotations::beside(&args.paths)? };
    let document = if kind.has_heap_states() {
        of_dumps(args, &input, &known, &warnings)?
    } else if let Some(report) = samples_alone(&input, &Progress::new(), &warnings)? {
        print_warnings(&warnings);
        document(args, &report.under_marks(&known.marks), &known, || Ok((Session::default(), CitySettings::default())))?
    } else {
        of_groups(args, &input, kind, &known, &warnings)?
    };
    print_result(document.as_bytes())
}

/// Reads dump by dump: whoever holds what grows is known by its fields.
fn of_dumps(args: &FindArgs, input: &Input, known: &Annotations, warnings: &Warnings) -> Result<String, CliError> {
    args.input.refuse_garbage()?;
    for (option, given) in [("--by", &args.input.by), ("--filter", &args.input.filter)] {
        if !given.is_empty() {
            let message = "find searches heap states as a whole, so it takes no ";
            return Err(CliError::new(ExitKind::Usage, format_args!("{message}{option}; see trends, query and inspect")));
        }
    }
    let read = read(args, input, &known.marks, &Progress::new(), warnings);
    print_warnings(warnings);
    let (report, trees) = read?;
    document(args, &report, known, || {
        let titles: Vec<String> = args.paths.iter().map(|path| title_of(path)).collect();
        let evolution = Evolution::from_points(titles.join(", "), report.policy.clone(), trees, &Progress::new(), warnings)?;
        let settings = CitySettings { metric: Metric::Bytes, ..CitySettings::default() };
        let judged = PointRange::whole(report.points);
        Ok((Session::new(Arc::new(evolution), &settings).in_range(judged), settings))
    })
}

/// Memory trees and class histograms: who grew, and which groups refer to it.
fn of_groups(args: &FindArgs, input: &Input, kind: DatasetKind, known: &Annotations, warnings: &Warnings) -> Result<String, CliError> {
    let OpenedCity { session, settings, .. } = city_input::lay_out(input, &args.input, &ViewArgs::default(), warnings)?;
    let session = Arc::unwrap_or_clone(session).with_annotations(Arc::new(known.clone()));
    let report = growth_report(&session, kind);
    let heap = summary(&session);
    let is_text = !(args.document.json || args.document.markdown || args.document.html || args.document.sarif);
    let head = if is_text { format!("{}\n{heap}\n", session.evolution.title) } else { String::new() };
    let document = document(args, &report, known, || Ok((session, settings)))?;
    Ok(format!("{head}{document}"))
}

/// A report in the form that was asked for; `city` is what a page shows.
fn document(
    args: &FindArgs,
    report: &FindReport,
    known: &Annotations,
    city: impl FnOnce() -> Result<(Session, CitySettings), CliError>,
) -> Result<String, CliError> {
    Ok(match args.document {
        DocumentArgs { json: true, .. } => find_documents::json(report, known),
        DocumentArgs { markdown: true, .. } => find_documents::markdown(report, known),
        DocumentArgs { html: true, .. } => {
            let (session, settings) = city()?;
            find_html::html(report, known, &session, &settings)
        }
        DocumentArgs { sarif: true, .. } => find_documents::sarif(report, known),
        _ => find_documents::text(report, known).into_text(),
    })
}

/// The report, and for a page with pictures the trees of all points.
fn read(
    args: &FindArgs,
    input: &Input,
    marks: &Marks,
    progress: &Progress,
    warnings: &Warnings,
) -> analysis::Result<(FindReport, Vec<TimePoint>)> {
    let options = args.input.open_options(Some(input), warnings)?;
    let mut series = heap_series(input, &options, progress, warnings)?;
    let chosen = series.chosen_in_words().map(str::to_owned);
    let finder = if chosen.is_some() { LeakFinder::of_chosen_states() } else { LeakFinder::new() };
    let mut finder = finder.with_marks(marks.clone()).with_library(options.structures.library());
    let mut trees: Vec<TimePoint> = Vec::new();
    // One heap state at a time.
    while let Some(heap) = series.next(progress, warnings)? {
        if args.document.html {
            let earliest = trees.last().map_or(i64::MIN, |before| before.time_millis.saturating_add(1));
            trees.push(tree_point(&heap, earliest, progress, warnings)?);
        }
        if series.has_next() {
            finder.observe(&heap, progress)?;
            continue;
        }
        let mut last = Some(heap);
        let state = |at: usize| last.take().map_or_else(|| series.again(at, progress), Ok);
        let report = finder.finish(state, progress)?;
        return Ok((FindReport { judged: chosen.or(report.judged), ..report }, trees));
    }
    Err(analysis::Error::Empty { reason: "the input holds no heap state".into() })
}

/// A heap state as one point of a city: classes in packages, in which the findings name their groups.
fn tree_point(heap: &HeapState, earliest: i64, progress: &Progress, warnings: &Warnings) -> analysis::Result<TimePoint> {
    let tree = group(heap, &Grouping::default(), progress, warnings)?.tree;
    let time_millis = heap.time_millis.max(earliest);
    Ok(TimePoint { time_millis, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() })
}
