//! The files of this repository, as a newcomer gets them: what git tracks, and sources that are new. Whatever else lies in the folder
//! is a person's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder that holds the workspace manifest.
#[must_use]
pub fn root() -> PathBuf {
    // Cargo tells it to whatever it runs. Where the checks were built is something else if two clones share their builds.
    let this_crate = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&this_crate).parent().expect("this crate lies in a folder of the repository").to_path_buf()
}

/// All files, relative to [`root`] with `/` between the parts, in name order; without those that are deleted and not yet
/// committed.
///
/// # Panics
/// When git does not tell.
#[must_use]
pub fn files() -> Vec<String> {
    // Rules about code hold for a source before git knows it: Cargo builds it already.
    let mut files = [listed(&["--cached"]), listed(&["--others", "--exclude-standard", "--", "*.rs"])].concat();
    files.retain(|path| root().join(path).exists());
    files.sort();
    files.dedup();
    files
}

fn listed(which: &[&str]) -> Vec<String> {
    // A checkout may belong to somebody else, for instance in a container; listing it is harmless.
    let mut git = Command::new("git");
    git.args(["-c", "safe.directory=*", "ls-files", "-z"]).args(which).current_dir(root());
    let output = git.output().unwrap_or_else(|error| panic!("cannot run git ({error}): install it (Debian: apt-get install git)"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "this is no clone of the repository ({}): {errors}", root().display());
    let names = String::from_utf8(output.stdout).expect("names of files are UTF-8");
    names.split_terminator('\0').map(str::to_owned).collect()
}

/// All files below a folder of the repository, whether git tracks them or not, as [`files`] tells them.
///
/// # Panics
/// When it cannot be listed.
#[must_use]
pub fn files_below(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("cannot list {folder}: {error}"));
    let names = entries.map(|entry| entry.expect("a folder entry can be read").file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names
        .map(|name| format!("{}/{name}", folder.trim_end_matches('/')))
        .flat_map(|path| if root().join(&path).is_dir() { files_below(&path) } else { vec![path] })
        .collect();
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
