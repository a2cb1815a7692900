//! `memory-city trace`: what a recording holds.

use std::path::{Path, PathBuf};

use analysis::{GcEvent, HeapFile, Progress, Trace, TraceInfo, TraceState, Warnings};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::data::input::series::title_of;

/// Tell what a memory trace holds.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city trace app.mctrace
  memory-city trace app.mctrace --gcs
  memory-city trace app.mctrace --json | jq .slowdown_estimate

A trace is what memory-city record writes. Every command that takes heap dumps takes traces: the city of a trace has one \
point per heap state, and --dump N means the N-th one.

JSON: {\"jvm\":.., \"command\":.., \"detail\":.., \"gcs\":N, \"states\":N, \"histograms\":N, \"objects_last\":N, \
\"bytes_last\":N, \"sites\":N, \"threads\":N, \"classes\":N, \"duration_ms\":N, \"file_bytes\":N, \"complete\":true, \
\"slowdown_estimate\":.., \"limits\":[..], \"warnings\":[..]}; slowdown_estimate is the share of the run time that recording \
has cost, by its own account, and null if the trace does not tell; objects_last and bytes_last are those of the last look at \
the heap, which need not be the end. All blocks are read, so that damage is told. With --gcs also \"collections\":[{\"number\":N, \
\"start_ms\":.., \"pause_ms\":.., \"collector\":.., \"cause\":.., \"used_before\":N, \"used_after\":N, \"capacity\":N},..] and \
\"heap_states\":[{\"number\":N, \"gc\":N, \"time_ms\":.., \"reason\":.., \"full\":true, \"anew\":false, \"ending\":false, \"objects\":N, \"bytes\":N, \
\"references\":N, \"pause_ms\":.., \"stored_bytes\":N},..].")]
pub struct TraceArgs {
    /// A memory trace (.mctrace)
    #[arg(value_name = "TRACE")]
    pub trace_file: PathBuf,
    /// List all garbage collections and heap states, too
    #[arg(long)]
    pub gcs: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document {
    jvm: String,
    command: String,
    detail: String,
    gcs: usize,
    states: usize,
    histograms: u64,
    objects_last: Option<u64>,
    bytes_last: Option<u64>,
    sites: u64,
    threads: u64,
    classes: u64,
    duration_ms: f64,
    file_bytes: u64,
    complete: bool,
    slowdown_estimate: Option<f64>,
    /// For heap states and class histograms that stopped the program.
    longest_pause_ms: Option<f64>,
    limits: Vec<String>,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collections: Option<Vec<CollectionRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heap_states: Option<Vec<StateRow>>,
    /// For people.
    #[serde(skip)]
    last_look: String,
}

#[derive(Debug, Serialize)]
struct CollectionRow {
    number: u32,
    start_ms: f64,
    pause_ms: f64,
    collector: String,
    cause: String,
    used_before: Option<u64>,
    used_after: Option<u64>,
    capacity: Option<u64>,
}

#[derive(Debug, Serialize)]
struct StateRow {
    number: usize,
    gc: u32,
    time_ms: f64,
    reason: &'static str,
    full: bool,
    anew: bool,
    ending: bool,
    objects: Option<u64>,
    bytes: Option<u64>,
    references: Option<u64>,
    pause_ms: Option<f64>,
    stored_bytes: u64,
}

/// Reads the names and places of a trace, prints.
pub(in crate::cli) fn trace(args: &TraceArgs) -> Result<(), CliError> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let file = HeapFile::open(&args.trace_file, &progress, &warnings);
    let checked = match file.as_ref().ok().and_then(HeapFile::trace) {
        Some(trace) => trace.check(&progress, &warnings),
        None => Ok(()),
    };
    print_warnings(&warnings);
    let file = file?;
    checked?;
    let document = match file.trace() {
        Some(trace) => document(trace, args.gcs, &warnings),
        None => return Err(no_trace(&args.trace_file)),
    };
    let text = if args.json { json_line(&document)? } else { text(&document, &args.trace_file).into_text() };
    print_result(text.as_bytes())
}

fn no_trace(path: &Path) -> CliError {
    CliError::new(ExitKind::Failed, format!("{} is no memory trace (.mctrace); memory-city record writes one", path.display()))
}

