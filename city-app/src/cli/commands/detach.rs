//! `memory-city detach`: ends a recording whose `memory-city attach` is gone, or that runs since the program began.
//!
//! The recorder is told to stop as `attach` tells it at its end. Where the system shows the files and threads of a process (Linux),
//! a program that is not being recorded is left alone, and the trace is named.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use analysis::Progress;
use clap::Args;

use super::attach::leave;
use crate::cli::commands::attach::is_recorded;
use crate::cli::documents::output::{CliError, ExitKind, print_result};
use crate::data::live::running_jvm;
use crate::data::live::running_jvm::RunningJvm;
use crate::data::recorder::recorder_library;

/// How long a recorder that was told to stop may take to be gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether it is gone.
const POLL: Duration = Duration::from_millis(50);

/// As many bytes tell whether a file is a trace.
const HEAD_BYTES: usize = 16;

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
    let process = PathBuf::from(format!("/proc/{pid}"));
    let Some(loaded) = loaded_recorder(&process) else {
        // This system does not show what a process has loaded.
        leave(pid, &recorder_library().map_err(|error| CliError::new(ExitKind::Unavailable, error))?)?;
        return print_result(format!("nothing records {} any more\n", name(&jvm)).as_bytes());
    };
    let library = loaded.filter(|_| is_recorded(&process));
    let nothing =
        || CliError::new(ExitKind::Failed, format_args!("{} is not being recorded; memory-city watch lists the JVMs", name(&jvm)));
    let library = library.ok_or_else(nothing)?;
    let trace = written_trace(&process);
    leave(pid, &library)?;
    let start = Instant::now();
    while is_recorded(&process) {
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

/// The recorder's library in a process, which may come from another folder than this program: `Some(None)` if there is none, `None` if
/// the system does not tell.
fn loaded_recorder(process: &Path) -> Option<Option<PathBuf>> {
    let maps = std::fs::read_to_string(process.join("maps")).ok()?;
    Some(library_in(&maps))
}

/// A library of the recorder among the lines of `/proc/PID/maps`: five columns, and the file.
fn library_in(maps: &str) -> Option<PathBuf> {
    let name = format!("{}recorder{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = |line: &str| {
        let path = PathBuf::from(line.get(line.find('/')?..)?.trim_end_matches(" (deleted)"));
        path.file_name().is_some_and(|file| file == name.as_str()).then_some(path)
    };
    maps.lines().find_map(path)
}

/// The trace that a process has open.
fn written_trace(process: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(process.join("fd")).ok()?.flatten();
    let mut paths = files.filter_map(|file| std::fs::read_link(file.path()).ok()).filter(|path| path.is_file());
    paths.find(|path| {
        let mut head = Vec::new();
        let read = std::fs::File::open(path).and_then(|file| file.take(HEAD_BYTES as u64).read_to_end(&mut head));
        read.is_ok() && analysis::is_trace_head(&head)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_known_by_its_name_wherever_it_lies() {
        let line = |path: &str| format!("7f00-7f10 r-xp 00000000 08:01 77   {path}\n");
        let maps =
            |path: &str| library_in(&[line("/usr/lib/libc.so.6"), "7f20-7f30 rw-p 00000000 00:00 0\n".to_owned(), line(path)].concat());
        if cfg!(target_os = "linux") {
            assert_eq!(maps("/opt/memory city/librecorder.so"), Some("/opt/memory city/librecorder.so".into()));
            assert_eq!(maps("/opt/librecorder.so (deleted)"), Some("/opt/librecorder.so".into()));
        }
        assert_eq!(maps("/opt/libmyrecorder.so"), None);
    }
}
