//! Collections and arrays that hold little for what they take.

use super::contents::Contents;
use super::{roles, slot_bytes};
use crate::base::ids::ObjectIndex;
use crate::find::digits::grouped;
use crate::find::findings::FindingKind;
use crate::find::waste::roles::WasteOfKind;
use crate::find::waste::roles::{Heap, Role};
use crate::heap::{CollectionShape, HeapState, ObjectBits};
use crate::keepers::ownership::Dominators;

/// At most one slot of so many is used in what is called sparse.
const SPARSE_PARTS: u64 = 4;

/// One collection that is not the inside of another one.
#[derive(Debug)]
struct Collection {
    object: ObjectIndex,
    /// The collection, the one inside, and the private arrays.
    bytes: u64,
    /// The longest private array.
    longest: Option<ObjectIndex>,
}

/// All collections and the arrays that belong to them: all that waste needs to know of the dominator tree.
#[derive(Debug)]
pub(in crate::find) struct OwnedArrays {
    collections: Vec<Collection>,
    /// Private arrays of collections, those whose size is unknown included.
    private: ObjectBits,
}

impl OwnedArrays {
    /// Asks who owns the arrays that collections refer to.
    pub(in crate::find) fn of(heap: &HeapState, dominators: &Dominators) -> Self {
        let roles = roles(heap);
        let role_of = |object: ObjectIndex| roles[heap.type_of(object).at()];
        let is_collection = |&object: &ObjectIndex| matches!(role_of(object), Role::Collection(_));
        let is_wrapper = |object: ObjectIndex| role_of(object) == Role::Collection(CollectionShape::Wrapper);
        let owned_by = |owner: ObjectIndex| {
            let targets = heap.points_to(owner).iter().map(|&target| ObjectIndex(target));
            targets.filter(move |&target| dominators.immediate_dominator(target) == Some(owner))
        };
        let private_arrays = |owner: ObjectIndex| {
            let mut arrays: Vec<ObjectIndex> = owned_by(owner).filter(|&target| role_of(target) == Role::References).collect();
            arrays.sort_unstable();
            arrays.dedup();
            arrays
        };
        let mut found = Self { collections: Vec::new(), private: ObjectBits::new(heap.len()) };
        for object in heap.kept_objects().filter(is_collection) {
            let inside_of = dominators.immediate_dominator(object).filter(|&owner| is_wrapper(owner));
            let mut bytes = heap.bytes_of(object);
            let mut arrays = private_arrays(object);
            if is_wrapper(object) {
                let inner = owned_by(object).find(is_collection);
                bytes += inner.map_or(0, |inner| heap.bytes_of(inner));
                arrays.extend(inner.into_iter().flat_map(private_arrays));
            }
            bytes += arrays.iter().map(|&array| heap.bytes_of(array)).sum::<u64>();
            let longest = arrays.iter().copied().max_by_key(|&array| heap.array_length(array));
            for array in arrays {
                found.private.set(array.0);
            }
            if inside_of.is_none() {
                found.collections.push(Collection { object, bytes, longest });
            }
        }
        found
    }
}

impl Heap<'_> {
    /// Slots of an array of references, and those that are not null.
    fn slots(&self, array: ObjectIndex) -> (u64, u64) {
        let length = self.heap.array_length(array).map_or(0, u64::from);
        (length, (self.heap.points_to(array).len() as u64).min(length))
    }

    /// Empty and sparse collections, those of one element, sparse arrays, and arrays of one value.
    pub(super) fn sparse(&self, owned: &OwnedArrays, contents: &Contents) -> [WasteOfKind; 5] {
        let heap = self.heap;
        let mut empty = WasteOfKind::new(FindingKind::EmptyCollections);
        let mut single = WasteOfKind::new(FindingKind::SingleElementCollections);
        let mut sparse = WasteOfKind::new(FindingKind::SparseCollections);
        let objects: Vec<ObjectIndex> = owned.collections.iter().map(|collection| collection.object).collect();
        let sizes = heap.collection_sizes(&objects);
        for &Collection { object, bytes, longest } in &owned.collections {
            let Some(&elements) = sizes.get(&object) else { continue };
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
        for array in heap.kept_objects().filter(|&array| self.role_of(array) == Role::References && !owned.private.has(array)) {
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
        for kind in [&mut empty, &mut single, &mut sparse] {
            kind.detail = format!("There are {} collections in all", grouped(sizes.len() as u64));
            kind.of_objects = Some(sizes.len() as u64);
        }
        [empty, single, sparse, arrays, constant]
    }
}
