//! The commands, one file each, and what some of them share.

pub mod attach;
pub mod cache;
pub mod chart;
pub mod check;
pub mod city_input;
pub mod classes;
pub mod classifiers;
pub mod compare;
pub mod completions;
pub mod counts;
pub mod detach;
pub mod died;
#[cfg(feature = "fleet")]
pub mod export;
pub mod find;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod graph;
pub mod group;
pub mod histogram;
pub mod inspect;
mod lives;
pub mod man;
pub mod mark;
#[cfg(feature = "fleet")]
pub mod mcp;
pub mod objects;
pub mod paths;
pub mod query;
pub mod record;
pub mod redact;
pub mod referrers;
pub mod render;
pub mod report;
pub mod scene;
pub mod serve;
pub mod shown_recording;
#[cfg(feature = "fleet")]
pub mod sql;
pub mod structures;
pub mod threads;
pub mod trace;
pub mod tree;
pub mod trends;
pub(in crate::cli) mod watch;
mod watch_folder;
pub mod windows;
