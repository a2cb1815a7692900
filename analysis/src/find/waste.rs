//! Waste in one heap state: memory that would not be needed if the same were kept economically.
//!
//! Objects that count are looked at, bytes are shallow sizes, every object is waste of one kind only. *Private* arrays
//! of a collection are the arrays of references that it owns (immediate dominator). What exactly is waste of a kind, and how many bytes of
//! it could be saved, stands at the head of its file.
//!
//! Collections are those of `java.util` whose size can be read ([`HeapState::collection_sizes`]), and classes that extend
//! them; a map that is the inside of a set counts with the set, and segments (of a `ConcurrentHashMap` up to JDK 7) with their map. Two contents are equal if class, length, and a hash of
//! 128 bits are: contents are hashed once while the dump is read, and never kept.
//!
//! Memory: 16 bytes per object that is waste. While contents are read 24 bytes per array of values, 12 per string and 9
//! more per array of a string, 16 per boxed value, and twice as much for a moment.

mod boxed_values;
mod constant_arrays;
mod contents;
mod duplicate_arrays;
mod duplicate_strings;
mod empty_collections;
pub(super) mod found;
mod owned_arrays;
mod roles;
mod single_element_collections;
mod sparse_arrays;
mod sparse_collections;
#[cfg(test)]
mod tests;

pub(super) use owned_arrays::OwnedArrays;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::waste::found::{Found, Searched, WasteDetector, Wasted};
pub(super) use crate::find::waste::roles::BOXES;
use crate::find::waste::roles::Roles;
use crate::heap::HeapState;
use contents::Contents;

/// All kinds of waste.
pub(super) static DETECTORS: &[&WasteDetector] = &[
    &duplicate_strings::DETECTOR,
    &duplicate_arrays::DETECTOR,
    &empty_collections::DETECTOR,
    &single_element_collections::DETECTOR,
    &sparse_collections::DETECTOR,
    &sparse_arrays::DETECTOR,
    &constant_arrays::DETECTOR,
    &boxed_values::DETECTOR,
];

/// All waste of one heap state.
pub(super) struct Waste {
    /// Every kind, most bytes first.
    pub(super) kinds: Vec<(&'static WasteDetector, Found)>,
}

impl Waste {
    /// Looks at all objects that count.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn of(heap: &HeapState, owned: &OwnedArrays, progress: &Progress) -> Result<Self> {
        let roles = Roles::of(heap);
        let contents = Contents::read(&roles, progress)?;
        let collections: Vec<ObjectIndex> = owned.collections.iter().map(|collection| collection.object).collect();
        let searched = Searched { roles, contents, owned, sizes: heap.sizes_of_collections(&collections, progress)? };
        let mut kinds = Vec::new();
        for detector in DETECTORS.iter().copied().filter(|detector| !detector.needs_values || heap.has_values()) {
            progress.check()?;
            let mut found = (detector.search)(&searched, progress)?;
            found.parts.shrink_to_fit();
            kinds.push((detector, found));
        }
        kinds.sort_by_key(|(_, found)| std::cmp::Reverse(found.wasted));
        Ok(Self { kinds })
    }

    /// Sums what is wasted by the holder of each object, and forgets the objects.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn sum_by_holder(&mut self, holder_of: &[u32], progress: &Progress) -> Result<()> {
        for (_, found) in &mut self.kinds {
            progress.for_each(std::mem::take(&mut found.parts), |(object, bytes)| {
                found.by_holder.entry(holder_of[object.at()]).or_insert(Wasted::none(object)).add(object, bytes);
            })?;
        }
        Ok(())
    }
}
