//! Partial failures, collected while the work goes on.
//!
//! A warning has a kind (a short stable sentence) and a count; the first example is kept with its position. So a
//! file with a million broken records makes one line, not a million.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Examples quote the input, which may hold names of any length; what is shown to people ends here.
const MAX_EXAMPLE_BYTES: usize = 600;

/// One kind of partial failure and how often it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// What happened, in words, without positions: equal kinds are counted together.
    pub kind: String,
    /// How often.
    pub count: u64,
    /// The first example with its position (byte offset, JSON path, file name).
    pub first: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if self.count > 1 {
            write!(f, " ({} times)", self.count)?;
        }
        if !self.first.is_empty() {
            write!(f, ": {}{}", if self.count > 1 { "first " } else { "" }, self.first)?;
        }
        Ok(())
    }
}

/// A heap dump of which a part could not be read, so that it holds less than the heap did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartlyRead {
    /// The file.
    pub file: PathBuf,
    /// How many bytes of it could be read; of a compressed file, of what is in it.
    pub bytes_read: u64,
    /// How many bytes there are, those that are cut off included, which are at least so many; `None` where that is not known.
    pub bytes: Option<u64>,
    /// The file ends before its last record does.
    pub is_cut_off: bool,
    /// How many objects could be read.
    pub objects: u64,
    /// The first byte that could not be read.
    pub offset: u64,
    /// Why, as the kind of a [`Warning`].
    pub reason: &'static str,
}

/// Collects warnings from any number of threads.
#[derive(Debug, Default)]
pub struct Warnings {
    list: Mutex<Vec<Warning>>,
    partly_read: Mutex<Vec<PartlyRead>>,
}

impl Warnings {
    /// No warnings yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts one more failure of this kind.
    pub fn add(&self, kind: &str, example: impl fmt::Display) {
        self.add_many(kind, 1, example);
    }

    /// Counts `count` more failures of this kind; zero is ignored.
    pub fn add_many(&self, kind: &str, count: u64, example: impl fmt::Display) {
        if count == 0 {
            return;
        }
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        match list.iter_mut().find(|warning| warning.kind == kind) {
            Some(warning) => warning.count = warning.count.saturating_add(count),
            None => {
                let mut first = example.to_string();
                if first.len() > MAX_EXAMPLE_BYTES {
                    first.truncate(first.floor_char_boundary(MAX_EXAMPLE_BYTES));
                    first.push('…');
                }
                list.push(Warning { kind: kind.to_owned(), count, first });
            }
        }
    }

    /// Takes down that a dump could be read in part only; once, however often it is read.
    pub fn add_partly_read(&self, part: PartlyRead) {
        let mut known = self.partly_read.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains(&part) {
            known.push(part);
        }
    }

    /// The dumps that could be read in part only, by file.
    #[must_use]
    pub fn partly_read(&self) -> Vec<PartlyRead> {
        let mut parts = self.partly_read.lock().unwrap_or_else(PoisonError::into_inner).clone();
        parts.sort_by(|a, b| a.file.cmp(&b.file));
        parts
    }

    /// Everything else collected so far, sorted by kind so that the order does not depend on threads.
    #[must_use]
    pub fn list(&self) -> Vec<Warning> {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner).clone();
        list.sort_by(|a, b| a.kind.cmp(&b.kind));
        list
    }

    /// Takes over everything that another collection holds.
    pub fn extend(&self, other: &Self) {
        for Warning { kind, count, first } in other.list() {
            self.add_many(&kind, count, first);
        }
        other.partly_read().into_iter().for_each(|part| self.add_partly_read(part));
    }

    /// Takes over everything that another collection holds about one of several files: examples begin with its name.
    pub fn extend_about(&self, file: &Path, other: &Self) {
        let name = file.display().to_string();
        for Warning { kind, count, first } in other.list() {
            let first = match () {
                () if first.is_empty() => name.clone(),
                () if first.contains(&name) => first,
                () => format!("{name}: {first}"),
            };
            self.add_many(&kind, count, first);
        }
        other.partly_read().into_iter().for_each(|part| self.add_partly_read(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_about_a_file_name_it_once() {
        let (of_file, warnings) = (Warnings::new(), Warnings::new());
        of_file.add("a record is damaged", "at byte 7");
        of_file.add("a record is damaged", "at byte 9");
        of_file.add("the file ends early", "dumps/2.hprof at byte 99");
        of_file.add("nothing is told of threads", "");
        warnings.extend_about(Path::new("dumps/2.hprof"), &of_file);
        let told: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "a record is damaged (2 times): first dumps/2.hprof: at byte 7",
                "nothing is told of threads: dumps/2.hprof",
                "the file ends early: dumps/2.hprof at byte 99"
            ]
        );
    }
}
