//! What-if: what the GC could collect if some references were cut.

use rayon::prelude::*;
use roaring::RoaringBitmap;

use super::Closures;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits};

impl Closures<'_> {
    /// The live objects that would be unreachable without some references: without all those from a source to a target
    /// for which `is_cut` says so. It is asked on all threads, about once per reference.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn freed_by_cutting(&self, is_cut: impl Fn(ObjectIndex, ObjectIndex) -> bool + Sync, progress: &Progress) -> Result<RoaringBitmap> {
        let reached = self.reached_past([], |source, target| !is_cut(source, ObjectIndex(target)), progress)?;
        Ok(self.live.clone().without(&reached).into_bitmap())
    }
}

/// References of one heap state, each from one object to another.
///
/// Memory: 1 bit per object, and 8 bytes per reference.
#[derive(Debug)]
pub(crate) struct ReferencePairs {
    /// Sorted.
    pairs: Vec<(ObjectIndex, ObjectIndex)>,
    sources: ObjectBits,
}

impl ReferencePairs {
    pub(crate) fn new(heap: &HeapState, pairs: impl IntoIterator<Item = (ObjectIndex, ObjectIndex)>) -> Self {
        let mut pairs: Vec<(ObjectIndex, ObjectIndex)> = pairs.into_iter().collect();
        pairs.par_sort_unstable();
        pairs.dedup();
        let mut sources = ObjectBits::new(heap.len());
        for &(source, _) in &pairs {
            sources.set(source.0);
        }
        Self { pairs, sources }
    }

    #[inline]
    pub(crate) fn has(&self, source: ObjectIndex, target: ObjectIndex) -> bool {
        self.sources.has(source) && self.pairs.binary_search(&(source, target)).is_ok()
    }
}
