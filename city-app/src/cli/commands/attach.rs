//! `memory-city attach`: records a Java program that runs already, and leaves it again.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use analysis::Progress;
use clap::Args;
use recorder::Options;

use super::shown_recording::{ShownArgs, address_file};
use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::interrupt::{at_termination, cancel_on_interrupt, cancel_or_end, end_on_interrupt};
use crate::cli::options::durations::parse_duration;
use crate::cli::options::recording_args::RecordingArgs;
use crate::data::live::{load_agent, running_jvm};
use crate::data::recorded_process::{is_recorded, is_running, read_address, remove_address};
use crate::data::recorder::recorder_library;

/// How often it is looked whether the program still runs.
const POLL: Duration = Duration::from_millis(200);

/// How often it is looked whether it is still recorded.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// Record a Java program that runs already.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city watch                                        lists the running JVMs
  memory-city attach 4711 --out app.mctrace                until Ctrl+C, or until the program ends
  memory-city attach 4711 --out app.mctrace --for 60s
  memory-city attach 4711 --out app.mctrace --detail counts --budget 3%
  memory-city attach 4711 --out app.mctrace --live         a city that grows until the window is closed
  memory-city attach 4711 --out app.mctrace --address app.address     to be followed: memory-city watch --connect

Needs jcmd of a JDK, and a JVM of the same user. Where objects that exist already were allocated is not known. From JDK 21 \
on the JVM writes a warning about agents that come late to its own stderr, unless it was started with \
-XX:+EnableDynamicAgentLoading. Where this command was killed, memory-city detach ends the recording.")]
pub struct AttachArgs {
    /// Process id of the JVM
    #[arg(value_name = "PID")]
    pid: u32,
    /// Leave the program again after this time: 60s, 5m
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    duration: Option<Duration>,
    #[command(flatten)]
    recording: RecordingArgs,
    #[command(flatten)]
    shown: ShownArgs,
}

/// Loads the recorder into the JVM, waits, and lets it go.
pub(in crate::cli) fn attach(args: &AttachArgs) -> Result<(), CliError> {
    // A recording that nobody will end ends with this process, however that ends.
    let options = Options { owner: Some(std::process::id()), ..args.recording.options()? };
    let library = recorder_library().map_err(|error| CliError::new(ExitKind::Unavailable, error))?;
    args.shown.refuse_unless_live()?;
    if args.shown.live {
        return attach_live(args, options, library);
    }
    let progress = Progress::new();
    let ending = progress.clone();
    at_termination(move || cancel_or_end(&ending));
    cancel_on_interrupt(&progress);
    let jvm = running_jvm(args.pid, &progress)?;
    if let Err(error) = load_agent(args.pid, &library, &options.to_string(), &progress) {
        // Ctrl+C while the JVM was asked: it may have begun to record all the same.
        return if progress.check().is_err() { leave(args.pid, &library) } else { Err(error.into()) };
    }
    let _ = writeln!(std::io::stderr(), "memory-city: recording {} into {}; Ctrl+C ends it", jvm.program(), args.recording.shown_file());
    let start = Instant::now();
    let mut looked = start;
    while progress.check().is_ok() && args.duration.is_none_or(|duration| start.elapsed() < duration) {
        if !is_running(args.pid) {
            return Ok(());
        }
        // Somebody else may have ended it, or the file is as large as it may be.
        if cfg!(target_os = "linux") && looked.elapsed() > BETWEEN_LOOKS {
            looked = Instant::now();
            if !is_recorded(args.pid) {
                let _ = writeln!(std::io::stderr(), "memory-city: the recording of {} has ended; the program goes on", jvm.program());
                return Ok(());
            }
        }
        std::thread::sleep(POLL);
    }
    // The wish to end it is not a wish to leave the recorder behind.
    leave(args.pid, &library)
}

/// Loads the recorder into the JVM, shows what it sends, and lets the JVM go when the time is over or nobody looks any more.
fn attach_live(args: &AttachArgs, options: Options, library: PathBuf) -> Result<(), CliError> {
    let open_options = args.shown.open_options()?;
    let (pid, address) = (args.pid, address_file(&options));
    let options = Options { live: Some(address.clone()), ..options };
    let jvm = running_jvm(pid, &Progress::new())?;
    let recorder = library.clone();
    at_termination(move || {
        let _ = leave(pid, &recorder);
        std::process::exit(0);
    });
    load_agent(pid, &library, &options.to_string(), &Progress::new())?;
    // The recorder has told where it is before it said that it runs.
    let url = read_address(&address);
    if args.recording.address.is_none() {
        let _ = remove_address(&address);
    }
    let _ = writeln!(std::io::stderr(), "memory-city: recording {} into {}", jvm.program(), args.recording.shown_file());
    if !args.shown.headless {
        // Without a window whoever prints hears of it.
        let library = library.clone();
        end_on_interrupt(move || drop(leave(pid, &library)));
    }
    if let Some(duration) = args.duration {
        let library = library.clone();
        std::thread::spawn(move || {
            std::thread::sleep(duration);
            leave(pid, &library)
        });
    }
    let unread = |error| CliError::new(ExitKind::Failed, format_args!("cannot read {}: {error}", address.display()));
    let shown = url.map_err(unread).and_then(|url| args.shown.show(url, open_options, false));
    leave(pid, &library)?;
    match shown {
        // To end it is how it ends.
        Err(CliError { kind: ExitKind::Cancelled, .. }) => Ok(()),
        shown => shown,
    }
}

/// Tells the recorder in a JVM to end; one that has ended needs no telling.
pub(in crate::cli) fn leave(pid: u32, library: &Path) -> Result<(), CliError> {
    match load_agent(pid, library, recorder::STOP, &Progress::new()) {
        Err(_) if !is_running(pid) => Ok(()),
        left => Ok(left?),
    }
}
