//! `memory-city chart`: memory, collections and the parts of a group over time, as a table, a drawing or numbers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{ChartOrder, ChartRules, Evolution, Metric, NodeIndex, Progress, RunOverTime, Warnings, WindowRules, leading_parts};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::city_input;
use crate::answers::charts::{
    Chart, ChartForm, ChartSeries, Unit, collections_chart, leading_in_words, memory_chart, overhead_chart, parts_chart, pauses_chart,
};
use crate::answers::windows::{ToldGarbage, told_windows};
use crate::base::words;
use crate::cli::documents::chart_svg::{MarkedTime, charts_svg};
use crate::cli::documents::csv::{CsvTable, push_text};
use crate::cli::documents::lines::{Lines, printable_name};
use crate::cli::documents::output::{CliError, ExitKind, json_line, note, print_result, print_warnings, write_document, write_result};
use crate::cli::documents::picture::picture;
use crate::cli::documents::trace_events::TraceEvents;
use crate::cli::options::formula_guard::FormulaGuard;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::metric_arg::MetricArg;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Dataset, Input, gc_events};
use crate::data::point_range::PointRange;
use crate::data::sizing::sizes_at;

/// Chart over time what is in memory, what collections do, or how the parts of a group grow.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city chart dumps/ --by type                          the five types that grew most, and all others
  memory-city chart app.mctrace --by type,site --of Location  the allocation sites of one type
  memory-city chart dumps/ --metric bytes --sort average --series 10 --stacked --svg > heap.svg
  memory-city chart dumps/ --by package --multiples --png a.png each package by itself, all on one scale
  memory-city chart gc.log --show memory --svg > overview.svg memory, and the time that collections took
  memory-city chart app.mctrace --show collections --csv -
  memory-city chart dumps/ gc.log --show memory --trace-events run.json       for Perfetto, the Firefox Profiler, chrome://tracing

parts: the groups of one level, or those in the group that --of names; groups that have no series of their own are one series together, \
but for deep and retained sizes, which overlap. memory: what is in memory, and how much of the time the program stood still for \
collections, at the end of each. collections: what was in use when each began and ended, by the parts of the heap where that is told, and \
how long it stopped the program. --trace-events writes both, a slice per collection and per stop and counters of what is in use, with \
times in microseconds since the start of the run. Times that windows calls suspicious are marked in drawings of memory and collections.

Long runs are thinned out with --thin: one state of so many, or those that are so far apart.

CSV has a row per series and point: chart,series,key,time_ms,value. JSON: {\"charts\":[{\"title\":.., \"unit\":\"objects|bytes|deep_bytes|\
retained_bytes|per_mille|microseconds\", \"times_ms\":[..], \"series\":[{\"name\":.., \"key\":.., \"values\":[..]},..]},..]}; times are on \
the clock of the input, or of many processes together thousandths of a percent of the run of each; a value is null where it is not known, a key is missing where a series is no group.")]
pub struct ChartArgs {
    /// Heap dumps, traces, memory trees, class histograms, or a folder of them; GC logs and JFR recordings, alone or beside
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// What is charted [default: parts, or memory where there are collections only]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub show: Option<Shown>,
    /// Chart the parts of this group: its full key, the end of it, or its name if that is unambiguous [default: the whole heap]
    #[arg(long, value_name = "KEY")]
    pub of: Option<String>,
    /// The number of each part
    #[arg(long, value_name = "METRIC", default_value = "objects")]
    pub metric: MetricArg,
    /// Which parts come first: by their value at the start, at the end or on average, by how much they grew, or to which multiple
    #[arg(long, value_enum, value_name = "ORDER", default_value = "absolute")]
    pub sort: OrderArg,
    /// How many parts have a series of their own
    #[arg(long, value_name = "N", default_value_t = ChartRules::default().most)]
    pub series: usize,
    /// Leave out the series of all other parts
    #[arg(long)]
    pub no_others: bool,
    /// Draw parts one on another, in place of lines
    #[arg(long, conflicts_with = "multiples")]
    pub stacked: bool,
    /// Draw a small chart for each series, all on one scale
    #[arg(long)]
    pub multiples: bool,
    /// Print a drawing (SVG)
    #[arg(long, conflicts_with = "json")]
    pub svg: bool,
    /// Write a picture (PNG) to this file
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "svg"])]
    pub png: Option<PathBuf>,
    /// Write a row per series and point to this file; - is stdout
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "svg", "png"])]
    pub csv: Option<PathBuf>,
    /// Write collections and memory as Trace Event Format (JSON) to this file; - is stdout
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "svg", "png", "csv"])]
    pub trace_events: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// What is charted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shown {
    /// The parts of a group
    Parts,
    /// Memory, and the time that collections take
    Memory,
    /// What collections begin and end with, and how long they take
    Collections,
}

/// An order of parts by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// The value at the first point
    Start,
    /// The value at the last point
    End,
    /// The mean of all points
    Average,
    /// By how much it grew
    Absolute,
    /// To which multiple it grew
    Relative,
}

