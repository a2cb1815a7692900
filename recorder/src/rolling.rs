//! Files of a recording that goes on for weeks: a new one begins now and then, and the oldest go.
//!
//! Where all is to be kept for a day, each file holds an eighth of it, and is a whole trace: nothing in it needs the one before.
//! `app.mctrace` becomes `app-0001-4711.mctrace`, `app-0002-4711.mctrace` and so on, with the number of the process. A program that is
//! started again counts on, and what was left of it before counts, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::options::Options;

/// Files that hold all that is to be kept.
const PARTS: u32 = 8;

/// When a file is full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FileLimits {
    /// It spans so much time.
    pub(crate) time: Option<Duration>,
    /// It has so many bytes.
    pub(crate) bytes: Option<u64>,
}

impl FileLimits {
    /// Those of each file.
    pub(crate) fn new(options: &Options) -> Self {
        match options.keep {
            None => Self { time: None, bytes: options.max_bytes },
            Some(keep) => Self { time: Some(keep / PARTS), bytes: options.max_bytes.map(|most| most / u64::from(PARTS)) },
        }
    }
}

/// A file of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    path: PathBuf,
    number: u32,
    process: u32,
    bytes: u64,
    changed: SystemTime,
}

/// Makes room for the next file: its name, and how many bytes it may have.
pub(crate) fn next_file(options: &Options) -> (PathBuf, Option<u64>) {
    let Some(keep) = options.keep else { return (options.out.clone(), options.max_bytes) };
    let own = std::process::id();
    let mut parts = parts_of(&options.out);
    parts.sort_by_key(|part| (part.changed, part.number));
    let number = parts.iter().map(|part| part.number).max().unwrap_or(0) + 1;
    let most = options.max_bytes.map(|most| most - most / u64::from(PARTS));
    let mut bytes: u64 = parts.iter().map(|part| part.bytes).sum();
    for part in parts {
        let is_old = part.changed.elapsed().is_ok_and(|age| age > keep);
        // What another program writes is left to it.
        if (is_old || most.is_some_and(|most| bytes > most)) && (part.process == own || is_gone(part.process)) {
            bytes -= if fs::remove_file(&part.path).is_ok() { part.bytes } else { 0 };
        }
    }
    (name(&options.out, number, own), options.max_bytes.map(|most| most.saturating_sub(bytes)))
}

/// Whether a process has ended. One that nobody waits for counts as there.
pub(crate) fn is_gone(process: u32) -> bool {
    cfg!(target_os = "linux") && !Path::new(&format!("/proc/{process}")).exists()
}

fn around_number(base: &Path) -> (String, String) {
    let text = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    (format!("{}-", text(base.file_stem()).unwrap_or_default()), format!(".{}", text(base.extension()).unwrap_or("mctrace".into())))
}

fn name(base: &Path, number: u32, process: u32) -> PathBuf {
    let (before, after) = around_number(base);
    base.with_file_name(format!("{before}{number:04}-{process}{after}"))
}

/// The files of this recording that are there.
fn parts_of(base: &Path) -> Vec<Part> {
    let (before, after) = around_number(base);
    let part = |file: fs::DirEntry| {
        let (path, facts) = (file.path(), file.metadata().ok()?);
        let (number, process) = path.file_name()?.to_str()?.strip_prefix(&*before)?.strip_suffix(&*after)?.split_once('-')?;
        let (number, process) = (number.parse().ok()?, process.parse().ok()?);
        let part = Part { number, process, bytes: facts.len(), changed: facts.modified().ok()?, path };
        // Only what has a name that was given here.
        (facts.is_file() && name(base, number, process) == part.path).then_some(part)
    };
    base.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of these names with so many bytes, the first ones the oldest, a minute apart.
    fn folder(name: &str, files: &[(&str, usize)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("memory-city-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("there is room");
        for (at, &(name, bytes)) in files.iter().enumerate() {
            let path = folder.join(name);
            fs::write(&path, vec![0; bytes]).expect("there is room");
            let age = Duration::from_secs(60 * (files.len() - at) as u64);
            let file = fs::File::options().write(true).open(&path).expect("it is there");
            file.set_modified(SystemTime::now() - age).expect("times can be set");
        }
        folder
    }

    fn left(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).expect("it is there").flatten().map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = files.collect();
        names.sort();
        names
    }

    const GONE: u32 = 4_194_305;

    #[test]
    fn numbers_go_on_and_what_is_too_old_goes() {
        let names = [format!("app-0001-{GONE}.mctrace"), format!("app-0002-{GONE}.mctrace"), format!("app-0007-{GONE}.mctrace")];
        // Not ours, or of a program that runs.
        let others =
            ["app-0000-1.mctrace", "app-1-1.mctrace", "app-0001.mctrace", "app-old.mctrace", "app.mctrace", "other-0001-1.mctrace"];
        let files: Vec<(&str, usize)> = others.into_iter().chain(names.iter().map(String::as_str)).map(|name| (name, 10)).collect();
        let folder = folder("keep", &files);
        let options = Options { out: folder.join("app.mctrace"), keep: Some(Duration::from_secs(90)), ..Options::default() };
        let (next, most) = next_file(&options);
        assert_eq!((next, most), (folder.join(format!("app-0008-{}.mctrace", std::process::id())), None));
        let mut expected: Vec<String> = others.iter().map(|&name| name.to_owned()).chain([names[2].clone()]).collect();
        expected.sort();
        assert_eq!(left(&folder), expected);
        fs::remove_dir_all(folder).expect("it is there");
    }

    #[test]
    fn all_files_together_stay_within_their_size() {
        let names: Vec<String> = (1..=8).map(|number| format!("app-{number:04}-{GONE}.mctrace")).collect();
        let folder = folder("size", &names.iter().map(|name| (&**name, 100)).collect::<Vec<_>>());
        let keep = Some(Duration::from_secs(3600));
        let options = Options { out: folder.join("app.mctrace"), keep, max_bytes: Some(640), ..Options::default() };
        assert_eq!(FileLimits::new(&options), FileLimits { time: Some(Duration::from_secs(450)), bytes: Some(80) });
        // 500 bytes are left where 80 must be free.
        assert_eq!(next_file(&options).1, Some(140));
        assert_eq!(left(&folder), names[3..]);
        let once = Options { keep: None, ..options };
        assert_eq!(next_file(&once), (folder.join("app.mctrace"), Some(640)));
        fs::remove_dir_all(folder).expect("it is there");
    }
}
