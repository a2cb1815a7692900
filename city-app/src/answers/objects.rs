//! Single objects of one heap state for people to read: lists, contents, who refers to them, why they live.
//!
//! Values stay in the dump and are read when somebody looks ([`analysis::Records`]): a list keeps numbers of objects
//! only, and the texts of its rows are made for the rows that are seen. Everything here is a function of a loaded heap
//! state; what asks the questions in the background and keeps the answers is the [`ObjectQueries`].

mod cause;
mod contents;
mod facts;
mod list;
mod lookup;
mod paths;
mod preview;
mod queries;
mod referrers;
#[cfg(test)]
mod test_heaps;
mod tree;
mod visits;

use std::sync::Arc;

use analysis::{HeapState, ObjectIndex};

pub use cause::{GroupCause, cut_in_words, group_cause};
pub use contents::{Contents, ContentsRow, RowKind, contents};
pub use facts::{ObjectFacts, object_facts};
pub use list::{ListColumn, ListFilter, ListOrder, ObjectList, list_objects};
pub use paths::{ObjectPath, PathLine, object_paths};
pub use preview::previews;
pub use queries::{ObjectQueries, Place};
pub use referrers::{Dominated, Referrer, Referrers, dominated, referrers};
pub use tree::{Expanded, LineContent, TreeLine, TreePath, tree_lines};
pub use visits::Visits;

/// An object as others name it: enough to show it and to go there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectLink {
    /// The object.
    pub object: ObjectIndex,
    /// Where it is.
    pub address: u64,
    /// Its class.
    pub class: Arc<str>,
    /// What it holds in a few words; may be empty.
    pub preview: String,
}

impl ObjectLink {
    /// Links to these objects, in their order; what they hold is read for all at once.
    #[must_use]
    pub fn to(heap: &HeapState, objects: &[ObjectIndex]) -> Vec<Self> {
        let link = |(&object, preview)| Self {
            object,
            address: heap.address_of(object),
            class: Arc::clone(&heap.type_info(heap.type_of(object)).name),
            preview,
        };
        objects.iter().zip(previews(heap, objects)).map(link).collect()
    }
}

/// An address as every tool prints it.
#[must_use]
pub fn address_text(address: u64) -> String {
    format!("{address:#x}")
}