impl From<OrderArg> for ChartOrder {
    fn from(name: OrderArg) -> Self {
        match name {
            OrderArg::Start => Self::Start,
            OrderArg::End => Self::End,
            OrderArg::Average => Self::Average,
            OrderArg::Absolute => Self::Absolute,
            OrderArg::Relative => Self::Relative,
        }
    }
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    charts: Vec<ChartDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct ChartDocument<'a> {
    title: &'a str,
    unit: Unit,
    times_ms: Vec<i64>,
    series: Vec<SeriesDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct SeriesDocument<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    values: Vec<Option<u64>>,
}

/// What was charted, and of what.
struct Charted {
    charts: Vec<Chart>,
    /// The groups of the parts; none without parts.
    evolution: Arc<Evolution>,
    /// The points of the parts.
    range: PointRange,
    /// Which part grows most.
    hint: Option<String>,
    marked: Vec<MarkedTime>,
}

/// A run, and its groups where there are heap states.
struct Run {
    run: RunOverTime,
    evolution: Arc<Evolution>,
}

/// Reads, charts, writes.
pub(in crate::cli) fn chart(args: &ChartArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let input = Input::look_at_run(&args.paths, &warnings)?;
    let is_of_collections = input.is_of_collections() || args.trace_events.is_some();
    let shown = args.show.unwrap_or(if is_of_collections { Shown::Memory } else { Shown::Parts });
    if let Some(file) = &args.trace_events {
        return write_trace_events(file, args, &input, shown, &warnings);
    }
    let charted = match shown {
        Shown::Parts => parts(args, &input, &warnings)?,
        Shown::Memory | Shown::Collections => of_run(args, &read_run(args, &input, &warnings)?, shown)?,
    };
    if let Some(file) = &args.csv {
        return write_csv(file, &charted, args.formulas);
    }
    let drawn = || {
        let form = match (args.stacked, args.multiples) {
            (true, _) => ChartForm::Stacked,
            (_, true) => ChartForm::Multiples,
            _ => ChartForm::Lines,
        };
        charts_svg(&charted.charts, form, &charted.marked)
    };
    if let Some(file) = &args.png {
        return write_result(Some(file), &picture(&drawn())?);
    }
    let text = if args.svg {
        drawn()
    } else if args.json {
        json_line(&document(&charted))?
    } else {
        table(&charted).into_text()
    };
    print_result(text.as_bytes())
}

fn parts(args: &ChartArgs, input: &Input, warnings: &Warnings) -> Result<Charted, CliError> {
    if input.is_of_collections() {
        let message = "--show parts: logs of collections tell of no groups; --show memory and --show collections chart what they tell";
        return Err(CliError::new(ExitKind::Usage, message));
    }
    let metric = Metric::from(args.metric);
    let options = OpenOptions { sizes: metric.size_kind().into_iter().collect(), ..args.input.open_options(Some(input), warnings)? };
    let Dataset { mut evolution, heaps, .. } = city_input::read_with(input, &options, warnings)?;
    if let Some(kind) = metric.size_kind() {
        let all: Vec<usize> = (0..evolution.points.len()).collect();
        sizes_at(&mut evolution, heaps.as_deref(), &[kind], &all, &Progress::new())?;
    }
    let group = args.of.as_deref().map_or(Ok(NodeIndex::ROOT), |of| evolution.find_one(of))?;
    if evolution.is_leaf(group) {
        let name = &evolution.nodes[group.at()].name;
        let message = format!("{name} has no parts; --by with more steps gives it some");
        return Err(CliError::new(ExitKind::Failed, message));
    }
    let range = city_input::told_points(&evolution, &args.input);
    let rules = ChartRules { metric, order: args.sort.into(), most: args.series, has_other: !args.no_others };
    let charts = vec![parts_chart(&evolution, group, range, range, &rules)];
    let hint = leading_in_words(&evolution, &leading_parts(&evolution, group, range.points(), metric), metric);
    Ok(Charted { charts, evolution, range, hint, marked: Vec::new() })
}

fn read_run(args: &ChartArgs, input: &Input, warnings: &Warnings) -> Result<Run, CliError> {
    if args.of.is_some() {
        return Err(CliError::new(ExitKind::Usage, "--of chooses a group, which --show memory and --show collections know none of"));
    }
    args.input
        .refuse_chosen_points("memory and collections are charted for the whole run: --window and --baseline are for --show parts")?;
    input.refuse_runs()?;
    let gc = gc_events(input, &Progress::new(), warnings)?;
    let evolution = if input.is_of_collections() {
        print_warnings(warnings);
        Arc::default()
    } else {
        city_input::read_looked_at(input, &args.input, warnings)?.evolution
    };
    city_input::refuse_shares(&evolution)?;
    Ok(Run { run: RunOverTime::new(&evolution, gc), evolution })
}

