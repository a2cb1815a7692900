//! Reading a few texts out of a heap: names of threads and class loaders.
//!
//! A `String` is an instance whose `value` is a `char[]` (with `offset` and `count` up to JDK 6) or, from JDK 9 on, a
//! `byte[]` with a `coder`. Objects are found by reading the pieces of the dump that hold them, three times at most:
//! owners, strings, arrays.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::ClassTable;
use super::cursor::read_id;
use super::outline::Outline;
use super::sub_record::{SubRecord, SubRecords};
use crate::heap::HeapState;
use crate::source::ByteSource;
use crate::{ObjectIndex, Primitive};

/// Longer names are cut; they come from a file that may claim anything.
const LONGEST_NAME: usize = 4096;

/// What a text needs to know of an object.
#[derive(Debug, Clone, Copy)]
enum Found<'a> {
    Instance { class: u64, fields: &'a [u8] },
    Chars(&'a [u8]),
    Bytes(&'a [u8]),
}

struct Reader<'a> {
    source: &'a ByteSource,
    outline: &'a Outline<'a>,
    classes: &'a ClassTable,
}

/// Fills in names of threads that have none yet, and names of class loaders.
pub(super) fn add_names(heap: &mut HeapState, source: &ByteSource, outline: &Outline<'_>, classes: &ClassTable) {
    let reader = Reader { source, outline, classes };
    let mut owners: Vec<ObjectIndex> = heap.types.iter().filter_map(|info| info.class_loader).collect();
    owners.sort_unstable();
    owners.dedup();
    let loaders = owners.len();
    owners.extend(heap.threads.iter().filter(|thread| thread.name.is_empty()).filter_map(|thread| thread.object));
    let names = reader.names_of(heap, &owners);
    let named = owners[..loaders].iter().filter_map(|owner| Some((*owner, names.get(&owner.0)?.as_str().into())));
    heap.loader_names = named.collect();
    for thread in heap.threads.iter_mut().filter(|thread| thread.name.is_empty()) {
        if let Some(name) = thread.object.and_then(|object| names.get(&object.0)) {
            thread.name.clone_from(name);
        }
    }
}

/// The characters of an array as far as a string uses them.
#[derive(Debug, Clone, Copy)]
struct TextPlace {
    array: ObjectIndex,
    offset: usize,
    count: usize,
    utf16: bool,
}

impl<'a> Reader<'a> {
    fn names_of(&self, heap: &HeapState, owners: &[ObjectIndex]) -> FxHashMap<u32, String> {
        let found = self.find(heap, owners);
        let mut strings: Vec<(u32, ObjectIndex)> = Vec::new();
        for owner in owners {
            if let Some(&Found::Instance { class, fields }) = found.get(&owner.0)
                && let Some(text) = self.reference(heap, class, fields, "name")
            {
                strings.push((owner.0, text));
            }
        }
        let found = self.find(heap, &strings.iter().map(|&(_, text)| text).collect::<Vec<_>>());
        let mut places: Vec<(u32, TextPlace)> = Vec::new();
        for &(owner, text) in &strings {
            let whole = TextPlace { array: text, offset: 0, count: LONGEST_NAME, utf16: false };
            match found.get(&text.0) {
                // Up to JDK 7 a thread's name is a bare char[].
                Some(Found::Chars(_)) => places.push((owner, whole)),
                Some(&Found::Instance { class, fields }) => {
                    if let Some(array) = self.reference(heap, class, fields, "value") {
                        let number = |name| self.number(class, fields, name);
                        places.push((
                            owner,
                            TextPlace {
                                array,
                                offset: number("offset").unwrap_or(0),
                                count: number("count").map_or(LONGEST_NAME, |count| count.min(LONGEST_NAME)),
                                utf16: number("coder") == Some(1),
                            },
                        ));
                    }
                }
                _ => {}
            }
        }
        let found = self.find(heap, &places.iter().map(|(_, place)| place.array).collect::<Vec<_>>());
        places.iter().filter_map(|(owner, place)| Some((*owner, text(*found.get(&place.array.0)?, place)?))).collect()
    }

    /// The records of these objects.
    fn find(&self, heap: &HeapState, objects: &[ObjectIndex]) -> FxHashMap<u32, Found<'a>> {
        let wanted: FxHashSet<u64> = objects.iter().map(|&object| heap.address_of(object)).collect();
        let mut pieces: Vec<u32> = objects.iter().filter_map(|&object| heap.record_places.piece_of(object)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let id_bytes = self.outline.header.id_bytes;
        let source = self.source;
        let read = |piece: u32| {
            let mut found = Vec::new();
            for range in heap.record_places.ranges(piece) {
                let mut records = SubRecords::new(source, range.clone(), id_bytes);
                while let Ok(Some(record)) = records.next() {
                    let (id, record) = match record {
                        SubRecord::Instance { id, class, fields } => (id, Found::Instance { class, fields }),
                        SubRecord::PrimitiveArray { id, element: Primitive::Char, values, .. } => (id, Found::Chars(values)),
                        SubRecord::PrimitiveArray { id, element: Primitive::Byte, values, .. } => (id, Found::Bytes(values)),
                        _ => continue,
                    };
                    if wanted.contains(&id) {
                        found.push((id, record));
                    }
                }
                source.release(range.clone());
            }
            found
        };
        let found: Vec<_> = pieces.into_par_iter().flat_map_iter(read).collect();
        found.into_iter().filter_map(|(id, record)| Some((heap.find(id)?.0, record))).collect()
    }

    /// Where a field lies in instance data: searched from the class upwards.
    fn field(&self, class: u64, name: &str) -> Option<(usize, Option<Primitive>)> {
        let id_bytes = self.outline.header.id_bytes as u32;
        let mut next = self.classes.find(class);
        let mut offset = 0;
        // As many super classes as the class table follows.
        for _ in 0..4096 {
            let entry = &self.classes.entries[next? as usize];
            for &(field, value) in &entry.dump.fields {
                if self.outline.string(field).is_some_and(|field| field == name) {
                    return Some((offset as usize, value));
                }
                offset += value.map_or(id_bytes, Primitive::bytes);
            }
            next = entry.super_type;
        }
        None
    }

    fn reference(&self, heap: &HeapState, class: u64, fields: &[u8], name: &str) -> Option<ObjectIndex> {
        let (offset, value) = self.field(class, name)?;
        let slot = fields.get(offset..offset.checked_add(self.outline.header.id_bytes)?)?;
        if value.is_some() { None } else { heap.find(read_id(slot)).filter(|&object| heap.address_of(object) != 0) }
    }

    /// A non-negative `int` or `byte` field.
    fn number(&self, class: u64, fields: &[u8], name: &str) -> Option<usize> {
        let (offset, value) = self.field(class, name)?;
        match value? {
            Primitive::Int => Some(u32::from_be_bytes(*fields.get(offset..)?.first_chunk()?) as usize),
            Primitive::Byte => fields.get(offset).map(|&byte| usize::from(byte)),
            _ => None,
        }
    }
}

fn text(found: Found<'_>, place: &TextPlace) -> Option<String> {
    match found {
        Found::Chars(values) => {
            let units = values.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            Some(String::from_utf16_lossy(&units.skip(place.offset).take(place.count).collect::<Vec<_>>()))
        }
        // Bytes lie in the dump as in memory: two-byte characters in the order of the machine, little end first on
        // every machine that runs HotSpot with compact strings in practice.
        Found::Bytes(values) if place.utf16 => {
            let units = values.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            Some(String::from_utf16_lossy(&units.take(LONGEST_NAME).collect::<Vec<_>>()))
        }
        Found::Bytes(values) => Some(values.iter().take(LONGEST_NAME).map(|&byte| char::from(byte)).collect()),
        Found::Instance { .. } => None,
    }
}
