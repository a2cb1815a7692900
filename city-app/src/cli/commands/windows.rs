//! `memory-city windows`: when something suspicious happened in a run.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Progress, RunOverTime, Warnings, WindowRules};
use clap::Args;
use serde::Serialize;

use super::city_input;
use crate::answers::windows::{ToldGarbage, ToldWindow, notes, told_windows};
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::input_args::InputArgs;
use crate::data::input::series::DatasetKind;
use crate::data::input::{Input, gc_events};

/// Of a table, as in JSON.
const COLUMNS: &str = "kind,from_s,to_s,points,collections,score,unit,average,bytes,growth_percent,explanation,next";

/// Tell when something suspicious happened: memory that grows, collections that take much time, much that is thrown away.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city windows app.mctrace
  memory-city windows dumps/ gc.log --json   collections from a GC log (-Xlog:gc*) or a JFR recording of the same run
  memory-city windows gc.log
  memory-city windows gc.log --csv -
  memory-city windows app.mctrace --rule least-overhead=0.05 --rule hotspot-factor=2

growth: the longest time to the end, or to a fall there, over which memory grows, small drops allowed, and the part of it that grows most per \
second. growth_by_regression: the end of the run over which the line through memory is steepest. gc_overhead: the collections, \
5 to 50 of them, for which the program stood still for the largest share of the time. churn: those that freed most per second. \
Nothing is told below its threshold: a tenth of all collections for growth, 10 % of the time for overhead, 1.5 times the average \
for churn.

Rules that can be set: growth-cover, drop-tolerance, least-increase, least-increase-share, least-part, most-part, least-part-points, least-slope, \
least-collections, most-collections, least-overhead, hotspot-factor.

JSON: {\"basis\":\"heap_states|occupied_after_full_gcs|occupied_after_gcs\", \"points\":N, \"collections\":N, \"notes\":[..], \
\"windows\":[{\"kind\":\"growth|growth_by_regression|gc_overhead|churn\", \"from_s\":.., \"to_s\":.., \"points\":[A,B], \
\"collections\":[A,B], \"score\":.., \"unit\":\"bytes/s|share of time\", \"average\":.., \"bytes\":[A,B], \"growth_percent\":.., \
\"strongest_part\":{..}, \"explanation\":.., \"next\":..},..]}; points from 1, members that are not known are left out.")]
pub struct WindowsArgs {
    /// Heap dumps, traces, memory trees, class histograms, or a folder of them; GC logs and JFR recordings, alone or beside
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Set a limit of the detectors; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document {
    basis: &'static str,
    points: usize,
    collections: usize,
    notes: Vec<String>,
    windows: Vec<ToldWindow>,
}

/// Reads, looks, tells.
pub(in crate::cli) fn windows(args: &WindowsArgs) -> Result<(), CliError> {
    let mut rules = WindowRules::default();
    for rule in &args.rules {
        rules.set(rule).map_err(|error| CliError::new(ExitKind::Usage, format_args!("--rule: {error}")))?;
    }
    args.input.refuse_garbage()?;
    args.input.refuse_chosen_points("windows are looked for in the whole run: --window and --baseline are for what tells of one")?;
    let warnings = Warnings::new();
    let input = Input::look_at_run(&args.paths, &warnings)?;
    input.refuse_runs()?;
    let gc = gc_events(&input, &Progress::new(), &warnings);
    if input.is_of_collections() || gc.is_err() {
        print_warnings(&warnings);
    }
    let gc = gc?;
    let dataset = if input.is_of_collections() { None } else { Some(city_input::read_looked_at(&input, &args.input, &warnings)?) };
    let evolution = dataset.as_ref().map_or_else(Arc::default, |dataset| Arc::clone(&dataset.evolution));
    city_input::refuse_shares(&evolution)?;
    // Who died is asked of one trace.
    let trace = dataset.filter(|dataset| matches!(dataset.kind, DatasetKind::Traces { .. }) && dataset.paths.len() == 1);
    let garbage = match trace {
        Some(_) => ToldGarbage::Died,
        None if input.tells_allocations(&warnings) => ToldGarbage::Allocated,
        None => ToldGarbage::Amount,
    };
    let run = RunOverTime::new(&evolution, gc);
    let named: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let document = Document {
        basis: run.basis.key(),
        points: evolution.points.len(),
        collections: run.gc.events.len(),
        notes: notes(&run),
        windows: told_windows(&run, &rules, &named.join(" "), garbage),
    };
    if args.table.write(COLUMNS, &document.windows, "")? {
        return Ok(());
    }
    let text = if args.json { json_line(&document)? } else { text(&document).into_text() };
    print_result(text.as_bytes())
}

fn text(document: &Document) -> Lines {
    let mut text = Lines::default();
    document.notes.iter().for_each(|note| text.add(note));
    if document.windows.is_empty() {
        text.add("Nothing is suspicious at any time.");
    }
    for window in &document.windows {
        if !document.notes.is_empty() || *window != document.windows[0] {
            text.blank();
        }
        text.add(format_args!("{}: {}", window.kind.key().replace('_', " "), window.place.words()));
        text.add(format_args!("  {}", window.explanation));
        text.add(format_args!("  Next: {}.", window.next));
    }
    text
}
