//! Where the files of a table lie: partitioned as Hive does, which every engine for tables reads.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::tables::Table;

/// What stands for nothing in the name of a partition.
const NOTHING: &str = "__HIVE_DEFAULT_PARTITION__";

/// Whose heap it is, and at which point.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The service, with its version if that matters: `checkout-2.14`.
    pub service: Option<String>,
    /// The machine or the pod.
    pub host: Option<String>,
    /// The process.
    pub process: Option<String>,
    /// The point in time, from 1.
    pub point: usize,
}

impl Place {
    /// The file of a table below a folder.
    #[must_use]
    pub fn file(&self, root: &Path, table: Table) -> PathBuf {
        let Self { service, host, process, point } = self;
        let mut path = root.join(table.name());
        for (key, value) in [("service", service), ("host", host), ("process", process)] {
            path.push(format!("{key}={}", value.as_deref().map_or_else(|| NOTHING.to_owned(), escaped)));
        }
        path.join(format!("point={point}")).join(format!("{}.parquet", table.name()))
    }
}

/// As Hive writes a value into a path: what has a meaning there as `%XX`.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) && text != "." {
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
        let place = Place { service: Some("../a b/c=1".into()), point: 3, ..Place::default() };
        let file = place.file(Path::new("out"), Table::Objects);
        let expected = format!("out/objects/service=.%2E%2Fa%20b%2Fc%3D1/host={NOTHING}/process={NOTHING}/point=3/objects.parquet");
        assert_eq!(file, Path::new(&expected));
    }
}
