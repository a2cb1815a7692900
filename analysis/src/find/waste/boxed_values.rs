//! Numbers, letters and truth values that are objects: a plain field needs none of them.

use super::found::{Found, Searched, WasteDetector};
use super::roles::Role;
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("boxed_values", "Boxed values", "Numbers, characters and truth values are objects: plain values need less."),
    needs_values: true,
    search,
    title: |objects, class| format!("{objects} numbers, characters and truth values are objects, mostly {class}"),
    advice: "use arrays or collections of plain values",
};

/// Objects of the classes that hold a single value.
fn search(searched: &Searched<'_>, progress: &Progress) -> Result<Found> {
    let mut found = Found::default();
    let heap = searched.roles.heap;
    progress.for_each(heap.kept_objects(), |object| {
        if searched.roles.role(object) == Role::Boxed {
            found.add(heap, object, heap.bytes_of(object));
        }
    })?;
    found.detail = format!("They hold {} different values", grouped(searched.contents.different_boxed));
    found.different = Some(searched.contents.different_boxed as u64);
    Ok(found)
}
