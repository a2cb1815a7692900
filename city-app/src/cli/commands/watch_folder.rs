//! `memory-city watch FOLDER`: what is wrong in each heap dump that appears there.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use analysis::{FindReport, Finding, Progress, Severity, Warnings, heap_histogram, write_file};

use super::find::search_states;
use super::report::page_of;
use crate::answers::leaks::verdict_sentence;
use crate::base::words;
use crate::cli::documents::find_documents;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, note, print_result, print_warnings};
use crate::cli::interrupt::{at_termination, cancel_on_interrupt, cancel_or_end};
use crate::cli::options::live_args::WatchArgs;
use crate::data::input::annotations::Annotations;
use crate::data::input::watched_folder::{DumpFile, History, Seen, SeenFinding, dump_files};
use crate::data::input::{Input, heap_series};

/// Where reports are, in the folder of the dumps.
const REPORTS: &str = "reports";
/// Findings that are remembered of a dump.
const MOST_FINDINGS: usize = 10;
/// How soon somebody who waits hears that it is to end.
const POLL: Duration = Duration::from_millis(50);

/// What was found in a dump.
struct Found {
    report: FindReport,
    objects: u64,
    bytes: u64,
}

/// Looks at the folder until somebody ends it.
pub(super) fn watch_folder(folder: &Path, args: &WatchArgs) -> Result<(), CliError> {
    refuse_unfit(args)?;
    let progress = Progress::new();
    // As the first process of a container nothing else ends it.
    at_termination({
        let progress = progress.clone();
        move || cancel_or_end(&progress)
    });
    cancel_on_interrupt(&progress);
    let reports = args.folder.reports.clone().unwrap_or_else(|| folder.join(REPORTS));
    let warnings = Warnings::new();
    let history = History::in_folder(&reports, &warnings);
    print_warnings(&warnings);
    let mut watcher = Watcher { args, reports, history: history?, progress };
    loop {
        let waiting = watcher.look(folder)?;
        if args.folder.once {
            for dump in waiting {
                note(&format!("{} is being written, or is not whole: it is left for the next time", dump.name));
            }
            return Ok(());
        }
        let start = Instant::now();
        while start.elapsed() < args.every {
            watcher.progress.check()?;
            std::thread::sleep(POLL.min(args.every));
        }
    }
}

/// Options that are for JVMs and servers.
fn refuse_unfit(args: &WatchArgs) -> Result<(), CliError> {
    let given = [
        ("--dumps", args.dumps),
        ("--headless", args.live.headless),
        ("--csv", args.table.csv.is_some()),
        ("--by", !args.input.by.is_empty()),
        ("--filter", !args.input.filter.is_empty()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(CliError::new(ExitKind::Usage, format_args!("{option} has no meaning for a folder of heap dumps"))),
        None => args.input.refuse_garbage(),
    }
}

struct Watcher<'a> {
    args: &'a WatchArgs,
    reports: PathBuf,
    history: History,
    progress: Progress,
}

