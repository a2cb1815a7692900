//! The content of objects, read from the dump when somebody asks.
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
use crate::{ObjectIndex, Primitive, Progress, Result, TypeIndex};

/// Where the content of objects is read from. Readers implement this; the heap itself knows no file format.
pub(crate) trait ReadRecords: fmt::Debug + Send + Sync {
    /// Calls `visit` with the address and the content (field data, or elements) of every object whose record lies in
    /// these ranges, in their order, until it returns false.
    fn read(&self, ranges: &[Range<usize>], visit: &mut dyn FnMut(u64, &[u8]) -> bool);

    /// Tells the system that nothing will be read soon; for contents that it could read again.
    fn release(&self) {}
}

/// The way to the content of objects; none for heaps that did not come from a dump.
#[derive(Debug, Clone, Default)]
pub struct Records {
    pub(crate) reader: Option<Arc<dyn ReadRecords>>,
    /// Some objects have several records; the first one counts.
    pub(crate) repeated: bool,
}

/// The content of one object.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    heap: &'a HeapState,
    object: ObjectIndex,
    content: &'a [u8],
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

    /// Field data or array elements as the dump has them: big end first, references as ids.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.content
    }

    /// The value of a field of the object's own type ([`HeapState::field`]); `None` if the record is too short.
    #[inline]
    #[must_use]
    pub fn value(&self, place: &FieldPlace) -> Option<Value> {
        Value::read(self.heap, place.kind, self.content.get(place.offset as usize..)?)
    }

    /// The value of the field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Value> {
        self.value(&self.heap.field(self.object_type(), name)?)
    }

    /// All fields with their values, as [`HeapState::fields_of`]; none for arrays.
    pub fn fields(&self) -> impl Iterator<Item = (&'a FieldPlace, Value)> + use<'a> {
        let (heap, content) = (self.heap, self.content);
        let places = match heap.type_info(self.object_type()).kind {
            TypeKind::Instance => heap.fields_of(self.object_type()),
            TypeKind::Array(_) => &[],
        };
        places.iter().filter_map(move |place| Some((place, Value::read(heap, place.kind, content.get(place.offset as usize..)?)?)))
    }

    /// The elements of an array; none for other objects.
    pub fn elements(&self) -> impl Iterator<Item = Value> + use<'a> {
        let heap = self.heap;
        let kind = match heap.type_info(self.object_type()).kind {
            TypeKind::Instance => None,
            TypeKind::Array(ArrayKind::Objects) => Some((heap.fields.id_bytes(), None)),
            TypeKind::Array(ArrayKind::Primitives(element)) => Some((element.bytes() as usize, Some(element))),
        };
        let content = kind.map_or(&[][..], |_| self.content);
        let (bytes, kind): (usize, Option<Primitive>) = kind.unwrap_or((1, None));
        content.chunks_exact(bytes.max(1)).filter_map(move |chunk| Value::read(heap, kind, chunk))
    }
}

impl HeapState {
    /// Whether contents of objects can be read.
    #[must_use]
    pub fn has_records(&self) -> bool {
        self.records.reader.is_some()
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
