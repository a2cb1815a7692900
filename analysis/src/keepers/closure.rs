//! Closures of object groups: what a group reaches (deep size) and what dies with it (retained size).
//!
//! Seeds are any set of objects, for instance those of a node of a memory tree. The *transitive closure* is the seeds
//! and all that they reach. The *GC closure* is the part of it that the GC could collect if all seeds went at once; for
//! a single live object it is the object's subtree in the dominator tree, and for several it can be more than all their
//! subtrees together, because objects that two seeds share die with the second one.
//!
//! What dies is told by the edges that decide which objects are live: rows, the implicit edges from objects to their
//! class objects, and roots, where the locals of a thread are kept by the thread object as in Eclipse MAT. An object that
//! is not live keeps nothing alive. What a group reaches is told by rows, and by the implicit edges only to class objects that
//! no root reaches over rows, those that live through their instances: over the others and the class loader nearly every
//! instance would reach most of the heap, and all deep sizes would be alike. What dies is part of what is reached.
//!
//! Two ways to a GC closure give the same set. The *improved algorithm* of AntTracks walks the transitive closure only and
//! looks at the referrers of its members. A group that reaches much of the heap (with the implicit edges nearly every
//! instance does) is faster answered by marking from the roots without entering the seeds: what
//! stays unmarked dies. Neither needs recursion. Measured with `examples/closure_cost.rs`; see there.

pub(crate) mod flow;
mod shared;
#[cfg(test)]
mod tests;
mod without_references;

use std::sync::{Mutex, OnceLock};

use rayon::prelude::*;
use roaring::RoaringBitmap;

pub(crate) use flow::{FlowMasks, GROUPS_AT_ONCE};
pub use shared::JointOwnership;
pub(crate) use without_references::ReferencePairs;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::{Progress, STRETCH};
use crate::heap::{HeapState, ObjectBits, Rules, kept_classes, reachable, reachable_past, starting_roots};
use crate::trees::memory_tree::NodeTotals;

/// A transitive closure with more than this share of all objects is given up in favor of marking. By measurement: both
/// ways take equally long at about a tenth of the heap. Tests meet both ways on small heaps.
const LARGE_SHARE: usize = if cfg!(test) { 2 } else { 10 };

/// Larger sets are summed by type, on all threads.
const SUMMED_BY_TYPE: u64 = if cfg!(test) { 8 } else { 1 << 16 };

/// Objects that one worker sums at a time.
const SHARE: usize = 1 << 20;

/// What closures of one heap state need to know, computed once: which objects are live, and the roots.
///
/// Memory: 2 bits per object; the first GC closure of a small group builds the incoming references of the heap state,
/// and [`Closures::node_sizes`] an order of the objects (4 bytes each).
#[derive(Debug)]
pub struct Closures<'h> {
    heap: &'h HeapState,
    pub(crate) live: ObjectBits,
    rooted: ObjectBits,
    /// Live instances per type: whether instances outside of a closure keep a class object.
    live_instances: Vec<u64>,
    pub(crate) live_totals: NodeTotals,
    order: OnceLock<Vec<u32>>,
    /// Held by who makes the order, so that it is made once.
    ordering: Mutex<()>,
    /// Class objects, by type, that live through their instances.
    instance_kept: OnceLock<Vec<Option<ObjectIndex>>>,
}

/// The three sizes of one group; shallow is at most retained, retained at most deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GroupSizes {
    /// The objects themselves.
    pub shallow: NodeTotals,
    /// With all that they reach.
    pub deep: NodeTotals,
    /// What dies with them.
    pub retained: NodeTotals,
}

/// A set of objects in the order in which a walk met them.
struct Explored {
    members: Vec<u32>,
    bits: ObjectBits,
}

