//! Whose heap it is, and where the files of its tables lie: in folders as Hive has them, which every engine for tables reads.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::schema::Table;

/// Whose heap it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The program.
    pub service: String,
    /// Its version; empty if nobody said.
    pub version: String,
    /// The machine or the pod.
    pub host: String,
    /// The process.
    pub process: String,
}

impl Place {
    /// The host if nobody says one.
    const HERE: &str = "local";

    /// Where nobody says more than what is read is called.
    #[must_use]
    pub fn called(name: &str) -> Self {
        Self { service: name.to_owned(), version: String::new(), host: Self::HERE.to_owned(), process: name.to_owned() }
    }

    /// The file of a table at a point, from 1, below a folder.
    #[must_use]
    pub fn file(&self, root: &Path, table: Table, point: usize) -> PathBuf {
        self.folder(root, table).join(format!("point={point}")).join(self.file_name(table))
    }

    /// What holds a folder for each point of a table.
    #[must_use]
    pub fn folder(&self, root: &Path, table: Table) -> PathBuf {
        let Self { service, host, process, .. } = self;
        let mut path = root.join(table.name());
        for (key, value) in [("service", service), ("host", host), ("process", process)] {
            path.push(format!("{key}={}", escaped(value)));
        }
        path
    }

    /// How the files of a table are called: several versions have the same folders.
    #[must_use]
    pub fn file_name(&self, table: Table) -> String {
        let version = if self.version.is_empty() { String::new() } else { format!("-{}", escaped(&self.version)) };
        format!("{}{version}.parquet", table.name())
    }
}

/// As Hive writes a value into a path: what has a meaning there as `%XX`.
fn escaped(value: &str) -> String {
    let text =
        percent_encoded(value.as_bytes(), |at, byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte) || byte == b'.' && at > 0);
    if text.is_empty() { "unknown".to_owned() } else { text }
}

/// A text in which only those bytes stand for themselves of which `is_plain` says so, by where they are and what; others as `%XX`.
pub(crate) fn percent_encoded(bytes: &[u8], is_plain: impl Fn(usize, u8) -> bool) -> String {
    let mut text = String::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        if is_plain(at, byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        let place = Place { service: "../a b/c=1".into(), version: "2.14".into(), host: String::new(), process: "7".into() };
        let file = place.file(Path::new("out"), Table::Objects, 3);
        let expected = "out/objects/service=%2E.%2Fa%20b%2Fc%3D1/host=unknown/process=7/point=3/objects-2.14.parquet";
        assert_eq!(file, Path::new(expected));
    }
}
