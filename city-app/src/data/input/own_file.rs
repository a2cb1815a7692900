//! Files that people have made with this program and may change by hand: JSON of a few KiB.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use analysis::{Error, Result};
use serde::de::DeserializeOwned;

/// No file of ours is larger: thousands of long scripts.
const MOST_BYTES: u64 = 4 << 20;

/// Reads a file; `None` where there is none. Unlike inputs it may be written over.
///
/// # Errors
/// [`Error::Io`], and [`Error::Document`] with line and column of what is wrong.
pub(crate) fn read_own<D: DeserializeOwned>(path: &Path) -> Result<Option<D>> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let mut text = String::new();
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
        Ok(file) => file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(io)?,
    };
    if text.len() as u64 > MOST_BYTES {
        return Err(wrong_in(path, format!("larger than {} MiB", MOST_BYTES >> 20)));
    }
    serde_json::from_str(&text).map(Some).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        wrong_in(path, format!("line {}, column {}: {message}", error.line(), error.column()))
    })
}

/// What is wrong in such a file.
pub(crate) fn wrong_in(path: &Path, reason: String) -> Error {
    Error::Document { file: path.display().to_string(), reason, json_path: String::new() }
}
