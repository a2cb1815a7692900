//! What-if: what the GC could collect if some references were cut.

use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::Closures;
use crate::heap::ObjectBits;
use crate::{ObjectIndex, Progress, Result};

impl Closures<'_> {
    /// The live objects that would be unreachable without these references, each from a source to a target. All
    /// references between the two are cut; those that do not exist change nothing.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn freed_by_cutting(&self, references: &[(ObjectIndex, ObjectIndex)], progress: &Progress) -> Result<RoaringBitmap> {
        let mut sources = ObjectBits::new(self.heap().len());
        let mut cut = FxHashSet::default();
        for &(source, target) in references.iter().filter(|(source, _)| source.at() < self.heap().len()) {
            sources.set(source.0);
            cut.insert((source.0, target.0));
        }
        let mut marks = ObjectBits::new(self.heap().len());
        self.mark(&mut marks, |source, target| !sources.has(source) || !cut.contains(&(source.0, target)), progress)?;
        Ok(self.live.clone().without(&marks).into_bitmap())
    }
}
