//! A folder in which heap dumps appear, and what is remembered of those that were looked at.
//!
//! A JVM writes a dump in place. JVMs from JDK 21 on write parts of it beside it at the same time (`NAME.p0`), which they put together in
//! the end. So a dump is ready when it has not changed for a while, no parts lie beside it, and its last record is whole.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use analysis::{Error, InputKind, Progress, Result, Warnings, dumps_in, list_folder, look_at};
use serde::{Deserialize, Serialize};

/// The file that remembers, a JSON object per line.
const HISTORY: &str = "history.jsonl";

/// A dump in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DumpFile {
    pub(crate) path: PathBuf,
    /// Without the folder.
    pub(crate) name: String,
    pub(crate) size: u64,
    /// Milliseconds since the epoch.
    pub(crate) modified: u64,
    /// For how long it and its parts have not changed.
    pub(crate) unchanged: Duration,
    /// Parts of it lie beside it.
    has_parts: bool,
}

/// What was seen of a dump. Its members are a contract.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// When it was looked at, in milliseconds since the epoch.
    pub(crate) time: u64,
    pub(crate) file: String,
    pub(crate) size: u64,
    pub(crate) modified: u64,
    /// What the dumps of one program have in common.
    pub(crate) series: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    #[serde(default)]
    pub(crate) objects: u64,
    #[serde(default)]
    pub(crate) bytes: u64,
    /// How much of it could be read, where not all could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) partly_read: Option<String>,
    #[serde(default)]
    pub(crate) verdict: String,
    #[serde(default)]
    pub(crate) findings: Vec<SeenFinding>,
    #[serde(default)]
    pub(crate) report: String,
}

/// What was found in a dump.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SeenFinding {
    /// The same for the same in another dump.
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) bytes: u64,
}

/// The heap dumps in a folder, the oldest first.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn dump_files(folder: &Path) -> Result<Vec<DumpFile>> {
    let now = SystemTime::now();
    let paths = list_folder(folder)?;
    let files: Vec<String> = paths.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    let dump = |path: &PathBuf| {
        let name = path.file_name()?.to_str().filter(|name| !name.starts_with('.'))?.to_owned();
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let modified = metadata.modified().ok()?;
        let parts = files.iter().filter(|file| is_part_of(file, &name));
        let written = parts.filter_map(|part| fs::metadata(folder.join(part)).ok()?.modified().ok()).chain([modified]);
        // A clock that was put back must not hide a dump for ever.
        let unchanged = written.map(|time| now.duration_since(time).unwrap_or_else(|ahead| ahead.duration())).min()?;
        let has_parts = files.iter().any(|file| is_part_of(file, &name));
        let modified = modified.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let is_dump = look_at(path).is_ok_and(|look| look.kind == InputKind::HeapDump);
        is_dump.then(|| DumpFile { path: path.clone(), name, size: metadata.len(), modified, unchanged, has_parts })
    };
    let mut dumps: Vec<DumpFile> = paths.iter().filter_map(dump).collect();
    dumps.sort_by(|a, b| (a.modified, &a.name).cmp(&(b.modified, &b.name)));
    Ok(dumps)
}

impl DumpFile {
    /// Whether it can be looked at: it is whole and nobody has written it for a while, or nobody will go on.
    pub(crate) fn is_ready(&self, settled: Duration, patience: Duration, progress: &Progress) -> bool {
        self.unchanged >= patience || self.unchanged >= settled && !self.has_parts && self.is_whole(progress)
    }

    fn is_whole(&self, progress: &Progress) -> bool {
        let warnings = Warnings::new();
        dumps_in(&self.path, progress, &warnings).is_ok() && warnings.list().is_empty()
    }

    /// What the names of a program's dumps have in common: they differ by numbers.
    pub(crate) fn series(&self) -> String {
        let stem = self.name.trim_end_matches(".gz").trim_end_matches(".hprof");
        let mut series = String::new();
        for letter in stem.chars() {
            let letter = if letter.is_ascii_digit() { '#' } else { letter };
            if letter != '#' || !series.ends_with('#') {
                series.push(letter);
            }
        }
        series
    }
}

