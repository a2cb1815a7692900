//! The content of objects, read from the dump or trace when somebody asks.
//!
//! A heap state holds types, sizes and references; values stay in the dump. A record is found by reading the piece of
//! the file (a few MiB) that holds it, some milliseconds; many records are read by going through the pieces once, in
//! parallel (about a second for a dump of 10 million objects on two cores), never by asking for one after the other.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::{ArrayKind, FieldPlace, HeapState, TypeKind, Value};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;

/// What a reader knows of the content of an object.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Content<'a> {
    /// Field data or elements, as dumps have them.
    Bytes(&'a [u8]),
    /// References alone, without null: offset of the field or index of the element, ascending, and address.
    References(&'a [(u32, u64)]),
}

/// Where the content of objects is read from. Readers implement this; the heap itself knows no file format.
pub(crate) trait ReadRecords: fmt::Debug + Send + Sync {
    /// Calls `visit` with the address and the content (field data, or elements) of every object whose record lies in
    /// these ranges, in their order, until it returns false.
    fn read(&self, ranges: &[Range<usize>], visit: &mut dyn FnMut(u64, Content<'_>) -> bool);

    /// Tells the system that nothing will be read soon; for contents that it could read again.
    fn release(&self) {}
}

/// The way to the content of objects; none for heaps that did not come from a dump.
#[derive(Debug, Clone, Default)]
pub struct Records {
    pub(crate) reader: Option<Arc<dyn ReadRecords>>,
    /// Some objects have several records; the first one counts.
    pub(crate) repeated: bool,
    /// The reader gives [`Content::References`].
    pub(crate) references_only: bool,
    /// What was taken out before.
    pub(crate) redacted: Redacted,
}

/// What somebody has taken out of the contents of objects before the file came here: zeros stand in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Redacted {
    /// Nothing is known to be missing.
    #[default]
    Nothing,
    /// The elements of arrays of primitive types, and so all texts.
    Arrays,
    /// Those, and primitive fields; numbers of elements of collections are still there.
    ArraysAndFields,
}

/// The content of one object.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    heap: &'a HeapState,
    object: ObjectIndex,
    content: Content<'a>,
}

impl<'a> Record<'a> {
    /// Whose content it is.
    #[must_use]
    pub fn object(&self) -> ObjectIndex {
        self.object
    }

    /// The object's type.
    #[must_use]
    pub fn object_type(&self) -> TypeIndex {
        self.heap.type_of(self.object)
    }

    /// Field data or array elements as the dump has them: big end first, references as ids. Empty where only references
    /// are known ([`HeapState::has_values`]).
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        match self.content {
            Content::Bytes(bytes) => bytes,
            Content::References(_) => &[],
        }
    }

    /// The value of a field of the object's own type ([`HeapState::field`]); `None` if the record is too short.
    #[inline]
    #[must_use]
    pub fn value(&self, place: &FieldPlace) -> Option<Value> {
        let stored = self.stored(place);
        match stored {
            Some(value) if place.kind.is_some() && value.bits() == 0 && self.heap.records.redacted == Redacted::ArraysAndFields => {
                Some(Value::NotRecorded)
            }
            _ => stored,
        }
    }

    /// The same for fields that nobody takes out: those that hold how many elements a collection has.
    #[inline]
    pub(crate) fn stored(&self, place: &FieldPlace) -> Option<Value> {
        match self.content {
            Content::Bytes(bytes) => Value::read(self.heap, place.kind, bytes.get(place.offset as usize..)?),
            Content::References(_) if place.kind.is_some() => Some(Value::NotRecorded),
            Content::References(references) => Some(match references.binary_search_by_key(&place.offset, |reference| reference.0) {
                Ok(at) => Value::at(self.heap, references[at].1),
                Err(_) => Value::Null,
            }),
        }
    }

    /// Whether the field at this offset refers to something.
    #[inline]
    pub(crate) fn has_reference(&self, offset: usize) -> bool {
        match self.content {
            Content::Bytes(bytes) => {
                bytes.get(offset..offset + self.heap.fields.id_bytes()).is_some_and(|id| id.iter().any(|&byte| byte != 0))
            }
            Content::References(references) => references.binary_search_by_key(&offset, |reference| reference.0 as usize).is_ok(),
        }
    }

    /// The value of the field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Value> {
        self.value(&self.heap.field(self.object_type(), name)?)
    }

    /// All fields with their values, as [`HeapState::fields_of`]; none for arrays.
    pub fn fields(&self) -> impl Iterator<Item = (&'a FieldPlace, Value)> + use<'a> {
        let record = *self;
        let places = match self.heap.type_info(self.object_type()).kind {
            TypeKind::Instance => self.heap.fields_of(self.object_type()),
            TypeKind::Array(_) => &[],
        };
        places.iter().filter_map(move |place| Some((place, record.value(place)?)))
    }

    /// The elements of an array as far as they are known; none for other objects, and where they were taken out.
    pub fn elements(&self) -> impl Iterator<Item = Value> + use<'a> {
        let heap = self.heap;
        let kind = match heap.type_info(self.object_type()).kind {
            TypeKind::Instance => None,
            TypeKind::Array(ArrayKind::Objects) => Some((heap.fields.id_bytes(), None)),
            TypeKind::Array(ArrayKind::Primitives(element)) => Some((element.bytes() as usize, Some(element))),
        };
        let is_known = kind.is_some_and(|(_, element)| element.is_none() || heap.records.redacted == Redacted::Nothing);
        let content = if is_known { self.bytes() } else { &[] };
        let is_of_objects = kind.is_some_and(|(_, element)| element.is_none());
        let (bytes, kind): (usize, Option<Primitive>) = kind.unwrap_or((1, None));
        let elements = content.chunks_exact(bytes.max(1)).filter_map(move |chunk| Value::read(heap, kind, chunk));
        let references = match self.content {
            Content::References(references) if is_of_objects => references,
            _ => &[],
        };
        let length =
            if matches!(self.content, Content::References(_)) && is_of_objects { heap.array_length(self.object).unwrap_or(0) } else { 0 };
        let mut rest = references;
        elements.chain((0..length).map(move |index| match rest.split_first() {
            Some((&(at, target), others)) if at == index => {
                rest = others;
                Value::at(heap, target)
            }
            _ => Value::Null,
        }))
    }

    /// The elements of an array that refer to objects, with their indices.
    pub(crate) fn object_elements(&self) -> impl Iterator<Item = (u32, ObjectIndex)> + use<'a> {
        let heap = self.heap;
        let is_of_objects = heap.type_info(self.object_type()).kind == TypeKind::Array(ArrayKind::Objects);
        // Arrays of which a trace knows few references may be as long as it likes.
        let references = match self.content {
            Content::References(references) if is_of_objects => references,
            _ => &[],
        };
        let known = references.iter().filter_map(move |&(at, target)| Some((at, Value::at(heap, target).object()?)));
        let bytes = if is_of_objects { self.bytes() } else { &[] };
        let read = bytes.chunks_exact(heap.fields.id_bytes().max(1));
        known.chain((0..).zip(read).filter_map(move |(at, chunk)| Some((at, Value::read(heap, None, chunk)?.object()?))))
    }
}

