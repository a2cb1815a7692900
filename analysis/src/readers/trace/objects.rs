//! All objects of one state with their references, as one packed list by id.
//!
//! Per object: how far its id lies from the one before, the number of its descriptor, the length of its row in bytes, the
//! row. Per reference: how far its place ([`trace_format::Place::code`]) and its target lie from those before, the first
//! target from the object itself. All as numbers of variable length, so an object of a common heap takes 4 bytes and a
//! reference 3 to 5. Every 64th object has a mark, to begin in the middle: 0.25 bytes per object.
//!
//! The list is what the next state is made from (mostly by copying long stretches) and what the fields of single objects
//! are read from later; so it lives as long as a heap state that it was made for.

use std::ops::Range;

use trace_format::Sink;

/// Objects from one mark to the next.
pub(super) const MARKED: usize = 64;

/// Where every [`MARKED`]th object begins.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// The id of the object before.
    before: u64,
    at: usize,
}

/// Packed objects, ascending by id.
#[derive(Debug, Default)]
pub(super) struct Objects {
    bytes: Vec<u8>,
    marks: Vec<Mark>,
    count: usize,
}

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Object<'a> {
    pub(super) id: u64,
    pub(super) descriptor: u32,
    /// The references in the form of the trace: [`trace_format`] reads them.
    pub(super) row: &'a [u8],
}

impl Objects {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Where an object begins; `None` beyond the last one.
    pub(super) fn byte_of(&self, mark: usize) -> usize {
        self.marks.get(mark).map_or(self.bytes.len(), |mark| mark.at)
    }

    /// Objects by position.
    pub(super) fn range(&self, range: Range<usize>) -> impl Iterator<Item = Object<'_>> {
        let (mark, skipped) = (range.start / MARKED, range.start % MARKED);
        self.walk_from(mark).skip(skipped).take(range.len())
    }

    /// All objects that begin within these bytes; the range begins at a mark.
    pub(super) fn within(&self, bytes: Range<usize>) -> impl Iterator<Item = Object<'_>> {
        let mark = self.marks.partition_point(|mark| mark.at < bytes.start);
        let mut walk = self.walk_from(mark);
        std::iter::from_fn(move || if walk.at < bytes.end { walk.next() } else { None })
    }

    pub(super) fn find(&self, id: u64) -> Option<Object<'_>> {
        let mark = self.marks.partition_point(|mark| mark.before < id).checked_sub(1)?;
        self.walk_from(mark).take(MARKED).find(|object| object.id >= id).filter(|object| object.id == id)
    }

    pub(super) fn walk(&self) -> Walk<'_> {
        self.walk_from(0)
    }

    fn walk_from(&self, mark: usize) -> Walk<'_> {
        let Mark { before, at } = self.marks.get(mark).copied().unwrap_or(Mark { before: 0, at: self.bytes.len() });
        Walk { bytes: &self.bytes, at, id: before }
    }

    /// Appends an object with a larger id than all others.
    pub(super) fn push(&mut self, before: u64, object: Object<'_>) {
        self.mark(before, self.bytes.len());
        self.bytes.put(object.id - before);
        self.bytes.put(object.descriptor.into());
        self.bytes.put(object.row.len() as u64);
        self.bytes.extend_from_slice(object.row);
    }

    /// Appends all objects of another list up to an id; returns the last one.
    pub(super) fn copy_below(&mut self, mut before: u64, from: &mut Walk<'_>, limit: u64) -> u64 {
        let Some(first) = from.next_below(limit) else { return before };
        self.push(before, first);
        before = first.id;
        // From the second one on nothing changes: the differences of ids are the same.
        let (start, to) = (from.at, self.bytes.len());
        loop {
            let at = from.at;
            let Some(object) = from.next_below(limit) else { break };
            self.mark(before, to + at - start);
            before = object.id;
        }
        self.bytes.extend_from_slice(&from.bytes[start..from.at]);
        before
    }

    fn mark(&mut self, before: u64, at: usize) {
        if self.count.is_multiple_of(MARKED) {
            self.marks.push(Mark { before, at });
        }
        self.count += 1;
    }

    /// Room for about as many as another list has.
    pub(super) fn like(other: &Self) -> Self {
        Self { bytes: Vec::with_capacity(other.bytes.len()), marks: Vec::with_capacity(other.marks.len()), count: 0 }
    }

    /// Gives back what was reserved and not needed.
    pub(super) fn shrink(&mut self) {
        if self.bytes.capacity() > self.bytes.len() / 8 * 9 {
            self.bytes.shrink_to_fit();
        }
    }
}

/// Goes through a list from its start.
#[derive(Debug, Clone)]
pub(super) struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    id: u64,
}

impl<'a> Walk<'a> {
    /// The id of the next object.
    #[inline]
    pub(super) fn peek(&self) -> Option<u64> {
        let mut at = self.at;
        (at < self.bytes.len()).then(|| self.id + number(self.bytes, &mut at))
    }

