//! Live input: `memory-city watch PID`, `memory-city watch FOLDER`, `--connect URL`, `--listen ADDR`.

use std::path::PathBuf;
use std::time::Duration;

use analysis::Warnings;
use clap::Args;

use super::csv_args::CsvArgs;
use super::input_args::{InputArgs, Reads};
use super::recording_args::new_file;
use super::view_args::ViewArgs;
use crate::cli::documents::output::{CliError, ExitKind, print_warnings};
use crate::cli::options::durations::parse_duration;
use crate::data::live::event::{KeptIn, WalkRequest};
use crate::data::live::{LiveSource, parse_address, recorder_url};

/// Other places that points can come from.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Live input")]
pub struct LiveArgs {
    /// Follow a recording by the address of its recorder (memory-city record --address); or fetch trees and pointer maps from
    /// a WebSocket server that speaks the Analyzer's protocol
    #[arg(long, value_name = "URL", conflicts_with = "listen")]
    pub connect: Option<String>,
    /// With --connect to a recorder: keep the trace in this file, too, as far as it comes
    #[arg(long, value_name = "FILE", requires = "connect")]
    pub save: Option<PathBuf>,
    /// With --connect to a recorder: ask it for a heap state now, whatever it costs
    #[arg(long, requires = "connect")]
    pub walk: bool,
    /// Which tab of an Analyzer's server; the first one that has trees without this
    #[arg(long, value_name = "ID", requires = "connect", allow_negative_numbers = true)]
    pub tab: Option<i64>,
    /// Take trees pushed to a WebSocket on this loopback address, for example 127.0.0.1:8887
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// Print the growth as lines of text instead of opening a window, as where there is no display
    #[arg(long)]
    pub headless: bool,
    /// Without a window: stop after this many points
    #[arg(long, value_name = "N", requires = "headless", value_parser = clap::value_parser!(u64).range(1..))]
    pub points: Option<u64>,
    /// A program that was started with it has the standard output.
    #[arg(skip)]
    pub(in crate::cli) beside_program: bool,
}

/// What is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watched {
    /// A JVM, by its process id.
    Jvm(u32),
    /// A folder in which heap dumps appear.
    Folder(PathBuf),
}

/// Numbers are processes; a folder that is called like one is written ./4711.
fn parse_watched(text: &str) -> Result<Watched, String> {
    let folder = PathBuf::from(text);
    match text.parse() {
        Ok(pid) => Ok(Watched::Jvm(pid)),
        Err(_) if folder.is_dir() => Ok(Watched::Folder(folder)),
        Err(_) => Err("it is neither the process id of a JVM nor a folder".to_owned()),
    }
}

/// How a folder of heap dumps is watched.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "A folder of heap dumps")]
pub struct FolderArgs {
    /// Where a report of each dump is written, and what was seen is remembered (history.jsonl) [default: reports in the folder]
    #[arg(long, value_name = "DIR")]
    pub reports: Option<PathBuf>,
    /// Write a page, too, as memory-city report does; each dump is read twice
    #[arg(long)]
    pub pages: bool,
    /// Look at what is there and end, as for cron
    #[arg(long)]
    pub once: bool,
    /// Take a dump that is not whole when it has not changed for so long
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    pub patience: Duration,
}

/// Watch a running JVM grow, or a folder in which heap dumps appear.
#[derive(Debug, Clone, Default, Args)]
#[command(after_help = "Examples:
  memory-city watch                        lists the running JVMs
  memory-city watch --json                 the same for scripts; --csv FILE as a table
  memory-city watch 4711                   a class histogram every 5 s, as a city that grows
  memory-city watch 4711 --dumps           full heap dumps: with references, but the JVM stops for longer
  memory-city watch 4711 --every 500ms --headless --points 20
  memory-city watch 4711 --select com.shop.Order         selects it as soon as there is one
  memory-city watch --connect \"$(cat app.address)\"          follows a recording: memory-city record --address app.address
  memory-city watch --connect ws://127.0.0.1:36655/TOKEN --save copy.mctrace
  memory-city watch --connect ws://localhost:8887          an Analyzer's server
  memory-city watch --listen 127.0.0.1:8887
  memory-city watch /dumps                 what is wrong in each dump that appears there, a line and a report each
  memory-city watch /dumps --once --reports reports/       the same for cron: what is there now and was not seen before

Histograms and dumps make the JVM collect its garbage first (--keep-unreachable: they do not). Needs jcmd of a JDK.

