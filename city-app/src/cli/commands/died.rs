//! `memory-city died`: what garbage collections took, how old it was, and who had allocated it.

mod compared;
mod per_gc;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use analysis::{
    Churn, CountsBasis, DatasetInfo, EstimatedTree, GcEvents, GcRates, Grouping, JfrRecording, Metric, NodeIndex, NodeSizes, Progress,
    TimePoint, Trace, Warnings, allocated_tree, write_tree_folder,
};
use clap::Args;
use serde::Serialize;

use self::compared::Compared;
use self::per_gc::per_gc;
use super::query::{Amount, Estimate, GROUP_COLUMNS, Group, Shown, groups, tree_table};
use crate::answers::churn::{CAUSES_OF_CHURN, churn_in_words};
use crate::answers::gc_rates::{Rates, rates_in_words};
use crate::answers::tree_table::two_stretches;
use crate::answers::windows::length_warning;
use crate::base::words;
use crate::cli::commands::lives::{grouping, note_limits};
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, note, print_result, print_warnings};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::plugin_args::PluginArgs;
use crate::cli::options::window_arg::{Window, WindowArg};
use crate::data::input::garbage::{GarbageSource, STEPS_OF_SAMPLES, USUAL_STEPS, basis_of, died_in, why_no_lives};
use crate::data::input::series::title_of;

/// Rows of the table without `--top`.
const MOST_ROWS: usize = 50;

/// With fewer samples it is chance which types and places are among them.
const ENOUGH_SAMPLES: u64 = 20;

/// Tell what garbage collections took: how old it was, of which type, and who had allocated it; of a JFR recording what was allocated.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city died app.mctrace
  memory-city died app.mctrace --window 10..20 --by age,type,site
  memory-city died app.mctrace --window 30s..2m       what died in this time of the recording
  memory-city died app.mctrace --window 15..23 --against 1..14    what died more, per second
  memory-city died app.mctrace --per-gc               what each collection took
  memory-city died app.mctrace --csv died.csv
  memory-city died app.mctrace --by thread,type --each --out died/
  memory-city died/                     shows what died at each collection as a city
  memory-city died app.jfr --window 10s..20s          what was allocated, by samples
  memory-city died gc.log --window 10s..20s           how often, how long and how much was collected

Counts all objects that the collections of the window took, whenever they were born; the first collection is 1. An age is \
the number of collections that an object had survived: what died with 0 was garbage at the first one it met. Where \
allocations were sampled, numbers are estimates with a standard error. In traces without deaths, heap states are \
compared: what was born and died between two of them is not seen, so these numbers are lower bounds, and so are ages \
where collections passed without a walk.

A JFR recording (jdk.ObjectAllocationSample, or buffers of threads before JDK 16) does not tell what dies: what was \
allocated is told instead, in bytes that are estimated from samples; how many objects these were nobody knows. A GC log \
tells how much was thrown away and not what, so only how often collections ran, how long they stopped the program and \
how much they freed is told. --window counts by collections there, too.

With --against the window is compared with another one, all per second; what came more is first.

With --per-gc one line per collection instead: what it took and left, how much of it was garbage at its first collection, \
how long it paused the program and how long it was since the one before, how many bytes the heap lost, and by how much \
that is more than the bytes of the objects it took: what was not recorded. Where the JVM does not tell what was in use \
before a collection, that is what was in use after the one before, and what was allocated since.

