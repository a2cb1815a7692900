//! Who keeps objects alive: dominators, closures, paths to roots, referrers, graphs of owners, stacks of threads.

pub(crate) mod closure;
pub(crate) mod ownership;
pub(crate) mod paths;
pub(crate) mod reference_graph;
pub(crate) mod referrers;
pub(crate) mod thread_stacks;
