//! Which arrays belong to collections.

use super::roles::{Role, Roles};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{CollectionShape, HeapState, ObjectBits, TypeSize};
use crate::keepers::ownership::Dominators;

/// One collection that is not the inside of another one.
#[derive(Debug)]
pub(super) struct Collection {
    pub(super) object: ObjectIndex,
    /// The collection, the one inside, its segments, and the private arrays.
    pub(super) bytes: u64,
    /// Slots of the longest private array, or of the tables of all segments.
    pub(super) slots: u64,
    /// Those that are not null.
    pub(super) used: u64,
    /// Bytes of those that are.
    pub(super) unused_bytes: u64,
}

/// Slots of an array of references, and those that are not null.
pub(super) fn slots(heap: &HeapState, array: ObjectIndex) -> (u64, u64) {
    let length = heap.array_length(array).map_or(0, u64::from);
    (length, (heap.points_to(array).len() as u64).min(length))
}

/// Bytes of the slots of an array of references that are null.
pub(super) fn unused_bytes(heap: &HeapState, array: ObjectIndex) -> u64 {
    let slot = match heap.type_info(heap.type_of(array)).size {
        TypeSize::Array { element, .. } => u64::from(element),
        _ => 4,
    };
    let (length, used) = slots(heap, array);
    (length - used) * slot
}

/// All collections and the arrays that belong to them: all that waste needs to know of the dominator tree.
#[derive(Debug)]
pub(in crate::find) struct OwnedArrays {
    pub(super) collections: Vec<Collection>,
    /// Private arrays of collections, those whose size is unknown included.
    pub(super) private: ObjectBits,
}

impl OwnedArrays {
    /// Asks who owns the arrays that collections refer to.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(in crate::find) fn of(heap: &HeapState, dominators: &Dominators, progress: &Progress) -> Result<Self> {
        let roles = Roles::of(heap);
        let role_of = |object: ObjectIndex| roles.role(object);
        let is_collection = |&object: &ObjectIndex| matches!(role_of(object), Role::Collection(_));
        let is_wrapper = |object: ObjectIndex| role_of(object) == Role::Collection(CollectionShape::Wrapper);
        let owned_by = |owner: ObjectIndex| {
            let targets = heap.points_to(owner).iter().map(|&target| ObjectIndex(target));
            targets.filter(move |&target| dominators.immediate_dominator(target) == Some(owner))
        };
        let is_segment = |&object: &ObjectIndex| role_of(object) == Role::Collection(CollectionShape::Segment);
        // The map owns the array of its segments, which owns them.
        let is_inside = |object: ObjectIndex| {
            let owner = dominators.immediate_dominator(object);
            let map = || owner.filter(|_| is_segment(&object)).and_then(|array| dominators.immediate_dominator(array));
            owner.is_some_and(is_wrapper) || map().as_ref().is_some_and(is_collection)
        };
        let private_arrays = |owner: ObjectIndex| {
            let mut arrays: Vec<ObjectIndex> = owned_by(owner).filter(|&target| role_of(target) == Role::References).collect();
            arrays.sort_unstable();
            arrays.dedup();
            arrays
        };
        // No JDK has had segments since 8, and asking every element of every array for them takes its time.
        let has_segments = roles.has(Role::Collection(CollectionShape::Segment));
        let mut found = Self { collections: Vec::new(), private: ObjectBits::new(heap.len()) };
        progress.for_each(heap.kept_objects(), |object| {
            if !is_collection(&object) {
                return;
            }
            let mut bytes = heap.bytes_of(object);
            let mut arrays = private_arrays(object);
            if is_wrapper(object) {
                let inner = owned_by(object).find(is_collection);
                bytes += inner.map_or(0, |inner| heap.bytes_of(inner));
                arrays.extend(inner.into_iter().flat_map(private_arrays));
            }
            let segments: Vec<ObjectIndex> = match has_segments {
                true => arrays.iter().flat_map(|&array| owned_by(array)).filter(is_segment).collect(),
                false => Vec::new(),
            };
            let mut tables: Vec<ObjectIndex> = segments.iter().flat_map(|&segment| private_arrays(segment)).collect();
            arrays.iter().for_each(|array| {
                found.private.set(array.0);
            });
            if is_inside(object) {
                return;
            }
            bytes += [&segments, &arrays, &tables].into_iter().flatten().map(|&part| heap.bytes_of(part)).sum::<u64>();
            if segments.is_empty() {
                tables.extend(arrays.iter().copied().max_by_key(|&array| heap.array_length(array)));
            }
            let sum = |of: &dyn Fn(ObjectIndex) -> u64| tables.iter().map(|&table| of(table)).sum();
            let [slots, used] = [sum(&|table| slots(heap, table).0), sum(&|table| slots(heap, table).1)];
            found.collections.push(Collection { object, bytes, slots, used, unused_bytes: sum(&|table| unused_bytes(heap, table)) });
        })?;
        Ok(found)
    }
}
