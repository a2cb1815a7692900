//! Names for the references of paths, read from the dump for all of them at once.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::ClosestHolders;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits, Record, Slot, ThreadLocals, TypeKind};

/// No field of this number.
const NO_FIELD: u16 = u16::MAX;

/// How each object of a tree of paths is referenced by the one before it. Elements of arrays have no index here.
pub(crate) struct TreeNames {
    /// By object: the place in the layout of the class of the object before it.
    fields: Vec<AtomicU16>,
    /// What is no instance field: held by class objects and threads.
    others: FxHashMap<u32, Slot>,
    thread_locals: ThreadLocals,
}

impl TreeNames {
    /// Reads the names for these objects. Memory: 2 bytes per object of the heap.
    pub(crate) fn read(heap: &HeapState, tree: &ClosestHolders, objects: &ObjectBits, progress: &Progress) -> Result<Self> {
        let mut names = Self {
            fields: std::iter::repeat_with(|| AtomicU16::new(NO_FIELD)).take(heap.len()).collect(),
            others: FxHashMap::default(),
            thread_locals: ThreadLocals::read(heap, progress)?,
        };
        let mut sources = RoaringBitmap::new();
        let is_thread: Vec<bool> = (0..heap.types.len() as u32)
            .map(|at| heap.ancestry(TypeIndex(at)).any(|class| &*heap.type_info(class).name == "java.lang.Thread"))
            .collect();
        progress.for_each(tree.order(), |&object| {
            let Some(before) = tree.before(ObjectIndex(object)).filter(|_| objects.has(ObjectIndex(object))) else { return };
            if heap.is_class_object(before) || is_thread[heap.type_of(before).at()] {
                let position = heap.points_to(before).iter().position(|&target| target == object);
                let slot = position.and_then(|at| heap.slots_of(before).get(at).copied()).unwrap_or(Slot::Class);
                names.others.insert(object, slot);
            } else if heap.type_info(heap.type_of(before)).kind == TypeKind::Instance {
                sources.insert(before.0);
            }
        })?;
        let read = |_: &mut (), record: Record<'_>| {
            for (place, (_, value)) in (0..NO_FIELD).zip(record.fields()) {
                if let Some(target) = value.object()
                    && tree.before(target) == Some(record.object())
                {
                    // Only the record of the object before writes here. The first field wins.
                    let _ = names.fields[target.at()].compare_exchange(NO_FIELD, place, Ordering::Relaxed, Ordering::Relaxed);
                }
            }
        };
        heap.read_records_of(&sources, read, progress)?;
        Ok(names)
    }

    /// How `object` is referenced by the one before it.
    pub(crate) fn slot(&self, heap: &HeapState, before: ObjectIndex, object: ObjectIndex) -> Slot {
        if let Some(&slot) = self.others.get(&object.0) {
            return slot;
        }
        if let Some(slot) = self.thread_locals.slot(before, object) {
            return slot;
        }
        let class = heap.type_of(before);
        if matches!(heap.type_info(class).kind, TypeKind::Array(_)) {
            return Slot::Element(0);
        }
        match heap.fields_of(class).get(usize::from(self.fields[object.at()].load(Ordering::Relaxed))) {
            Some(place) => Slot::Field { class: place.class, number: place.number },
            // Only the edge to the class has no field.
            None if heap.class_object_of(before) == Some(object) => Slot::Class,
            None => Slot::Unknown,
        }
    }
}

/// The names of single references, each given as source and target: of several references between the two, one each.
/// Reads the records of all sources at once.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn reference_slots(heap: &HeapState, edges: &[(ObjectIndex, ObjectIndex)], progress: &Progress) -> Result<Vec<Slot>> {
    // By source and target: those of one record stand together.
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.par_sort_unstable_by_key(|&at| edges[at]);
    let mut sources = RoaringBitmap::new();
    progress.for_each(&order, |&at| {
        sources.insert(edges[at].0.0);
    })?;
    let read = |found: &mut Vec<(usize, Slot)>, record: Record<'_>| {
        let begin = order.partition_point(|&at| edges[at].0 < record.object());
        let wanted = &order[begin..];
        let wanted = &wanted[..wanted.partition_point(|&at| edges[at].0 == record.object())];
        let (mut is_found, mut left) = (vec![false; wanted.len()], wanted.len());
        for (slot, target) in heap.slots_in(&record) {
            let first = wanted.partition_point(|&at| edges[at].1 < target);
            let same = wanted[first..].iter().zip(&mut is_found[first..]);
            for (&at, is_found) in same.take_while(|(at, is_found)| edges[**at].1 == target && !**is_found) {
                found.push((at, slot));
                *is_found = true;
                left -= 1;
            }
            if left == 0 {
                break;
            }
        }
    };
    let mut slots: Vec<Option<Slot>> = vec![None; edges.len()];
    for found in heap.read_records_of(&sources, read, progress)? {
        progress.for_each(found, |(at, slot)| slots[at] = Some(slot))?;
    }
    let thread_locals = ThreadLocals::read(heap, progress)?;
    let name = |(source, target): (ObjectIndex, ObjectIndex), found: Option<Slot>| {
        thread_locals.slot(source, target).or(found).unwrap_or_else(|| {
            // Class objects have no record, and locals of threads are in none.
            let position = heap.points_to(source).iter().position(|&at| at == target.0);
            match position {
                Some(at) if !matches!(heap.type_info(heap.type_of(source)).kind, TypeKind::Array(_)) => heap.slots_of(source)[at],
                Some(_) => Slot::Unknown,
                None => Slot::Class,
            }
        })
    };
    let mut names = Vec::with_capacity(edges.len());
    progress.for_each(edges.iter().zip(slots), |(&edge, found)| names.push(name(edge, found)))?;
    Ok(names)
}
