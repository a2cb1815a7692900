//! The files of this repository, as a newcomer finds them: everything but build output and version control.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders at the top that are not part of the repository.
const NOT_OURS: [&str; 2] = [".git", "target"];

/// The folder that holds the workspace manifest.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate lies in a folder of the repository").to_path_buf()
}

/// The folder of heap dumps with known answers, which lies beside the checkout.
///
/// # Panics
/// When it is missing: a comparison that cannot be made is a failure.
#[must_use]
pub fn shared_dumps() -> PathBuf {
    let folder = root().join("../shared/dumps");
    assert!(folder.is_dir(), "the folder of heap dumps with known answers is missing: {}", folder.display());
    folder
}

/// All files, relative to [`root`] with `/` between the parts, in name order.
#[must_use]
pub fn files() -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder entry can be read").path();
            let relative = path.strip_prefix(&root).expect("entries lie below the root").to_string_lossy().replace('\\', "/");
            // Sizes that the program keeps beside dumps come and go.
            let kept = path.file_name().is_some_and(|name| name == ".memory-city");
            if kept || NOT_OURS.contains(&relative.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(relative);
            }
        }
    }
    found.sort();
    found
}

/// The text of a file of [`files`].
///
/// # Panics
/// When it is not there or no UTF-8.
#[must_use]
pub fn text(relative: &str) -> String {
    fs::read_to_string(root().join(relative)).unwrap_or_else(|error| panic!("cannot read {relative}: {error}"))
}