Of a folder dumps are taken when they are whole and have not changed for --every, one at a time. A line tells the verdict of find on the dump and what was \
found; dumps whose names differ by numbers only are of one program, and the line tells for how many of them in a row the same was \
found. Reports are text. history.jsonl has an object per dump: {\"time\":.., \"file\":.., \"size\":N, \"modified\":N, \"series\":.., \
\"objects\":N, \"bytes\":N, \"verdict\":.., \"findings\":[{\"key\":.., \"title\":.., \"bytes\":N},..], \"report\":..}, or \"error\" in place of \
the numbers. What stands there is not looked at again.")]
pub struct WatchArgs {
    /// Process id of the JVM, or a folder in which heap dumps appear; without one, the running JVMs are listed
    #[arg(value_name = "PID|FOLDER", value_parser = parse_watched, conflicts_with_all = ["connect", "listen"])]
    pub what: Option<Watched>,
    /// Pause between two points, or two looks at the folder: 5s, 500ms, 2m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_duration, conflicts_with_all = ["connect", "listen"])]
    pub every: Duration,
    /// Full heap dumps (temporary files, removed as soon as they are read) instead of class histograms
    #[arg(long, conflicts_with_all = ["connect", "listen"])]
    pub dumps: bool,
    /// Print the list of running JVMs as JSON: {"jvms":[{"pid":N,"command":..},..]}
    #[arg(long, conflicts_with_all = ["what", "connect", "listen"])]
    pub json: bool,
    /// The list as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// How a folder is watched.
    #[command(flatten)]
    pub folder: FolderArgs,
    /// Servers instead of a JVM, and the way it is shown.
    #[command(flatten)]
    pub live: LiveArgs,
    /// What is looked at in the window.
    #[command(flatten)]
    pub view: ViewArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

impl LiveArgs {
    /// The server meant by `--connect` or `--listen`, if one of them was given, and how what it sends is read.
    pub(in crate::cli) fn server(&self, input: &InputArgs) -> Result<Option<LiveSource>, CliError> {
        let recorder = self.connect.as_deref().and_then(recorder_url);
        if recorder.is_none() && (self.connect.is_some() || self.listen.is_some()) {
            input.refuse_unfit(Reads::Server)?;
        }
        let unfit = [
            ("--save", self.save.is_some() && recorder.is_none(), "the memory trees of a server: it is for recordings"),
            ("--walk", self.walk && recorder.is_none(), "what is no recording: it asks a recorder for a heap state"),
            ("--tab", self.tab.is_some() && recorder.is_some(), "a recording: it is for servers of memory trees"),
        ];
        if let Some((option, _, what)) = unfit.into_iter().find(|(_, is_given, _)| *is_given) {
            return Err(CliError::new(ExitKind::Usage, format_args!("{option} has no meaning for {what}")));
        }
        if let Some(url) = recorder {
            let kept = self.save.as_deref().map_or(Ok(KeptIn::Temporary), |file| new_file(file).map(KeptIn::File))?;
            let walk = WalkRequest::default();
            if self.walk {
                walk.make();
            }
            return Ok(Some(LiveSource::Recording { url, kept, options: input.recording_options()?, walk }));
        }
        match (&self.connect, &self.listen) {
            (Some(url), _) => Ok(Some(LiveSource::Connect { url: url.clone(), tab: self.tab })),
            (None, Some(address)) => match parse_address(address) {
                Ok(address) => Ok(Some(LiveSource::Listen(address))),
                Err(error) => Err(CliError::new(ExitKind::Usage, error)),
            },
            (None, None) => Ok(None),
        }
    }
}

impl LiveArgs {
    /// Says that what is asked for belongs to live input.
    pub(in crate::cli) fn refuse_without_source(&self) -> Result<(), CliError> {
        if self.headless {
            let message = "--headless prints points as they arrive: give watch PID, --connect URL or --listen ADDR; see trends and \
                           compare for what is on disk";
            return Err(CliError::new(ExitKind::Usage, message));
        }
        Ok(())
    }
}

impl WatchArgs {
    /// What to watch; `None` when only a list is wanted.
    pub(in crate::cli) fn source(&self) -> Result<Option<LiveSource>, CliError> {
        let Some(Watched::Jvm(pid)) = self.what else {
            let server = self.live.server(&self.input)?;
            if server.is_none() {
                self.live.refuse_without_source()?;
            }
            return Ok(server);
        };
        self.input.refuse_unfit(if self.dumps { Reads::DumpsOfJvm } else { Reads::HistogramsOfJvm })?;
        let warnings = Warnings::new();
        let options = self.input.open_options(None, &warnings);
        print_warnings(&warnings);
        Ok(Some(LiveSource::Watch { pid, every: self.every, dumps: self.dumps, options: options? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_processes_and_folders_are_folders() {
        let folder = std::env::temp_dir();
        assert_eq!(parse_watched("4711"), Ok(Watched::Jvm(4711)));
        assert_eq!(parse_watched(&folder.to_string_lossy()), Ok(Watched::Folder(folder)));
        assert!(parse_watched("no/such/folder").is_err() && parse_watched("ws://localhost:1").is_err());
    }

    #[test]
    fn pauses_have_units() {
        let millis = |text| parse_duration(text).map(|time| time.as_millis());
        assert_eq!(millis("5s"), Ok(5000));
        assert_eq!(millis("500ms"), Ok(500));
        assert_eq!(millis("2m"), Ok(120_000));
        assert_eq!(millis("1.5"), Ok(1500));
        assert_eq!([millis("24h"), millis("7d")], [Ok(86_400_000), Ok(604_800_000)]);
        for wrong in ["", "s", "0s", "-1s", "NaN", "inf", "3 weeks", "1e9m"] {
            assert!(millis(wrong).is_err(), "{wrong}");
        }
    }
}
