//! `memory-city counts`: what was created and collected of every class and site, with statistics and trends.

use std::cmp::Reverse;
use std::path::PathBuf;

use analysis::{
    CountRules, CountedGroup, Counts, CountsBasis, DEFAULT_SMOOTHING, GroupTrend, Grouping, LifePart, LoadOptions, Progress, StackOptions,
    StackTotal, Trace, Trend, Warnings, event_counts, state_counts,
};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::trends::{alpha, sign};
use crate::base::words;
use crate::cli::commands::lives::{grouping, open_trace};
use crate::cli::documents::collapsed::collapsed_line;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::collapsed_unit::CollapsedUnit;
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::plugin_args::PluginArgs;
use crate::cli::options::row_filter::RowFilterArgs;
use crate::cli::options::window_arg::{Window, WindowArg};
use crate::data::input::garbage::why_no_lives;

/// Rows of the table without `--top`.
const MOST_ROWS: usize = 50;

/// The usual grouping.
const BY: &str = "type, allocation site";

/// Of a table, as in JSON.
const COLUMNS: &str = "key,name,role,level,initially_live,initially_live_error,maximum_volume,live,live_error,created,created_error,\
    collected,collected_error,trends,growth";

/// Count what was created and collected of every class and allocation site, with statistics over time and their trends.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city counts app.mctrace
  memory-city counts app.mctrace --by thread,type --top 20
  memory-city counts app.mctrace --positive maximum,volume --include 'com.shop.*'
  memory-city counts app.mctrace --full-gcs
  memory-city counts app.mctrace --window 30s..2m            what was created and collected in this time of the recording
  memory-city counts app.mctrace --collapsed bytes > app.collapsed             for flamegraph.pl, inferno, speedscope
  memory-city counts app.mctrace --collapsed bytes --of live --with-types      what still lives, and of which type it is
  memory-city counts app.mctrace --csv counts.csv
  memory-city counts app.mctrace --json | jq '.groups[] | select(.growth == \"keeps_growing\") | .name'

Live objects and their volume (bytes) at the end, what was created and collected since the start, and collected objects per \
created one. Objects from before the recording are part of what lives if every allocation was recorded and the heap was \
looked at; estimates speak of what was allocated while it was recorded. Trends are those of exponentially smoothed statistics: + is suspicious, - the opposite, = no change; the \
three are those of the maximum volume, the volume, and the share that is collected. LEAK marks groups that keep growing to the \
last of four or more points, where memory falls at the end to the last before that, in objects or in bytes, by the rule of find. Where allocations were sampled, all numbers \
are estimates, and \u{b1} is the standard error of the one before it; with --between-states, and in traces without deaths, what \
was created and collected are lower bounds.

With --window what lived when it began is initially live, and the last point is its end. Births are known by the collection \
that comes next, so a time is that of the collections which ended within it.

--collapsed writes a line per call stack that allocated something: its frames, the outermost caller first, between \
semicolons, and behind a space the number of bytes or objects that were created. --of chooses those that live at the end or have \
died instead. The lines sum up to what this command says of all objects; where allocations were sampled, they are estimates, too.

With --positive, --include or --exclude only groups that pass are listed, and the groups they are part of, so that it stays \
clear where they belong. --include and --exclude look at the names of the outermost groups: their packages if these are types.

