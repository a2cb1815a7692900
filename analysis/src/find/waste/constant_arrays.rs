//! Arrays, of no collection and no string, of two or more elements that are all equal: zeros, nulls, one value, one object. They could be
//! saved.

use super::found::{Found, Searched, WasteDetector};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("constant_arrays", "Arrays of one value", "Arrays hold one value only, zeros and nulls included."),
    needs_values: false,
    search,
    title: |objects, class| format!("{objects} arrays hold one value only (nulls and zeros included), mostly {class}"),
    advice: "allocate when the first value comes, or share one array",
};

fn search(searched: &Searched<'_>, progress: &Progress) -> Result<Found> {
    let mut found = Found::default();
    let (heap, contents) = (searched.roles.heap, &searched.contents);
    let of_values = contents.constant.iter().map(|&array| ObjectIndex(array)).filter(|&array| !contents.of_strings.has(array));
    progress.for_each(heap.kept_objects(), |array| {
        if searched.is_array(array) && searched.holds_one_value(array) {
            found.add(heap, array, heap.bytes_of(array));
        }
    })?;
    progress.for_each(of_values, |array| found.add(heap, array, heap.bytes_of(array)))?;
    Ok(found)
}
