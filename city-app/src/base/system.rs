//! What the operating system tells about this program.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use analysis::NewFile;

/// Resident memory in bytes, where the system tells it (Linux); `None` elsewhere.
#[must_use]
pub fn own_memory() -> Option<u64> {
    parse_resident_memory(&own_status())
}

/// Whether this program was started so that it does not hear of a signal; where the system does not tell, it was not.
#[must_use]
pub fn is_signal_ignored(signal: u32) -> bool {
    let status = own_status();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// What the system tells about this program, a fact in a line; empty where it does not.
fn own_status() -> String {
    std::fs::read_to_string("/proc/self/status").unwrap_or_default()
}

/// Bytes that this user can still write to the disk that a file or folder is on, and all bytes that the disk has; `None` where the
/// system does not tell.
#[must_use]
pub fn disk_room(path: &Path) -> Option<(u64, u64)> {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        let disk = nix::sys::statvfs::statvfs(path).ok()?;
        Some((disk.blocks_available() * disk.fragment_size(), disk.blocks() * disk.fragment_size()))
    }
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    {
        let _ = path;
        None
    }
}

/// Whether there is a screen to open a window on, as far as the environment tells.
#[must_use]
pub fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(is_set)
}

/// Makes a folder, and those it lies in, unless they are there.
///
/// # Errors
/// When it cannot be made.
pub fn create_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Writes what a user has made and cannot make again at the touch of a key: the folder is made if need be, and what is written outlasts
/// a loss of power.
///
/// # Errors
/// When the file or its folder cannot be written; what was there before is still there then.
pub fn write_to_stay(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_folder(folder)?;
    }
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.sync()?;
    file.finish()
}

/// What nobody can guess, as hexadecimal digits: 128 bits hashed with the keys that the standard library draws from the operating system, so
/// that strangers cannot foresee hashes either.
#[must_use]
pub fn random_token() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let keys = RandomState::new();
    format!("{:016x}{:016x}", keys.hash_one(0), keys.hash_one(1))
}

fn parse_resident_memory(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// `$MEMORY_CITY_CONFIG_DIR`, else `$XDG_CONFIG_HOME/memory-city`, else `~/.config/memory-city`.
#[must_use]
pub fn directory() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable(DIRECTORY_VARIABLE)
        .or_else(|| variable("XDG_CONFIG_HOME").map(|home| home.join("memory-city")))
        .or_else(|| std::env::home_dir().map(|home| home.join(".config").join("memory-city")))
}

/// Overrides the configuration directory, for tests and for several setups side by side.
pub const DIRECTORY_VARIABLE: &str = "MEMORY_CITY_CONFIG_DIR";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_all_different() {
        let tokens: std::collections::BTreeSet<String> = (0..100).map(|_| random_token()).collect();
        assert_eq!((tokens.len(), tokens.iter().map(String::len).max()), (100, Some(32)));
    }

    #[test]
    fn resident_memory_is_read_from_the_status_text() {
        assert_eq!(parse_resident_memory("Name:\tx\nVmRSS:\t   2048 kB\nThreads: 3"), Some(2048 * 1024));
        assert_eq!(parse_resident_memory("Name: x"), None);
    }
}
