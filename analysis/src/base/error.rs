//! The one error type of this crate. Partial failures are [`crate::Warnings`] instead.

use std::path::PathBuf;

/// Why something could not be done at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file or folder could not be opened or read.
    #[error("cannot read {path}: {source}", path = path.display())]
    Io {
        /// What the operating system said.
        source: std::io::Error,
        /// The file or folder.
        path: PathBuf,
    },
    /// A file could not be written.
    #[error("cannot write {path}: {source}", path = path.display())]
    Write {
        /// What the operating system said.
        source: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The bytes are not of the expected format from the start.
    #[error("{file}: {reason} (at byte {offset})", file = file.display())]
    NotHprof {
        /// The file, or how the bytes are called.
        file: PathBuf,
        /// What is wrong, in words.
        reason: String,
        /// Where in the (decompressed) file.
        offset: u64,
    },
    /// The bytes are no memory trace.
    #[error("{file}: {reason} (at byte {offset})", file = file.display())]
    NotTrace {
        /// The file, or how the bytes are called.
        file: PathBuf,
        /// What is wrong, in words.
        reason: String,
        /// Where in the (decompressed) file.
        offset: u64,
    },
    /// The bytes are no JFR recording, or one of a kind that is not known.
    #[error("{file}: {reason} (at byte {offset})", file = file.display())]
    NotRecording {
        /// The file, or how the bytes are called.
        file: PathBuf,
        /// What is wrong, in words.
        reason: String,
        /// Where in the (decompressed) file.
        offset: u64,
    },
    /// A JSON document that cannot be used.
    #[error("{file}: {reason}{}", if json_path.is_empty() { String::new() } else { format!(" (at {json_path})") })]
    Document {
        /// The file or frame it came from.
        file: String,
        /// What is wrong, in words.
        reason: String,
        /// Where, as a JSON path such as `$.root.children[3].objects`; empty when the whole document is meant.
        json_path: String,
    },
    /// Nothing in the input can be shown.
    #[error("nothing to show: {reason}")]
    Empty {
        /// What was looked for and not found.
        reason: String,
    },
    /// The user's request does not fit the data, for example an unknown classifier.
    #[error("{0}")]
    Request(String),
    /// A text that the user wrote (a grouping, a query, a script) is wrong at one place.
    #[error("line {line}, column {column}: {message}")]
    Text {
        /// What is wrong, in words.
        message: String,
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
    },
    /// A limit that protects memory was reached.
    #[error("{what} is over the limit of {limit}")]
    Limit {
        /// What grew too large.
        what: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// The caller cancelled through [`crate::Progress`].
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// An error at a byte of a text, told by line and column.
    pub(crate) fn in_text(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let (line, column) = line_and_column(text, offset);
        Self::Text { message: message.into(), line, column }
    }
}

/// Where a byte of a text is, both from 1; columns are characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
}

/// The result of everything in this crate that can fail.
pub type Result<T> = std::result::Result<T, Error>;
