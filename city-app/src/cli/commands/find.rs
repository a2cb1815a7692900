//! `memory-city find`: what leaks, who keeps it alive, where to cut.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{FindReport, HeapState, LeakFinder, Marks, Progress, Severity, Warnings};
use clap::Args;

use super::city_input::{self, OpenedCity};
use crate::answers::growth_report::{growth_report, summary};
use crate::base::partly_read;
use crate::base::settings::CitySettings;
use crate::cli::documents::find_documents;
use crate::cli::documents::known_file::KnownLeak;
use crate::cli::documents::lines::printable_name;
use crate::cli::documents::output::{CliError, ExitKind, note, print_result, print_warnings, write_document};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::known_args::KnownArgs;
use crate::cli::options::sarif_args::{SarifArgs, goes_to_stdout};
use crate::cli::options::view_args::ViewArgs;
use crate::data::input::annotations::Annotations;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::DatasetKind;
use crate::data::input::{HeapSeries, Input, heap_series, kind_of, samples_alone};
use crate::data::session::Session;

/// Find leaks: what grows without end, which fields keep it alive, where to cut.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city find dumps/                   a folder of heap dumps, taken some minutes apart
  memory-city find a.hprof b.hprof c.hprof d.hprof --json
  memory-city find dumps/ --csv findings.csv
  memory-city find app.mctrace --sarif leaks.sarif --source-root src/main/java
  memory-city find dumps/ --fail-on-leak --known heap-known.json
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
for groups of your own. CSV has a row per finding; holders are those of its keepers. Memory trees and class histograms name no fields: their reports tell which groups keep \
growing. A page to pass around is what memory-city report writes.

SARIF points at the line that declares the field to cut where its class has a source below --source-root, or else at the line that \
allocates most of what piles up, of traces, or at that of a local variable.

Exit code 0, whatever is found; with --fail-on-leak 1 if there is a leak (or the input cannot be read). --write-known keeps the leaks \
of now, by class and field; with --known only others fail, and those that are gone are told: they can be taken out of the file.")]
pub struct FindArgs {
    /// Heap dumps, or a folder of them; memory trees and class histograms tell growth only
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Which document to print; text for people without any.
    #[command(flatten)]
    pub document: DocumentArgs,
    /// The findings as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// The findings for tools that look at code.
    #[command(flatten)]
    pub sarif: SarifArgs,
    /// End with exit code 1 if there is a leak; with --known, one that does not stand there
    #[arg(long)]
    pub fail_on_leak: bool,
    /// Which leaks are known.
    #[command(flatten)]
    pub known: KnownArgs,
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
    #[arg(long, conflicts_with = "csv")]
    pub markdown: bool,
}

/// Reads, searches, tells.
pub(in crate::cli) fn find(args: &FindArgs) -> Result<(), CliError> {
    let documents = [args.sarif.sarif.as_deref(), args.table.csv.as_deref()];
    let takes_stdout = goes_to_stdout(&documents, args.document.json || args.document.markdown)?;
    let known_file = args.known.read()?;
    let warnings = Warnings::new();
    let input = Input::look_at(&args.paths, &warnings)?;
    let kind = kind_of(&input, &Progress::new())?;
    let known = if args.no_marks { Annotations::default() } else { Annotations::beside(&args.paths)? };
    let (head, report) = if kind.has_heap_states() && !input.is_of_runs() {
        (String::new(), of_dumps(args, &input, &known, &warnings)?)
    } else if let Some(report) = samples_alone(&input, &Progress::new(), &warnings)? {
        print_warnings(&warnings);
        (String::new(), report.under_marks(&known.marks))
    } else {
        let (session, _, report) = judge_groups(&input, &args.input, kind, &known, &warnings)?;
        (format!("{}\n{}\n", printable_name(&session.evolution.title), summary(&session)), report)
    };
    if let Some(out) = &args.sarif.sarif {
        write_document(
            out,
            find_documents::sarif_log(&args.paths[0], &report, &known, known_file.as_ref(), args.sarif.sources()).as_bytes(),
        )?;
    }
    let leaks: Vec<KnownLeak> =
        report.findings.iter().filter(|finding| finding.severity == Severity::Leak).map(find_documents::known_leak).collect();
    if !args.table.write(find_documents::COLUMNS, report.findings.iter().map(find_documents::row), &report.policy)? && !takes_stdout {
        let document = match args.document {
            DocumentArgs { json: true, .. } => find_documents::json(&report, &known),
            DocumentArgs { markdown: true, .. } => find_documents::markdown(&report, &known),
            DocumentArgs { .. } => format!("{head}{}", find_documents::text(&report, &known).into_text()),
        };
        print_result(document.as_bytes())?;
    }
    if let Some(file) = &known_file {
        for KnownLeak { class, held_by } in file.leaks.iter().filter(|known| !leaks.iter().any(|leak| known.covers(leak))) {
            note(&format!("no leak any more, and can be taken out of the file of what is known: {class}, held by {}", held_by.join(", ")));
        }
    }
    if args.known.write(|file| file.leaks.clone_from(&leaks))? {
        return Ok(());
    }
    let news = leaks.iter().filter(|leak| !known_file.as_ref().is_some_and(|file| file.knows(leak))).count();
    match (args.fail_on_leak, news) {
        (false, _) | (_, 0) => Ok(()),
        (true, news) => {
            let of_which = if known_file.is_some() { " that are not known" } else { "" };
            Err(CliError::new(ExitKind::Failed, format_args!("{} of {} findings are leaks{of_which}", news, report.findings.len())))
        }
    }
}

