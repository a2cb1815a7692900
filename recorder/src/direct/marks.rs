//! A set of objects by address, in which every one has a number: how many of the set lie before it.
//!
//! Memory: one bit per 8 bytes of the heap, and 4 bytes per 512; what is never touched takes none.

use std::ops::Range;

/// Bytes that objects are aligned to.
const ALIGNMENT: usize = 8;

/// Words of bits that are counted together.
const WORDS: usize = 8;

#[derive(Debug)]
pub(super) struct Marks {
    start: usize,
    words: Vec<u64>,
    /// Objects before each stretch of words, once they are counted.
    before: Vec<u32>,
}

impl Marks {
    /// An empty set for a heap at these addresses.
    pub(super) fn new(heap: &Range<usize>) -> Self {
        Self { start: heap.start, words: vec![0; heap.len().div_ceil(ALIGNMENT * 64)], before: Vec::new() }
    }

    /// Where an object's bit is; `None` for addresses that none can have.
    #[inline]
    fn place(&self, object: usize) -> Option<(usize, u64)> {
        let at = object.checked_sub(self.start)?;
        let bit = at / ALIGNMENT;
        (at % ALIGNMENT == 0 && bit / 64 < self.words.len()).then_some((bit / 64, 1 << (bit % 64)))
    }

    /// Adds an object. `Some(true)` if it is new; `None` if there can be none.
    #[inline]
    pub(super) fn add(&mut self, object: usize) -> Option<bool> {
        let (word, bit) = self.place(object)?;
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        Some(is_new)
    }

    /// Whether it has an object.
    #[inline]
    pub(super) fn has(&self, object: usize) -> bool {
        self.place(object).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Numbers the objects. Returns how many there are.
    pub(super) fn count(&mut self) -> u32 {
        let mut sum = 0;
        self.before = Vec::with_capacity(self.words.len().div_ceil(WORDS));
        for stretch in self.words.chunks(WORDS) {
            self.before.push(sum);
            sum += stretch.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        sum
    }

    /// The number of an object of the set, from 0.
    #[inline]
    pub(super) fn number(&self, object: usize) -> u32 {
        let Some((word, bit)) = self.place(object) else { return 0 };
        let first = word / WORDS * WORDS;
        let within: u32 = self.words[first..word].iter().map(|word| word.count_ones()).sum();
        self.before[word / WORDS] + within + (self.words[word] & (bit - 1)).count_ones()
    }

    /// All objects, by ascending address.
    pub(super) fn objects(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(|word| *word.1 != 0).flat_map(move |(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(self.start + (at * 64 + bit) * ALIGNMENT)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_numbered_by_address() {
        let mut marks = Marks::new(&(0x1000..0x1_0000));
        let objects = [0x1000, 0x1008, 0x11f8, 0x1200, 0x8000, 0xfff8];
        assert!(objects.iter().rev().all(|&object| marks.add(object) == Some(true)));
        assert_eq!([0x1008, 0x1004, 0xff8, 0x1_0000].map(|object| marks.add(object)), [Some(false), None, None, None]);
        assert_eq!(marks.count(), 6);
        assert_eq!(marks.objects().collect::<Vec<_>>(), objects);
        assert_eq!(objects.map(|object| marks.number(object)), [0, 1, 2, 3, 4, 5]);
        assert!(marks.has(0x8000) && !marks.has(0x8008) && !marks.has(3));
    }
}
