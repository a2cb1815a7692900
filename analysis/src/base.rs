//! What everything stands on: errors, warnings, progress, numbers of things, names of classes, memory of the process.

pub(crate) mod class_names;
pub(crate) mod digits;
pub(crate) mod error;
pub(crate) mod freed_memory;
pub(crate) mod huge_pages;
pub(crate) mod ids;
pub(crate) mod new_file;
pub(crate) mod primitive;
pub(crate) mod progress;
pub(crate) mod walk;
pub(crate) mod warnings;
