//! Arrays of values, of no string, with type and content of an earlier one, but no constant ones. They could be saved.

use super::contents::Content;
use super::found::{Found, Searched, WasteDetector};
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("duplicate_arrays", "Duplicate arrays", "Arrays of values repeat the content of another array."),
    needs_values: true,
    search,
    title: |objects, class| format!("{objects} arrays of values repeat the content of another one, mostly {class}"),
    advice: "share arrays that nobody changes",
};

/// Arrays of values with the content of an earlier one.
fn search(searched: &Searched<'_>, progress: &Progress) -> Result<Found> {
    let (heap, contents) = (searched.roles.heap, &searched.contents);
    let mut found = Found::default();
    let (mut all, mut different) = (0_u64, 0_u64);
    for same in contents.same() {
        let counted = |array: &&Content| !contents.of_strings.has(ObjectIndex(array.array)) && !array.is_constant;
        let mut arrays = same.iter().filter(counted).map(|content| ObjectIndex(content.array));
        different += u64::from(arrays.next().is_some());
        progress.for_each(arrays, |array| {
            all += 1;
            found.add(heap, array, heap.bytes_of(array));
        })?;
    }
    found.detail = format!("{} arrays of values have {} different contents", grouped(all + different), grouped(different));
    (found.of_objects, found.different) = (Some(all + different), Some(different));
    Ok(found)
}
