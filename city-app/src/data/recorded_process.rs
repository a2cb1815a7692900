//! What the operating system shows of a program that is being recorded, and the file in which its recorder says where it can be asked.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use recorder::is_address_file;

/// As many bytes tell whether a file is a trace.
const HEAD_BYTES: u64 = 16;

/// The folder of a process, where the system has such (Linux).
fn folder(pid: u32) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}"))
}

/// Whether a process runs; where the system does not tell, it does.
#[must_use]
pub fn is_running(pid: u32) -> bool {
    !cfg!(target_os = "linux") || fs::read_to_string(folder(pid).join("stat")).is_ok_and(|facts| !has_ended(&facts))
}

/// Whether a process has ended and only waits for its parent to hear of it, by `/proc/PID/stat`: `PID (name) Z ..`.
fn has_ended(facts: &str) -> bool {
    facts.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with(['Z', 'X']))
}

/// Whether the recorder's threads run in a process; where the system does not tell, they do not. A library stays when its recording
/// is over.
#[must_use]
pub fn is_recorded(pid: u32) -> bool {
    let tasks = fs::read_dir(folder(pid).join("task")).into_iter().flatten().flatten();
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    names.map(|name| name.to_lowercase().replace('-', " ")).any(|name| name.starts_with("memory city"))
}

/// Whether a process is a JVM, as far as the system shows what it has loaded to this user.
#[must_use]
pub fn is_jvm(pid: u32) -> bool {
    fs::read_to_string(folder(pid).join("maps")).is_ok_and(|maps| maps.lines().any(|line| line.ends_with("/libjvm.so")))
}

/// The recorder's library in a process, which may come from another folder than this program: `Some(None)` if there is none, `None` if
/// the system does not tell.
#[must_use]
pub fn loaded_recorder(pid: u32) -> Option<Option<PathBuf>> {
    Some(library_in(&fs::read_to_string(folder(pid).join("maps")).ok()?))
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
#[must_use]
pub fn written_trace(pid: u32) -> Option<PathBuf> {
    let files = fs::read_dir(folder(pid).join("fd")).ok()?.flatten();
    let mut paths = files.filter_map(|file| fs::read_link(file.path()).ok()).filter(|path| path.is_file());
    paths.find(|path| {
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
        read.is_ok() && analysis::is_trace_head(&head)
    })
}

/// Where a recorder can be asked, as it has written it.
///
/// # Errors
/// When it has not, or the file cannot be read.
pub fn read_address(file: &Path) -> io::Result<String> {
    fs::read_to_string(file)
}

/// Removes a file in which a recorder said where it can be asked; any other file stays.
///
/// # Errors
/// When it cannot be removed.
pub fn remove_address(file: &Path) -> io::Result<()> {
    if is_address_file(file) { fs::remove_file(file) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_nobody_waits_for_has_ended_all_the_same() {
        assert!(has_ended("4711 (java) Z 1 4711") && has_ended("4711 (a) S) X 1"));
        assert!(!has_ended("4711 (java) S 1 4711") && !has_ended("4711 (Z) R 1"));
    }

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
