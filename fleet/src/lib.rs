//! Heaps as tables: a documented schema, Parquet files of it, partitioned by service, host, process and point, which every engine for
//! tables reads.
//!
//! ```text
//! HeapState, Dominators ──> RecordBatch (a row group at a time) ──> TableFile: ROOT/objects/service=../host=../process=../point=3.parquet
//! ```
//!
//! Tables of one point join by `index`, the number of an object in the order of addresses.

mod heap_tables;
mod place;
mod table_file;
mod tables;

pub use heap_tables::{Origins, classes, objects, point, references};
pub use place::Place;
pub use table_file::TableFile;
pub use tables::{SCHEMA_VERSION, Table};

/// Why tables could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Columns could not be encoded.
    #[error("cannot write {}: {source}", path.display())]
    Encode {
        /// Which file.
        path: std::path::PathBuf,
        /// Why.
        source: parquet::errors::ParquetError,
    },
    /// What is read went wrong, or was cancelled.
    #[error(transparent)]
    Heap(#[from] analysis::Error),
}

/// What tables are written with.
pub type Result<T> = std::result::Result<T, Error>;