JSON: {\"basis\":\"exact|sampled|between_states|allocation_samples\", \"window\":[A,B], \"steps\":[..], \"objects\":N, \"bytes\":N, \
\"rates\":{\"window\":{\"collections\":N, \"seconds\":.., \"per_second\":.., \"overhead\":.., \"freed_per_second\":..}, \"run\":{..}}, \
\"groups\":[{\"key\":.., \"objects\":N, \"bytes\":N},..]}; of sampled ones also \"recorded\", \"objects_error\" and \
\"bytes_error\"; of a JFR recording \"samples\" instead of objects, and \"bytes_error\"; of a GC log {\"window\", \"rates\"}. With \
--against: {\"basis\":.., \"window\":[A,B], \"against\":[C,D], \"steps\":[..], \"rates\":{..}, \"against_rates\":{..}, \
\"groups\":[{\"key\":.., \"objects_per_second\":.., \"objects_per_second_against\":.., \"bytes_per_second\":.., \
\"bytes_per_second_against\":..},..]}, with the same and \"_error\" of estimates. With --per-gc instead of groups: \"collections\":[{\"number\":N, \"objects\":N, \"bytes\":N, \"age_0\":N, \
\"live_objects\":N, \"live_bytes\":N, \"pause_ms\":.., \"gap_ms\":.., \"heap_lost\":N, \"difference\":N},..]; of sampled ones \
each number that is an estimate has another one with its standard error: \"objects_error\" and so on.")]
pub struct DiedArgs {
    /// A memory trace (.mctrace); or a JFR recording, or a GC log, which tell less
    #[arg(value_name = "TRACE")]
    pub trace_file: PathBuf,
    /// Which garbage collections, from the first to the last of them: 10..20, 10.., ..20 or 10, or those that ended within a time
    /// of the recording: 10s..30s; all of them without this
    #[arg(long, value_name = "A..B")]
    pub window: Option<WindowArg>,
    /// Another window to compare with, per second
    #[arg(long, value_name = "A..B", conflicts_with_all = ["out", "per_gc"])]
    pub against: Option<WindowArg>,
    /// How the dead are grouped, outermost first (see memory-city classifiers) [default: age,type,site,closest domain call site; without age where only allocations are known]
    #[arg(long, value_name = "LIST")]
    pub by: Vec<String>,
    /// Write memory trees to this folder, which memory-city shows as a city
    #[arg(long, value_name = "DIR", conflicts_with_all = ["json", "csv"])]
    pub out: Option<PathBuf>,
    /// A tree for each collection of the window, one point in time each
    #[arg(long, requires = "out")]
    pub each: bool,
    /// Tell of each collection what it took, without groups
    #[arg(long, conflicts_with_all = ["out", "by", "between_states"])]
    pub per_gc: bool,
    /// Compare heap states even if the trace holds deaths
    #[arg(long)]
    pub between_states: bool,
    /// How many groups to print, the largest of each level first
    #[arg(long, value_name = "N", default_value_t = MOST_ROWS)]
    pub top: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    basis: CountsBasis,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<[u32; 2]>,
    steps: Vec<String>,
    #[serde(flatten)]
    amount: Amount,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rates: Option<Rates>,
    groups: Vec<Group<'a>>,
}

/// The JSON document of a GC log. Its members are a contract.
#[derive(Debug, Serialize)]
struct RatesDocument {
    window: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    rates: Option<Rates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_rates: Option<GcRates>,
}

/// Some collections, from the first to the last.
type Collections = RangeInclusive<u32>;

fn edges(collections: &Collections) -> [u32; 2] {
    [*collections.start(), *collections.end()]
}

fn failed<T>(why: impl Display) -> Result<T, CliError> {
    Err(CliError::new(ExitKind::Failed, why))
}

/// Reads, groups, tells.
pub(in crate::cli) fn died(args: &DiedArgs) -> Result<(), CliError> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let source = GarbageSource::open(&args.trace_file, &progress, &warnings)?;
    let told = match &source {
        GarbageSource::Trace(trace) => of_trace(args, trace, &progress, &warnings),
        GarbageSource::Recording(recording) => of_recording(args, recording, &progress, &warnings),
        GarbageSource::Log(gc) => of_log(args, gc),
    };
    print_warnings(&warnings);
    told
}

