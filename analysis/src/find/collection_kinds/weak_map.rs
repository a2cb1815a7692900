//! Weak maps, whose values hold their keys.

use super::kind::CollectionKind;

pub(super) static KIND: CollectionKind = CollectionKind {
    key: "weak_map",
    is_it: |traits| traits.is_a(&["WeakHashMap"]),
    advice: |traits| {
        format!(
            "Look whether values of {} lead to their keys, or something else holds these: a weak map lets go of a key only if nothing does",
            traits.owner
        )
    },
};
