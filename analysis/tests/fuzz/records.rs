//! Dumps, traces and JFR recordings as their records, and what may go wrong with them.

use proptest::prelude::*;
use proptest::sample::Index;

use super::references::{Reference, references_in};

/// A file as its header and its records.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    header: Vec<u8>,
    pub(crate) records: Vec<Vec<u8>>,
    /// How a record stands in the file.
    framed: fn(&[u8]) -> Vec<u8>,
    id_bytes: usize,
    /// Where they are as long as no record has moved.
    pub(crate) references: Vec<Reference>,
}

impl Parts {
    /// Cuts an undamaged dump at its top-level records.
    pub(crate) fn of_dump(bytes: &[u8]) -> Self {
        let name = bytes.iter().position(|&byte| byte == 0).expect("a header ends in 0");
        let (header, mut rest) = bytes.split_at(name + 1 + 4 + 8);
        let mut records = Vec::new();
        while let Some(length) = rest.get(5..9) {
            let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            let (record, more) = rest.split_at((9 + length).min(rest.len()));
            records.push(record.to_vec());
            rest = more;
        }
        let id_bytes = header[name + 4] as usize;
        let references = references_in(&records, id_bytes);
        Self { header: header.to_vec(), records, framed: <[u8]>::to_vec, id_bytes, references }
    }

    /// Cuts an undamaged trace at its blocks: the kind of each, and its content. They get new checksums, so that what is wrong in
    /// them is met by whoever reads blocks.
    pub(crate) fn of_trace(bytes: &[u8]) -> Self {
        let scan = trace_format::scan(bytes).expect("an undamaged trace");
        let (start, header_bytes) = (|at: u64| &bytes[at as usize..], scan.blocks[0].at as usize);
        let records = scan.blocks.iter().map(|block| [&start(block.at)[4..5], &*block.content(bytes).expect("is whole")].concat());
        Self {
            header: bytes[..header_bytes].to_vec(),
            records: records.collect(),
            framed: framed_block,
            id_bytes: 0,
            references: Vec::new(),
        }
    }

    /// Cuts an undamaged JFR recording, in which sizes have four bytes, at its events; the header of a chunk is a record of its own.
    pub(crate) fn of_recording(bytes: &[u8]) -> Self {
        const HEADER_BYTES: usize = 68;
        let (header, mut rest) = bytes.split_at(HEADER_BYTES);
        let mut records = Vec::new();
        while let Some(size) = rest.first_chunk::<4>() {
            let size = match size {
                b"FLR\0" => HEADER_BYTES,
                size => size.iter().enumerate().map(|(place, byte)| usize::from(byte & 0x7f) << (7 * place)).sum(),
            };
            let (record, more) = rest.split_at(size);
            records.push(record.to_vec());
            rest = more;
        }
        Self { header: header.to_vec(), records, framed: <[u8]>::to_vec, id_bytes: 0, references: Vec::new() }
    }

    /// The bytes with these damages, one after the other.
    pub(crate) fn damaged(&self, damages: &[Damage]) -> Vec<u8> {
        let mut parts = self.clone();
        damages.iter().for_each(|one| damage(&mut parts, one));
        parts.bytes()
    }

    /// The bytes of a reference, if they are still where they were.
    fn reference(&mut self, Reference { record, at, .. }: Reference) -> Option<&mut [u8]> {
        self.records.get_mut(record)?.get_mut(at..at + self.id_bytes)
    }

    /// Lets one reference lead to where another one does.
    fn redirect(&mut self, from: Reference, to: Reference) {
        let target = self.reference(to).map(|bytes| bytes.to_vec());
        if let (Some(target), Some(bytes)) = (target, self.reference(from)) {
            bytes.copy_from_slice(&target);
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.records.iter().fold(self.header.clone(), |mut bytes, record| {
            bytes.extend((self.framed)(record));
            bytes
        })
    }
}

/// A block of a trace, not compressed, of its kind and its content.
fn framed_block(record: &[u8]) -> Vec<u8> {
    let Some((&kind, content)) = record.split_first() else { return Vec::new() };
    let length = (content.len() as u32).to_le_bytes();
    let mut block = [b"MCb1".as_slice(), &[kind, 0, 0, 0], &length, &length, &crc32fast::hash(content).to_le_bytes()].concat();
    block.extend(crc32fast::hash(&block).to_le_bytes());
    block.extend(content);
    block
}

/// One thing that went wrong with a file.
#[derive(Debug, Clone)]
pub(crate) enum Damage {
    FlipBit(Index, u8),
    SetByte(Index, u8),
    /// Four bytes that may be a count, an id or a length.
    SetWord(Index, u32),
    /// The length that a record claims.
    SetLength(Index, u32),
    /// The length is a little wrong.
    MoveLength(Index, i8),
    Remove(Index),
    /// A record once more, somewhere else.
    Repeat(Index, Index),
    Swap(Index, Index),
    /// The body of one record under the tag of another.
    Transplant(Index, Index),
    /// A record in two parts, the second one first.
    Rotate(Index, Index),
    Truncate(Index),
    Insert(Index, Vec<u8>),
    SetHeader(Index, u8),
    /// References within objects lead to where others do: so many, chosen by a number.
    Redirect(u64, usize),
    /// A field of all objects of a class leads to one object.
    Gather(Index, Index),
}

fn any_word() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), Just(1), Just(u32::MAX), Just(i32::MAX as u32), Just(1 << 31), Just(1 << 24), any::<u32>()]
}

