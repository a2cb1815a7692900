//! Values of the dump that scripts ask for: read many at a time, because reading one by one is slow.
//!
//! A record is found by reading a piece of the file, which takes milliseconds. So a value that was not read yet is only
//! noted; the evaluation that asked for it is given up, all values that a stretch of objects asked for are read in one
//! pass, and these evaluations are repeated. What belongs to the object and what belongs to its neighbours is the same.

use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::heap::{ArrayKind, FieldPlace, HeapState, Record, TypeKind, Value};

/// A value that must be read first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Missing;

/// What was read, and what is wanted.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// Names of fields, each once.
    names: Vec<ImmutableString>,
    numbers: FxHashMap<ImmutableString, u32>,
    places: FxHashMap<(TypeIndex, u32), Option<FieldPlace>>,
    /// By object and number of the name.
    fields: FxHashMap<(u32, u32), Value>,
    texts: FxHashMap<u32, Option<ImmutableString>>,
    counts: FxHashMap<u32, Option<i64>>,
    wanted_fields: Vec<(u32, u32)>,
    wanted_texts: Vec<u32>,
    wanted_counts: Vec<u32>,
}

impl Values {
    /// The number of a field's name.
    pub(super) fn name(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// A field of an object; null where it has none of this name.
    pub(super) fn field(&mut self, heap: &HeapState, object: ObjectIndex, name: u32) -> Result<Value, Missing> {
        let type_at = heap.type_of(object);
        let place = *self.places.entry((type_at, name)).or_insert_with(|| heap.field(type_at, &self.names[name as usize]));
        if place.is_none() || heap.is_class_object(object) {
            return Ok(Value::Null);
        }
        let known = self.fields.get(&(object.0, name)).copied();
        known.ok_or_else(|| {
            self.wanted_fields.push((object.0, name));
            Missing
        })
    }

    /// The text of a `String` or `char[]`.
    pub(super) fn text(&mut self, heap: &HeapState, object: ObjectIndex) -> Result<Option<&ImmutableString>, Missing> {
        let info = heap.type_info(heap.type_of(object));
        if &*info.name != "java.lang.String" && info.kind != TypeKind::Array(ArrayKind::Primitives(Primitive::Char)) {
            return Ok(None);
        }
        match self.texts.get(&object.0) {
            Some(text) => Ok(text.as_ref()),
            None => {
                self.wanted_texts.push(object.0);
                Err(Missing)
            }
        }
    }

    /// The number of elements of an array or a collection of the platform.
    pub(super) fn count(&mut self, heap: &HeapState, object: ObjectIndex) -> Result<Option<i64>, Missing> {
        if let Some(length) = heap.array_length(object) {
            return Ok(Some(i64::from(length)));
        }
        if let Some(&known) = self.counts.get(&object.0) {
            return Ok(known);
        }
        self.wanted_counts.push(object.0);
        Err(Missing)
    }

    /// Reads everything that is wanted.
    pub(crate) fn read(&mut self, heap: &HeapState) {
        let mut fields = std::mem::take(&mut self.wanted_fields);
        if !fields.is_empty() {
            fields.sort_unstable();
            fields.dedup();
            let owners: Vec<ObjectIndex> = fields.chunk_by(|a, b| a.0 == b.0).map(|of_object| ObjectIndex(of_object[0].0)).collect();
            let places = &self.places;
            let read = |record: &Record<'_>| {
                let object = record.object().0;
                let from = fields.partition_point(|wanted| wanted.0 < object);
                let wanted = fields[from..].iter().take_while(|wanted| wanted.0 == object);
                let value = |name| record.value(&(*places.get(&(record.object_type(), name))?)?);
                Some(wanted.filter_map(|&(_, name)| Some(((object, name), value(name)?))).collect::<Vec<_>>())
            };
            let found = heap.each_of(&owners, read);
            self.fields.extend(fields.iter().map(|&wanted| (wanted, Value::Null)));
            self.fields.extend(found.into_iter().flatten());
        }
        let texts = objects(std::mem::take(&mut self.wanted_texts));
        if !texts.is_empty() {
            let found = heap.texts_of(&texts);
            self.texts.extend(texts.iter().map(|text| (text.0, found.get(text).map(|text| text.as_str().into()))));
        }
        let collections = objects(std::mem::take(&mut self.wanted_counts));
        if !collections.is_empty() {
            let found = heap.collection_sizes(&collections);
            let size = |object| found.get(object).map(|&size| i64::try_from(size).unwrap_or(i64::MAX));
            self.counts.extend(collections.iter().map(|object| (object.0, size(object))));
        }
    }

    /// Forgets what was read; the names of fields keep their numbers.
    pub(crate) fn forget(&mut self) {
        self.fields.clear();
        self.texts.clear();
        self.counts.clear();
    }
}

fn objects(mut wanted: Vec<u32>) -> Vec<ObjectIndex> {
    wanted.sort_unstable();
    wanted.dedup();
    wanted.into_iter().map(ObjectIndex).collect()
}