JSON: {\"basis\":\"exact|sampled|between_states\", \"alpha\":.., \"points\":[collections ended,..; one more at the end], \"groups\":[{\"key\":.., \
\"name\":.., \"role\":.., \"level\":N, \"initially_live\":N, \"maximum_volume\":N, \"volume\":[N,..], \"live\":N, \
\"created\":N, \"created_error\":N, \"collected\":N, \"collected_error\":N, \"collected_share\":[..], \"smoothed\":[..], \
\"trends\":[maximum,volume,collected], \"growth\":\"keeps_growing|..\"},..]}; initially_live + created - collected = live. Where numbers are \
estimates also \"initially_live_error\":N, \"live_error\":N, \"volume_error\":[N,..] and \"collected_share_error\":.. of the last share.")]
pub struct CountsArgs {
    /// A memory trace (.mctrace)
    #[arg(value_name = "TRACE")]
    pub trace_file: PathBuf,
    /// How objects are grouped, outermost first (see memory-city classifiers) [default: type,site]
    #[arg(long, value_name = "LIST")]
    pub by: Vec<String>,
    /// How much of a new value counts when values are smoothed, above 0 and below 1
    #[arg(long, value_name = "ALPHA", default_value_t = DEFAULT_SMOOTHING, value_parser = alpha)]
    pub alpha: f64,
    /// Compare heap states even if the trace holds allocations
    #[arg(long)]
    pub between_states: bool,
    /// Look only at collections of the whole heap, after which nothing that is garbage counts as live
    #[arg(long)]
    pub full_gcs: bool,
    /// Which garbage collections, from the first to the last of them: 10..20, 10.., ..20 or 10, or those that ended within a time
    /// of the recording: 10s..30s; all of them without this
    #[arg(long, value_name = "A..B")]
    pub window: Option<WindowArg>,
    /// Write call stacks with what they allocated, for tools that draw flame graphs
    #[arg(long, value_name = "UNIT", conflicts_with_all = ["by", "json", "csv", "between_states", "full_gcs", "positive", "include", "exclude", "top"])]
    pub collapsed: Option<CollapsedUnit>,
    /// With --collapsed: of which objects
    #[arg(long, value_name = "OBJECTS", requires = "collapsed", default_value = "created")]
    pub of: CollapsedPart,
    /// With --collapsed: put the type of the objects behind each stack
    #[arg(long, requires = "collapsed")]
    pub with_types: bool,
    /// With --collapsed: frames are methods, without files and lines
    #[arg(long, requires = "collapsed")]
    pub methods: bool,
    /// Which groups are listed.
    #[command(flatten)]
    pub filter: RowFilterArgs,
    /// How many groups to print
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

/// Of which objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CollapsedPart {
    /// Those that were allocated
    Created,
    /// Those that live at the end
    Live,
    /// Those that garbage collections took
    Died,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    basis: CountsBasis,
    alpha: f64,
    points: &'a [u32],
    groups: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    name: &'a str,
    role: &'a str,
    level: u16,
    initially_live: u64,
    maximum_volume: u64,
    created_error: u64,
    collected_error: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    initially_live_error: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    live_error: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    volume_error: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collected_share_error: Option<f64>,
    #[serde(flatten)]
    trend: &'a GroupTrend,
}

/// Reads, counts, tells.
pub(in crate::cli) fn counts(args: &CountsArgs) -> Result<(), CliError> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let trace = open_trace(&args.trace_file, &warnings)?;
    if let Some(unit) = args.collapsed {
        let text = collapsed(args, unit, &trace, &progress, &warnings);
        print_warnings(&warnings);
        return print_result(text?.as_bytes());
    }
    let by = grouping(&args.by, BY, &args.plugins, &warnings)?;
    let window = Window::of(args.window, &trace)?;
    let counts = counted(args, &trace, window, &by, &progress, &warnings);
    print_warnings(&warnings);
    let mut counts = counts?;
    keep_wanted(&mut counts, &args.filter);
    if args.table.write(COLUMNS, counts.groups.iter().map(row), words::counts_basis(counts.basis))? {
        return Ok(());
    }
    let collections = window.collections();
    let head = args.window.map(|_| format!("Collections {} to {}. ", collections.start(), collections.end())).unwrap_or_default();
    let text = if args.json { json(&counts, args.alpha)? } else { table(&counts, &head, args.top).into_text() };
    print_result(text.as_bytes())
}

