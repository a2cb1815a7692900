//! Addresses of all objects, and the way back from an address to an object.
//!
//! Objects are numbered by address, so the number of an address is the number of objects before it. The heap is cut
//! into chunks of 8,192 granules (64 KiB at the usual granule of 8 bytes); chunks that hold objects have bits, one
//! per granule, with running counts. Where most chunks of the address range are used, all of them have bits, and a
//! lookup is one load and one population count; else a directory of chunks comes first. Nothing holds 8 bytes per
//! object. Memory: 2 bits per granule of used chunks (about 1.4 bytes per object of a common heap), at most twice
//! that for a whole range, or 4 bytes per chunk of it for the directory. Ids that are no addresses and lie far apart fall back to a sorted list.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::RankedBits;
use crate::base::ids::ObjectIndex;

/// Granules per chunk, as a power of two.
const CHUNK_SHIFT: u32 = 13;
const CHUNK_WORDS: usize = 1 << (CHUNK_SHIFT - 6);
const NO_CHUNK: u32 = u32::MAX;

/// Bitmaps may take this many bytes per object before a sorted list (8 bytes per object) takes over.
const DENSE_BYTES_PER_OBJECT: u64 = 16;

/// Leaves room for made-up objects and for the mark of "no object".
const MOST_OBJECTS: u64 = u32::MAX as u64 - (1 << 20);

/// Bounds of the estimated alignment.
const SMALLEST_ALIGNMENT: u64 = 8;
const LARGEST_ALIGNMENT: u64 = 256;

/// Small heaps may always have this many chunks.
const FREE_CHUNKS: usize = 4096;

/// Maps addresses to objects and back.
#[derive(Debug, Clone, Default)]
pub struct AddressIndex {
    /// Addresses of made-up objects, below all others, sorted. They have the first numbers.
    low: Vec<u64>,
    form: Form,
}

#[derive(Debug, Clone)]
enum Form {
    /// Bits for the whole range of addresses.
    Range {
        /// Bytes per granule, as a power of two.
        shift: u32,
        /// The granule of the first bit.
        first: u64,
        bits: RankedBits,
    },
    Chunks {
        /// Bytes per granule, as a power of two.
        shift: u32,
        /// The first chunk of the directory.
        first_chunk: u64,
        /// Position among the used chunks, by chunk.
        directory: Vec<u32>,
        /// Which chunk each used chunk is.
        chunks: Vec<u64>,
        bits: RankedBits,
    },
    List(Vec<u64>),
}

impl Default for Form {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl AddressIndex {
    /// Number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.low.len()
            + match &self.form {
                Form::Range { bits, .. } | Form::Chunks { bits, .. } => bits.ones() as usize,
                Form::List(list) => list.len(),
            }
    }

    /// Whether there is no object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The object at an address.
    #[inline]
    #[must_use]
    pub fn find(&self, address: u64) -> Option<ObjectIndex> {
        let found = match &self.form {
            Form::Range { shift, first, bits } => {
                let granule = address >> shift;
                if granule << shift == address { bits.rank_of(granule.wrapping_sub(*first)) } else { None }
            }
            Form::Chunks { shift, first_chunk, directory, bits, .. } => {
                let granule = address >> shift;
                let chunk = (granule >> CHUNK_SHIFT).wrapping_sub(*first_chunk);
                match directory.get(chunk as usize) {
                    Some(&slot) if slot != NO_CHUNK && granule << shift == address => {
                        bits.rank_of(u64::from(slot) << CHUNK_SHIFT | granule & ((1 << CHUNK_SHIFT) - 1))
                    }
                    _ => None,
                }
            }
            Form::List(list) => list.binary_search(&address).ok().map(|at| at as u32),
        };
        match found {
            Some(at) => Some(ObjectIndex(at + self.low.len() as u32)),
            None => self.low.binary_search(&address).ok().map(|at| ObjectIndex(at as u32)),
        }
    }