fn of_trace(args: &DiedArgs, trace: &Trace, progress: &Progress, warnings: &Warnings) -> Result<(), CliError> {
    if let Some(why) = why_no_lives(trace) {
        return failed(why);
    }
    note_limits(trace);
    let by = grouping(&args.by, USUAL_STEPS, &args.plugins, warnings)?;
    let window = Window::of(args.window, trace)?;
    if window.ended() == 0 {
        return failed("the trace holds no garbage collection: nothing was seen to die");
    }
    let window = window.collections();
    warn_of_length(args, &window);
    if args.per_gc {
        if !trace.has_sites() {
            return failed("--per-gc: the trace holds no allocations and deaths; try --each --out DIR");
        }
        let lives = trace.lifetimes(progress, warnings)?;
        return per_gc((args.json, &args.table), trace, &lives, basis_of(&lives), window);
    }
    if let Some(why) = trace.why_no_states().filter(|_| args.between_states) {
        return failed(format_args!("--between-states: {why}"));
    }
    let against = args.against.map(|against| Ok::<_, CliError>(Window::of(Some(against), trace)?.collections())).transpose()?;
    let gc = trace.gc_events(progress, warnings)?;
    let dead = |stretches: Vec<Collections>| Ok(died_in(trace, stretches, &by, args.between_states, progress, warnings)?);
    Garbage { args, by: &by, gc: &gc, window: Some(window), against, are_samples: false }.tell(&dead, progress)
}

fn of_recording(args: &DiedArgs, recording: &JfrRecording, progress: &Progress, warnings: &Warnings) -> Result<(), CliError> {
    let path = args.trace_file.display();
    for (is_asked, option) in [(args.per_gc, "--per-gc"), (args.between_states, "--between-states")] {
        if is_asked {
            return failed(format_args!("{option}: {path} is a JFR recording, which does not tell what a collection took"));
        }
    }
    if recording.allocations().events == 0 {
        return failed(format_args!(
            "{path} is a JFR recording without allocations: record with settings=profile. `memory-city windows {path}` tells of its collections"
        ));
    }
    let by = grouping(&args.by, STEPS_OF_SAMPLES, &args.plugins, warnings)?;
    let gc = &recording.gc;
    let window = Window::of_events(args.window, gc)?;
    if window.is_none() && (args.window.is_some() || args.against.is_some() || args.each) {
        return failed(format_args!("{path} tells of no garbage collection, so there are no windows of them"));
    }
    let window = window.map(|window| window.collections());
    window.iter().for_each(|window| warn_of_length(args, window));
    window.iter().filter(|_| args.window.is_some()).for_each(|window| warn_of_few_samples(recording, window));
    let against = args.against.map(|against| Window::of_events(Some(against), gc)).transpose()?.flatten();
    let is_whole = args.window.is_none() && args.against.is_none() && !args.each;
    let allocated = |stretches: Vec<Collections>| {
        let nanos = |stretch: Collections| {
            let (from, to) = gc.span_of(*stretch.start(), *stretch.end());
            if is_whole { 0..u64::MAX } else { from..to }
        };
        let tree = |stretch| allocated_tree(recording, nanos(stretch), &by, progress, warnings);
        let trees = stretches.into_iter().map(tree).collect::<analysis::Result<_>>()?;
        Ok((CountsBasis::AllocationSamples, trees))
    };
    let against = against.map(|window| window.collections());
    Garbage { args, by: &by, gc, window, against, are_samples: true }.tell(&allocated, progress)
}

