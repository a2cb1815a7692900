//! What the bytes of an object are for.

use super::{ArrayKind, HeapState, TypeKind, TypeSize};
use crate::base::ids::TypeIndex;
use crate::base::primitive::Primitive;

/// The bytes of one object; the parts sum to its shallow size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ObjectParts {
    /// Fields or elements that are no references.
    pub primitive: u64,
    /// What the JVM puts before the fields; all of a class object.
    pub header: u64,
    /// References to objects.
    pub pointer: u64,
    /// References to nothing.
    pub null: u64,
    /// Gaps between and behind fields.
    pub padding: u64,
}

impl HeapState {
    /// The parts of an object of this type with so many elements, references that are not null and bytes.
    #[must_use]
    pub fn parts(&self, object_type: TypeIndex, array_length: Option<u32>, references: usize, bytes: u64) -> ObjectParts {
        let (instance_header, reference) = self.header_and_reference();
        let info = self.type_info(object_type);
        let length = u64::from(array_length.unwrap_or(0));
        let array_header = match info.size {
            TypeSize::Array { header, .. } => u64::from(header),
            _ => instance_header + 4,
        };
        let (header, primitive, slots) = match (info.kind, info.size) {
            (TypeKind::Array(ArrayKind::Primitives(element)), _) => (array_header, length * u64::from(element.bytes()), 0),
            (TypeKind::Array(ArrayKind::Objects), _) => (array_header, 0, length),
            (TypeKind::Instance, TypeSize::PerObject(_)) => (bytes, 0, 0),
            (TypeKind::Instance, _) => {
                let fields = self.fields_of(object_type);
                let primitive = fields.iter().filter_map(|place| place.kind).map(|kind| u64::from(Primitive::bytes(kind))).sum();
                (instance_header, primitive, fields.iter().filter(|place| place.kind.is_none()).count() as u64)
            }
        };
        let used = slots.min(references as u64);
        let mut left = bytes;
        let mut take = |wanted: u64| {
            let taken = wanted.min(left);
            left -= taken;
            taken
        };
        let (header, primitive) = (take(header), take(primitive));
        let (pointer, null) = (take(used * reference), take((slots - used) * reference));
        ObjectParts { primitive, header, pointer, null, padding: left }
    }

    /// Bytes of the header of an instance and of a reference, as the arrays of this heap tell them.
    fn header_and_reference(&self) -> (u64, u64) {
        let of_array = self.types.iter().find_map(|info| match (info.kind, info.size) {
            // An array has its length after the header.
            (TypeKind::Array(ArrayKind::Objects), TypeSize::Array { header, element, .. }) => Some((header.saturating_sub(4), element)),
            _ => None,
        });
        let (header, reference) = of_array.unwrap_or((12, 4));
        (u64::from(header), u64::from(reference))
    }
}
