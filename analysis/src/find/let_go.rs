//! References that go if some fields let go, asked while following them: nothing is stored per reference.
//!
//! A reference goes from one object to another. It stays as long as any entry of the object's row leads there that is
//! held by another field, or by none. Of threads that end all references go.
//! Memory: 1 bit per object.

use super::field_references::{FieldReferences, HeldPositions};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits};
use crate::keepers::closure::ReferencePairs;

/// Fields that let go of everything they hold.
#[derive(Debug)]
pub(super) struct LetGo<'a> {
    heap: &'a HeapState,
    references: &'a FieldReferences,
    positions: HeldPositions,
    /// Objects that hold something by one of the fields, and threads that end.
    sources: ObjectBits,
    /// These threads, sorted.
    ended: Vec<u32>,
}

impl<'a> LetGo<'a> {
    /// All fields of these names let go, in all objects.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn of(heap: &'a HeapState, references: &'a FieldReferences, names: &[impl AsRef<str>], progress: &Progress) -> Result<Self> {
        let positions = references.positions(heap, names);
        let mut sources = ObjectBits::new(heap.len());
        positions.for_each_source(heap, references, progress, |source| {
            sources.set(source.0);
        })?;
        Ok(Self { heap, references, positions, sources, ended: Vec::new() })
    }

    /// And these threads end.
    pub(super) fn and_ended(mut self, threads: impl IntoIterator<Item = u32>) -> Self {
        self.ended.extend(threads);
        self.ended.sort_unstable();
        self.ended.iter().for_each(|&thread| {
            self.sources.set(thread);
        });
        self
    }

    /// Whether an object no longer refers to another one.
    #[inline]
    pub(super) fn goes(&self, source: ObjectIndex, target: u32) -> bool {
        self.sources.has(source) && self.all_go(source, target)
    }

    fn all_go(&self, source: ObjectIndex, target: u32) -> bool {
        if self.ended.binary_search(&source.0).is_ok() {
            return true;
        }
        let goes = |at: usize| self.positions.of(self.heap, self.references, source).any(|position| position as usize == at);
        let mut entries = (0..).zip(self.heap.points_to(source)).filter(|entry| *entry.1 == target);
        entries.all(|(at, _)| goes(at))
    }
}

/// References that keep nothing alive: referents, how the JVM links references that it has cleared, and the cleaner's to
/// the actions of objects that are there. Where the reference object has another reference to the same object, that one
/// keeps it alive.
pub(super) fn weak_references(heap: &HeapState, references: &FieldReferences) -> ReferencePairs {
    let referents = heap.weak_referents.iter().map(|(source, at)| (source.0, heap.points_to(source)[at]));
    let mut all: Vec<(u32, u32)> = referents.chain(references.pending.iter().copied()).chain(references.cleanups.registrations()).collect();
    all.sort_unstable();
    let in_row = |(source, target): (u32, u32)| heap.points_to(ObjectIndex(source)).iter().filter(|&&at| at == target).count();
    let weak = all.chunk_by(|a, b| a == b).filter(|same| in_row(same[0]) <= same.len()).map(|same| same[0]);
    ReferencePairs::new(heap, weak.map(|(source, target)| (ObjectIndex(source), ObjectIndex(target))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::own_structures::OwnStructures;
    use crate::fixture::heap;

    #[test]
    fn a_reference_stays_while_another_field_holds_it() {
        let heap = heap(
            "root static app.Main.one -> a
             root static app.Main.two -> a
             root static app.Main.list -> pair
             pair: app.Pair 24 -> left=a right=a
             a: app.Item 16 -> next=b
             b: app.Item 16",
        );
        let references = FieldReferences::read(&heap, &OwnStructures::default(), &Progress::new()).expect("nobody cancels");
        let goes = |names: &[&str], source: &str, target: &str| {
            let cut = LetGo::of(&heap, &references, names, &Progress::new()).expect("nobody cancels");
            cut.goes(heap.object(source), heap.object(target).0)
        };
        assert!(!goes(&["app.Main.one"], "app.Main.class", "a"));
        assert!(goes(&["app.Main.one", "app.Main.two"], "app.Main.class", "a"));
        assert!(!goes(&["app.Pair.left"], "pair", "a"));
        assert!(goes(&["app.Pair.left", "app.Pair.right"], "pair", "a"));
        assert!(goes(&["app.Item.next"], "a", "b"));
        assert!(!goes(&["app.Item.next"], "pair", "a"));
    }
}
