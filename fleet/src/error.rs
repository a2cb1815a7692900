//! What can go wrong.

use std::path::PathBuf;

use datafusion::error::DataFusionError;

/// Why tables could not be written or asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Columns could not be encoded.
    #[error("cannot write {}: {source}", path.display())]
    Encode {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: parquet::errors::ParquetError,
    },
    /// An object store does not do what it is asked.
    #[error("{url}: {source}")]
    Store {
        /// Which place in it.
        url: String,
        /// Why not.
        source: object_store::Error,
    },
    /// What is read went wrong, or was cancelled.
    #[error(transparent)]
    Heap(#[from] analysis::Error),
    /// Columns do not fit.
    #[error(transparent)]
    Columns(#[from] arrow_schema::ArrowError),
    /// The question makes no sense.
    #[error("{message}")]
    Question {
        /// What is wrong, with line and column where that is known.
        message: String,
    },
    /// The answer could not be worked out.
    #[error("{0}")]
    Answer(String),
    /// Whoever takes rows wants no more.
    #[error("nobody reads the rows any more")]
    Unread,
}

const NOT_ENOUGH_MEMORY: &str =
    "the memory for questions does not suffice for this one, even with temporary files: give it more (--memory)";

/// What tables are written and asked with.
pub type Result<T> = std::result::Result<T, Error>;

impl From<Error> for analysis::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Heap(error) => error,
            other => Self::Request(other.to_string()),
        }
    }
}

impl From<DataFusionError> for Error {
    fn from(error: DataFusionError) -> Self {
        match error {
            DataFusionError::Context(_, error) => (*error).into(),
            DataFusionError::Diagnostic(_, error) => (*error).into(),
            DataFusionError::Shared(error) => Self::Answer(error.to_string()),
            DataFusionError::External(error) => match error.downcast::<Self>() {
                Ok(own) => *own,
                Err(other) => Self::Answer(other.to_string()),
            },
            error if matches!(error.find_root(), DataFusionError::ResourcesExhausted(_)) => Self::Answer(NOT_ENOUGH_MEMORY.to_owned()),
            other => Self::Answer(other.strip_backtrace()),
        }
    }
}
