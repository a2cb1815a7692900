//! Collections without elements. What could be saved are the collection, the map in a set, segments, and the private arrays.

use super::found::WasteDetector;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("empty_collections", "Empty collections", "Collections have no elements."),
    needs_values: false,
    search: |searched, progress| searched.collections(|collection, elements| (elements == 0).then_some(collection.bytes), progress),
    title: |objects, class| format!("{objects} collections are empty, mostly {class}"),
    advice: "create the collection with its first element, or use a shared empty one",
};