impl HeapState {
    /// Whether contents of objects can be read.
    #[must_use]
    pub fn has_records(&self) -> bool {
        self.records.reader.is_some()
    }

    /// Whether contents hold values of primitive types, and not only references.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.has_numbers() && self.redacted() == Redacted::Nothing
    }

    /// Whether contents hold the values of primitive fields.
    pub(crate) fn has_numbers(&self) -> bool {
        self.has_records() && !self.records.references_only && self.redacted() != Redacted::ArraysAndFields
    }

    /// What was taken out of the contents before they were read.
    #[must_use]
    pub fn redacted(&self) -> Redacted {
        self.records.redacted
    }

    /// Reads the content of one object; `None` for class objects, made-up objects, and heaps without a dump.
    pub fn with_record<T>(&self, object: ObjectIndex, read: impl FnOnce(Record<'_>) -> T) -> Option<T> {
        let reader = self.records.reader.as_ref()?;
        let ranges = self.record_places.ranges(self.record_places.piece_of(object)?);
        let address = self.address_of(object);
        let mut read = Some(read);
        let mut result = None;
        reader.read(ranges, &mut |found, content| {
            if found == address
                && let Some(read) = read.take()
            {
                result = Some(read(Record { heap: self, object, content }));
            }
            read.is_some()
        });
        result
    }

    /// Goes once through the dump and shows `fold` the records of all objects that `wanted` names, in parallel. Every
    /// piece of the dump starts from a default; results come in the order of the pieces, those of pieces without a
    /// wanted object included, and do not depend on threads.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn read_records<T: Default + Send>(
        &self,
        wanted: impl Fn(ObjectIndex) -> bool + Sync,
        fold: impl Fn(&mut T, Record<'_>) + Sync,
        progress: &Progress,
    ) -> Result<Vec<T>> {
        self.read_pieces((0..self.record_places.pieces()).collect(), wanted, fold, progress)
    }

    /// As [`HeapState::read_records`] for these objects only; pieces of the dump without any of them are not read.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn read_records_of<T: Default + Send>(
        &self,
        objects: &RoaringBitmap,
        fold: impl Fn(&mut T, Record<'_>) + Sync,
        progress: &Progress,
    ) -> Result<Vec<T>> {
        self.read_pieces(self.record_places.pieces_with(objects), |object| objects.contains(object.0), fold, progress)
    }

    fn read_pieces<T: Default + Send>(
        &self,
        pieces: Vec<u32>,
        wanted: impl Fn(ObjectIndex) -> bool + Sync,
        fold: impl Fn(&mut T, Record<'_>) + Sync,
        progress: &Progress,
    ) -> Result<Vec<T>> {
        let Some(reader) = &self.records.reader else { return Ok(Vec::new()) };
        progress.start("Reading values", pieces.len() as u64);
        let read = |piece: u32| {
            let mut sum = T::default();
            let mut seen = FxHashSet::default();
            reader.read(self.record_places.ranges(piece), &mut |address, content| {
                if let Some(object) = self.find(address)
                    && wanted(object)
                    && (!self.records.repeated || self.record_places.piece_of(object) == Some(piece) && seen.insert(object))
                {
                    fold(&mut sum, Record { heap: self, object, content });
                }
                true
            });
            progress.advance(1)?;
            Ok(sum)
        };
        let sums = pieces.into_par_iter().map(read).collect();
        // Where one piece ends, the system maps a little of the next one, which another worker has left already.
        reader.release();
        sums
    }
}
