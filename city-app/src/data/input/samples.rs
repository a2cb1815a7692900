//! The samples that come with the program, for the start screen.
//!
//! Looked for, in this order: the folder that the environment variable `MEMORY_CITY_SAMPLES` names; `data-samples` in
//! the current folder or beside the program or in a folder above it; `data-samples` of the source tree that the program
//! was built from.

use std::path::{Path, PathBuf};

/// A dataset that comes with the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Name of its folder, for example `fig10`; also what [`crate::view::command::ShellCommand::OpenSample`] takes.
    pub name: String,
    /// What it is, one line.
    pub title: String,
    /// What there is to find, one sentence; empty if its `dataset.json` has no `description`.
    pub description: String,
    /// Its folder.
    pub path: PathBuf,
}

/// The folder that holds the samples.
const FOLDER: &str = "data-samples";

/// All samples, by name; none if the folder is not found.
#[must_use]
pub fn samples() -> Vec<Sample> {
    samples_folder().map_or_else(Vec::new, |folder| samples_in(&folder))
}

/// The sample of this name.
#[must_use]
pub fn sample(name: &str) -> Option<Sample> {
    samples().into_iter().find(|sample| sample.name == name)
}

/// The folder that holds the samples.
#[must_use]
pub fn samples_folder() -> Option<PathBuf> {
    let named = std::env::var_os("MEMORY_CITY_SAMPLES").map(PathBuf::from);
    let program = std::env::current_exe().ok();
    let above_program = program.iter().flat_map(|program| program.ancestors().skip(1)).map(|folder| folder.join(FOLDER));
    let source_tree = Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(|folder| folder.join(FOLDER));
    named.into_iter().chain([PathBuf::from(FOLDER)]).chain(above_program).chain(source_tree).find(|folder| folder.is_dir())
}

fn samples_in(folder: &Path) -> Vec<Sample> {
    let folders = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir());
    let mut samples: Vec<Sample> = folders
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?.to_owned();
            let about = about(&path);
            let text = |member: &str| about.get(member).and_then(serde_json::Value::as_str).map(str::to_owned);
            Some(Sample {
                title: text("title").unwrap_or_else(|| name.replace('-', " ")),
                description: text("description").unwrap_or_default(),
                name,
                path,
            })
        })
        .collect();
    samples.sort_by(|a, b| a.name.cmp(&b.name));
    samples
}

/// A folder's `dataset.json`; null if there is none.
fn about(folder: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join("dataset.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_of_the_source_tree_are_found() {
        let names: Vec<String> = samples().into_iter().map(|sample| sample.name).collect();
        assert!(names.iter().any(|name| name == "travel-shop"), "{names:?}");
        assert!(sample("travel-shop").is_some_and(|sample| sample.path.is_dir()));
        assert_eq!(sample("no such sample"), None);
    }
}