fn document(trace: &Trace, with_rows: bool, warnings: &Warnings) -> Document {
    let (states, collections) = (trace.states(), trace.collections());
    let last_look = last_look(trace, &states);
    let TraceInfo {
        jvm,
        command,
        detail,
        nanos,
        sites,
        threads,
        classes,
        histograms,
        limits,
        slowdown_estimate,
        is_complete,
        file_bytes,
        ..
    } = trace.info();
    Document {
        jvm,
        command,
        detail,
        gcs: collections.len(),
        states: states.len(),
        histograms,
        objects_last: last_look.as_ref().and_then(|look| look.objects),
        bytes_last: last_look.as_ref().and_then(|look| look.bytes),
        sites,
        threads,
        classes,
        duration_ms: millis(nanos),
        file_bytes,
        complete: is_complete,
        slowdown_estimate,
        longest_pause_ms: states.iter().filter_map(|state| state.pause_nanos).max().map(millis),
        limits,
        warnings: warnings.list().iter().map(ToString::to_string).collect(),
        collections: with_rows.then(|| collections.into_iter().map(collection_row).collect()),
        heap_states: with_rows.then(|| states.into_iter().enumerate().map(state_row).collect()),
        last_look: last_look.map(|look| look.when).unwrap_or_default(),
    }
}

/// When the heap was looked at last, and what was there.
struct LastLook {
    when: String,
    objects: Option<u64>,
    bytes: Option<u64>,
}

fn last_look(trace: &Trace, states: &[TraceState]) -> Option<LastLook> {
    if let Some(state) = states.last() {
        let when = format!("{}, after GC {}", words::clock(millis(state.nanos) as i64), words::count(state.collections.into()));
        return Some(LastLook { when, objects: state.objects, bytes: state.bytes });
    }
    // What is damaged was told.
    let last = trace.histograms(&Warnings::new()).pop()?;
    let totals = last.classes.iter().map(|class| class.totals);
    let (objects, bytes) =
        totals.fold((0_u64, 0_u64), |(objects, bytes), of| (objects.saturating_add(of.objects), bytes.saturating_add(of.bytes)));
    let clock = last.time_millis.map(|millis| words::clock(millis.saturating_sub(trace.info().start_millis)));
    let when = [clock, last.label.map(|label| format!("after {label}"))].into_iter().flatten().collect::<Vec<_>>().join(", ");
    Some(LastLook { when, objects: Some(objects), bytes: Some(bytes) })
}

fn collection_row(collection: GcEvent) -> CollectionRow {
    let GcEvent { number, start_nanos, pause_nanos, collector, cause, used_before, used_after, capacity, .. } = collection;
    let (start_ms, pause_ms) = (millis(start_nanos), millis(pause_nanos));
    let (collector, cause) = (collector.to_string(), cause.to_string());
    CollectionRow { number, start_ms, pause_ms, collector, cause, used_before, used_after, capacity }
}

fn state_row((at, state): (usize, TraceState)) -> StateRow {
    StateRow {
        number: at + 1,
        gc: state.collections,
        time_ms: millis(state.nanos),
        reason: state.reason,
        full: state.is_full,
        anew: state.numbers_anew,
        ending: state.is_ending,
        objects: state.objects,
        bytes: state.bytes,
        references: state.references,
        pause_ms: state.pause_nanos.map(millis),
        stored_bytes: state.stored_bytes,
    }
}

fn millis(nanos: u64) -> f64 {
    nanos as f64 / 1e6
}