pub(crate) fn any_damage() -> impl Strategy<Value = Damage> {
    let index = any::<Index>;
    prop_oneof![
        3 => (index(), 0..8_u8).prop_map(|(at, bit)| Damage::FlipBit(at, bit)),
        3 => (index(), any::<u8>()).prop_map(|(at, value)| Damage::SetByte(at, value)),
        3 => (index(), any_word()).prop_map(|(at, value)| Damage::SetWord(at, value)),
        2 => (index(), any_word()).prop_map(|(at, value)| Damage::SetLength(at, value)),
        2 => (index(), any::<i8>()).prop_map(|(at, by)| Damage::MoveLength(at, by)),
        1 => index().prop_map(Damage::Remove),
        2 => (index(), index()).prop_map(|(from, to)| Damage::Repeat(from, to)),
        1 => (index(), index()).prop_map(|(a, b)| Damage::Swap(a, b)),
        1 => (index(), index()).prop_map(|(a, b)| Damage::Transplant(a, b)),
        1 => (index(), index()).prop_map(|(at, by)| Damage::Rotate(at, by)),
        1 => index().prop_map(Damage::Truncate),
        1 => (index(), prop::collection::vec(any::<u8>(), 1..40)).prop_map(|(at, noise)| Damage::Insert(at, noise)),
        1 => (index(), any::<u8>()).prop_map(|(at, value)| Damage::SetHeader(at, value)),
        3 => any_odd_graph(),
    ]
}

/// What leaves every record readable and makes the graph of objects an odd one.
pub(crate) fn any_odd_graph() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (any::<u64>(), 1..4000_usize).prop_map(|(seed, count)| Damage::Redirect(seed, count)),
        (any::<Index>(), any::<Index>()).prop_map(|(field, target)| Damage::Gather(field, target)),
    ]
}

/// A record by an index over bytes, so that large ones are met as often as their bytes, and a place in it.
fn place(parts: &Parts, at: &Index) -> Option<(usize, usize)> {
    let total: usize = parts.records.iter().map(Vec::len).sum();
    let mut left = (total > 0).then(|| at.index(total))?;
    for (number, record) in parts.records.iter().enumerate() {
        match left.checked_sub(record.len()) {
            Some(rest) => left = rest,
            None => return Some((number, left)),
        }
    }
    None
}

fn damage(parts: &mut Parts, damage: &Damage) {
    let count = parts.records.len();
    if count == 0 {
        return;
    }
    let set_length = |record: &mut Vec<u8>, change: &dyn Fn(u32) -> u32| {
        if let Some(length) = record.get_mut(5..9) {
            let old = u32::from_be_bytes((&*length).try_into().expect("four bytes"));
            length.copy_from_slice(&change(old).to_be_bytes());
        }
    };
    match damage {
        Damage::FlipBit(at, bit) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records[record][at] ^= 1 << bit;
            }
        }
        Damage::SetByte(at, value) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records[record][at] = *value;
            }
        }
        Damage::SetWord(at, value) => {
            if let Some((record, at)) = place(parts, at)
                && let Some(word) = parts.records[record].get_mut(at..at + 4)
            {
                word.copy_from_slice(&value.to_be_bytes());
            }
        }
        Damage::SetLength(at, value) => set_length(&mut parts.records[at.index(count)], &|_| *value),
        Damage::MoveLength(at, by) => set_length(&mut parts.records[at.index(count)], &|old| old.wrapping_add_signed(i32::from(*by))),
        Damage::Remove(at) => drop(parts.records.remove(at.index(count))),
        Damage::Repeat(from, to) => {
            let record = parts.records[from.index(count)].clone();
            parts.records.insert(to.index(count + 1), record);
        }
        Damage::Swap(a, b) => parts.records.swap(a.index(count), b.index(count)),
        Damage::Transplant(a, b) => {
            let body = parts.records[b.index(count)].get(1..).unwrap_or_default().to_vec();
            let record = &mut parts.records[a.index(count)];
            record.truncate(1);
            record.extend_from_slice(&body);
        }
        Damage::Rotate(at, by) => {
            let record = &mut parts.records[at.index(count)];
            if let Some(body) = record.get_mut(9..).filter(|body| !body.is_empty()) {
                body.rotate_left(by.index(body.len()));
            }
        }
        Damage::Truncate(at) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records.truncate(record + 1);
                parts.records[record].truncate(at);
            }
        }
        Damage::Insert(at, noise) => {
            if let Some((record, at)) = place(parts, at) {
                parts.records[record].splice(at..at, noise.iter().copied());
            }
        }
        Damage::SetHeader(at, value) => {
            let at = at.index(parts.header.len());
            parts.header[at] = *value;
        }
        Damage::Redirect(seed, count) => {
            let (mut state, all) = (*seed, parts.references.len() as u64);
            let mut any = || {
                // Knuth, The Art of Computer Programming 3.3.4, of whose numbers the high half is as random as this needs.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 32) % all) as usize
            };
            for _ in 0..if all > 0 { *count } else { 0 } {
                let (from, to) = (parts.references[any()], parts.references[any()]);
                parts.redirect(from, to);
            }
        }
        Damage::Gather(field, target) => {
            if let all @ 1.. = parts.references.len() {
                let (one, target) = (parts.references[field.index(all)], parts.references[target.index(all)]);
                let of_field: Vec<Reference> = parts.references.iter().filter(|other| other.field == one.field).copied().collect();
                of_field.into_iter().for_each(|from| parts.redirect(from, target));
            }
        }
    }
}
