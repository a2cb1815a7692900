//! One object's content for people to read: fields with their values, the start of an array, texts.

use std::sync::Arc;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::{ArrayKind, HeapState, Record, TypeKind, Value};
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;

/// Longer texts are cut; they come from a file that may claim anything.
const LONGEST_TEXT: usize = 4096;

/// Everything an object holds.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectValues {
    /// Instance fields, those of the object's own class first, then its super class's and so on.
    pub fields: Vec<FieldValue>,
    /// Static fields, for class objects.
    pub statics: Vec<FieldValue>,
    /// The first elements of an array.
    pub elements: Vec<Value>,
    /// How many elements the array has; `None` for other objects.
    pub array_length: Option<u32>,
    /// What the object says in words, where it does: the text of a `String` or `char[]`, the number in a boxed one,
    /// the name of a class, an enum constant or a thread.
    pub text: Option<String>,
}

/// A field with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldValue {
    /// The class that declares it.
    pub class: TypeIndex,
    /// Its name.
    pub name: Arc<str>,
    /// What it holds; `None` is a reference.
    pub kind: Option<Primitive>,
    /// Its value.
    pub value: Value,
}

/// The characters of an array as far as a string uses them.
#[derive(Debug, Clone, Copy)]
struct TextPlace {
    array: ObjectIndex,
    offset: usize,
    count: usize,
    utf16: bool,
}

impl HeapState {
    /// Reads what an object holds, of arrays at most `most_elements`. `None` if the heap has no records, or not that of
    /// this object (made-up ones).
    #[must_use]
    pub fn values_of(&self, object: ObjectIndex, most_elements: usize) -> Option<ObjectValues> {
        let mut values = match self.described_type(object) {
            Some(class) => ObjectValues {
                fields: Vec::new(),
                statics: self.static_values(class),
                elements: Vec::new(),
                array_length: None,
                text: Some(self.type_info(class).name.to_string()),
            },
            None => self.with_record(object, |record| ObjectValues {
                fields: self.field_values(&record),
                statics: Vec::new(),
                elements: record.elements().take(most_elements).collect(),
                array_length: self.array_length(object),
                text: None,
            })?,
        };
        if values.text.is_none() {
            values.text = self.text_from(object, &values);
        }
        Some(values)
    }

    fn static_values(&self, class: TypeIndex) -> Vec<FieldValue> {
        let value = |field: &super::StaticField| FieldValue { class, name: field.name.clone(), kind: field.kind, value: field.value };
        self.fields.statics(class).iter().map(value).collect()
    }

    fn field_values(&self, record: &Record<'_>) -> Vec<FieldValue> {
        let named = |(place, value): (&super::FieldPlace, Value)| FieldValue {
            class: place.class,
            name: self.fields.declared(place.class)[place.number as usize].name.clone(),
            kind: place.kind,
            value,
        };
        record.fields().map(named).collect()
    }

    fn text_from(&self, object: ObjectIndex, values: &ObjectValues) -> Option<String> {
        let object_type = self.type_of(object);
        let info = self.type_info(object_type);
        let field = |name: &str| values.fields.iter().find(|field| &*field.name == name);
        if &*info.name == "java.lang.String" || info.kind == TypeKind::Array(ArrayKind::Primitives(Primitive::Char)) {
            return self.text_of(object);
        }
        let boxed = ["Boolean", "Character", "Byte", "Short", "Integer", "Long", "Float", "Double"];
        if info.name.strip_prefix("java.lang.").is_some_and(|name| boxed.contains(&name)) {
            return field("value").filter(|field| field.value != Value::NotRecorded).map(|field| field.value.to_string());
        }
        let named = |class| matches!(&*self.type_info(class).name, "java.lang.Enum" | "java.lang.Thread");
        let name = values.fields.iter().find(|field| &*field.name == "name" && named(field.class))?;
        self.text_of(name.value.object()?)
    }

