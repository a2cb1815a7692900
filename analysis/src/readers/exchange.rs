//! Memory-tree folders and frames: the JSON forms in which trees and pointer maps travel between programs.
//!
//! | file | content |
//! |---|---|
//! | `<time>.json` | `{ time, root: { key, name, role, objects, bytes, children? } }`, or an array of these |
//! | `points-to-maps/<time>.json` | `{ time, pointerMap: { "<key A>": { "<key B>": distinct objects in B } } }` |
//! | `pointed-from-maps/<time>.json` | the same with rows B and distinct objects in A |
//! | `dataset.json` | optional: `{ format: "memory-city/1", title, policy, metric, settings }` |
//!
//! Nodes of `<time>.json` may have `deepObjects`, `deepBytes`, `retainedObjects` and `retainedBytes`: the sizes of what
//! the node's objects reach and of what dies with them (`memory-city group --sizes`). They count where all nodes of a
//! tree have them. Readers that do not know them pass them over.
//!
//! Also read: the names other tools use for the two counts and the time, and the AntTracks form (`fullKeyAsString`,
//! `classifierId`, `classifiers`). Unknown members are passed over. Times are milliseconds, counts whole numbers.
//! Everything except `folder` works on bytes in memory, so frames of a live connection take the same way.

mod dataset;
mod folder;
mod json;
mod nodes;
mod pointer_map;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use dataset::{DatasetInfo, TreeFolder};
pub(super) use folder::read_trees;
pub use folder::{read_tree_folder, write_tree_folder};
pub use pointer_map::{PointerMap, attach_pointer_maps, parse_pointer_maps};
pub use tree::parse_trees;
pub use write::{dataset_document, pointer_map_document, tree_document};

use crate::base::error::Result;

/// Splits a JSON object into its members and the text of their values, without reading the values.
///
/// For envelopes such as `{ "status": "success", "data": [..] }`, whose `data` then goes to [`parse_trees`] or
/// [`parse_pointer_maps`]. A repeated member stands in the list repeatedly.
pub fn json_members<'a>(origin: &str, text: &'a str) -> Result<Vec<(String, &'a str)>> {
    let mut reader = json::JsonReader::new(origin, text.as_bytes());
    let mut members = Vec::new();
    reader.begin_object(|| "$".into())?;
    while let Some(name) = reader.next_member()? {
        let name = name.into_owned();
        let value = reader.raw_value()?;
        // A value begins and ends at ASCII signs, so its bytes are whole characters.
        members.push((name, std::str::from_utf8(value).unwrap_or_default()));
    }
    reader.end()?;
    Ok(members)
}
