//! Collections and arrays that hold little for what they take.

use super::contents::Contents;
use super::{Heap, Role, WasteOfKind, bits, slot_bytes};
use crate::ObjectIndex;
use crate::find::digits::grouped;
use crate::find::findings::FindingKind;
use crate::heap::CollectionShape;

/// At most one slot of so many is used in what is called sparse.
const SPARSE_PARTS: u64 = 4;

/// One collection that is not the inside of another one.
#[derive(Debug)]
pub(super) struct Collection {
    object: ObjectIndex,
    elements: u64,
    /// The collection, the one inside, and the private arrays.
    bytes: u64,
    /// The longest private array.
    longest: Option<ObjectIndex>,
}

/// All collections and the arrays that belong to them.
#[derive(Debug)]
pub(super) struct Collections {
    collections: Vec<Collection>,
    /// Private arrays of collections, those whose size is unknown included.
    private: Vec<ObjectIndex>,
}

impl Heap<'_> {
    /// Collections whose number of elements can be read.
    pub(super) fn collections(&self) -> Collections {
        let heap = self.heap;
        let is_collection = |&object: &ObjectIndex| matches!(self.role_of(object), Role::Collection(_));
        let objects: Vec<ObjectIndex> = heap.kept_objects().filter(is_collection).collect();
        let sizes = heap.collection_sizes(&objects);
        let is_wrapper = |object: ObjectIndex| self.role_of(object) == Role::Collection(CollectionShape::Wrapper);
        let mut found = Collections { collections: Vec::new(), private: Vec::new() };
        for object in objects {
            let inside_of = self.dominators.immediate_dominator(object).filter(|&owner| is_wrapper(owner));
            let mut bytes = heap.bytes_of(object);
            let mut arrays = self.private_arrays(object);
            if is_wrapper(object) {
                let inner = self.owned_by(object).find(is_collection);
                bytes += inner.map_or(0, |inner| heap.bytes_of(inner));
                arrays.extend(inner.into_iter().flat_map(|inner| self.private_arrays(inner)));
            }
            bytes += arrays.iter().map(|&array| heap.bytes_of(array)).sum::<u64>();
            let longest = arrays.iter().copied().max_by_key(|&array| heap.array_length(array));
            found.private.extend(arrays);
            if let (Some(&elements), None) = (sizes.get(&object), inside_of) {
                found.collections.push(Collection { object, elements, bytes, longest });
            }
        }
        found
    }

    /// What an object refers to and owns.
    fn owned_by(&self, owner: ObjectIndex) -> impl Iterator<Item = ObjectIndex> + '_ {
        let targets = self.heap.points_to(owner).iter().map(|&target| ObjectIndex(target));
        targets.filter(move |&target| self.dominators.immediate_dominator(target) == Some(owner))
    }

    fn private_arrays(&self, owner: ObjectIndex) -> Vec<ObjectIndex> {
        let mut arrays: Vec<ObjectIndex> = self.owned_by(owner).filter(|&target| self.role_of(target) == Role::References).collect();
        arrays.sort_unstable();
        arrays.dedup();
        arrays
    }

    /// Slots of an array of references, and those that are not null.
    fn slots(&self, array: ObjectIndex) -> (u64, u64) {
        let length = self.heap.array_length(array).map_or(0, u64::from);
        (length, (self.heap.points_to(array).len() as u64).min(length))
    }

    /// Empty and sparse collections, those of one element, sparse arrays, and arrays of one value.
    pub(super) fn sparse(&self, collections: &Collections, contents: &Contents) -> [WasteOfKind; 5] {
        let heap = self.heap;
        let mut empty = WasteOfKind::new(FindingKind::EmptyCollections);
        let mut single = WasteOfKind::new(FindingKind::SingleElementCollections);
        let mut sparse = WasteOfKind::new(FindingKind::SparseCollections);
        for &Collection { object, elements, bytes, longest } in &collections.collections {
            match elements {
                0 => empty.add(self, object, bytes),
                1 => single.add(self, object, bytes),
                _ => {
                    let Some(array) = longest else { continue };
                    let (length, used) = self.slots(array);
                    if SPARSE_PARTS * used.max(elements) <= length {
                        sparse.add(self, object, (length - used) * slot_bytes(heap, array));
                    }
                }
            }
        }
        let mut arrays = WasteOfKind::new(FindingKind::SparseArrays);
        let mut constant = WasteOfKind::new(FindingKind::ConstantArrays);
        let private = bits(heap, collections.private.iter().copied());
        for array in heap.kept_objects().filter(|&array| self.role_of(array) == Role::References && !private.has(array)) {
            let (length, used) = self.slots(array);
            let row = heap.points_to(array);
            if length >= 2 && (used == 0 || used == length && row.iter().all(|&target| target == row[0])) {
                constant.add(self, array, heap.bytes_of(array));
            } else if used > 0 && SPARSE_PARTS * used <= length {
                arrays.add(self, array, (length - used) * slot_bytes(heap, array));
            }
        }
        for &array in contents.constant.iter().filter(|&&array| !contents.of_strings.has(ObjectIndex(array))) {
            constant.add(self, ObjectIndex(array), heap.bytes_of(ObjectIndex(array)));
        }
        let all = collections.collections.len();
        for kind in [&mut empty, &mut single, &mut sparse] {
            kind.detail = format!("There are {} collections in all", grouped(all));
            kind.of_objects = Some(all as u64);
        }
        [empty, single, sparse, arrays, constant]
    }
}
