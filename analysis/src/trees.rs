//! Memory trees: one of a heap state, with its references between nodes, and the union of all over time.

pub(crate) mod evolution;
pub(crate) mod memory_tree;
pub(crate) mod node_references;
pub(crate) mod subject;
