//! Listeners that nobody takes out again.

use super::kind::{CollectionKind, has_word};

/// What listeners are called.
const NAMES: [&str; 5] = ["listener", "observer", "subscriber", "callback", "watcher"];

pub(super) static KIND: CollectionKind = CollectionKind {
    key: "listeners",
    is_it: |traits| traits.is_called(&NAMES) || traits.elements.first().is_some_and(|class| has_word(class, &NAMES)),
    advice: |traits| {
        format!("Look where listeners are added to {}: whoever adds one must take it out again when it is no longer needed", traits.owner)
    },
};
