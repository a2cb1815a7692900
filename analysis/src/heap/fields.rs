//! Fields of every type: names, types and places of instance fields, static fields with their values.
//!
//! Names are shared, values of instances stay in the dump, so this is one small table per heap: 24 bytes per declared
//! field, 40 per static field (about 2 MB for a program of 20,000 classes). Where a field lies in the data of an
//! instance follows from its class and the classes above; such layouts are worked out at their first use.

use std::sync::{Arc, OnceLock};

use super::{HeapState, MOST_SUPER_CLASSES, TypeInfo, Value};
use crate::base::ids::TypeIndex;
use crate::base::primitive::Primitive;

/// An instance field as its class declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The field's own name.
    pub name: Arc<str>,
    /// What it holds; `None` is a reference.
    pub kind: Option<Primitive>,
}

/// A static field.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticField {
    /// The field's own name.
    pub name: Arc<str>,
    /// What it holds; `None` is a reference.
    pub kind: Option<Primitive>,
    /// What it held when the dump was written.
    pub value: Value,
}

/// An instance field's place in the data of instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldPlace {
    /// The class that declares it.
    pub class: TypeIndex,
    /// Its number among the fields of that class ([`FieldTable::declared`]).
    pub number: u32,
    /// Where its value starts in the data of an instance, in bytes.
    pub offset: u32,
    /// What it holds; `None` is a reference.
    pub kind: Option<Primitive>,
}

/// The fields of all types; empty for heaps that no dump describes.
#[derive(Debug, Default)]
pub struct FieldTable {
    types: Vec<TypeFields>,
    id_bytes: usize,
}

/// The fields of one type.
#[derive(Debug, Default)]
pub(crate) struct TypeFields {
    pub(crate) declared: Box<[Field]>,
    pub(crate) statics: Box<[StaticField]>,
    /// Bytes of instances that nothing describes, in classes that the dump does not hold.
    pub(crate) unknown_bytes: u32,
    /// The longest data of any instance: fields beyond it have no place.
    pub(crate) longest_bytes: u32,
    pub(crate) layout: OnceLock<Box<[FieldPlace]>>,
}

impl FieldTable {
    /// One entry per type; references in instance data take `id_bytes` (4 or 8).
    pub(crate) fn new(types: Vec<TypeFields>, id_bytes: usize) -> Self {
        Self { types, id_bytes }
    }

    /// Bytes of a reference in instance data.
    pub(crate) fn id_bytes(&self) -> usize {
        self.id_bytes
    }

    /// The instance fields that a class declares itself, in the order of the dump.
    #[must_use]
    pub fn declared(&self, class: TypeIndex) -> &[Field] {
        self.types.get(class.at()).map_or(&[], |fields| &fields.declared)
    }

    /// The static fields of a class, in the order of the dump.
    #[must_use]
    pub fn statics(&self, class: TypeIndex) -> &[StaticField] {
        self.types.get(class.at()).map_or(&[], |fields| &fields.statics)
    }

    fn layout(&self, types: &[TypeInfo], class: TypeIndex) -> &[FieldPlace] {
        let Some(fields) = self.types.get(class.at()) else { return &[] };
        fields.layout.get_or_init(|| {
            let mut places = Vec::new();
            let (mut offset, mut next) = (0_u32, Some(class));
            for _ in 0..MOST_SUPER_CLASSES {
                let Some((at, own)) = next.and_then(|at| Some((at, self.types.get(at.at())?))) else { break };
                for (number, field) in (0..).zip(&own.declared) {
                    let end = offset.saturating_add(field.kind.map_or(self.id_bytes as u32, Primitive::bytes));
                    // Offsets beyond the longest instance are of no use, and a hostile chain of classes has many.
                    if end > fields.longest_bytes {
                        return places.into();
                    }
                    places.push(FieldPlace { class: at, number, offset, kind: field.kind });
                    offset = end;
                }
                offset = offset.saturating_add(own.unknown_bytes);
                next = types[at.at()].super_type.filter(|&above| above != at);
            }
            places.into()
        })
    }
}

impl HeapState {
    /// The instance fields of a type, its own first, then those of its super class and so on, with their places.
    #[must_use]
    pub fn fields_of(&self, class: TypeIndex) -> &[FieldPlace] {
        self.fields.layout(&self.types, class)
    }

    /// The instance field of this name; the lowest one where several classes declare it. For loops over many objects:
    /// look the place up once per type.
    #[must_use]
    pub fn field(&self, class: TypeIndex, name: &str) -> Option<FieldPlace> {
        self.fields_of(class).iter().find(|place| self.field_name(place) == name).copied()
    }

    /// The name of a field, without its class.
    #[must_use]
    pub fn field_name(&self, place: &FieldPlace) -> &str {
        self.fields.declared(place.class).get(place.number as usize).map_or("", |field| &field.name)
    }
}
