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

mod contents;
mod sparse;
mod strings;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::digits::grouped;
use super::findings::FindingKind;
use crate::heap::{CollectionShape, ObjectBits};
use crate::{ArrayKind, HeapState, ObjectIndex, Primitive, Progress, Result, TypeIndex, TypeKind, TypeSize};
use contents::Contents;
pub(super) use sparse::OwnedArrays;

/// All waste of one heap state.
#[derive(Debug)]
pub(super) struct Waste {
    /// Every kind, most bytes first.
    pub(super) kinds: Vec<WasteOfKind>,
}

/// Waste of one kind.
#[derive(Debug)]
pub(super) struct WasteOfKind {
    pub(super) kind: FindingKind,
    /// Objects that are waste.
    pub(super) objects: u64,
    /// Bytes that could be saved.
    pub(super) wasted: u64,
    /// What is known beyond the numbers, a sentence without a full stop; may be empty.
    pub(super) detail: String,
    /// How many objects were looked at, where the kind alone does not say it.
    pub(super) of_objects: Option<u64>,
    /// How many different contents they have.
    pub(super) different: Option<u64>,
    /// How often the content that takes most bytes is there.
    pub(super) most_repeated: Option<u64>,
    /// The objects, each with the bytes that it wastes, until the holders are known.
    parts: Vec<(ObjectIndex, u64)>,
    pub(super) by_class: FxHashMap<TypeIndex, Wasted>,
    /// By holder, in the numbering of the caller ([`Waste::sum_by_holder`]).
    pub(super) by_holder: FxHashMap<u32, Wasted>,
}

/// A part of the waste.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wasted {
    pub(super) objects: u64,
    pub(super) bytes: u64,
    /// The object that wastes most.
    pub(super) worst: (u64, ObjectIndex),
}

/// What objects of a type are to the analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    String,
    Boxed,
    Values(Primitive),
    References,
    Collection(CollectionShape),
    Other,
}

const BOXES: [&str; 8] = [
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Double",
    "java.lang.Float",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
];

/// What every part of the analysis needs.
struct Heap<'a> {
    heap: &'a HeapState,
    /// By type.
    roles: Vec<Role>,
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

impl WasteOfKind {
    fn new(kind: FindingKind) -> Self {
        Self {
            kind,
            objects: 0,
            wasted: 0,
            detail: String::new(),
            of_objects: None,
            different: None,
            most_repeated: None,
            parts: Vec::new(),
            by_class: FxHashMap::default(),
            by_holder: FxHashMap::default(),
        }
    }

    fn add(&mut self, heap: &Heap<'_>, object: ObjectIndex, bytes: u64) {
        self.objects += 1;
        self.wasted += bytes;
        self.parts.push((object, bytes));
        self.by_class.entry(heap.heap.type_of(object)).or_insert(Wasted::none(object)).add(object, bytes);
    }
}

impl Wasted {
    fn none(object: ObjectIndex) -> Self {
        Self { objects: 0, bytes: 0, worst: (0, object) }
    }

    fn add(&mut self, object: ObjectIndex, bytes: u64) {
        self.objects += 1;
        self.bytes += bytes;
        if bytes > self.worst.0 {
            self.worst = (bytes, object);
        }
    }
}

impl Heap<'_> {
    fn role_of(&self, object: ObjectIndex) -> Role {
        self.roles[self.heap.type_of(object).at()]
    }

    /// Arrays of values with the content of an earlier one.
    fn duplicate_arrays(&self, contents: &Contents) -> WasteOfKind {
        let mut waste = WasteOfKind::new(FindingKind::DuplicateArrays);
        let (mut all, mut different) = (0_u64, 0_u64);
        for same in contents.same() {
            let counted = |array: &&contents::Content| !contents.of_strings.has(ObjectIndex(array.array)) && !array.is_constant;
            let mut arrays = same.iter().filter(counted).map(|content| ObjectIndex(content.array));
            different += u64::from(arrays.next().is_some());
            for array in arrays {
                all += 1;
                waste.add(self, array, self.heap.bytes_of(array));
            }
        }
        waste.detail = format!("{} arrays of values have {} different contents", grouped(all + different), grouped(different));
        (waste.of_objects, waste.different) = (Some(all + different), Some(different));
        waste
    }

    fn boxed(&self, contents: &Contents) -> WasteOfKind {
        let mut waste = WasteOfKind::new(FindingKind::BoxedValues);
        for object in self.heap.kept_objects().filter(|&object| self.role_of(object) == Role::Boxed) {
            waste.add(self, object, self.heap.bytes_of(object));
        }
        waste.detail = format!("They hold {} different values", grouped(contents.different_boxed));
        waste.different = Some(contents.different_boxed as u64);
        waste
    }
}

/// Bytes of one element of a reference array.
fn slot_bytes(heap: &HeapState, array: ObjectIndex) -> u64 {
    match heap.type_info(heap.type_of(array)).size {
        TypeSize::Array { element, .. } => u64::from(element),
        _ => 4,
    }
}

/// The objects of a heap with a property.
fn bits(heap: &HeapState, objects: impl Iterator<Item = ObjectIndex>) -> ObjectBits {
    let mut bits = ObjectBits::new(heap.len());
    for object in objects {
        bits.set(object.0);
    }
    bits
}
