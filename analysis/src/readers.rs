//! From bytes to heap states and trees: a module per format, and the only place that opens files.

pub(crate) mod anttracks;
pub(crate) mod class_histogram;
pub(crate) mod exchange;
pub(crate) mod files;
pub(crate) mod formats;
pub(crate) mod gc_log;
pub(crate) mod hprof;
pub(crate) mod jfr;
mod shared_texts;
mod time_stamp;
pub(crate) mod trace;
