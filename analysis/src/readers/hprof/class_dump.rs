//! The record that describes a class.
//!
//! After the class id: u4 stack trace, then ids of super class, loader, signers, protection domain and two reserved
//! ones, u4 instance size, u2 n constants (u2 index, u1 type, value), u2 n statics (name id, u1 type, value), u2 n
//! fields (name id, u1 type). Types: 1 and 2 are references, 4 to 11 primitives.

use std::ops::Range;

use super::cursor::Cursor;
use crate::base::primitive::Primitive;

/// A field's or value's type: `None` is a reference.
pub(super) type ValueType = Option<Primitive>;

/// A static field: name id, type, value (an id, or the bits of a primitive).
#[derive(Debug, Clone, Copy)]
pub(super) struct StaticValue {
    pub(super) name: u64,
    pub(super) kind: ValueType,
    pub(super) bits: u64,
}

/// A class as the file describes it, without its name.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassDump {
    pub(super) id: u64,
    pub(super) super_class: u64,
    pub(super) loader: u64,
    /// What the file says about the size of instances; only used to size super classes that are missing.
    pub(super) instance_bytes: u32,
    /// Number of static references and bytes of static primitives.
    pub(super) static_references: u32,
    pub(super) static_primitive_bytes: u32,
    /// Static fields in the order of the record.
    pub(super) statics: Vec<StaticValue>,
    /// The class's own fields: name id and type, in the order of instance data.
    pub(super) fields: Vec<(u64, ValueType)>,
    /// Bytes of instances that nothing describes, in classes that the dump does not hold.
    pub(super) unknown_bytes: u32,
}

fn value_type(number: u8) -> Result<ValueType, &'static str> {
    match number {
        1 | 2 => Ok(None),
        _ => primitive(number).map(Some).ok_or(UNKNOWN_TYPE),
    }
}

fn value_bytes(value_type: ValueType, id_bytes: usize) -> u64 {
    value_type.map_or(id_bytes as u64, |primitive| u64::from(primitive.bytes()))
}

/// Bytes between the class id and the constants.
fn fixed_bytes(id_bytes: usize) -> u64 {
    4 + 6 * id_bytes as u64 + 4
}

/// Passes over the record; `None` if it is cut off.
pub(super) fn skip(cursor: &mut Cursor<'_>) -> Option<Result<(), &'static str>> {
    cursor.take(fixed_bytes(cursor.id_bytes()))?;
    for name_bytes in [2, cursor.id_bytes() as u64] {
        for _ in 0..cursor.u16()? {
            cursor.take(name_bytes)?;
            match value_type(cursor.u8()?) {
                Ok(value) => cursor.take(value_bytes(value, cursor.id_bytes()))?,
                Err(reason) => return Some(Err(reason)),
            };
        }
    }
    let fields = u64::from(cursor.u16()?);
    cursor.take(fields * (cursor.id_bytes() as u64 + 1))?;
    Some(Ok(()))
}

/// Where the values of primitive constants and static fields lie in the record whose content (after the class id) starts at `at`.
pub(super) fn primitive_values(bytes: &[u8], at: usize, id_bytes: usize, mut visit: impl FnMut(Range<usize>)) -> Option<()> {
    let mut cursor = Cursor::new(bytes, at, id_bytes);
    cursor.take(fixed_bytes(id_bytes))?;
    for name_bytes in [2, id_bytes as u64] {
        for _ in 0..cursor.u16()? {
            cursor.take(name_bytes)?;
            let value = value_type(cursor.u8()?).ok()?;
            let start = cursor.at();
            cursor.take(value_bytes(value, id_bytes))?;
            if value.is_some() {
                visit(start..cursor.at());
            }
        }
    }
    Some(())
}

/// Reads the record whose content (after the class id) starts at `at`. What is wrong with it stays out: [`skip`] has
/// seen it before.
pub(super) fn read(bytes: &[u8], at: usize, id: u64, id_bytes: usize) -> Option<ClassDump> {
    let mut cursor = Cursor::new(bytes, at, id_bytes);
    let mut class = ClassDump { id, ..ClassDump::default() };
    cursor.u32()?;
    class.super_class = cursor.id()?;
    class.loader = cursor.id()?;
    cursor.take(4 * id_bytes as u64)?;
    class.instance_bytes = cursor.u32()?;
    for _ in 0..cursor.u16()? {
        cursor.u16()?;
        let value = value_type(cursor.u8()?).ok()?;
        cursor.take(value_bytes(value, id_bytes))?;
    }
    for _ in 0..cursor.u16()? {
        let name = cursor.id()?;
        let kind = value_type(cursor.u8()?).ok()?;
        match kind {
            Some(primitive) => class.static_primitive_bytes += primitive.bytes(),
            None => class.static_references += 1,
        }
        let value = cursor.take(value_bytes(kind, id_bytes))?;
        class.statics.push(StaticValue { name, kind, bits: value.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte)) });
    }
    for _ in 0..cursor.u16()? {
        let name = cursor.id()?;
        // A type that nobody knows takes no bytes; the instances' own lengths bound what is read.
        class.fields.push((name, value_type(cursor.u8()?).unwrap_or(Some(Primitive::Byte))));
    }
    Some(class)
}

pub(crate) const UNKNOWN_TYPE: &str = "Unknown value type in a heap dump segment; the rest of the segment is skipped";

/// The primitive with this HPROF number.
#[inline]
pub(crate) fn primitive(number: u8) -> Option<Primitive> {
    Primitive::ALL.get(usize::from(number.wrapping_sub(4))).copied()
}
