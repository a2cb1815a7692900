//! `memory-city record`: runs a Java program and writes a memory trace of it.

use std::ffi::OsString;
use std::process::Command;

use clap::Args;

use super::output::{CliError, ExitKind};
use super::recording_args::RecordingArgs;
use crate::recording::{RecordedCommand, recorder_library};

/// Run a Java program and record its heap.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city record --out app.mctrace -- java -jar app.jar
  memory-city record --out build.mctrace --detail counts -- mvn package
  memory-city record --out app.mctrace --budget 3% --every 5m --at-exit -- java -cp classes app.Main
  memory-city app.mctrace                                  the city, one point per recorded heap
  memory-city trace app.mctrace                            what was recorded

The program keeps its streams, its exit code and its signals. It needs a JDK 17 or later, as it is. After garbage \
collections the heap is recorded: every object, what refers to it, the call stack and thread that allocated it (of some \
objects), as often as the budget allows. Ctrl+\\ in the program's terminal, or jcmd PID JVMTI.data_dump, records it at \
once. A command that starts several JVMs writes one file each, with the process id in the name. Commands other than java \
are told by JAVA_TOOL_OPTIONS, and their JVMs say so.")]
pub struct RecordArgs {
    #[command(flatten)]
    recording: RecordingArgs,
    /// The program with its arguments, after --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Becomes the recorded program, or says why not.
pub(super) fn record(args: &RecordArgs) -> Result<(), CliError> {
    let options = args.recording.options()?;
    let library = recorder_library().map_err(|error| CliError::new(ExitKind::Unavailable, error))?;
    let tool_options = std::env::var_os("JAVA_TOOL_OPTIONS");
    let command = RecordedCommand::new(&args.command, &library, &options, tool_options.as_deref());
    let command = command.map_err(|error| CliError::new(ExitKind::Usage, error))?;
    run(command.to_command(), &args.command[0])
}

/// The program takes the place of this process: nothing stands between it and its terminal, its signals and whoever
/// waits for it.
#[cfg(unix)]
fn run(mut command: Command, program: &OsString) -> Result<(), CliError> {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    Err(cannot_run(program, &error))
}

#[cfg(not(unix))]
fn run(mut command: Command, program: &OsString) -> Result<(), CliError> {
    let status = command.status().map_err(|error| cannot_run(program, &error))?;
    std::process::exit(status.code().unwrap_or(1))
}

fn cannot_run(program: &OsString, error: &std::io::Error) -> CliError {
    CliError::new(ExitKind::Failed, format_args!("cannot run {}: {error}", program.display()))
}
