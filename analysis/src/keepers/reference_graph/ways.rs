//! How one object holds another, told apart the way the graph does: plain references, and holders.
//!
//! A class object's row also has its static fields, a thread's row what its stack holds. In the graph these are holders
//! of their own, so each such object's references are sorted once.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ObjectIndex, ThreadIndex};
use crate::heap::{HeapState, ObjectBits, Slot};
use crate::keepers::closure::Closures;
use crate::keepers::paths::links::Links;
use crate::keepers::paths::{Holder, PathOptions, holders};

/// The references of a heap state.
pub(super) struct Ways<'a> {
    pub(super) closures: &'a Closures<'a>,
    pub(super) heap: &'a HeapState,
    links: Links,
    /// Class and thread objects whose rows hold more than plain references.
    mixed: ObjectBits,
    /// Holders with what they hold, live objects only, the most telling first.
    pub(super) held: Vec<(Holder, ObjectIndex)>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(closures: &'a Closures<'a>) -> Self {
        let heap = closures.heap();
        let mut mixed = ObjectBits::new(heap.len());
        for object in heap.threads.iter().filter_map(|thread| thread.object) {
            mixed.set(object.0);
        }
        for object in heap.types.iter().filter_map(|info| info.class_object) {
            mixed.set(object.0);
        }
        let mut held = holders(heap, PathOptions::default());
        let mut known = FxHashSet::default();
        held.retain(|&(holder, object)| closures.is_live(object) && known.insert((holder, object)));
        Self { closures, heap, links: Links::new(heap, PathOptions::default()), mixed, held }
    }

    /// What an object references itself, in row order.
    #[inline]
    pub(super) fn of(&self, object: ObjectIndex) -> &[u32] {
        if self.mixed.has(object) { self.links.of(self.heap, object) } else { self.heap.points_to(object) }
    }

    /// Whether a reference that stands in the row is one of the object's own.
    #[inline]
    pub(super) fn is_own(&self, source: ObjectIndex, target: u32) -> bool {
        !self.mixed.has(source) || self.links.of(self.heap, source).contains(&target)
    }

    /// Whether all references from one object to the other are weak.
    #[inline]
    pub(super) fn is_weak(&self, source: ObjectIndex, target: u32) -> bool {
        let Some(weak) = self.heap.weak_referents.position_in(source) else { return false };
        self.of(source).iter().enumerate().all(|(at, &to)| to != target || at == weak)
    }

    /// Live objects that reference this one themselves, each once.
    pub(super) fn sources(&self, object: ObjectIndex) -> impl Iterator<Item = ObjectIndex> + '_ {
        let row = self.heap.pointed_from(object);
        let new = move |&at: &usize| at == 0 || row[at - 1] != row[at];
        let sources = (0..row.len()).filter(new).map(move |at| ObjectIndex(row[at]));
        sources.filter(move |&source| self.closures.is_live(source) && self.is_own(source, object.0))
    }

    /// Whether paths end here: threads and classes live by themselves.
    #[inline]
    pub(super) fn ends_paths(&self, object: ObjectIndex) -> bool {
        self.mixed.has(object)
    }

    /// Whether the row of an object holds more than its own references.
    #[inline]
    pub(super) fn is_mixed(&self, object: ObjectIndex) -> bool {
        self.mixed.has(object)
    }

    /// The object over whose row a holder holds; `None` for roots of the JVM.
    pub(super) fn row_of(&self, holder: Holder) -> Option<ObjectIndex> {
        match holder {
            Holder::Static { class, .. } => self.heap.type_info(class).class_object,
            Holder::Local { thread, .. } => self.heap.threads.get(thread.at())?.object,
            _ => None,
        }
    }

    /// Holders from whose objects marking starts, per object; those with a row of their own are not among them, nor are
    /// classes, which live by their loaders.
    pub(super) fn starts(&self) -> FxHashMap<u32, Vec<Holder>> {
        let mut starts: FxHashMap<u32, Vec<Holder>> = FxHashMap::default();
        for root in &self.heap.roots {
            let holder = Holder::of_root(root);
            if self.row_of(holder).is_none() {
                let of_object = starts.entry(root.object.0).or_default();
                if !of_object.contains(&holder) {
                    of_object.push(holder);
                }
            }
        }
        starts
    }

    /// How a holder's references are called.
    pub(super) fn slot_of(holder: Holder) -> Slot {
        match holder {
            Holder::Static { class, number } => Slot::Static { class, number },
            Holder::Local { thread, frame, kind, variable } => Slot::Local { thread, frame, kind, variable },
            Holder::Thread(ThreadIndex(_)) | Holder::Jvm(_) | Holder::Class(_) => Slot::Unknown,
        }
    }
}