impl Watcher<'_> {
    /// Looks at every dump that is new and ready; those that are not ready are returned.
    fn look(&mut self, folder: &Path) -> Result<Vec<DumpFile>, CliError> {
        let mut waiting = Vec::new();
        for dump in dump_files(folder)? {
            if self.history.has(&dump) {
                continue;
            }
            if dump.is_ready(self.args.every, self.args.folder.patience, &self.progress) {
                self.tell(&dump)?;
            } else {
                waiting.push(dump);
            }
            self.progress.check()?;
        }
        Ok(waiting)
    }

    /// Looks at one dump, prints a line and remembers it. A dump that cannot be read is told, and does not end the watching.
    fn tell(&mut self, dump: &DumpFile) -> Result<(), CliError> {
        let warnings = Warnings::new();
        let found = self.find(dump, &warnings);
        print_warnings(&warnings);
        self.progress.check()?;
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let (file, series) = (dump.name.clone(), dump.series());
        let seen = Seen { time, file, size: dump.size, modified: dump.modified, series, ..Seen::default() };
        let (seen, line) = match found {
            Ok((found, report)) => {
                let findings: Vec<SeenFinding> = found.report.findings.iter().filter_map(finding_of).take(MOST_FINDINGS).collect();
                let verdict = serde_json::to_value(found.report.verdict).ok().and_then(|word| word.as_str().map(str::to_owned));
                let (objects, bytes) = (found.objects, found.bytes);
                let (verdict, partly_read) = (verdict.unwrap_or_default(), found.report.partly_read.first().cloned());
                let seen = Seen { objects, bytes, partly_read, verdict, findings, report, ..seen };
                (seen, Some(found))
            }
            Err(error) => (Seen { error: Some(error.message), ..seen }, None),
        };
        self.history.add(seen.clone())?;
        let mut text = Lines::default();
        match (&seen.error, line) {
            (None, Some(found)) => text.add(format_args!("{}: {}", dump.name, self.sentence(&seen, &found))),
            (error, _) => text.add(format_args!("{}: cannot be looked at: {}", dump.name, error.as_deref().unwrap_or_default())),
        }
        print_result(text.as_bytes())
    }

    fn sentence(&self, seen: &Seen, found: &Found) -> String {
        let mut heap = words::objects_and_bytes(seen.objects, seen.bytes);
        if let Some(part) = &seen.partly_read {
            heap = format!("{heap}. {part}");
        }
        let Some(first) = seen.findings.first() else {
            return format!(
                "{heap}. {}",
                if found.report.findings.is_empty() { verdict_sentence(&found.report) } else { NO_OWNER.to_owned() }
            );
        };
        let row = match self.history.in_a_row(&seen.series, &first.key) {
            (0 | 1, _) => String::new(),
            (row, before) => {
                let before = before.map(|bytes| format!(", {} before", words::bytes(bytes))).unwrap_or_default();
                format!(" (found in {row} dumps in a row{before})")
            }
        };
        format!("{heap}. {}{row}", first.title)
    }

    /// Searches a dump and writes its report; the name of that is returned.
    fn find(&self, dump: &DumpFile, warnings: &Warnings) -> Result<(Found, String), CliError> {
        let paths = [dump.path.clone()];
        let input = Input::look_at(&paths, warnings)?;
        let options = self.args.input.open_options(Some(&input), warnings)?;
        let known = Annotations::beside(&paths)?;
        let mut series = heap_series(&input, &options, &self.progress, warnings)?;
        let (mut objects, mut bytes) = (0, 0);
        let report = search_states(&mut series, &options, &known.marks, &self.progress, warnings, |heap, _| {
            let histogram = heap_histogram(heap);
            (objects, bytes) = (histogram.objects, histogram.bytes);
            Ok(())
        })?;
        let name = format!("{}.txt", dump.name);
        let write = |name: &str, text: &[u8]| {
            let path = self.reports.join(name);
            write_file(&path, text).map_err(|error| CliError::cannot_write(&path, &error))
        };
        write(&name, find_documents::text(&report, &known).as_bytes())?;
        if self.args.folder.pages {
            write(&format!("{}.html", dump.name), page_of(&paths, &self.args.input, false)?.file().as_bytes())?;
        }
        Ok((Found { report, objects, bytes }, name))
    }
}

/// Said where nothing but waste was found.
const NO_OWNER: &str = "Nothing owns much of the heap; the report tells what could be saved";

/// What is remembered of a finding; waste is in every dump.
fn finding_of(finding: &Finding) -> Option<SeenFinding> {
    let holder = finding.keepers.first().map_or_else(|| finding.blamed(), |keeper| &keeper.holder);
    (finding.severity != Severity::Waste).then(|| SeenFinding {
        key: format!("{} {holder}", finding.kind.key),
        title: finding.title.clone(),
        bytes: finding.evidence.last_bytes,
    })
}
