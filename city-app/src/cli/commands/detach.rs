//! `memory-city detach`: ends a recording whose `memory-city attach` is gone, or that runs since the program began.
//!
//! The recorder is told to stop as `attach` tells it at its end. Where the system shows the files and threads of a process (Linux),
//! a program that is not being recorded is left alone, and the trace is named.

use std::time::{Duration, Instant};

use analysis::Progress;
use clap::Args;

use super::attach::leave;
use crate::cli::documents::output::{CliError, ExitKind, print_result};
use crate::data::live::running_jvm;
use crate::data::live::running_jvm::RunningJvm;
use crate::data::recorded_process::{is_recorded, loaded_recorder, written_trace};
use crate::data::recorder::recorder_library;

/// How long a recorder that was told to stop may take to be gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether it is gone.
const POLL: Duration = Duration::from_millis(50);

/// End a recording: the recorder leaves the program, which goes on.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city watch                   lists the running JVMs
  memory-city detach 4711             ends the recording of this one

For recordings whose memory-city attach was killed, and for programs that memory-city record has started. The trace is complete \
afterwards. Needs jcmd of a JDK, and a JVM of the same user.")]
pub struct DetachArgs {
    /// Process id of the JVM
    #[arg(value_name = "PID")]
    pid: u32,
}

/// Tells the recorder to leave.
pub(in crate::cli) fn detach(args: &DetachArgs) -> Result<(), CliError> {
    let pid = args.pid;
    let jvm = running_jvm(pid, &Progress::new())?;
    let Some(loaded) = loaded_recorder(pid) else {
        // This system does not show what a process has loaded.
        leave(pid, &recorder_library().map_err(|error| CliError::new(ExitKind::Unavailable, error))?)?;
        return print_result(format!("nothing records {} any more\n", name(&jvm)).as_bytes());
    };
    let library = loaded.filter(|_| is_recorded(pid));
    let nothing =
        || CliError::new(ExitKind::Failed, format_args!("{} is not being recorded; memory-city watch lists the JVMs", name(&jvm)));
    let library = library.ok_or_else(nothing)?;
    let trace = written_trace(pid);
    leave(pid, &library)?;
    let start = Instant::now();
    while is_recorded(pid) {
        if start.elapsed() > PATIENCE {
            let message = format!("the recorder is still in {}: is {} the library that was loaded?", name(&jvm), library.display());
            return Err(CliError::new(ExitKind::Failed, message));
        }
        std::thread::sleep(POLL);
    }
    let into = trace.map(|trace| format!(" into {}", trace.display())).unwrap_or_default();
    print_result(format!("the recording of {}{into} has ended; the program goes on\n", name(&jvm)).as_bytes())
}

pub(super) fn name(jvm: &RunningJvm) -> String {
    format!("{} ({})", jvm.program(), jvm.pid)
}
