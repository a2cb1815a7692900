//! Data structures that the program made itself, such as a linked list of its own.
//!
//! `app.Chain.first` says as little of where something is kept as `java.util.LinkedList.first`: whoever holds the list is to be told. Nobody
//! has described such classes, but their shape shows what they are (`structures/infer`).

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::structures::infer::{infer_structures, print_proposals};
use crate::structures::library::Library;

/// Shapes of which at least this share of the signs holds.
const LEAST_CONFIDENCE: f64 = 0.75;

/// Data structures of the program's own, by their shape.
#[derive(Debug, Default)]
pub(super) struct OwnStructures {
    /// Classes of their heads and inner objects.
    classes: FxHashSet<String>,
}

impl OwnStructures {
    /// Those of a heap state that a library does not describe, and the library with them.
    pub(super) fn of(heap: &HeapState, library: &Arc<Library>, progress: &Progress) -> Result<(Self, Arc<Library>)> {
        let mut found = infer_structures(heap, library, progress)?;
        found.retain(|proposal| proposal.confidence >= LEAST_CONFIDENCE);
        let mut with_own = (**library).clone();
        if found.is_empty() || with_own.add("found by their shape", &print_proposals(&found)).is_err() {
            return Ok((Self::default(), library.clone()));
        }
        let classes = found.iter().flat_map(|proposal| &proposal.descriptions).map(|description| description.full_name()).collect();
        Ok((Self { classes }, Arc::new(with_own)))
    }

    pub(super) fn has(&self, class: &str) -> bool {
        self.classes.contains(class)
    }

    /// Whether a field, by its name with that of its class, is one of these.
    pub(super) fn has_field(&self, field: &str) -> bool {
        field.rsplit_once('.').is_some_and(|(class, _)| self.has(class))
    }
}
