//! From a heap state and a list of steps to the nodes of a tree, their sums and their references.

pub(crate) mod branches;
pub(crate) mod cell_sets;
pub(crate) mod cells;
pub(crate) mod changes;
pub(crate) mod estimates;
pub(crate) mod expander;
pub(crate) mod grouped;
pub(crate) mod level;
pub(crate) mod members;
pub(crate) mod node_sizes;
pub(crate) mod place;
pub(crate) mod pointed_from;
pub(crate) mod points_to;
pub(crate) mod references;
pub(crate) mod sums;
pub(crate) mod time_point;
pub(crate) mod trie;
