//! What objects of a type are to the search for waste.

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::heap::{ArrayKind, CollectionShape, HeapState, ObjectBits, TypeKind};

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

/// Classes of boxed values.
pub(in crate::find) const BOXES: [&str; 8] = [
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Double",
    "java.lang.Float",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
];

/// The roles of all types of a heap.
pub(crate) struct Roles<'a> {
    pub(super) heap: &'a HeapState,
    of_types: Vec<Role>,
}

impl<'a> Roles<'a> {
    pub(super) fn of(heap: &'a HeapState) -> Self {
        Self { heap, of_types: (0..heap.types.len() as u32).map(|at| role(heap, TypeIndex(at))).collect() }
    }

    /// Whether objects of a type of the heap have this role.
    pub(super) fn has(&self, role: Role) -> bool {
        self.of_types.contains(&role)
    }

    pub(super) fn role(&self, object: ObjectIndex) -> Role {
        self.of_types[self.heap.type_of(object).at()]
    }
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

/// The objects of a heap with a property.
pub(crate) fn bits(heap: &HeapState, objects: impl Iterator<Item = ObjectIndex>) -> ObjectBits {
    let mut bits = ObjectBits::new(heap.len());
    for object in objects {
        bits.set(object.0);
    }
    bits
}
