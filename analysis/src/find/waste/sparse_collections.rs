//! Collections of two or more elements that use at most a quarter of their longest private array, or of the tables of all their segments.
//! What could be saved are the unused slots there.

use super::found::WasteDetector;
use super::owned_arrays::Collection;
use crate::find::findings::FindingKind;
use crate::heap::is_sparse;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("sparse_collections", "Sparse collections", "Collections use at most a quarter of their room."),
    needs_values: false,
    search: |searched, progress| searched.collections(unused, progress),
    title: |objects, class| format!("{objects} collections use at most a quarter of their room, mostly {class}"),
    advice: "begin smaller, or trim after removing",
};

/// The bytes of unused slots of a collection of several elements, if it is sparse.
fn unused(&Collection { slots, used, unused_bytes, .. }: &Collection, elements: u64) -> Option<u64> {
    (elements > 1 && is_sparse(slots, used.max(elements))).then_some(unused_bytes)
}