/// Of a GC log only how much the collector had to do is known.
fn of_log(args: &DiedArgs, gc: &GcEvents) -> Result<(), CliError> {
    let path = args.trace_file.display();
    if args.per_gc || args.out.is_some() || !args.by.is_empty() || args.between_states {
        return failed(format_args!("{path} is a GC log, which tells how much was thrown away and not what: nothing can be grouped"));
    }
    let window = |asked| Ok::<_, CliError>(Window::of_events(asked, gc)?.map(|window| window.collections()));
    let Some(window_told) = window(args.window)? else { return failed(format_args!("{path} tells of no garbage collection")) };
    let against = args.against.map(|against| window(Some(against))).transpose()?.flatten();
    warn_of_length(args, &window_told);
    if args.table.csv.is_some() {
        return failed(format_args!(
            "{path} is a GC log, of which no groups are known: see memory-city chart {path} --show collections --csv"
        ));
    }
    let rates = Rates::of_collections(gc, &window_told);
    let against_rates = against.as_ref().and_then(|against| GcRates::of_collections(gc, *against.start(), *against.end()));
    let text = if args.json {
        let against = against.as_ref().map(edges);
        json_line(&RatesDocument { window: edges(&window_told), rates, against, against_rates })?
    } else {
        let [first, last] = edges(&window_told);
        let mut text = Lines::default();
        text.add(format_args!(
            "A GC log tells how much was thrown away and not what: record the program (memory-city record), or with JFR, to see that."
        ));
        let told = rates.map(|rates| match (&against_rates, &against) {
            (Some(there), Some(against)) => rates_in_words(&rates.window, Some(there), &elsewhere(against)),
            _ => rates.in_words(),
        });
        text.add(format_args!("Collections {first} to {last}: {}", told.as_deref().unwrap_or("no time passed.")));
        text.into_text()
    };
    print_result(text.as_bytes())
}

fn elsewhere(against: &Collections) -> String {
    let [first, last] = edges(against);
    format!("at collections {first} to {last}")
}

/// A window of few collections, or of very many, is told to be one.
fn warn_of_length(args: &DiedArgs, window: &Collections) {
    if args.window.is_some() {
        length_warning(window.clone().count(), "collections").iter().for_each(|warning| note(warning));
    }
}

/// A window with so few samples that they say little of what is allocated is told to be one, and which one has enough.
fn warn_of_few_samples(recording: &JfrRecording, window: &Collections) {
    let (wider, samples) = recording.allocations().collections_with_samples(&recording.gc, window.clone(), ENOUGH_SAMPLES);
    if wider != *window {
        let [first, last] = edges(&wider);
        note(&format!(
            "Few allocations were sampled here, which says little of the others: in --window {first}..{last} there are {}",
            words::count(samples)
        ));
    }
}

/// What is told of objects that died, or of samples of what was allocated.
struct Garbage<'a> {
    args: &'a DiedArgs,
    by: &'a Grouping,
    gc: &'a GcEvents,
    /// `None` where there were no collections.
    window: Option<Collections>,
    against: Option<Collections>,
    /// Only allocations are known.
    are_samples: bool,
}

/// Trees of what died in stretches of collections, and how that is known.
type Dead<'d> = &'d dyn Fn(Vec<Collections>) -> Result<(CountsBasis, Vec<EstimatedTree>), CliError>;

