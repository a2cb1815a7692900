//! Groups of a heap dump by their keys, as `--key` names them.

use analysis::{Evolution, Grouped, HeapState, NodeIndex, NodeSizes, Progress, TimePoint, Warnings};
use roaring::RoaringBitmap;

use crate::cli::documents::output::CliError;

/// A group that somebody named.
#[derive(Debug)]
pub(in crate::cli) struct KeyedGroup {
    /// Its full key.
    pub(in crate::cli) key: String,
    /// What its objects are called.
    pub(in crate::cli) name: String,
    /// Its objects.
    pub(in crate::cli) members: RoaringBitmap,
}

/// The groups with these keys: full keys, ends of keys, or names that are unambiguous.
pub(in crate::cli) fn groups_with_keys(
    heap: &HeapState,
    grouped: &Grouped,
    keys: &[String],
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Vec<KeyedGroup>, CliError> {
    // One point is an evolution, too, and that one can be searched.
    let tree = grouped.tree.clone();
    let point = TimePoint { time_millis: heap.time_millis, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() };
    let evolution = Evolution::from_points(String::new(), String::new(), vec![point], progress, warnings)?;
    let group = |key: &String| {
        let found = &evolution.nodes[evolution.find_one(key)?.at()];
        let node = grouped.tree.nodes.iter().position(|node| node.key == found.key).map(NodeIndex::nth);
        let node = node.unwrap_or(NodeIndex::ROOT);
        let name = if node == NodeIndex::ROOT { "objects of the heap" } else { &*found.name };
        Ok(KeyedGroup { key: found.key.to_string(), name: name.to_owned(), members: grouped.members(heap, node, progress)? })
    };
    keys.iter().map(group).collect()
}
