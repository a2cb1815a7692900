//! `memory-city attach`: records a Java program that runs already, and leaves it again.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use analysis::Progress;
use clap::Args;

use super::interrupt::cancel_on_interrupt;
use super::live_args::parse_duration;
use super::output::{CliError, ExitKind};
use super::recording_args::RecordingArgs;
use crate::live::{load_agent, running_jvm};
use crate::recording::recorder_library;

/// How often it is looked whether the program still runs.
const POLL: Duration = Duration::from_millis(200);

/// Record a Java program that runs already.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city watch                                        lists the running JVMs
  memory-city attach 4711 --out app.mctrace                until Ctrl+C, or until the program ends
  memory-city attach 4711 --out app.mctrace --for 60s
  memory-city attach 4711 --out app.mctrace --detail counts --budget 3%
  memory-city attach 4711 --out app.mctrace --address app.address     to be followed: memory-city watch --connect

Needs jcmd of a JDK, and a JVM of the same user. Where objects that exist already were allocated is not known. From JDK 21 \
on the JVM writes a warning about agents that come late to its own stderr, unless it was started with \
-XX:+EnableDynamicAgentLoading.")]
pub struct AttachArgs {
    /// Process id of the JVM
    #[arg(value_name = "PID")]
    pid: u32,
    /// Leave the program again after this time: 60s, 5m
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    duration: Option<Duration>,
    #[command(flatten)]
    recording: RecordingArgs,
}

/// Loads the recorder into the JVM, waits, and lets it go.
pub(super) fn attach(args: &AttachArgs) -> Result<(), CliError> {
    let options = args.recording.options()?;
    let library = recorder_library().map_err(|error| CliError::new(ExitKind::Unavailable, error))?;
    let progress = Progress::new();
    cancel_on_interrupt(&progress);
    let jvm = running_jvm(args.pid, &progress)?;
    load_agent(args.pid, &library, &options.to_string(), &progress)?;
    let _ = writeln!(std::io::stderr(), "memory-city: recording {} into {}; Ctrl+C ends it", jvm.program(), args.recording.out.display());
    let start = Instant::now();
    while progress.check().is_ok() && args.duration.is_none_or(|duration| start.elapsed() < duration) {
        if !is_running(args.pid) {
            return Ok(());
        }
        std::thread::sleep(POLL);
    }
    // The wish to end it is not a wish to leave the recorder behind.
    leave(args.pid, &library)
}

fn leave(pid: u32, library: &Path) -> Result<(), CliError> {
    match load_agent(pid, library, recorder::STOP, &Progress::new()) {
        Err(_) if !is_running(pid) => Ok(()),
        left => Ok(left?),
    }
}

fn is_running(pid: u32) -> bool {
    // Where the system does not tell, jcmd will.
    !cfg!(target_os = "linux") || Path::new(&format!("/proc/{pid}")).is_dir()
}
