//! Programs from the registries of Python and Rust, which `scripts/test.sh` fetches.

use std::path::PathBuf;

/// A program of a package of Python that was fetched under a name.
///
/// # Panics
/// When it is not there.
#[must_use]
pub fn of_python(name: &str, program: &str) -> PathBuf {
    fetched(&format!("python/{name}/bin/{program}"))
}

/// A program of a crate.
///
/// # Panics
/// When it is not there.
#[must_use]
pub fn of_crate(program: &str) -> PathBuf {
    fetched(&format!("tools/bin/{program}"))
}

fn fetched(below: &str) -> PathBuf {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"))).expect("there is a home");
    let path = cache.join("memory-city").join(below);
    assert!(path.is_file(), "{} is missing: scripts/test.sh fetches it", path.display());
    path
}