/// Whether a file is a part of a dump that is being written.
fn is_part_of(name: &str, dump: &str) -> bool {
    let number = name.strip_prefix(dump).and_then(|rest| rest.strip_prefix(".p"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What was seen before, and the file that holds it.
#[derive(Debug)]
pub(crate) struct History {
    file: PathBuf,
    pub(crate) seen: Vec<Seen>,
}

impl History {
    /// Reads what was seen; the folder is made if it is not there. Lines that cannot be read are counted in `warnings`.
    ///
    /// # Errors
    /// When the folder cannot be made or the file cannot be read.
    pub(crate) fn in_folder(folder: &Path, warnings: &Warnings) -> Result<Self> {
        let io = |source| Error::Io { source, path: folder.to_owned() };
        fs::create_dir_all(folder).map_err(io)?;
        let file = folder.join(HISTORY);
        let text = match fs::read(&file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(Error::Io { source, path: file }),
        };
        let mut seen = Vec::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(one) => seen.push(one),
                Err(error) => warnings.add(
                    "A line of the history cannot be read: the dump is looked at again",
                    format_args!("{}, line {}: {error}", file.display(), at + 1),
                ),
            }
        }
        Ok(Self { file, seen })
    }

    /// Whether a dump was looked at as it is.
    pub(crate) fn has(&self, dump: &DumpFile) -> bool {
        self.seen.iter().any(|seen| (&seen.file, seen.size, seen.modified) == (&dump.name, dump.size, dump.modified))
    }

    /// Remembers a dump, from now on and for the next time.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn add(&mut self, seen: Seen) -> Result<()> {
        let failed = |source| Error::Write { source, path: self.file.clone() };
        let mut line = serde_json::to_string(&seen).map_err(|error| failed(error.into()))?;
        line.push('\n');
        // A line whose end is missing stays a line of its own.
        let is_cut = fs::read(&self.file).is_ok_and(|text| text.last().is_some_and(|&byte| byte != b'\n'));
        if is_cut {
            line.insert(0, '\n');
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file).map_err(failed)?;
        file.write_all(line.as_bytes()).map_err(failed)?;
        self.seen.push(seen);
        Ok(())
    }

    /// In how many dumps in a row, the last one included, the same was found, and how many bytes it had in the one before.
    pub(crate) fn in_a_row(&self, series: &str, key: &str) -> (usize, Option<u64>) {
        let of_series = self.seen.iter().rev().filter(|seen| seen.series == series && seen.error.is_none());
        let found = |seen: &Seen| seen.findings.iter().find(|finding| finding.key == key).map(|finding| finding.bytes);
        let row: Vec<u64> = of_series.map_while(found).collect();
        (row.len(), row.get(1).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dump(name: &str) -> DumpFile {
        DumpFile { path: name.into(), name: name.to_owned(), size: 1, modified: 2, unchanged: Duration::ZERO, has_parts: false }
    }

    fn seen(name: &str, bytes: Option<u64>) -> Seen {
        let findings = bytes.map(|bytes| SeenFinding { key: "owner".to_owned(), title: String::new(), bytes });
        Seen {
            file: name.to_owned(),
            size: 1,
            modified: 2,
            series: dump(name).series(),
            findings: findings.into_iter().collect(),
            ..Seen::default()
        }
    }

    #[test]
    fn dumps_of_a_program_differ_by_numbers() {
        assert_eq!([dump("java_pid12.hprof"), dump("java_pid4711.hprof.gz")].map(|dump| dump.series()), ["java_pid#", "java_pid#"]);
        assert_ne!(dump("shop-1.hprof").series(), dump("cart-1.hprof").series());
        assert!(is_part_of("a.hprof.p0", "a.hprof") && is_part_of("a.hprof.p12", "a.hprof"));
        assert!(!is_part_of("a.hprof.p", "a.hprof") && !is_part_of("a.hprof.png", "a.hprof") && !is_part_of("b.hprof.p0", "a.hprof"));
    }

    #[test]
    fn what_was_seen_is_remembered_and_a_damaged_line_is_told() {
        let folder = std::env::temp_dir().join(format!("memory-city-history-{}", std::process::id()));
        let mut history = History::in_folder(&folder, &Warnings::new()).expect("can be made");
        for (name, bytes) in [("a1.hprof", Some(1)), ("b1.hprof", None), ("a2.hprof", None), ("a3.hprof", Some(5)), ("a4.hprof", Some(9))] {
            history.add(seen(name, bytes)).expect("can be written");
        }
        history.add(Seen { error: Some("broken".to_owned()), ..seen("a5.hprof", None) }).expect("can be written");
        assert_eq!(history.in_a_row("a#", "owner"), (2, Some(5)));
        assert_eq!(history.in_a_row("b#", "owner"), (0, None));
        let file = folder.join(HISTORY);
        fs::write(&file, [&fs::read(&file).expect("is there")[..], b"{\"time\":1,"].concat()).expect("can be written");
        let warnings = Warnings::new();
        let mut again = History::in_folder(&folder, &warnings).expect("can be read");
        assert_eq!((&again.seen, warnings.list().len()), (&history.seen, 1));
        assert!(again.has(&dump("a3.hprof")) && !again.has(&dump("a9.hprof")));
        assert!(!again.has(&DumpFile { size: 7, ..dump("a3.hprof") }), "it was written anew");
        again.add(seen("a9.hprof", None)).expect("can be written");
        assert_eq!(History::in_folder(&folder, &Warnings::new()).expect("can be read").seen, again.seen);
        fs::remove_dir_all(&folder).expect("can be emptied");
    }
}