/// Reads dump by dump: whoever holds what grows is known by its fields.
fn of_dumps(args: &FindArgs, input: &Input, known: &Annotations, warnings: &Warnings) -> Result<FindReport, CliError> {
    args.input.refuse_garbage()?;
    for (option, given) in [("--by", &args.input.by), ("--filter", &args.input.filter)] {
        if !given.is_empty() {
            let message = "find searches heap states as a whole, so it takes no ";
            return Err(CliError::new(ExitKind::Usage, format_args!("{message}{option}; see trends, query and inspect")));
        }
    }
    let progress = Progress::new();
    let search = || {
        let options = args.input.open_options(Some(input), warnings)?;
        let mut series = heap_series(input, &options, &progress, warnings)?;
        search_states(&mut series, &options, &known.marks, &progress, warnings, |_, _| Ok(()))
    };
    let report = search();
    print_warnings(warnings);
    Ok(report?)
}

/// Memory trees or class histograms as a city, with what grew in it, and which groups refer to that.
pub(super) fn judge_groups(
    input: &Input,
    args: &InputArgs,
    kind: DatasetKind,
    known: &Annotations,
    warnings: &Warnings,
) -> Result<(Session, CitySettings, FindReport), CliError> {
    let OpenedCity { session, settings, .. } = city_input::lay_out(input, args, &ViewArgs::default(), warnings)?;
    let session = Arc::unwrap_or_clone(session).with_annotations(Arc::new(known.clone()));
    let report = growth_report(&session, kind);
    Ok((session, settings, report))
}

/// Searches heap states, one in memory at a time; `visit` sees each of them once, and hears whether it is the last one. Who keeps that
/// need not read it again.
pub(super) fn search_states(
    series: &mut HeapSeries<'_>,
    options: &OpenOptions,
    marks: &Marks,
    progress: &Progress,
    warnings: &Warnings,
    mut visit: impl FnMut(&Arc<HeapState>, bool) -> analysis::Result<()>,
) -> analysis::Result<FindReport> {
    let chosen = series.chosen_in_words().map(str::to_owned);
    let finder = if chosen.is_some() { LeakFinder::of_chosen_states() } else { LeakFinder::new() };
    let mut finder = finder.with_marks(marks.clone()).with_library(options.structures.library());
    while let Some(heap) = series.next(progress, warnings)? {
        let (heap, is_last) = (Arc::new(heap), !series.has_next());
        visit(&heap, is_last)?;
        if !is_last {
            finder.observe(&heap, progress)?;
            continue;
        }
        let mut last = Some(heap);
        let state = |at: usize| last.take().map_or_else(|| series.again(at, progress).map(Arc::new), Ok);
        let report = finder.finish(state, progress)?;
        return Ok(FindReport { judged: chosen.or(report.judged), partly_read: partly_read::sentences(warnings), ..report });
    }
    Err(analysis::Error::Empty { reason: "the input holds no heap state".into() })
}
