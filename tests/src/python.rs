//! Programs of packages from PyPI, which `scripts/test.sh` fetches.

use std::path::PathBuf;

/// A program of a package that was fetched under a name.
///
/// # Panics
/// When it is not there.
#[must_use]
pub fn program(name: &str, program: &str) -> PathBuf {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"))).expect("there is a home");
    let path = cache.join("memory-city/python").join(name).join("bin").join(program);
    assert!(path.is_file(), "{} is missing: scripts/test.sh fetches it", path.display());
    path
}