pub(super) fn counted(
    args: &CountsArgs,
    trace: &Trace,
    window: Window,
    by: &Grouping,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Counts, CliError> {
    let full = if args.full_gcs { Some(full_collections(trace)?) } else { None };
    let rules = CountRules { alpha: args.alpha, are_chosen: args.window.is_some() };
    if trace.has_sites() && !args.between_states {
        let lives = trace.lifetimes_with_unseen(progress, warnings)?.within(window.points());
        return Ok(event_counts(&lives, by, full.as_deref(), rules, progress, warnings)?);
    }
    if let Some(why) = why_no_lives(trace) {
        return Err(CliError::new(ExitKind::Failed, why));
    }
    let after = |collections: u32| full.as_ref().is_none_or(|full| full.contains(&collections));
    let all = trace.states();
    let mut states: Vec<usize> = (0..all.len()).filter(|&at| after(all[at].collections)).collect();
    if args.window.is_some() {
        let window = window.collections();
        // What the first of the window has and the one before had not was created in it.
        let end = states.partition_point(|&at| all[at].collections <= *window.end());
        let first = states.partition_point(|&at| all[at].collections < *window.start());
        if first >= end {
            return Err(CliError::new(ExitKind::Failed, "--window: the heap was not walked after any collection of it"));
        }
        states = states[first.saturating_sub(1)..end].to_vec();
    }
    if let Some(why) = trace.why_no_states() {
        return Err(CliError::new(ExitKind::Failed, format!("--between-states: {why}")));
    }
    if states.is_empty() {
        return Err(CliError::new(ExitKind::Failed, "--full-gcs: the heap was not walked after any full collection"));
    }
    let state = |at: usize| trace.heap_state(states[at], &LoadOptions::default(), progress, warnings);
    Ok(state_counts(states.len(), state, by, rules, progress, warnings)?)
}

/// A line per call stack, as tools that draw flame graphs read it.
fn collapsed(args: &CountsArgs, unit: CollapsedUnit, trace: &Trace, progress: &Progress, warnings: &Warnings) -> Result<String, CliError> {
    if !trace.has_sites() {
        let why = why_no_lives(trace).unwrap_or_else(|| "the trace holds no allocations with their call stacks".to_owned());
        return Err(CliError::new(ExitKind::Failed, format_args!("--collapsed: {why}")));
    }
    let window = Window::of(args.window, trace)?;
    let lives = trace.lifetimes_with_unseen(progress, warnings)?.within(window.points());
    let part = match args.of {
        CollapsedPart::Created => LifePart::Created,
        CollapsedPart::Live => LifePart::Live,
        CollapsedPart::Died => LifePart::Died,
    };
    let in_bytes = unit == CollapsedUnit::Bytes;
    let stacks = lives.by_stack(StackOptions { part, in_bytes, with_types: args.with_types, with_lines: !args.methods });
    let line = |StackTotal { frames, type_name, total }: &StackTotal| collapsed_line(frames.iter().chain(type_name), total);
    Ok(stacks.iter().map(line).collect())
}

/// The numbers of collections that looked at the whole heap.
fn full_collections(trace: &Trace) -> Result<Vec<u32>, CliError> {
    let collections = trace.collections();
    let full = collections.iter().filter(|collection| collection.is_full() == Some(true)).map(|collection| collection.number);
    let full: Vec<u32> = full.collect();
    if !full.is_empty() {
        return Ok(full);
    }
    let why = if collections.iter().all(|collection| collection.is_full().is_none()) {
        "the trace does not say which collections looked at the whole heap"
    } else {
        "no collection looked at the whole heap"
    };
    Err(CliError::new(ExitKind::Failed, format!("--full-gcs: {why}")))
}

/// Leaves groups that were asked for, and those that they are part of.
fn keep_wanted(counts: &mut Counts, filter: &RowFilterArgs) {
    if filter.lists_all() {
        return;
    }
    let mut keeps = vec![false; counts.groups.len()];
    let mut in_scope = false;
    // The groups around the one that is looked at, from the whole heap on.
    let mut around: Vec<usize> = Vec::new();
    for (at, group) in counts.groups.iter().enumerate() {
        around.truncate(group.level.into());
        around.push(at);
        in_scope = match group.level {
            0 => false,
            1 => filter.is_in_scope(&group.name),
            _ => in_scope,
        };
        if in_scope && filter.rises(&group.trend) {
            around.iter().for_each(|&at| keeps[at] = true);
        }
    }
    // The whole heap stays, so that shares can be told.
    keeps.iter_mut().take(1).for_each(|keep| *keep = true);
    let mut keeps = keeps.into_iter();
    counts.groups.retain(|_| keeps.next() == Some(true));
}

fn json(counts: &Counts, alpha: f64) -> Result<String, CliError> {
    let groups = counts.groups.iter().map(row).collect();
    json_line(&Document { basis: counts.basis, alpha, points: &counts.points, groups })
}

fn row(group: &CountedGroup) -> Row<'_> {
    let CountedGroup { key, name, role, level, initially_live, trend, created_error, collected_error, live_errors } = group;
    Row {
        key,
        name,
        role,
        level: *level,
        initially_live: *initially_live,
        maximum_volume: trend.maximum_volume(),
        created_error: *created_error,
        collected_error: *collected_error,
        initially_live_error: live_errors.as_ref().map(|errors| errors.initially),
        live_error: live_errors.as_ref().map(|errors| errors.live),
        volume_error: live_errors.as_ref().map(|errors| &*errors.volume),
        collected_share_error: live_errors.as_ref().map(|errors| errors.share),
        trend,
    }
}