    #[inline]
    fn next_below(&mut self, limit: u64) -> Option<Object<'a>> {
        if self.peek()? < limit { self.next() } else { None }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Object<'a>;

    #[inline]
    fn next(&mut self) -> Option<Object<'a>> {
        if self.at >= self.bytes.len() {
            return None;
        }
        self.id += number(self.bytes, &mut self.at);
        let descriptor = number(self.bytes, &mut self.at) as u32;
        let length = number(self.bytes, &mut self.at) as usize;
        let row = &self.bytes[self.at..self.at + length];
        self.at += length;
        Some(Object { id: self.id, descriptor, row })
    }
}

/// Appends references to a row that is still empty: place codes and targets.
pub(super) fn put_row(object: u64, references: impl IntoIterator<Item = (u64, u64)>, row: &mut Vec<u8>) {
    let (mut last_place, mut last_target) = (0_u64, object);
    for (place, target) in references {
        row.put_signed(place.wrapping_sub(last_place).cast_signed());
        row.put_signed(target.wrapping_sub(last_target).cast_signed());
        (last_place, last_target) = (place, target);
    }
}

/// The references of a row: place codes and targets.
#[inline]
pub(super) fn references_of(object: u64, row: &[u8]) -> impl Iterator<Item = (u64, u64)> + '_ {
    let (mut at, mut place, mut target) = (0, 0_u64, object);
    std::iter::from_fn(move || {
        if at >= row.len() {
            return None;
        }
        place = place.wrapping_add(signed(row, &mut at));
        target = target.wrapping_add(signed(row, &mut at));
        Some((place, target))
    })
}

#[inline]
fn signed(bytes: &[u8], at: &mut usize) -> u64 {
    let value = number(bytes, at);
    value >> 1 ^ (value & 1).wrapping_neg()
}

/// The next number of bytes that this file has written.
#[inline]
fn number(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut value, mut shift) = (0, 0);
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        value |= u64::from(byte & 0x7f) << (shift & 63);
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn packed(ids: &[u64]) -> Objects {
        let mut objects = Objects::default();
        let mut before = 0;
        for &id in ids {
            let mut row = Vec::new();
            put_row(id, (0..id % 5).map(|at| (at * 16 + id % 3, id.wrapping_mul(at) % 1000)), &mut row);
            objects.push(before, Object { id, descriptor: (id % 300) as u32, row: &row });
            before = id;
        }
        objects
    }

    proptest! {
        #[test]
        fn objects_come_back_from_the_start_from_the_middle_and_by_id(ids in prop::collection::btree_set(1_u64..5000, 0..400), start in 0_usize..500, length in 0_usize..300) {
            let ids: Vec<u64> = ids.into_iter().collect();
            let objects = packed(&ids);
            let read: Vec<u64> = objects.walk().map(|object| object.id).collect();
            prop_assert_eq!(&read, &ids);
            for object in objects.walk() {
                let id = object.id;
                let expected: Vec<(u64, u64)> = (0..id % 5).map(|at| (at * 16 + id % 3, id.wrapping_mul(at) % 1000)).collect();
                prop_assert_eq!(references_of(id, object.row).collect::<Vec<_>>(), expected);
                prop_assert_eq!(objects.find(id), Some(object));
            }
            prop_assert_eq!(objects.find(6000), None);
            prop_assert_eq!(objects.find(0), None);
            let end = (start + length).min(ids.len());
            let within: Vec<u64> = objects.range(start.min(end)..end).map(|object| object.id).collect();
            prop_assert_eq!(within, &ids[start.min(end)..end]);
            let cut = objects.byte_of(1)..objects.byte_of(3);
            let within: Vec<u64> = objects.within(cut).map(|object| object.id).collect();
            prop_assert_eq!(within, &ids[ids.len().min(64)..ids.len().min(192)]);
        }

        #[test]
        fn stretches_are_copied_with_their_marks(ids in prop::collection::btree_set(1_u64..5000, 0..400), limits in prop::collection::btree_set(1_u64..5000, 0..6)) {
            let ids: Vec<u64> = ids.into_iter().collect();
            let from = packed(&ids);
            // Every limit takes one object out.
            let mut walk = from.walk();
            let (mut to, mut before) = (Objects::default(), 0);
            for &limit in &limits {
                before = to.copy_below(before, &mut walk, limit);
                if walk.peek() == Some(limit) {
                    walk.next();
                }
            }
            to.copy_below(before, &mut walk, u64::MAX);
            let expected: Vec<u64> = ids.into_iter().filter(|id| !limits.contains(id)).collect();
            prop_assert_eq!(to.walk().map(|object| object.id).collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(to.len(), expected.len());
            for object in to.walk() {
                prop_assert_eq!(to.find(object.id), Some(object));
                prop_assert_eq!(from.find(object.id), Some(object));
            }
        }
    }
}
