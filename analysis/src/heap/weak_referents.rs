//! References that keep nothing alive: the `referent` of soft, weak, phantom and finalizer references.
//!
//! Memory: 8 bytes per such reference that is not null.

use super::HeapState;
use crate::base::ids::{ObjectIndex, TypeIndex};

/// How much a reference object does for its referent, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// Cleared when memory gets short.
    Soft,
    /// Cleared as soon as nothing else refers to the object.
    Weak,
    /// As weak; the object waits for its `finalize`.
    Final,
    /// Never leads to the object.
    Phantom,
}

impl ReferenceKind {
    /// The class whose subclasses are of this kind.
    #[must_use]
    pub const fn class_name(self) -> &'static str {
        match self {
            Self::Soft => "java.lang.ref.SoftReference",
            Self::Weak => "java.lang.ref.WeakReference",
            Self::Final => "java.lang.ref.FinalReference",
            Self::Phantom => "java.lang.ref.PhantomReference",
        }
    }
}

/// Every kind.
pub(crate) const REFERENCE_KINDS: [ReferenceKind; 4] =
    [ReferenceKind::Soft, ReferenceKind::Weak, ReferenceKind::Final, ReferenceKind::Phantom];

/// Where in the rows of reference objects their referents stand. Empty under the strong-only policy, which has no such
/// references, and for heaps that did not come from a dump.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WeakReferents {
    /// Reference object and position in its row, sorted.
    rows: Vec<(u32, u32)>,
}

impl WeakReferents {
    /// Takes reference objects with positions, in any order.
    pub(crate) fn new(mut rows: Vec<(u32, u32)>) -> Self {
        rows.sort_unstable();
        Self { rows }
    }

    /// The position of the referent among the references of this object; `None` if it has none.
    #[must_use]
    pub fn position_in(&self, object: ObjectIndex) -> Option<usize> {
        let at = self.rows.binary_search_by_key(&object.0, |row| row.0).ok()?;
        Some(self.rows[at].1 as usize)
    }

    /// All reference objects with the positions of their referents.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectIndex, usize)> + '_ {
        self.rows.iter().map(|&(source, at)| (ObjectIndex(source), at as usize))
    }

    /// Takes out those referents for which this holds, given source and position in its row; returns them, sorted.
    pub(crate) fn remove(&mut self, gone: impl Fn(ObjectIndex, usize) -> bool) -> Vec<(u32, u32)> {
        self.rows.extract_if(.., |&mut (source, at)| gone(ObjectIndex(source), at as usize)).collect()
    }

    /// Number of referents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl HeapState {
    /// The kind of reference objects that a class makes; `None` for all other classes.
    #[must_use]
    pub fn reference_kind(&self, class: TypeIndex) -> Option<ReferenceKind> {
        let named = |name: &str| REFERENCE_KINDS.into_iter().find(|kind| kind.class_name() == name);
        self.ancestry(class).find_map(|class| named(&self.types[class.at()].name))
    }

    /// [`HeapState::reference_kind`] of every type, for whoever asks about many objects.
    #[must_use]
    pub fn reference_kinds(&self) -> Vec<Option<ReferenceKind>> {
        (0..self.types.len() as u32).map(|at| self.reference_kind(TypeIndex(at))).collect()
    }
}
