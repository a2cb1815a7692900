//! What objects of a type are to the search for waste, and what it found of one kind.

use rustc_hash::FxHashMap;

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::find::findings::FindingKind;
use crate::heap::{CollectionShape, HeapState, ObjectBits};

/// What objects of a type are to the analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    String,
    Boxed,
    Values(Primitive),
    References,
    Collection(CollectionShape),
    Other,
}

pub(crate) const BOXES: [&str; 8] = [
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
pub(crate) struct Heap<'a> {
    pub(super) heap: &'a HeapState,
    /// By type.
    pub(super) roles: Vec<Role>,
}

impl Heap<'_> {
    pub(super) fn role_of(&self, object: ObjectIndex) -> Role {
        self.roles[self.heap.type_of(object).at()]
    }
}

/// Waste of one kind.
#[derive(Debug)]
pub(crate) struct WasteOfKind {
    pub(crate) kind: FindingKind,
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

impl WasteOfKind {
    pub(super) fn new(kind: FindingKind) -> Self {
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

    pub(super) fn add(&mut self, heap: &Heap<'_>, object: ObjectIndex, bytes: u64) {
        self.objects += 1;
        self.wasted += bytes;
        self.parts.push((object, bytes));
        self.by_class.entry(heap.heap.type_of(object)).or_insert(Wasted::none(object)).add(object, bytes);
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

/// The objects of a heap with a property.
pub(crate) fn bits(heap: &HeapState, objects: impl Iterator<Item = ObjectIndex>) -> ObjectBits {
    let mut bits = ObjectBits::new(heap.len());
    for object in objects {
        bits.set(object.0);
    }
    bits
}
