//! Collections of one element, with all that an empty one could save: a plain field needs none of it.

use super::found::WasteDetector;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new(
        "single_element_collections",
        "Collections of one element",
        "Collections have one element: a plain field needs less.",
    ),
    needs_values: false,
    search: |searched, progress| searched.collections(|collection, elements| (elements == 1).then_some(collection.bytes), progress),
    title: |objects, class| format!("{objects} collections have one element, mostly {class}"),
    advice: "use a plain field or List.of, Map.of instead",
};
