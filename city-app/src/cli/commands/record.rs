//! `memory-city record`: runs a Java program and writes a memory trace of it.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use clap::Args;
use recorder::Options;

use super::shown_recording::{ShownArgs, address_file};
use crate::cli::documents::output::{CliError, ExitKind, note};
use crate::cli::interrupt::leave_quit_key_to_program;
use crate::cli::options::recording_args::RecordingArgs;
use crate::data::recorded_process::{read_address, remove_address};
use crate::data::recorder::{RecordedCommand, archive_option, recorder_library};

/// How often it is looked whether the recorder can be followed already.
const POLL: Duration = Duration::from_millis(20);

/// Run a Java program and record its heap.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city record --out app.mctrace -- java -jar app.jar
  memory-city record --out build.mctrace --detail counts -- mvn package
  memory-city record --out app.mctrace --budget 3% --every 5m --at-exit -- java -cp classes app.Main
  memory-city record --out app.mctrace --keep 24h --max-size 2G -- java -jar service.jar
  memory-city record --out app.mctrace --live -- java -jar app.jar        a city that grows while the program runs
  memory-city record --out app.mctrace --address app.address -- java -jar app.jar
  memory-city watch --connect \"$(cat app.address)\"          follows it from elsewhere, as often as you like
  memory-city app.mctrace                                  the city, one point per recorded heap
  memory-city trace app.mctrace                            what was recorded

The program keeps its streams, its exit code and its signals. It needs a JDK 17 or later, as it is. After garbage \
collections the heap is recorded: every object, what refers to it, the call stack and thread that allocated it (of some \
objects), as often and as closely as the budget allows; memory-city trace says what was left out. Ctrl+\\ in the program's terminal, or jcmd PID JVMTI.data_dump, records it at \
once. Of java itself that one JVM is recorded, not those that it starts. Other commands are told by JAVA_TOOL_OPTIONS, and \
their JVMs say so: all that they start are recorded, the first into FILE, each further one into a file with its process \
id in the name. A command that starts no JVM writes none. A JVM that writes an archive of classes (-XX:ArchiveClassesAtExit, \
-Xshare:dump) refuses every agent: java itself is then run without being recorded, and a script must not pass such options on.")]
pub struct RecordArgs {
    #[command(flatten)]
    recording: RecordingArgs,
    #[command(flatten)]
    shown: ShownArgs,
    /// The program with its arguments, after --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Becomes the recorded program, or starts it and shows it; says why not.
pub(in crate::cli) fn record(args: &RecordArgs) -> Result<(), CliError> {
    args.shown.refuse_unless_live()?;
    let options = args.recording.options()?;
    if let Some(option) = archive_option(&args.command) {
        // The program runs as it would without: this comes first.
        note(&format!("nothing is recorded: a JVM that writes an archive of classes ({option}) refuses every agent"));
        let mut command = Command::new(&args.command[0]);
        command.args(&args.command[1..]);
        return run(command, &args.command[0]);
    }
    if args.shown.live {
        return record_live(args, options);
    }
    run(recorded(args, &options)?, &args.command[0])
}

/// The command, so that its JVMs are recorded.
fn recorded(args: &RecordArgs, options: &Options) -> Result<Command, CliError> {
    let library = recorder_library().map_err(|error| CliError::new(ExitKind::Unavailable, error))?;
    let tool_options = std::env::var_os("JAVA_TOOL_OPTIONS");
    let command = RecordedCommand::new(&args.command, &library, options, tool_options.as_deref());
    Ok(command.map_err(|error| CliError::new(ExitKind::Usage, error))?.to_command())
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
    end_as(command.status().map_err(|error| cannot_run(program, &error))?)
}

/// Starts the program, shows what its recorder sends, and ends as the program does.
fn record_live(args: &RecordArgs, options: Options) -> Result<(), CliError> {
    let open_options = args.shown.open_options()?;
    let (address, trace) = (address_file(&options), options.out.clone());
    let options = Options { live: Some(address.clone()), ..options };
    let mut child = recorded(args, &options)?.spawn().map_err(|error| cannot_run(&args.command[0], &error))?;
    // After the program has started: it hears of all keys.
    leave_quit_key_to_program();
    let url = wait_for_recorder(&mut child, &address);
    if args.recording.address.is_none() {
        let _ = remove_address(&address);
    }
    let shown = match url? {
        // It has ended before there was anything to follow.
        None => {
            if !trace.exists() {
                note(&format!("no JVM was started: {} was not written", trace.display()));
            }
            Ok(())
        }
        Some(url) => args.shown.show(url, open_options, true),
    };
    // Whatever became of the view, the program runs to its end.
    let status = child.wait().map_err(|error| cannot_run(&args.command[0], &error))?;
    shown?;
    end_as(status)
}

/// The address of the recorder, as soon as it has told it; `None` when the program has ended without.
fn wait_for_recorder(child: &mut Child, address: &Path) -> Result<Option<String>, CliError> {
    loop {
        if let Ok(url) = read_address(address) {
            return Ok(Some(url));
        }
        if child.try_wait().map_err(|error| CliError::new(ExitKind::Failed, error))?.is_some() {
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

fn end_as(status: ExitStatus) -> Result<(), CliError> {
    if status.success() {
        return Ok(());
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            // As shells tell it.
            std::process::exit(128 + signal);
        }
    }
    std::process::exit(status.code().unwrap_or(1))
}

fn cannot_run(program: &OsString, error: &std::io::Error) -> CliError {
    CliError::new(ExitKind::Failed, format_args!("cannot run {}: {error}", program.display()))
}