impl<'h> Closures<'h> {
    /// Marks the live objects, unless the heap state has them already.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn new(heap: &'h HeapState, progress: &Progress) -> Result<Self> {
        progress.check()?;
        let roots = || starting_roots(&heap.roots, &heap.threads);
        let live = if heap.policy.keep_unreachable {
            progress.start("Marking reachable objects", heap.len() as u64);
            {
                let classes = kept_classes(&heap.types, heap.policy);
                ObjectBits::from_bitmap(&reachable(&heap.objects, &classes, &heap.references, roots(), progress)?, heap.len())
            }
        } else {
            ObjectBits::from_bitmap(&heap.kept, heap.len())
        };
        let mut rooted = ObjectBits::new(heap.len());
        roots().for_each(|root| {
            rooted.set(root.0);
        });
        let mut live_instances = vec![0; heap.types.len()];
        let mut live_totals = NodeTotals::default();
        for stretch in progress.stretches(heap.len()) {
            for object in stretch?.map(ObjectIndex).filter(|&object| live.has(object)) {
                live_instances[heap.type_of(object).at()] += 1;
                live_totals = live_totals.saturating_add(totals_of(heap, object));
            }
        }
        Ok(Self {
            heap,
            live,
            rooted,
            live_instances,
            live_totals,
            order: OnceLock::new(),
            ordering: Mutex::new(()),
            instance_kept: OnceLock::new(),
        })
    }

    /// The heap state.
    #[must_use]
    pub fn heap(&self) -> &'h HeapState {
        self.heap
    }

    /// Objects and bytes of all live objects.
    #[must_use]
    pub fn live_totals(&self) -> NodeTotals {
        self.live_totals
    }

    /// Whether a root reaches this object.
    #[must_use]
    pub fn is_live(&self, object: ObjectIndex) -> bool {
        self.live.has(object)
    }

    /// Whether marking starts at this object.
    #[inline]
    pub(crate) fn is_rooted(&self, object: ObjectIndex) -> bool {
        self.rooted.has(object)
    }

    /// The seeds and everything that they reach; class objects only where they are referenced, or live through their
    /// instances.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn transitive_closure(&self, seeds: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
        let HeapState { objects, references, .. } = self.heap;
        let seeds = self.seeds(seeds).map(ObjectIndex);
        reachable(objects, self.instance_kept_classes(progress)?, references, seeds, progress)
    }

    /// The class objects, by type, that no root reaches over rows: a transitive closure follows the implicit edges to these.
    pub(crate) fn instance_kept_classes(&self, progress: &Progress) -> Result<&[Option<ObjectIndex>]> {
        if let Some(known) = self.instance_kept.get() {
            return Ok(known);
        }
        let HeapState { objects, types, references, roots, threads, policy, .. } = self.heap;
        let mut classes = kept_classes(types, *policy);
        if classes.iter().any(Option::is_some) {
            let by_rows = reachable(objects, &vec![None; types.len()], references, starting_roots(roots, threads), progress)?;
            classes.iter_mut().for_each(|class| *class = class.filter(|class| !by_rows.contains(class.0)));
        }
        Ok(self.instance_kept.get_or_init(|| classes))
    }

    /// The seeds and everything that would be unreachable without them.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn gc_closure(&self, seeds: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
        let nothing = ObjectBits::new(self.heap.len());
        match self.explore(nothing, self.seeds(seeds), self.heap.len() / LARGE_SHARE, progress)? {
            Some(explored) => self.without_kept(seeds, &explored, progress),
            None => self.marked_gc_closure(seeds, progress),
        }
    }

    /// Shallow, deep and retained size of a group.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn group_sizes(&self, seeds: &RoaringBitmap, progress: &Progress) -> Result<GroupSizes> {
        Ok(GroupSizes {
            shallow: self.totals(seeds),
            deep: self.totals(&self.transitive_closure(seeds, progress)?),
            retained: self.totals(&self.gc_closure(seeds, progress)?),
        })
    }

    /// Objects and bytes of a set.
    #[must_use]
    pub fn totals(&self, set: &RoaringBitmap) -> NodeTotals {
        if set.len() < SUMMED_BY_TYPE {
            return self
                .seeds(set)
                .fold(NodeTotals::default(), |sum, object| sum.saturating_add(totals_of(self.heap, ObjectIndex(object))));
        }
        let sums = self.totals_by_type(set);
        sums.into_iter().fold(NodeTotals::default(), NodeTotals::saturating_add)
    }

    /// Objects and bytes of a set, by type.
    #[must_use]
    pub fn totals_by_type(&self, set: &RoaringBitmap) -> Vec<NodeTotals> {
        let objects = self.heap.len();
        let shares = (0..objects)
            .into_par_iter()
            .step_by(SHARE)
            .map(|first| self.heap.objects.sums(set, first as u32..objects.min(first + SHARE) as u32));
        let none = || vec![NodeTotals::default(); self.heap.types.len()];
        let add = |mut sums: Vec<NodeTotals>, share: Vec<(u64, u64)>| {
            for (sum, (objects, bytes)) in sums.iter_mut().zip(share) {
                *sum = sum.saturating_add(NodeTotals { objects, bytes });
            }
            sums
        };
        let join = |mut sums: Vec<NodeTotals>, others: Vec<NodeTotals>| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum = sum.saturating_add(other));
            sums
        };
        shares.fold(none, add).reduce(none, join)
    }

    /// Members of a bitmap that are objects.
    fn seeds<'a>(&self, seeds: &'a RoaringBitmap) -> impl Iterator<Item = u32> + 'a {
        let objects = self.heap.len();
        seeds.iter().take_while(move |&object| (object as usize) < objects)
    }

    /// What an object references, its class object last.
    #[inline]
    fn targets(&self, object: ObjectIndex) -> impl Iterator<Item = u32> + '_ {
        self.heap.points_to(object).iter().copied().chain(self.heap.class_object_of(object).map(|class| class.0))
    }

    /// Everything that the seeds reach without entering what is in `bits` already; `None` as soon as there are more
    /// than `most` members.
    fn explore(&self, bits: ObjectBits, seeds: impl Iterator<Item = u32>, most: usize, progress: &Progress) -> Result<Option<Explored>> {
        let mut bits = bits;
        let mut members: Vec<u32> = seeds.filter(|&seed| bits.set(seed)).collect();
        let mut next = 0;
        while let Some(&object) = members.get(next) {
            next += 1;
            if next.is_multiple_of(STRETCH) {
                progress.check()?;
            }
            members.extend(self.targets(ObjectIndex(object)).filter(|&target| bits.set(target)));
            if members.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(Explored { members, bits }))
    }

    /// The improved algorithm: what is kept from outside leaves the closure, with all that it reaches.
    fn without_kept(&self, seeds: &RoaringBitmap, closure: &Explored, progress: &Progress) -> Result<RoaringBitmap> {
        self.heap.references.build_pointed_from(progress)?;
        let mut inside_instances = vec![0_u64; self.heap.types.len()];
        for object in closure.members.iter().map(|&object| ObjectIndex(object)).filter(|&object| self.live.has(object)) {
            inside_instances[self.heap.type_of(object).at()] += 1;
        }
        // Seeds count as settled, so that nothing leaves through them, and stay themselves.
        let mut settled = ObjectBits::from_bitmap(seeds, self.heap.len());
        let mut leaving = Vec::new();
        let mut kept = closure.bits.clone();
        let mut left = 0_usize;
        for (number, &object) in closure.members.iter().enumerate() {
            if number.is_multiple_of(STRETCH) {
                progress.check()?;
            }
            if settled.has(ObjectIndex(object)) || !self.kept_from_outside(ObjectIndex(object), &closure.bits, &inside_instances) {
                continue;
            }
            settled.set(object);
            leaving.push(object);
            while let Some(object) = leaving.pop() {
                left += 1;
                if left.is_multiple_of(STRETCH) {
                    progress.check()?;
                }
                kept.clear(object);
                leaving.extend(self.targets(ObjectIndex(object)).filter(|&target| settled.set(target)));
            }
        }
        Ok(kept.into_bitmap())
    }

    /// Whether a root or a live object outside of a closure references this member.
    fn kept_from_outside(&self, object: ObjectIndex, closure: &ObjectBits, inside_instances: &[u64]) -> bool {
        let outside = |&source: &u32| self.live.has(ObjectIndex(source)) && !closure.has(ObjectIndex(source));
        let instances_outside =
            |described: crate::base::ids::TypeIndex| self.live_instances[described.at()] > inside_instances[described.at()];
        self.rooted.has(object)
            || self.heap.pointed_from(object).iter().any(outside)
            || self.heap.policy.rules == Rules::EclipseMat && self.heap.described_type(object).is_some_and(instances_outside)
    }

    /// As [`Closures::gc_closure`], by marking: live objects that no root reaches any more without entering the seeds. It
    /// builds no incoming references, and is no slower for groups that reach much.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn marked_gc_closure(&self, seeds: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
        let reached = self.reached_past(self.seeds(seeds), |_, _| true, progress)?;
        // Dead seeds take along what they reach; no live object reaches that, so nothing else keeps it.
        let dead = self.seeds(seeds).filter(|&seed| !self.live.has(ObjectIndex(seed)));
        let dead = self.explore(self.live.clone(), dead, self.heap.len(), progress)?;
        let dead = dead.map(|explored| explored.members.into_iter().collect::<RoaringBitmap>()).unwrap_or_default();
        Ok(self.live.clone().without(&reached).into_bitmap() | seeds | dead)
    }

    /// What the roots reach without entering closed objects, over references that pass.
    fn reached_past(
        &self,
        closed: impl IntoIterator<Item = u32>,
        passes: impl Fn(ObjectIndex, u32) -> bool + Sync,
        progress: &Progress,
    ) -> Result<ObjectBits> {
        let HeapState { objects, types, references, roots, threads, policy, .. } = self.heap;
        let roots = starting_roots(roots, threads);
        reachable_past(objects, &kept_classes(types, *policy), references, roots, closed, passes, progress)
    }
}

pub(crate) fn totals_of(heap: &HeapState, object: ObjectIndex) -> NodeTotals {
    NodeTotals { objects: 1, bytes: heap.bytes_of(object) }
}
