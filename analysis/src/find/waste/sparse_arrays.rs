//! Arrays of references, of no collection, at most a quarter of whose slots are used, but some. What could be saved are the unused ones.

use super::found::{Found, Searched, WasteDetector};
use super::owned_arrays::{slots, unused_bytes};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::find::findings::FindingKind;
use crate::heap::is_sparse;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("sparse_arrays", "Sparse arrays", "Arrays of references use at most a quarter of their slots."),
    needs_values: false,
    search,
    title: |objects, class| format!("{objects} arrays use at most a quarter of their slots, mostly {class}"),
    advice: "allocate what is needed, or use a map",
};

fn search(searched: &Searched<'_>, progress: &Progress) -> Result<Found> {
    let mut found = Found::default();
    let heap = searched.roles.heap;
    progress.for_each(heap.kept_objects(), |array| {
        if !searched.is_array(array) {
            return;
        }
        let (length, used) = slots(heap, array);
        if used > 0 && is_sparse(length, used) {
            found.add(heap, array, unused_bytes(heap, array));
        }
    })?;
    Ok(found)
}