/// Below the head groups indented, of each level those first that have most positive trends, then those that grew most.
fn table(counts: &Counts, head: &str, top: usize) -> Lines {
    let live_is_estimate = counts.groups.iter().any(|group| group.live_errors.is_some());
    let is_sampled = counts.basis == CountsBasis::Sampled || live_is_estimate;
    let mut text = Lines::default();
    text.add(format_args!("{head}{}", words::counts_basis(counts.basis)));
    let column = |width: usize, is_shown: bool, cell: String| if is_shown { format!(" {cell:>width$}") } else { String::new() };
    let head = |width: usize, is_shown: bool| column(width, is_shown, "\u{b1}".to_owned());
    let (live_head, volume_head, head, share_head) =
        (head(10, live_is_estimate), head(13, live_is_estimate), head(10, is_sampled), head(5, live_is_estimate));
    text.add(format_args!(
        "{:>12}{live_head} {:>15}{volume_head} {:>12}{head} {:>12}{head} {:>7}{share_head}            group",
        "live", "volume", "created", "collected", "share"
    ));
    for (rows, &at) in order(&counts.groups).iter().enumerate() {
        let group = &counts.groups[at];
        if rows > top {
            let left = counts.groups.len() - rows;
            text.add(format_args!("and {} further groups; see --top and --json", words::count(left as u64)));
            break;
        }
        let GroupTrend { volume, live, created, collected, collected_share, trends, growth, .. } = &group.trend;
        let share = collected_share.last().copied().flatten().map(|share| format!("{share:.3}")).unwrap_or_default();
        let signs: String = trends.iter().map(|&trend| sign(trend)).collect();
        let leak = if growth.keeps_growing() { "LEAK" } else { "" };
        let errors = group.live_errors.as_ref();
        let live_error = errors.map(|errors| words::count(errors.live)).unwrap_or_default();
        let volume_error = errors.and_then(|errors| errors.volume.last()).map(|&error| words::count(error)).unwrap_or_default();
        let share_error = errors.filter(|_| !share.is_empty()).map(|errors| format!("{:.3}", errors.share)).unwrap_or_default();
        let name = if at == 0 { "all objects" } else { &group.name };
        text.add(format_args!(
            "{:>12}{} {:>15}{} {:>12}{} {:>12}{} {share:>7}{} {signs} {leak:4}   {}{name}",
            words::count(*live),
            column(10, live_is_estimate, live_error),
            words::count(volume.last().copied().unwrap_or(0)),
            column(13, live_is_estimate, volume_error),
            words::count(*created),
            column(10, is_sampled, words::count(group.created_error)),
            words::count(*collected),
            column(10, is_sampled, words::count(group.collected_error)),
            column(5, live_is_estimate, share_error),
            "  ".repeat(group.level.into()),
        ));
    }
    text
}

/// The rows in the order in which they are shown.
fn order(groups: &[CountedGroup]) -> Vec<usize> {
    // Preorder with levels: the children of a group are those one level deeper before the next of its own level.
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        open.truncate(group.level.into());
        if let Some(&parent) = open.last() {
            children[parent].push(at);
        }
        open.push(at);
    }
    let rank = |&at: &usize| {
        let trend = &groups[at].trend;
        let positive = trend.trends.iter().filter(|&&trend| trend == Some(Trend::Positive)).count();
        (Reverse(positive), Reverse(trend.gained()), at)
    };
    let mut order = Vec::with_capacity(groups.len());
    let mut stack = if groups.is_empty() { Vec::new() } else { vec![0] };
    while let Some(at) = stack.pop() {
        order.push(at);
        children[at].sort_by_key(rank);
        stack.extend(children[at].iter().rev());
    }
    order
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{CallStack, Lifetime, Lifetimes, TypeIndex, TypeInfo, TypeKind, TypeSize};

    use super::*;

    /// Counts of 100 objects of 16 bytes of which 40 die, each of them seen or sampled in so many bytes.
    fn counted(interval: u64) -> Counts {
        let info = TypeInfo {
            name: "A".into(),
            kind: TypeKind::Instance,
            super_type: None,
            class_object: None,
            class_loader: None,
            size: TypeSize::Fixed(16),
        };
        let lifetime = |id: u64| {
            let died = (id <= 40).then_some(1);
            Lifetime {
                id,
                object_type: TypeIndex(0),
                bytes: 16,
                length: None,
                site: 0,
                thread: 0,
                born: 0,
                died,
                interval,
                subsystem: None,
            }
        };
        let stacks = vec![CallStack::default()].into();
        let lives = Lifetimes::new((1..=100).map(lifetime).collect(), vec![info], stacks, Arc::new([Box::default()]), 1);
        let by = Grouping::parse("type").expect("is a grouping");
        event_counts(&lives, &by, None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted")
    }

    #[test]
    fn all_four_numbers_of_sampled_objects_have_their_error() {
        let counts = counted(160);
        let text = table(&counts, "", 5).into_text();
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0][..8], ["live", "\u{b1}", "volume", "\u{b1}", "created", "\u{b1}", "collected", "\u{b1}"]);
        // Each stands for 10.51 with a variance of 99.92: 60, 100 and 40 of them; 16 bytes each.
        assert_eq!(rows[2][..8], ["631", "78", "10,088", "1,239", "1,051", "100", "420", "64"], "{text}");
        let json = json(&counts, 0.5).expect("is JSON");
        assert!(json.contains("\"live_error\":78,\"volume_error\":[1239,1239]"), "{json}");
    }

    #[test]
    fn numbers_that_were_counted_have_no_columns_of_errors() {
        let counts = counted(0);
        let text = table(&counts, "", 5).into_text();
        let head: Vec<&str> = text.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(head, ["live", "volume", "created", "collected", "share", "group"]);
        let json = json(&counts, 0.5).expect("is JSON");
        assert!(!json.contains("live_error") && !json.contains("volume_error") && json.contains("\"created_error\":0"), "{json}");
    }
}
