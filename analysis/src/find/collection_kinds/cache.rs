//! Caches without a bound, or with one that is not reached.

use super::kind::CollectionKind;

/// Caches of libraries, by their classes.
const OF_LIBRARIES: [&str; 5] =
    ["cache.LocalCache", "LocalCache$LocalManualCache", "BoundedLocalCache", "UnboundedLocalCache", "MemoryStore"];

pub(super) static KIND: CollectionKind = CollectionKind {
    key: "cache",
    is_it: |traits| traits.is_called(&["cache"]) || traits.is_a(&OF_LIBRARIES),
    advice: |traits| {
        format!(
            "Give {} a greatest size, or a time after which entries go; and look whether the keys that are looked up are equal to those that \
             were put in (equals and hashCode)",
            traits.owner
        )
    },
};