    /// The address of an object; `None` for indices beyond the table.
    #[must_use]
    pub fn address_of(&self, object: ObjectIndex) -> Option<u64> {
        if let Some(&address) = self.low.get(object.at()) {
            return Some(address);
        }
        let rank = object.0 - self.low.len() as u32;
        match &self.form {
            Form::Range { bits, .. } | Form::Chunks { bits, .. } => Some(self.address_at(bits.position_of(rank)?)),
            Form::List(list) => list.get(rank as usize).copied(),
        }
    }
}

impl AddressIndex {
    /// The addresses of objects that follow one another, as [`AddressIndex::address_of`] one by one; ends with the last
    /// object of the table.
    pub fn addresses_of(&self, objects: Range<u32>) -> impl Iterator<Item = u64> + '_ {
        let low = self.low.len() as u32;
        let of_low = self.low[objects.start.min(low) as usize..objects.end.min(low).max(objects.start.min(low)) as usize].iter().copied();
        let (first, end) = (objects.start.max(low) - low, objects.end.max(low) - low);
        let count = end.saturating_sub(first) as usize;
        let (bits, list) = match &self.form {
            Form::Range { bits, .. } | Form::Chunks { bits, .. } => (Some(bits), &[][..]),
            Form::List(list) => (None, list.get(first as usize..).unwrap_or_default()),
        };
        let positions = bits.and_then(|bits| Some(bits.ones_within(bits.position_of(first)?..u64::MAX)));
        let of_bits = positions.into_iter().flatten().map(|position| self.address_at(position));
        of_low.chain(of_bits.chain(list.iter().copied()).take(count))
    }

    /// The address of a bit.
    #[inline]
    fn address_at(&self, position: u64) -> u64 {
        match &self.form {
            Form::Range { shift, first, .. } => (first + position) << shift,
            Form::Chunks { shift, chunks, .. } => {
                let chunk = chunks[(position >> CHUNK_SHIFT) as usize];
                (chunk << CHUNK_SHIFT | position & ((1 << CHUNK_SHIFT) - 1)) << shift
            }
            Form::List(_) => 0,
        }
    }
}

/// Collects addresses in any order.
#[derive(Debug)]
pub(crate) struct AddressCollector {
    shift: u32,
    /// Position of each used chunk in `words`.
    slots: FxHashMap<u64, u32>,
    last: (u64, u32),
    words: Vec<[u64; CHUNK_WORDS]>,
    inserted: u64,
    lowest: u64,
    /// Greatest common divisor of the distances between addresses; not followed once it is 8 or less.
    raster: u64,
    /// Once ids turned out to lie far apart.
    list: Option<Vec<u64>>,
}

impl AddressCollector {
    /// `granule` is the distance at which objects may start, a power of two; ids off this raster end the bitmaps.
    pub(crate) fn new(granule: u32) -> Self {
        Self {
            shift: granule.trailing_zeros(),
            slots: FxHashMap::default(),
            last: (u64::MAX, 0),
            words: Vec::new(),
            inserted: 0,
            lowest: u64::MAX,
            raster: 0,
            list: None,
        }
    }

    /// Adds an address; adding it twice makes no difference.
    #[inline]
    pub(crate) fn insert(&mut self, address: u64) {
        self.inserted += 1;
        if self.lowest == u64::MAX {
            self.lowest = address;
        }
        if self.raster > SMALLEST_ALIGNMENT || self.raster == 0 {
            self.raster = greatest_common_divisor(self.raster, address.abs_diff(self.lowest));
        }
        self.lowest = self.lowest.min(address);
        if let Some(list) = &mut self.list {
            list.push(address);
            return;
        }
        let granule = address >> self.shift;
        let chunk = granule >> CHUNK_SHIFT;
        if chunk != self.last.0 {
            match self.slots.get(&chunk) {
                Some(&slot) => self.last = (chunk, slot),
                None => {
                    if granule << self.shift != address || self.too_sparse() {
                        return self.insert_into_list(address);
                    }
                    self.last = (chunk, self.words.len() as u32);
                    self.slots.insert(chunk, self.last.1);
                    self.words.push([0; CHUNK_WORDS]);
                }
            }
        }
        if granule << self.shift != address {
            return self.insert_into_list(address);
        }
        let at = (granule & ((1 << CHUNK_SHIFT) - 1)) as usize;
        self.words[self.last.1 as usize][at / 64] |= 1 << (at % 64);
    }

