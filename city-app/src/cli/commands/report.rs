//! `memory-city report`: what was found, the city, tree views and trends, in one file to pass around.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{
    Evolution, FindReport, HeapState, Metric, NodeSizes, Progress, StructureFinder, StructureReport, TimePoint, Warnings, group,
    grouped_time_point,
};
use clap::Args;

use super::find::{judge_groups, search_states};
use crate::answers::structures::{StructureOrder, StructureSize};
use crate::base::settings::CitySettings;
use crate::cli::documents::output::{CliError, print_warnings, write_document};
use crate::cli::documents::report_page::{ReportHtml, ReportPage};
use crate::cli::documents::structure_documents::Told;
use crate::cli::options::input_args::InputArgs;
use crate::data::input::annotations::Annotations;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{DatasetKind, info_of, title_of};
use crate::data::input::{Input, heap_series, kind_of, samples_alone};
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Write a report to pass around: findings, the city, tree views and trends in one HTML file.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city report dumps/ --html leak.html
  memory-city report app.mctrace --by package,type --html leak.html
  memory-city report trees/ --html - | gzip > leak.html.gz

The file needs nothing else: no network, no server, no other files; it opens from disk in any browser. It begins with the verdict. Then come \
the city at all points, to turn and to click, what was found with the chains of fields that keep it alive and the cuts that free it, the \
groups as rings, columns, tiles and bars to go down into, trends, and a table of all groups. Findings are those of memory-city find, and of \
heap states the collections those of memory-city structures; --by groups the city, the tree views, trends and the table.")]
pub struct ReportArgs {
    /// Heap dumps, traces, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Write it to this file, - is stdout
    #[arg(long, value_name = "FILE", required = true)]
    pub html: PathBuf,
    /// As if nothing was marked as needed or not needed (see memory-city mark)
    #[arg(long)]
    pub no_marks: bool,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// What was read of heap states.
struct States {
    report: FindReport,
    points: Vec<TimePoint>,
    structures: StructureReport,
    /// Which points somebody has chosen, in words.
    chosen: Option<String>,
    /// The numbers of the points between which collections are compared.
    ends: [usize; 2],
}

/// Reads, searches, writes.
pub(in crate::cli) fn report(args: &ReportArgs) -> Result<(), CliError> {
    let page = page_of(&args.paths, &args.input, args.no_marks)?.file();
    write_document(&args.html, page.as_bytes())
}

/// Reads an input, searches it, and tells it as a page.
pub(super) fn page_of(paths: &[PathBuf], args: &InputArgs, no_marks: bool) -> Result<ReportHtml, CliError> {
    args.refuse_garbage()?;
    let warnings = Warnings::new();
    let input = Input::look_at(paths, &warnings)?;
    let kind = kind_of(&input, &Progress::new())?;
    let known = if no_marks { Annotations::default() } else { Annotations::beside(paths)? };
    if kind.has_heap_states() && !input.is_of_runs() {
        return of_states((paths, args), (&input, kind), &known, &warnings);
    }
    let (session, settings, report) = if let Some(report) = samples_alone(&input, &Progress::new(), &warnings)? {
        print_warnings(&warnings);
        (Session::default(), CitySettings::default(), report.under_marks(&known.marks))
    } else {
        judge_groups(&input, args, kind, &known, &warnings)?
    };
    ReportHtml::of(&ReportPage { report: &report, known: &known, session: &session, settings: &settings, structures: None })
}

/// Reads state by state.
fn of_states(
    (paths, args): (&[PathBuf], &InputArgs),
    (input, kind): (&Input, DatasetKind),
    known: &Annotations,
    warnings: &Warnings,
) -> Result<ReportHtml, CliError> {
    let has_sites = matches!(kind, DatasetKind::Traces { has_sites: true, .. });
    let options = args.open_options(Some(input), warnings)?.with_usual_grouping(has_sites);
    let title = match paths {
        [_] => info_of(input, warnings).title.unwrap_or_default(),
        several => several.iter().map(|path| title_of(path)).collect::<Vec<_>>().join(", "),
    };
    let states = read_states(input, &options, known, warnings);
    print_warnings(warnings);
    let States { report, points, structures, chosen, ends } = states?;
    let evolution = Evolution::from_points(title, report.policy.clone(), points, &Progress::new(), warnings)?;
    let settings = CitySettings { metric: Metric::Bytes, ..CitySettings::default() };
    let session = Session::new(Arc::new(evolution), &settings).in_range(PointRange::whole(report.points));
    let told = Told {
        report: &structures,
        inputs: paths,
        policy: &report.policy,
        chosen: chosen.as_deref(),
        ends,
        replaced: &options.structures.replaced,
        order: StructureOrder::Size(StructureSize::Retained),
        metric: Metric::Bytes,
    };
    ReportHtml::of(&ReportPage { report: &report, known, session: &session, settings: &settings, structures: Some(told) })
}

/// One heap state at a time: its groups, what leaks, and how collections grow.
fn read_states(input: &Input, options: &OpenOptions, known: &Annotations, warnings: &Warnings) -> analysis::Result<States> {
    let progress = Progress::new();
    let grouping = options.grouping()?;
    let mut series = heap_series(input, options, &progress, warnings)?;
    let chosen = series.chosen_in_words().map(str::to_owned);
    let finder = StructureFinder::new(options.structures.library());
    let mut finder = if chosen.is_some() { finder.of_chosen_states() } else { finder };
    let (mut points, mut last): (Vec<TimePoint>, Option<Arc<HeapState>>) = Default::default();
    let report = search_states(&mut series, options, &known.marks, &progress, warnings, |heap, is_last| {
        let grouped = group(heap, &grouping, &progress, warnings)?;
        let point = grouped_time_point(heap, grouped, NodeSizes::default(), &progress)?;
        // Of several states of one time the first one stays the first.
        let earliest = points.last().map_or(i64::MIN, |before| before.time_millis.saturating_add(1));
        // Its label is the time once more.
        points.push(TimePoint { time_millis: point.time_millis.max(earliest), label: None, ..point });
        if is_last {
            last = Some(Arc::clone(heap));
            return Ok(());
        }
        finder.observe(heap, &progress)
    })?;
    let state = |at: usize| last.take().map_or_else(|| series.again(at, &progress).map(Arc::new), Ok);
    let structures = finder.finish(state, &progress)?;
    let ends = [structures.start, structures.points.len() - 1].map(|at| series.number(at));
    let chosen = chosen.or_else(|| structures.judged.clone());
    Ok(States { report, points, structures, chosen, ends })
}