impl Garbage<'_> {
    fn verb(&self) -> &'static str {
        if self.are_samples { "allocated" } else { "died" }
    }

    /// The windows that are told: all in one, or each collection.
    fn stretches(&self) -> Vec<Collections> {
        // What has no collections has no windows.
        let window = self.window.clone().unwrap_or(0..=0);
        if self.args.each { window.map(|number| number..=number).collect() } else { vec![window] }
    }

    fn tell(&self, dead: Dead<'_>, progress: &Progress) -> Result<(), CliError> {
        if let Some((here, there)) = self.window.as_ref().zip(self.against.as_ref()) {
            return self.compare(here, there, dead);
        }
        let (basis, trees) = dead(self.stretches())?;
        if let Some(out) = &self.args.out {
            return self.write(out, basis, trees, progress);
        }
        let rates = self.window.as_ref().and_then(|window| Rates::of_collections(self.gc, window));
        let Some(EstimatedTree { tree, estimates }) = trees.into_iter().next() else { return Ok(()) };
        let shown = Shown::estimated(&tree, estimates.as_deref());
        let shown = if self.are_samples { shown.of_samples() } else { shown };
        let window = self.window.as_ref().map(edges);
        if self.args.table.write(GROUP_COLUMNS, groups(&shown), words::counts_basis(basis))? {
            return Ok(());
        }
        if self.args.json {
            let (amount, estimate, groups) = (shown.amount(NodeIndex::ROOT), shown.of_whole(), groups(&shown));
            let document = Document { basis, window, steps: self.by.names(), amount, estimate, rates, groups };
            return print_result(json_line(&document)?.as_bytes());
        }
        let whole = match window {
            Some([first, last]) if self.args.window.is_some() || !self.are_samples => {
                format!("{} at collections {first} to {last}", self.verb())
            }
            _ => self.verb().to_owned(),
        };
        let mut text = Lines::default();
        text.add(words::counts_basis(basis));
        text.extend(&tree_table(&shown, &whole, self.args.top));
        if let Some(rates) = rates {
            text.blank();
            text.add(rates.in_words());
        }
        let churn = if self.are_samples { Churn::of_allocated(&tree) } else { Churn::of(&tree) };
        if let Some(churn) = churn {
            text.blank();
            churn_in_words(&churn, estimates.is_some(), |node| &tree.nodes[node.at()].name).iter().for_each(|sentence| text.add(sentence));
            text.add(CAUSES_OF_CHURN);
        }
        print_result(text.into_text().as_bytes())
    }

    /// One window beside another one.
    fn compare(&self, here: &Collections, there: &Collections, dead: Dead<'_>) -> Result<(), CliError> {
        let rates = |window: &Collections| GcRates::of_collections(self.gc, *window.start(), *window.end());
        let Some((of_here, of_there)) = rates(here).zip(rates(there)) else {
            return failed("--against: it is not known when these collections were, so nothing can be told per second");
        };
        let (basis, trees) = dead(vec![here.clone(), there.clone()])?;
        let Ok([of_window, of_other]) = <[EstimatedTree; 2]>::try_from(trees) else { return Ok(()) };
        let span = two_stretches((of_window, of_here.seconds), (of_other, of_there.seconds), Metric::Bytes)?;
        let compared = Compared { basis, here, there, of_here, of_there, span: &span, are_samples: self.are_samples, by: self.by };
        if self.args.table.write(&compared.columns(), compared.groups(), words::counts_basis(basis))? {
            return Ok(());
        }
        let text = if self.args.json { compared.json()? } else { compared.table(self.args.top) };
        print_result(text.as_bytes())
    }

    fn write(&self, out: &Path, basis: CountsBasis, trees: Vec<EstimatedTree>, progress: &Progress) -> Result<(), CliError> {
        let zero = self.gc.zero_millis.unwrap_or(0);
        let mut points: Vec<TimePoint> = Vec::new();
        for (window, EstimatedTree { tree, estimates }) in self.stretches().into_iter().zip(trees) {
            if tree.nodes.len() == 1 {
                continue;
            }
            let number = *window.end();
            let ended = self.gc.events.iter().find(|collection| collection.number == number);
            let time = ended.map_or(i64::from(number), |ended| zero.saturating_add((ended.end_nanos / 1_000_000) as i64));
            // Two collections of one millisecond are two points all the same.
            let time_millis = points.last().map_or(time, |last| time.max(last.time_millis + 1));
            let sizes = NodeSizes { estimates, ..NodeSizes::default() };
            let label = Some(format!("GC {number}"));
            points.push(TimePoint { time_millis, gc: Some(number.into()), label, tree, references: None, sizes });
        }
        if points.is_empty() {
            return failed(format_args!("nothing {} in this window, so there is no tree to write", self.verb()));
        }
        let title = format!("{} in {}", words::capitalised(self.verb()), title_of(&self.args.trace_file));
        let info = DatasetInfo { title: Some(title), policy: Some(words::counts_basis(basis).to_owned()), ..DatasetInfo::default() };
        write_tree_folder(out, &info, &points, progress)?;
        note(&format!("wrote {} trees to {}", points.len(), out.display()));
        Ok(())
    }
}
