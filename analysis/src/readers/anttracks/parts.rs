//! The traces that one recording was cut into (`MaxTraceSize`), in their order.
//!
//! The recorder begins a new file at a collection, once all events before it are written. It names spaces, threads and all
//! objects again there, so a file can be read alone; behind the file before, objects keep their identity. The word
//! behind the header counts the files from 0. Names end with `_` and a number that begins anew when the recorder has as many
//! files as it may keep: then it writes over the oldest, and the recording begins in the middle. The numbers of
//! the header do not tell recordings apart for sure (the recorder never seeds them), so the name before `_` must be the same, too.

use std::path::{Path, PathBuf};

use super::words::{FileKind, Head, Words};

/// Which file of a recording a trace is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Folder and name, without the number.
    stem: PathBuf,
    /// The numbers in the header.
    ids: Vec<u32>,
    /// The first file has 0.
    pub(super) index: u32,
}

impl Part {
    /// By name and first bytes; `None` if it is no trace, or one that was not cut.
    pub(crate) fn of(path: &Path, head: &[u8]) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (stem, number) = name.strip_suffix(".gz").unwrap_or(name).rsplit_once('_')?;
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let start = Head::read(head).filter(|head| head.kind == FileKind::Trace)?;
        let index = Words::new(head.get(start.bytes..)?).word("the number of a trace").ok()?;
        Some(Self { stem: path.with_file_name(stem), ids: start.ids, index })
    }

    /// Whether both are of one recording.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.stem == other.stem && self.ids == other.ids
    }

    /// Whether this one begins where the other one ends.
    pub(crate) fn goes_on_from(&self, before: &Self) -> bool {
        self.is_beside(before) && before.index.checked_add(1) == Some(self.index)
    }
}

/// Those of `files`, all of one recording, that make one trace with `index`, in their order; and those that do not.
pub(super) fn joined(index: u32, mut files: Vec<(u32, PathBuf)>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    files.sort();
    let mut stretches: Vec<Vec<(u32, PathBuf)>> = Vec::new();
    for file in files {
        match stretches.last_mut() {
            Some(stretch) if stretch.last().is_some_and(|last| last.0.checked_add(1) == Some(file.0)) => stretch.push(file),
            _ => stretches.push(vec![file]),
        }
    }
    let holds = |stretch: &Vec<(u32, PathBuf)>| stretch.iter().any(|file| file.0 == index);
    let (with, without): (Vec<_>, Vec<_>) = stretches.into_iter().partition(holds);
    let paths = |stretches: Vec<Vec<(u32, PathBuf)>>| stretches.into_iter().flatten().map(|file| file.1).collect();
    (paths(with), paths(without))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::AntTracksTrace;

    fn part(name: &str, index: u32) -> Option<Part> {
        Part::of(Path::new(name), &AntTracksTrace::part(false, false, index).finish())
    }

    #[test]
    fn a_file_goes_on_where_the_one_with_the_number_before_ends() {
        let goes_on = |after: (&str, u32), before: (&str, u32)| {
            let (after, before) = (part(after.0, after.1).expect("has a number"), part(before.0, before.1).expect("has a number"));
            after.goes_on_from(&before)
        };
        assert!(goes_on(("a/trace_1", 1), ("a/trace_0", 0)) && goes_on(("a/trace_1.gz", 1), ("a/trace_0", 0)));
        // The tenth file may be called 0 again: the number within counts.
        assert!(goes_on(("a/trace_0", 10), ("a/trace_9", 9)));
        assert!(!goes_on(("a/trace_2", 2), ("a/trace_0", 0)) && !goes_on(("b/trace_1", 1), ("a/trace_0", 0)));
        assert!(!goes_on(("a/other_1", 1), ("a/trace_0", 0)));
        assert_eq!([part("a/trace", 0), part("a/trace_x", 0), part("a/trace_", 0)], [None, None, None]);
    }

    #[test]
    fn files_around_the_opened_one_are_joined_up_to_a_gap() {
        let files = |indices: &[u32]| indices.iter().map(|&index| (index, PathBuf::from(format!("t_{index}")))).collect::<Vec<_>>();
        let names = |paths: Vec<PathBuf>| paths.into_iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
        let (with, without) = joined(5, files(&[6, 2, 5, 1, 8]));
        assert_eq!((names(with), names(without)), ("t_5 t_6".to_owned(), "t_1 t_2 t_8".to_owned()));
    }
}