    /// Prepares for [`AddressCollector::contains`]. Call it after the last address.
    pub(crate) fn seal(&mut self) {
        if let Some(list) = &mut self.list {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Whether this address was inserted.
    pub(crate) fn contains(&self, address: u64) -> bool {
        match &self.list {
            Some(list) => list.binary_search(&address).is_ok(),
            None => {
                let granule = address >> self.shift;
                let at = (granule & ((1 << CHUNK_SHIFT) - 1)) as usize;
                let slot = self.slots.get(&(granule >> CHUNK_SHIFT)).filter(|_| granule << self.shift == address);
                slot.is_some_and(|&slot| self.words[slot as usize][at / 64] >> (at % 64) & 1 == 1)
            }
        }
    }

    /// How many addresses were inserted, repeated ones included.
    pub(crate) fn inserted(&self) -> u64 {
        self.inserted
    }

    /// The alignment of objects: the greatest common divisor of their distances, within 8 and 256 (as Eclipse MAT
    /// estimates it).
    pub(crate) fn alignment(&self) -> u32 {
        self.raster.clamp(SMALLEST_ALIGNMENT, LARGEST_ALIGNMENT) as u32
    }

    fn too_sparse(&self) -> bool {
        self.words.len() >= FREE_CHUNKS && (self.words.len() * CHUNK_WORDS * 8) as u64 > self.inserted * DENSE_BYTES_PER_OBJECT
    }

    fn insert_into_list(&mut self, address: u64) {
        let mut list = Vec::new();
        let mut chunks: Vec<_> = self.slots.drain().collect();
        chunks.sort_unstable();
        for (chunk, slot) in chunks {
            for (at, &word) in self.words[slot as usize].iter().enumerate() {
                let mut bits = word;
                while bits != 0 {
                    list.push((chunk << CHUNK_SHIFT | (at * 64) as u64 | u64::from(bits.trailing_zeros())) << self.shift);
                    bits &= bits - 1;
                }
            }
        }
        self.words = Vec::new();
        list.push(address);
        self.list = Some(list);
    }

    /// The finished index, with the addresses of made-up objects (sorted). Fails (with the number of addresses) if
    /// there are too many to number in 32 bits.
    pub(crate) fn finish(mut self, made_up: Vec<u64>) -> Result<AddressIndex, u64> {
        debug_assert!(made_up.is_sorted());
        let (low, among): (Vec<u64>, Vec<u64>) = made_up.into_iter().partition(|&address| address < self.lowest);
        among.into_iter().for_each(|address| self.insert(address));
        Ok(AddressIndex { form: self.finish_form()?, low })
    }

    fn finish_form(self) -> Result<Form, u64> {
        if let Some(mut list) = self.list {
            list.sort_unstable();
            list.dedup();
            return if list.len() < MOST_OBJECTS as usize { Ok(Form::List(list)) } else { Err(list.len() as u64) };
        }
        let objects: u64 = self.words.iter().flatten().map(|word| u64::from(word.count_ones())).sum();
        if objects >= MOST_OBJECTS {
            return Err(objects);
        }
        let mut used: Vec<(u64, u32)> = self.slots.into_iter().collect();
        used.sort_unstable();
        let first_chunk = used.first().map_or(0, |&(chunk, _)| chunk);
        // Chunk numbers of 64-bit ids may lie anywhere; a directory of the range must stay in proportion.
        let range = used.last().map_or(0, |&(chunk, _)| chunk - first_chunk + 1);
        if range > (used.len() * 1024).max(1 << 20) as u64 {
            let list = used.iter().flat_map(|&(chunk, slot)| addresses(chunk, &self.words[slot as usize], self.shift)).collect();
            return Ok(Form::List(list));
        }
        if range <= 2 * used.len() as u64 {
            let mut chunks = used.iter().peekable();
            let words = (0..range).flat_map(|chunk| match chunks.next_if(|next| next.0 == first_chunk + chunk) {
                Some(&(_, slot)) => self.words[slot as usize],
                None => [0; CHUNK_WORDS],
            });
            return Ok(Form::Range { shift: self.shift, first: first_chunk << CHUNK_SHIFT, bits: RankedBits::from_words(words) });
        }
        let mut directory = vec![NO_CHUNK; range as usize];
        for (slot, &(chunk, _)) in used.iter().enumerate() {
            directory[(chunk - first_chunk) as usize] = slot as u32;
        }
        let bits = RankedBits::from_words(used.iter().flat_map(|&(_, slot)| self.words[slot as usize]));
        let chunks = used.into_iter().map(|(chunk, _)| chunk).collect();
        Ok(Form::Chunks { shift: self.shift, first_chunk, directory, chunks, bits })
    }
}

/// Zero divides into everything.
pub(crate) fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn addresses(chunk: u64, words: &[u64; CHUNK_WORDS], shift: u32) -> impl Iterator<Item = u64> + '_ {
    (0..1_u64 << CHUNK_SHIFT)
        .filter(|at| words[(at / 64) as usize] >> (at % 64) & 1 == 1)
        .map(move |at| (chunk << CHUNK_SHIFT | at) << shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(addresses: &[u64], granule: u32) {
        let mut collector = AddressCollector::new(granule);
        addresses.iter().for_each(|&address| collector.insert(address));
        let index = collector.finish(Vec::new()).expect("few addresses");
        let mut sorted = addresses.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(index.len(), sorted.len());
        for (at, &address) in sorted.iter().enumerate() {
            assert_eq!(index.find(address), Some(ObjectIndex(at as u32)), "{address:#x}");
            assert_eq!(index.address_of(ObjectIndex(at as u32)), Some(address));
            for near in [address.wrapping_sub(1), address.wrapping_add(1), address.wrapping_add(8)] {
                assert_eq!(index.find(near).is_some(), sorted.binary_search(&near).is_ok(), "{near:#x}");
            }
        }
        assert_eq!(index.address_of(ObjectIndex(sorted.len() as u32)), None);

        // The same with two made-up objects, which may lie below all others or among them.
        let mut collector = AddressCollector::new(granule);
        addresses.iter().for_each(|&address| collector.insert(address));
        let with_made_up = collector.finish(vec![0, 8]).expect("few addresses");
        let mut all = [&[0, 8], &*sorted].concat();
        all.sort_unstable();
        all.dedup();
        for (start, end) in [(0, all.len()), (0, 1), (1, all.len().min(70)), (all.len() / 2, all.len() + 5), (all.len() + 1, all.len() + 2)]
        {
            let expected = all.get(start..end.min(all.len())).unwrap_or_default();
            assert_eq!(with_made_up.addresses_of(start as u32..end as u32).collect::<Vec<_>>(), expected, "{start}..{end}");
        }
    }

    #[test]
    fn ids_far_apart_take_the_list() {
        check(&(0..10_000_u64).map(|at| at * 0x1000_0000_0008).collect::<Vec<_>>(), 8);
        check(&[0, u64::MAX, 8, 1 << 63], 8);
    }

    #[test]
    fn ids_off_the_raster_are_kept() {
        check(&[8, 16, 24, 21, 40, 41], 8);
    }

    proptest! {
        #[test]
        fn addresses_and_objects_map_both_ways(addresses in prop::collection::vec(prop_oneof![0_u64..4096, 0x7_0000_0000_u64..0x7_0001_0000], 0..200)) {
            check(&addresses.iter().map(|address| address * 8).collect::<Vec<_>>(), 8);
            check(&addresses, 8);
        }
    }
}
