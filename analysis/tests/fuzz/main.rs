//! Fuzz targets: heap dumps, traces, JFR recordings, exchange documents, class histograms, GC logs, groupings, queries and definitions, damaged
//! where it hurts.
//! Nothing panics, nothing takes memory or work that the bytes do not justify, what is read hangs together, and every step by which
//! it can be grouped comes to its end.
//!
//! A normal run takes few cases; to search longer:
//!
//! ```text
//! PROPTEST_RNG_SEED=$RANDOM PROPTEST_CASES=20000 cargo test --release -p analysis fuzz
//! ```

mod documents;
mod dumps;
mod groupings;
mod limits;
mod made_up;
mod questions;
mod recordings;
mod records;
mod references;
mod steps;
mod text;
mod traces;
