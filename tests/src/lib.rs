//! What the checks that span the crates share.
//!
//! The checks themselves are in `tests/`, one file per subject. Nothing depends on this crate. A tool or driver that a
//! check needs and does not find is a failure that says what to install, never a skipped check.

pub mod arguments;
pub mod assistant;
pub mod defects;
pub mod drop;
pub mod fleet;
pub mod help;
pub mod hostile;
pub mod imports;
pub mod jobs;
pub mod jvm;
pub mod laws;
pub mod leaks;
pub mod object_store;
pub mod peer;
pub mod picture;
pub mod plain_dump;
pub mod plain_heap;
pub mod program;
pub mod recorded;
pub mod repository;
pub mod rust_source;
pub mod scratch;
pub mod screen;
pub mod screen_reader;
pub mod spark;
pub mod stress;
pub mod tools;
pub mod truth;
