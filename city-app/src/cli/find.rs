//! `memory-city find`: what leaks, who keeps it alive, where to cut.

use std::path::PathBuf;

use analysis::{FindReport, LeakFinder, Progress, Warnings};
use clap::Args;

use super::find_documents;
use super::findings::growth;
use super::input_args::InputArgs;
use super::output::{CliError, print_result, print_warnings};
use crate::input;

/// Find leaks: what grows without end, which fields keep it alive, where to cut.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city find dumps/                   a folder of heap dumps, taken some minutes apart
  memory-city find a.hprof b.hprof c.hprof d.hprof --json
  memory-city find dumps/ --html > leak.html
  memory-city find heap.hprof               one dump: the biggest owners; growth needs at least four
  memory-city find trees/                   memory trees or class histograms: what grew, in words

A leak is what keeps growing to the end of the series, in objects or in bytes. A start that settles, a cache that fills
up to its bound and a saw-tooth are none. The cut names the fields that must let go (all of them), and what the GC could
then collect, exactly.")]
pub struct FindArgs {
    /// Heap dumps, or a folder of them; memory trees and class histograms tell growth only
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Which document to print; text for people without any.
    #[command(flatten)]
    pub document: DocumentArgs,
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
    /// Print one HTML page that needs nothing else
    #[arg(long)]
    pub html: bool,
    /// Print SARIF 2.1.0, for tools that show findings beside code
    #[arg(long)]
    pub sarif: bool,
}

/// Reads dump by dump, then tells.
pub(super) fn find(args: &FindArgs) -> Result<(), CliError> {
    let DocumentArgs { json, markdown, html, sarif } = args.document;
    let (progress, warnings) = (Progress::new(), Warnings::new());
    if !input::has_heaps(&args.paths)? {
        if json || markdown || html || sarif {
            return Err(analysis::Error::Request("this needs heap dumps: other inputs do not say who refers to whom".into()).into());
        }
        return print_safely(&growth(&args.paths, &args.input)?);
    }
    let report = report(args, &progress, &warnings);
    print_warnings(&warnings);
    let report = report?;
    let document = match args.document {
        DocumentArgs { json: true, .. } => find_documents::json(&report),
        DocumentArgs { markdown: true, .. } => find_documents::markdown(&report),
        DocumentArgs { html: true, .. } => find_documents::html(&report),
        DocumentArgs { sarif: true, .. } => find_documents::sarif(&report),
        _ => find_documents::text(&report),
    };
    print_safely(&document)
}

fn print_safely(text: &str) -> Result<(), CliError> {
    // Names come from the input; a terminal must not obey control characters in them.
    let safe: String = text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect();
    print_result(safe.as_bytes())
}

fn report(args: &FindArgs, progress: &Progress, warnings: &Warnings) -> analysis::Result<FindReport> {
    let series = input::heap_series(&args.paths, &args.input.open_options(), progress, warnings)?;
    let mut finder = LeakFinder::new();
    let mut last = None;
    for at in 0..series.len() {
        progress.part(format!("Dump {} of {}", at + 1, series.len()));
        // One heap state at a time.
        drop(last.take());
        let heap = series.load(at, progress, warnings)?;
        finder.observe(&heap, progress)?;
        last = Some(heap);
    }
    match last {
        Some(last) => finder.report(&last, progress),
        None => Err(analysis::Error::Empty { reason: "the input holds no heap dump".into() }),
    }
}
