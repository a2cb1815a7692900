//! Waste in one heap state: memory that would not be needed if the same were kept economically.
//!
//! Objects that count are looked at, bytes are shallow sizes, every object is waste of one kind only. *Private* arrays
//! of a collection are the arrays of references that it owns (immediate dominator). Exactly:
//!
//! | kind | objects | bytes that could be saved |
//! |---|---|---|
//! | duplicate strings | strings with the text of an earlier one (by address) | these strings, and all but one of the arrays of each text |
//! | duplicate arrays | arrays of values, of no string, with type and content of an earlier one; no constant ones | these arrays |
//! | empty collections | collections without elements | the collection, the map in a set, the private arrays |
//! | collections of one element | collections with one | as above: a plain field needs none of it |
//! | sparse collections | two or more elements, and at most a quarter of the longest private array is used | the unused slots of that array |
//! | sparse arrays | other arrays of references, at most a quarter of whose slots are used, but some | the unused slots |
//! | arrays of one value | other arrays of two or more elements, all equal: zeros, nulls, one value, one object | these arrays |
//! | boxed values | `Integer`, `Long`, `Double`, `Boolean`, .. | these objects: a plain field needs none of it |
//!
//! Collections are those of `java.util` whose size can be read ([`HeapState::collection_sizes`]), and classes that extend
//! them; a map that is the inside of a set counts with the set. Two contents are equal if class, length, and a hash of
//! 128 bits are: contents are hashed once while the dump is read, and never kept.
//!
//! Memory: 16 bytes per object that is waste. While contents are read 24 bytes per array of values, 12 per string and 9
//! more per array of a string, 16 per boxed value, and twice as much for a moment.

mod boxed_values;
mod contents;
mod duplicate_arrays;
pub(crate) mod roles;
mod sparse;
mod strings;
#[cfg(test)]
mod tests;

pub(super) use sparse::OwnedArrays;

use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::find::waste::roles::{BOXES, Heap, Role, WasteOfKind, Wasted};
use crate::heap::{ArrayKind, HeapState, TypeKind, TypeSize};
use contents::Contents;

/// All waste of one heap state.
#[derive(Debug)]
pub(super) struct Waste {
    /// Every kind, most bytes first.
    pub(super) kinds: Vec<WasteOfKind>,
}

impl Waste {
    /// Looks at all objects that count.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn of(heap: &HeapState, arrays: &OwnedArrays, progress: &Progress) -> Result<Self> {
        let heap = Heap { heap, roles: roles(heap) };
        let contents = Contents::read(&heap, progress)?;
        let mut kinds = Vec::new();
        // Without values nobody can tell what is there twice.
        if heap.heap.has_values() {
            kinds.extend([heap.duplicate_strings(&contents, progress)?, heap.duplicate_arrays(&contents), heap.boxed(&contents)]);
        }
        progress.check()?;
        kinds.extend(heap.sparse(arrays, &contents));
        kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.wasted), kind.kind));
        kinds.iter_mut().for_each(|kind| kind.parts.shrink_to_fit());
        Ok(Self { kinds })
    }

    /// Sums what is wasted by the holder of each object, and forgets the objects.
    pub(super) fn sum_by_holder(&mut self, holder_of: &[u32]) {
        for kind in &mut self.kinds {
            for (object, bytes) in std::mem::take(&mut kind.parts) {
                kind.by_holder.entry(holder_of[object.at()]).or_insert(Wasted::none(object)).add(object, bytes);
            }
        }
    }
}

/// By type.
fn roles(heap: &HeapState) -> Vec<Role> {
    (0..heap.types.len() as u32).map(|at| role(heap, TypeIndex(at))).collect()
}

fn role(heap: &HeapState, class: TypeIndex) -> Role {
    let info = heap.type_info(class);
    match info.kind {
        TypeKind::Array(ArrayKind::Primitives(element)) => Role::Values(element),
        TypeKind::Array(ArrayKind::Objects) => Role::References,
        TypeKind::Instance if &*info.name == "java.lang.String" => Role::String,
        TypeKind::Instance if BOXES.contains(&&*info.name) => Role::Boxed,
        TypeKind::Instance => heap.collection_shape(class).map_or(Role::Other, Role::Collection),
    }
}

/// Bytes of one element of a reference array.
fn slot_bytes(heap: &HeapState, array: ObjectIndex) -> u64 {
    match heap.type_info(heap.type_of(array)).size {
        TypeSize::Array { element, .. } => u64::from(element),
        _ => 4,
    }
}
