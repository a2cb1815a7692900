//! Folders of tables, as `memory-city export` writes them.

use std::path::Path;

/// What tells them: every export has rows of points, and the folders of its files begin so.
const TELLS: (&str, &str) = ("points", "service=");

/// Whether a path is such a folder.
pub(crate) fn is_folder_of_tables(path: &Path) -> bool {
    let (table, place) = TELLS;
    let Ok(places) = path.join(table).read_dir() else { return false };
    places.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(place))
}
