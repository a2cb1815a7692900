//! A folder that vanishes with its owner.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::data::live::LiveError;

/// A folder that only this user can enter, removed with everything in it.
#[derive(Debug)]
pub(crate) struct TemporaryFolder(pub(super) PathBuf);

impl TemporaryFolder {
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn new() -> Result<Self, LiveError> {
        // Nanoseconds make a name that nobody has prepared; taken names are tried again.
        let io = |error: std::io::Error| LiveError::Io(format!("cannot make a temporary folder: {error}"));
        for attempt in 0..100_u32 {
            let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
            let path = std::env::temp_dir().join(format!("memory-city-{}-{nanos}-{attempt}", std::process::id()));
            match private_folder().create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(io(error)),
            }
        }
        Err(io(std::io::ErrorKind::AlreadyExists.into()))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A JVM that is still writing may put a file into the folder while it is being emptied: then once more. What
        // cannot be removed is left to the system's own cleaning of its temporary folder.
        for _ in 0..REMOVALS {
            match std::fs::remove_dir_all(&self.0) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => std::thread::sleep(BETWEEN_REMOVALS),
                _ => break,
            }
        }
    }
}

/// Pause between two of them.
const BETWEEN_REMOVALS: Duration = Duration::from_millis(20);

/// How often the removal of a temporary folder is tried.
pub(crate) const REMOVALS: u32 = 5;

/// A heap dump holds everything the program knows, passwords too: nobody else may read it.
pub(crate) fn private_folder() -> std::fs::DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "the mode is a Unix idea"))]
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
