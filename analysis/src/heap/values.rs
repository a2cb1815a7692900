//! Values of fields and array elements.

use std::fmt;

use super::HeapState;
use crate::base::ids::ObjectIndex;
use crate::base::primitive::Primitive;

/// What a field or an array element holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// No object.
    Null,
    /// A reference.
    Object(ObjectIndex),
    /// A reference to this address, at which the dump has no object.
    Missing(u64),
    /// A value that the input does not hold: traces record references, no numbers, and of redacted dumps they were taken out.
    NotRecorded,
    /// `boolean`
    Boolean(bool),
    /// `char`, one UTF-16 unit
    Char(u16),
    /// `byte`
    Byte(i8),
    /// `short`
    Short(i16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
}

impl Value {
    /// The object that is referenced, if any.
    #[must_use]
    pub fn object(self) -> Option<ObjectIndex> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Whole numbers as one type; characters by their number, `false` and `true` as 0 and 1.
    #[must_use]
    pub fn integer(self) -> Option<i64> {
        Some(match self {
            Self::Boolean(value) => i64::from(value),
            Self::Char(value) => i64::from(value),
            Self::Byte(value) => i64::from(value),
            Self::Short(value) => i64::from(value),
            Self::Int(value) => i64::from(value),
            Self::Long(value) => value,
            _ => return None,
        })
    }

    /// What tells values of one type apart: their bits; 0 for what is no value, or is not known.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Float(value) => u64::from(value.to_bits()),
            Self::Double(value) => value.to_bits(),
            value => value.integer().unwrap_or(0).cast_unsigned(),
        }
    }

    /// Decodes the first bytes of `bytes`, big end first; `None` if there are too few.
    #[inline]
    pub(crate) fn primitive(kind: Primitive, bytes: &[u8]) -> Option<Self> {
        Some(match kind {
            Primitive::Boolean => Self::Boolean(*bytes.first()? != 0),
            Primitive::Byte => Self::Byte(bytes.first()?.cast_signed()),
            Primitive::Char => Self::Char(u16::from_be_bytes(*bytes.first_chunk()?)),
            Primitive::Short => Self::Short(i16::from_be_bytes(*bytes.first_chunk()?)),
            Primitive::Int => Self::Int(i32::from_be_bytes(*bytes.first_chunk()?)),
            Primitive::Long => Self::Long(i64::from_be_bytes(*bytes.first_chunk()?)),
            Primitive::Float => Self::Float(f32::from_be_bytes(*bytes.first_chunk()?)),
            Primitive::Double => Self::Double(f64::from_be_bytes(*bytes.first_chunk()?)),
        })
    }

    /// Decodes a reference of `id_bytes` (4 or 8) bytes; `None` if there are too few.
    #[inline]
    pub(crate) fn reference(heap: &HeapState, id_bytes: usize, bytes: &[u8]) -> Option<Self> {
        let address = match id_bytes {
            8 => u64::from_be_bytes(*bytes.first_chunk()?),
            _ => u64::from(u32::from_be_bytes(*bytes.first_chunk()?)),
        };
        Some(Self::at(heap, address))
    }

    /// A reference to this address; 0 is null.
    #[inline]
    pub(crate) fn at(heap: &HeapState, address: u64) -> Self {
        match address {
            0 => Self::Null,
            _ => heap.find(address).map_or(Self::Missing(address), Self::Object),
        }
    }

    /// Decodes a value of any kind; `None` as kind is a reference.
    #[inline]
    pub(crate) fn read(heap: &HeapState, kind: Option<Primitive>, bytes: &[u8]) -> Option<Self> {
        match kind {
            Some(kind) => Self::primitive(kind, bytes),
            None => Self::reference(heap, heap.fields.id_bytes(), bytes),
        }
    }
}

/// As in source code; objects as `@` with their number, because a value knows no heap.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Null => f.write_str("null"),
            Self::Object(object) => write!(f, "@{}", object.0),
            Self::Missing(address) => write!(f, "{address:#x} (not in the dump)"),
            Self::NotRecorded => f.write_str("not recorded"),
            Self::Boolean(value) => value.fmt(f),
            Self::Char(value) => write!(f, "'{}'", char::from_u32(u32::from(value)).unwrap_or(char::REPLACEMENT_CHARACTER).escape_debug()),
            Self::Byte(value) => value.fmt(f),
            Self::Short(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Long(value) => value.fmt(f),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Double(value) => write!(f, "{value:?}"),
        }
    }
}
