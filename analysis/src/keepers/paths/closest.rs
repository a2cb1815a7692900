//! The nearest holder of every object: one breadth-first search over the whole heap.
//!
//! Every reached object knows the object through which it was reached first, so its shortest path is read off by going
//! back. References that keep nothing alive wait until all others are done. Memory: 4 bytes per object for the way
//! back, 4 for the order.

use rustc_hash::{FxHashMap, FxHashSet};

use super::PathOptions;
use super::holder::{Holder, holders};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::{Progress, STRETCH};
use crate::heap::{HeapState, ReferenceKind};
use crate::keepers::paths::links::Links;

/// Not reached (yet).
const UNREACHED: u32 = u32::MAX;
/// Held by a holder.
const HELD: u32 = u32::MAX - 1;

/// How firmly an object is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// It lives.
    Strong,
    /// It lives until a reference of this kind is cleared; every path goes over one.
    Only(ReferenceKind),
    /// Nothing holds it.
    Unreached,
}

/// The shortest path to every object.
#[derive(Debug)]
pub struct ClosestHolders {
    /// Per object the one before it on its path, or a mark.
    before: Vec<u32>,
    /// What holds the first objects of paths.
    holders: FxHashMap<u32, Holder>,
    /// Reached objects, nearest first within each strength.
    order: Vec<u32>,
    /// Strengths and how many objects of `order` have them or a better one.
    strengths: Vec<(Strength, usize)>,
}

impl ClosestHolders {
    /// Searches the heap, without the holders in `without` (a holder with the object that it holds).
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn search(heap: &HeapState, options: PathOptions, without: &FxHashSet<(Holder, ObjectIndex)>, progress: &Progress) -> Result<Self> {
        progress.start("Looking for what keeps objects alive", heap.kept.len());
        let order = Vec::with_capacity(heap.kept.len() as usize);
        let mut search = Search {
            heap,
            links: Links::new(heap, options),
            found: Self { before: vec![UNREACHED; heap.len()], holders: FxHashMap::default(), order, strengths: Vec::new() },
            reference_kinds: heap.reference_kinds(),
            class_seen: vec![!options.through_classes; heap.types.len()],
            waiting: Default::default(),
            next: 0,
        };
        for held in holders(heap, options).into_iter().filter(|held| !without.contains(held)) {
            let (holder, object) = held;
            if search.found.before[object.at()] == UNREACHED {
                search.reach(object.0, HELD);
                search.found.holders.insert(object.0, holder);
            }
        }
        search.run(progress)?;
        search.found.strengths.push((Strength::Strong, search.found.order.len()));
        while let Some(kind) = search.waiting.iter().position(|waiting| !waiting.is_empty()) {
            for (source, target) in std::mem::take(&mut search.waiting[kind]) {
                if search.found.before[target as usize] == UNREACHED {
                    search.reach(target, source);
                }
            }
            search.run(progress)?;
            let strength = Strength::Only(crate::heap::REFERENCE_KINDS[kind]);
            // A better kind may be met again behind a worse one: then the worse one decides.
            let worst = search.found.strengths.last().map_or(strength, |&(worst, _)| strength.max(worst));
            search.found.strengths.push((worst, search.found.order.len()));
        }
        Ok(search.found)
    }

    /// The object before this one on its shortest path; `None` for the first one and for unreached ones.
    #[inline]
    #[must_use]
    pub fn before(&self, object: ObjectIndex) -> Option<ObjectIndex> {
        match self.before[object.at()] {
            UNREACHED | HELD => None,
            before => Some(ObjectIndex(before)),
        }
    }

    /// What holds this object itself, if it is the first one of its shortest path.
    #[must_use]
    pub fn holder(&self, object: ObjectIndex) -> Option<Holder> {
        if self.before[object.at()] == HELD { self.holders.get(&object.0).copied() } else { None }
    }

    /// The objects that a holder holds and that no earlier holder does, in no order.
    pub(super) fn held_by(&self, holder: Holder) -> impl Iterator<Item = ObjectIndex> + '_ {
        self.holders.iter().filter(move |held| *held.1 == holder).map(|held| ObjectIndex(*held.0))
    }

    /// Whether anything holds the object.
    #[must_use]
    pub fn is_reached(&self, object: ObjectIndex) -> bool {
        self.before[object.at()] != UNREACHED
    }

    /// Reached objects, those nearest to holders first; what only weak references reach comes behind all others.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// How many objects of [`ClosestHolders::order`] have each strength or a better one, best first.
    #[must_use]
    pub fn strengths(&self) -> &[(Strength, usize)] {
        &self.strengths
    }

    /// The shortest path to an object: its holder and the objects from the first one to itself; `None` if nothing holds
    /// it. A path may have millions of objects (a linked list), but never more than the heap.
    #[must_use]
    pub fn path_to(&self, object: ObjectIndex) -> Option<(Holder, Vec<ObjectIndex>)> {
        let mut objects = vec![object];
        let mut at = object;
        while let Some(before) = self.before(at) {
            objects.push(before);
            at = before;
        }
        objects.reverse();
        Some((self.holder(at)?, objects))
    }
}

struct Search<'a> {
    heap: &'a HeapState,
    links: Links,
    found: ClosestHolders,
    reference_kinds: Vec<Option<ReferenceKind>>,
    /// Types whose class object was met through an instance.
    class_seen: Vec<bool>,
    /// References that keep nothing alive, by kind.
    waiting: [Vec<(u32, u32)>; 4],
    next: usize,
}

impl Search<'_> {
    fn reach(&mut self, object: u32, before: u32) {
        self.found.before[object as usize] = before;
        self.found.order.push(object);
    }

    /// Goes on until nothing new is reached.
    fn run(&mut self, progress: &Progress) -> Result<()> {
        let heap = self.heap;
        while let Some(&source) = self.found.order.get(self.next) {
            self.next += 1;
            if self.next.is_multiple_of(STRETCH) {
                progress.advance(STRETCH as u64)?;
            }
            let object = ObjectIndex(source);
            let object_type = heap.type_of(object);
            let row = self.links.of(heap, object);
            let weak = self.reference_kinds[object_type.at()].and_then(|kind| Some((kind, heap.weak_referents.position_in(object)?)));
            for (position, &target) in row.iter().enumerate() {
                if self.found.before[target as usize] != UNREACHED {
                    continue;
                }
                match weak {
                    Some((kind, referent)) if referent == position => self.waiting[kind as usize].push((source, target)),
                    _ => self.reach(target, source),
                }
            }
            if !std::mem::replace(&mut self.class_seen[object_type.at()], true)
                && let Some(class) = heap.class_object_of(object)
                && self.found.before[class.at()] == UNREACHED
            {
                self.reach(class.0, source);
            }
        }
        Ok(())
    }
}