fn text(document: &Document, path: &Path) -> Lines {
    let mut text = Lines::default();
    text.add(title_of(path));
    let mut row = |name: &str, value: String| {
        if !value.is_empty() {
            text.add(format_args!("  {name:<18} {value}"));
        }
    };
    let number = |number: Option<u64>| number.map(words::count).unwrap_or_default();
    row("JVM", document.jvm.clone());
    row("command", document.command.clone());
    row("detail", document.detail.clone());
    row("duration", words::clock(document.duration_ms as i64));
    row("collections", words::count(document.gcs as u64));
    row("heap states", words::count(document.states as u64));
    if document.histograms > 0 {
        row("class histograms", words::count(document.histograms));
    }
    row("last look", document.last_look.clone());
    row("  objects", number(document.objects_last));
    row("  bytes", number(document.bytes_last));
    row("allocation sites", words::count(document.sites));
    row("threads", words::count(document.threads));
    row("classes", words::count(document.classes));
    row("file", format!("{} bytes{}", words::count(document.file_bytes), if document.complete { "" } else { ", not finished" }));
    row("cost of recording", document.slowdown_estimate.map(|share| format!("{:.1} % of the run time", 100.0 * share)).unwrap_or_default());
    row("longest pause", document.longest_pause_ms.map(|pause| format!("{pause:.1} ms, for a heap state")).unwrap_or_default());
    document.limits.iter().for_each(|limit| row("not recorded", limit.clone()));
    if let Some(states) = document.heap_states.as_ref().filter(|states| !states.is_empty()) {
        text.blank();
        text.add(format_args!("{:>6} {:>8} {:>12} {:>15} {:>17} {:>10}  reason", "state", "GC", "time", "objects", "bytes", "pause ms"));
        for state in states {
            let pause = state.pause_ms.map(|pause| format!("{pause:.1}")).unwrap_or_default();
            let (objects, bytes, time) = (number(state.objects), number(state.bytes), words::clock(state.time_ms as i64));
            let facts = [
                (state.ending, "all threads of the program had ended"),
                (state.full, "written in full"),
                (state.anew, "objects numbered anew"),
            ];
            let facts = facts.into_iter().filter(|fact| fact.0).map(|fact| fact.1);
            let reason = std::iter::once(state.reason).chain(facts).collect::<Vec<_>>().join(", ");
            text.add(format_args!("{:>6} {:>8} {time:>12} {objects:>15} {bytes:>17} {pause:>10}  {reason}", state.number, state.gc));
        }
    }
    if let Some(collections) = document.collections.as_ref().filter(|collections| !collections.is_empty()) {
        text.blank();
        text.add(format_args!("{:>8} {:>12} {:>10} {:>15} {:>15}  cause", "GC", "time", "pause ms", "used before", "used after"));
        for gc in collections {
            let (before, after, time) = (number(gc.used_before), number(gc.used_after), words::clock(gc.start_ms as i64));
            let cause =
                [gc.collector.as_str(), gc.cause.as_str()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
            text.add(format_args!("{:>8} {time:>12} {:>10.1} {before:>15} {after:>15}  {cause}", gc.number, gc.pause_ms));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use analysis::ByteSource;
    use analysis::fixture::leaking_trace;

    use super::*;

    fn leak() -> Trace {
        let source = ByteSource::from(leaking_trace(3));
        Trace::open(&source, Path::new("leak.mctrace"), &Progress::new(), &Warnings::new()).expect("is a trace")
    }

    #[test]
    fn the_json_has_the_members_of_the_contract() {
        let warnings = Warnings::new();
        warnings.add("something is missing", "here");
        let text = json_line(&document(&leak(), false, &warnings)).expect("is JSON");
        for member in [
            "\"jvm\":\"Test VM 17\"",
            "\"detail\":\"states\"",
            "\"gcs\":3",
            "\"states\":3",
            // Class objects, loader, thread and list, and three items with their data.
            "\"objects_last\":17",
            "\"sites\":1",
            "\"threads\":1",
            // A twentieth, counted up to the start of the last collection.
            "\"slowdown_estimate\":0.0499",
            "\"warnings\":[\"something is missing",
        ] {
            assert!(text.contains(member), "{member} is missing in {text}");
        }
        assert!(!text.contains("collections"));
    }

    #[test]
    fn collections_and_states_are_listed_on_request() {
        let document = document(&leak(), true, &Warnings::new());
        let text = text(&document, Path::new("leak.mctrace"));
        assert!(
            text.contains("GC") && text.contains("G1 Young, Allocation Failure") && text.contains("collection, written in full"),
            "{text}"
        );
        assert_eq!(text.lines().filter(|line| line.contains("Allocation Failure")).count(), 3);
    }
}