    /// The text of a `String` or `char[]`, at most 4,096 characters.
    #[must_use]
    pub fn text_of(&self, object: ObjectIndex) -> Option<String> {
        self.texts_of(&[object]).remove(&object)
    }

    /// The texts of all `String`s and `char[]`s among these objects, at most 4,096 characters each. Goes through the
    /// pieces of the dump that hold them: for many objects, ask once for all.
    #[must_use]
    pub fn texts_of(&self, objects: &[ObjectIndex]) -> FxHashMap<ObjectIndex, String> {
        if !self.has_values() {
            return FxHashMap::default();
        }
        let places: Vec<(ObjectIndex, TextPlace)> = self.each_of(objects, |record| Some((record.object(), self.text_place(record)?)));
        let arrays: Vec<ObjectIndex> = places.iter().map(|(_, place)| place.array).collect();
        let mut users: FxHashMap<ObjectIndex, Vec<(ObjectIndex, TextPlace)>> = FxHashMap::default();
        for (text, place) in places {
            users.entry(place.array).or_default().push((text, place));
        }
        let texts = self.each_of(&arrays, |record| {
            let users = users.get(&record.object())?;
            Some(users.iter().filter_map(|(text, place)| Some((*text, self.text_at(record, place)?))).collect::<Vec<_>>())
        });
        texts.into_iter().flatten().collect()
    }

    /// What `read` finds in the records of these objects.
    pub(crate) fn each_of<T: Send>(&self, objects: &[ObjectIndex], read: impl Fn(&Record<'_>) -> Option<T> + Sync) -> Vec<T> {
        let objects: RoaringBitmap = objects.iter().map(|object| object.0).collect();
        let fold = |found: &mut Vec<T>, record: Record<'_>| found.extend(read(&record));
        // Nobody can cancel a progress that nobody else holds.
        self.read_records_of(&objects, fold, &Progress::new()).unwrap_or_default().into_iter().flatten().collect()
    }

    /// A `String` has its characters in a `char[]` (with `offset` and `count` up to JDK 6) or, from JDK 9 on, in a
    /// `byte[]` with a `coder`. Up to JDK 7 a thread's name is a bare `char[]`.
    fn text_place(&self, record: &Record<'_>) -> Option<TextPlace> {
        match self.type_info(record.object_type()).kind {
            TypeKind::Array(ArrayKind::Primitives(Primitive::Char)) => {
                Some(TextPlace { array: record.object(), offset: 0, count: LONGEST_TEXT, utf16: false })
            }
            TypeKind::Array(_) => None,
            TypeKind::Instance => {
                let number = |name| usize::try_from(record.field(name)?.integer()?).ok();
                Some(TextPlace {
                    array: record.field("value")?.object()?,
                    offset: number("offset").unwrap_or(0),
                    count: number("count").map_or(LONGEST_TEXT, |count| count.min(LONGEST_TEXT)),
                    utf16: number("coder") == Some(1),
                })
            }
        }
    }

    fn text_at(&self, record: &Record<'_>, place: &TextPlace) -> Option<String> {
        let bytes = record.bytes();
        match self.type_info(record.object_type()).kind {
            TypeKind::Array(ArrayKind::Primitives(Primitive::Char)) => {
                let units = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                Some(String::from_utf16_lossy(&units.skip(place.offset).take(place.count).collect::<Vec<_>>()))
            }
            // Bytes lie in the dump as in memory: two-byte characters in the order of the machine, little end first on
            // every machine that runs HotSpot with compact strings in practice.
            TypeKind::Array(ArrayKind::Primitives(Primitive::Byte)) if place.utf16 => {
                let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
                Some(String::from_utf16_lossy(&units.take(LONGEST_TEXT).collect::<Vec<_>>()))
            }
            TypeKind::Array(ArrayKind::Primitives(Primitive::Byte)) => {
                Some(bytes.iter().take(LONGEST_TEXT).map(|&byte| char::from(byte)).collect())
            }
            _ => None,
        }
    }
}
