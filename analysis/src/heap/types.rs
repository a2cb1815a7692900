//! Types of one heap state.

use std::sync::Arc;

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;

/// What an array holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayKind {
    /// References.
    Objects,
    /// Values.
    Primitives(Primitive),
}

/// What a type's instances look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// Fields.
    Instance,
    /// Slots.
    Array(ArrayKind),
}

/// How the shallow size of an instance follows from its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeSize {
    /// Every instance has this many bytes, already aligned.
    Fixed(u32),
    /// An array: `up(header + length * element, alignment)` bytes.
    Array {
        /// Bytes before the first element.
        header: u32,
        /// Bytes per element.
        element: u32,
        /// Objects start at multiples of this.
        alignment: u32,
    },
    /// Every object may have a size of its own (class objects differ by their statics); this is the default.
    PerObject(u32),
}

impl TypeSize {
    /// Bytes of an array with `length` elements; the fixed part for types that are no arrays.
    #[inline]
    #[must_use]
    pub fn array_bytes(self, length: u32) -> u64 {
        match self {
            Self::Fixed(bytes) | Self::PerObject(bytes) => u64::from(bytes),
            Self::Array { header, element, alignment } => {
                let bytes = u64::from(header) + u64::from(length) * u64::from(element);
                // Nearly always a power of two; a division would be most of a histogram's time.
                if alignment.is_power_of_two() {
                    let below = u64::from(alignment) - 1;
                    (bytes + below) & !below
                } else {
                    bytes.next_multiple_of(u64::from(alignment.max(1)))
                }
            }
        }
    }
}

/// One class or array type.
#[derive(Debug, Clone)]
pub struct TypeInfo {
    /// Source form: `java.lang.String`, `int[]`, `java.lang.Object[][]`.
    pub name: Arc<str>,
    /// Instance or array.
    pub kind: TypeKind,
    /// The super class; `None` for `java.lang.Object` and where the dump has none.
    pub super_type: Option<TypeIndex>,
    /// The class object; `None` where the dump has none.
    pub class_object: Option<ObjectIndex>,
    /// The loader object; `None` is the boot loader.
    pub class_loader: Option<ObjectIndex>,
    /// How big its instances are.
    pub size: TypeSize,
}
