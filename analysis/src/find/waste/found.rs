//! What detectors of waste are, what they look at, and what they have found.

use rustc_hash::FxHashMap;

use super::contents::Contents;
use super::owned_arrays::{Collection, OwnedArrays, slots};
use super::roles::{Role, Roles};
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::find::findings::FindingKind;
use crate::heap::HeapState;

/// One kind of waste.
pub(crate) struct WasteDetector {
    pub(crate) kind: FindingKind,
    /// Without the values of arrays and fields it finds nothing.
    pub(super) needs_values: bool,
    pub(super) search: fn(&Searched<'_>, &Progress) -> Result<Found>,
    /// How a title begins: with the number of objects and the class that wastes most.
    pub(crate) title: fn(&str, &str) -> String,
    /// What to do about it, without a capital letter and a full stop.
    pub(crate) advice: &'static str,
}

/// What every detector looks at.
pub(crate) struct Searched<'a> {
    pub(super) roles: Roles<'a>,
    pub(super) contents: Contents,
    pub(super) owned: &'a OwnedArrays,
    /// The elements of the collections of which that can be read.
    pub(super) sizes: FxHashMap<ObjectIndex, u64>,
}

impl Searched<'_> {
    /// Whether an object is an array of references that belongs to no collection.
    pub(super) fn is_array(&self, object: ObjectIndex) -> bool {
        self.roles.role(object) == Role::References && !self.owned.private.has(object)
    }

    /// Whether an array of references has several slots that hold the same object, or all nothing.
    pub(super) fn holds_one_value(&self, array: ObjectIndex) -> bool {
        let ((length, used), row) = (slots(self.roles.heap, array), self.roles.heap.points_to(array));
        length >= 2 && (used == 0 || used == length && row.iter().all(|&target| target == row[0]))
    }

    /// The collections, of which something tells with their number of elements how many bytes they waste.
    pub(super) fn collections(&self, wasted: impl Fn(&Collection, u64) -> Option<u64>, progress: &Progress) -> Result<Found> {
        let all = self.sizes.len() as u64;
        let mut found =
            Found { detail: format!("There are {} collections in all", grouped(all)), of_objects: Some(all), ..Found::default() };
        progress.for_each(&self.owned.collections, |collection| {
            let elements = self.sizes.get(&collection.object);
            if let Some(bytes) = elements.and_then(|&elements| wasted(collection, elements)) {
                found.add(self.roles.heap, collection.object, bytes);
            }
        })?;
        Ok(found)
    }
}

/// Waste of one kind.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Objects that are waste.
    pub(crate) objects: u64,
    /// Bytes that could be saved.
    pub(crate) wasted: u64,
    /// What is known beyond the numbers, a sentence without a full stop; may be empty.
    pub(crate) detail: String,
    /// How many objects were looked at, where the kind alone does not say it.
    pub(crate) of_objects: Option<u64>,
    /// How many different contents they have.
    pub(crate) different: Option<u64>,
    /// How often the content that takes most bytes is there.
    pub(crate) most_repeated: Option<u64>,
    /// The objects, each with the bytes that it wastes, until the holders are known.
    pub(super) parts: Vec<(ObjectIndex, u64)>,
    pub(crate) by_class: FxHashMap<TypeIndex, Wasted>,
    /// By holder, in the numbering of the caller ([`super::Waste::sum_by_holder`]).
    pub(crate) by_holder: FxHashMap<u32, Wasted>,
}

/// A part of the waste.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wasted {
    pub(crate) objects: u64,
    pub(crate) bytes: u64,
    /// The object that wastes most.
    pub(crate) worst: (u64, ObjectIndex),
}

impl Found {
    pub(super) fn add(&mut self, heap: &HeapState, object: ObjectIndex, bytes: u64) {
        self.objects += 1;
        self.wasted += bytes;
        self.parts.push((object, bytes));
        self.by_class.entry(heap.type_of(object)).or_insert(Wasted::none(object)).add(object, bytes);
    }
}

impl Wasted {
    pub(super) fn none(object: ObjectIndex) -> Self {
        Self { objects: 0, bytes: 0, worst: (0, object) }
    }

    pub(super) fn add(&mut self, object: ObjectIndex, bytes: u64) {
        self.objects += 1;
        self.bytes += bytes;
        if bytes > self.worst.0 {
            self.worst = (bytes, object);
        }
    }
}