fn write_trace_events(file: &Path, args: &ChartArgs, input: &Input, shown: Shown, warnings: &Warnings) -> Result<(), CliError> {
    if shown == Shown::Parts {
        return Err(CliError::new(ExitKind::Usage, "--trace-events is for --show memory and --show collections"));
    }
    let Run { run, evolution } = read_run(args, input, warnings)?;
    if shown == Shown::Collections && run.gc.events.is_empty() {
        return Err(no_collections());
    }
    if !run.is_lined_up {
        note("points and collections have no common clock, so points are left out; a GC log with dates (-Xlog:gc*::time,uptime) has one");
    }
    let text = json_line(&TraceEvents::of(&run, &evolution))?;
    write_document(file, text.as_bytes())
}

fn no_collections() -> CliError {
    let message = "nobody tells of collections here: a GC log (-Xlog:gc*) or a JFR recording of the same run does, named beside";
    CliError::new(ExitKind::Failed, message)
}

fn of_run(args: &ChartArgs, Run { run, evolution }: &Run, shown: Shown) -> Result<Charted, CliError> {
    let charts: Vec<Chart> = match shown {
        Shown::Collections => [collections_chart(run), pauses_chart(run)].into_iter().flatten().collect(),
        Shown::Memory | Shown::Parts => std::iter::once(memory_chart(run)).chain(overhead_chart(run)).collect(),
    };
    if charts.is_empty() {
        return Err(no_collections());
    }
    // Only drawings mark them.
    let windows =
        if args.svg || args.png.is_some() { told_windows(run, &WindowRules::default(), "", ToldGarbage::Amount) } else { Vec::new() };
    let marked = windows.into_iter().map(|window| {
        let (from, to) = window.place.millis(run);
        MarkedTime { from, to, name: format!("{}: {}", window.kind.key().replace('_', " "), window.explanation) }
    });
    let range = PointRange::whole(evolution.points.len());
    Ok(Charted { charts, marked: marked.collect(), evolution: Arc::default(), range, hint: None })
}

impl Charted {
    fn key(&self, series: &ChartSeries) -> Option<&str> {
        Some(&self.evolution.nodes.get(series.node?.at())?.key)
    }
}

fn document(charted: &Charted) -> Document<'_> {
    let series = |chart: &Chart, series: &'_ ChartSeries| (0..chart.points.len()).map(|point| series.value(point)).collect();
    let charts = charted.charts.iter().map(|chart| ChartDocument {
        title: &chart.title,
        unit: chart.unit,
        times_ms: chart.points.iter().map(|point| point.time_millis).collect(),
        series: chart.series.iter().map(|of| SeriesDocument { name: &of.name, key: charted.key(of), values: series(chart, of) }).collect(),
    });
    Document { charts: charts.collect() }
}

fn write_csv(file: &Path, charted: &Charted, formulas: FormulaGuard) -> Result<(), CliError> {
    let mut csv = CsvTable::create(file, "chart,series,key,time_ms,value", "")?;
    for chart in &charted.charts {
        for series in &chart.series {
            let mut names = String::new();
            push_text(&mut names, &chart.title);
            names.push(',');
            push_text(&mut names, &formulas.name(&series.name));
            names.push(',');
            push_text(&mut names, &formulas.name(charted.key(series).unwrap_or_default()));
            let rows = chart.points.iter().enumerate().filter_map(|(at, point)| Some((point.time_millis, series.value(at)?)));
            let rows: String = rows.map(|(time, value)| format!("{names},{time},{value}\n")).collect();
            if !csv.write(&rows)? {
                return Ok(());
            }
        }
    }
    csv.finish()
}

/// A line per series: its values at both ends, and by how much it grew.
fn table(charted: &Charted) -> Lines {
    let mut text = Lines::default();
    for chart in &charted.charts {
        if *chart != charted.charts[0] {
            text.blank();
        }
        let points = chart.points.len();
        text.add(format_args!("{}, {} point{}", chart.title, words::count(points as u64), if points == 1 { "" } else { "s" }));
        text.add(format_args!("{:>14} {:>14} {:>14} {:>14} {:>9}  series", "start", "end", "lowest", "highest", "of growth"));
        for series in &chart.series {
            let known: Vec<u64> = (0..points).filter_map(|point| series.value(point)).collect();
            let (Some(&first), Some(&last)) = (known.first(), known.last()) else { continue };
            let portion = || {
                let Unit::Of(metric) = chart.unit else { return None };
                charted.evolution.growth_portion(metric, series.node?, charted.range.first, charted.range.last)
            };
            let numbers = [first, last, known.iter().copied().min().unwrap_or(0), known.iter().copied().max().unwrap_or(0)];
            let [first, last, least, most] = numbers.map(|value| chart.unit.text(value));
            let portion = portion().map_or_else(String::new, words::portion);
            text.add(format_args!("{first:>14} {last:>14} {least:>14} {most:>14} {portion:>9}  {}", printable_name(&series.name)));
        }
    }
    if let Some(hint) = &charted.hint {
        text.blank();
        text.add(format_args!("{hint}."));
    }
    text
}
