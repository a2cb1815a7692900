//! A bitmap that knows how many bits are set before each position.
//!
//! Each 64-bit word lies beside the number of set bits before it, so one cache line answers both "is it set" and
//! "the how-manieth is it". Memory: 2 bits per position.

use std::ops::Range;

use crate::base::huge_pages;

/// One word of bits and the number of set bits before it.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    bits: u64,
    before: u32,
}

/// Set bits from one noted word to the next.
const NOTED: u32 = 1024;

/// Bits with constant-time rank.
#[derive(Debug, Clone, Default)]
pub(crate) struct RankedBits {
    words: Vec<Word>,
    /// The word of every [`NOTED`]th set bit.
    noted: Vec<u32>,
    ones: u32,
}

impl RankedBits {
    /// Takes over plain words; bit 0 of word 0 is position 0. At most `u32::MAX` bits may be set.
    pub(crate) fn from_words(words: impl IntoIterator<Item = u64>) -> Self {
        let words = words.into_iter();
        let mut ranked = Self { words: huge_pages::roomy(words.size_hint().0), noted: Vec::new(), ones: 0 };
        for (at, bits) in (0_u32..).zip(words) {
            ranked.words.push(Word { bits, before: ranked.ones });
            ranked.ones += bits.count_ones();
            if ranked.ones.div_ceil(NOTED) as usize > ranked.noted.len() {
                ranked.noted.push(at);
            }
        }
        ranked
    }

    /// Number of set bits.
    pub(crate) fn ones(&self) -> u32 {
        self.ones
    }

    /// The number of set bits before `position` if `position` is set, else `None`.
    #[inline]
    pub(crate) fn rank_of(&self, position: u64) -> Option<u32> {
        let word = self.words.get(usize::try_from(position >> 6).ok()?)?;
        let bit = 1_u64 << (position & 63);
        (word.bits & bit != 0).then(|| word.before + (word.bits & (bit - 1)).count_ones())
    }

    /// The number of set bits before `position`, set or not.
    #[inline]
    pub(crate) fn ones_before(&self, position: u64) -> u32 {
        match self.words.get((position >> 6) as usize) {
            Some(word) => word.before + (word.bits & ((1 << (position & 63)) - 1)).count_ones(),
            None => self.ones,
        }
    }

    /// The set positions within `positions`, ascending.
    pub(crate) fn ones_within(&self, positions: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        let (start, end) = (positions.start, positions.end);
        let words = &self.words[self.words.len().min((start >> 6) as usize)..self.words.len().min(end.div_ceil(64) as usize)];
        let bits = words.iter().zip(start >> 6..).flat_map(|(word, at)| {
            let mut bits = word.bits;
            std::iter::from_fn(move || {
                let next = (bits != 0).then(|| at * 64 + u64::from(bits.trailing_zeros()));
                bits &= bits.wrapping_sub(1);
                next
            })
        });
        bits.filter(move |position| (start..end).contains(position))
    }

    /// The position of the set bit that has `rank` set bits before it.
    pub(crate) fn position_of(&self, rank: u32) -> Option<u64> {
        if rank >= self.ones {
            return None;
        }
        let noted = (rank / NOTED) as usize;
        let first = self.noted[noted] as usize;
        let end = self.noted.get(noted + 1).map_or(self.words.len(), |&last| last as usize + 1);
        let at = first + self.words[first..end].partition_point(|word| word.before <= rank) - 1;
        let word = self.words[at];
        let mut bits = word.bits;
        for _ in 0..rank - word.before {
            bits &= bits - 1;
        }
        Some(at as u64 * 64 + u64::from(bits.trailing_zeros()))
    }

    /// Positions of all set bits, ascending.
    #[cfg(test)]
    pub(crate) fn positions(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.ones).filter_map(|rank| self.position_of(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_position_that_is_not_set_has_no_rank() {
        let bits = RankedBits::from_words([0b1010, 0, 1 << 63]);
        assert_eq!(bits.rank_of(0), None);
        assert_eq!(bits.rank_of(64), None);
        assert_eq!(bits.rank_of(10_000), None);
        assert_eq!(bits.rank_of(191), Some(2));
        assert_eq!(bits.position_of(3), None);
    }

    #[test]
    fn positions_are_found_among_many() {
        let words: Vec<u64> = (0..500).map(|at| if at % 100 < 50 { u64::MAX } else { u64::from(at % 7 == 0) }).collect();
        let bits = RankedBits::from_words(words.iter().copied());
        let expected: Vec<u64> = (0..500 * 64).filter(|p| words[(p / 64) as usize] >> (p % 64) & 1 == 1).collect();
        assert!(expected.len() > 10 * NOTED as usize);
        assert_eq!(bits.positions().collect::<Vec<_>>(), expected);
    }

    proptest! {
        #[test]
        fn rank_and_position_invert_each_other(words in prop::collection::vec(any::<u64>(), 0..40)) {
            let bits = RankedBits::from_words(words.iter().copied());
            let expected: Vec<u64> = (0..words.len() as u64 * 64).filter(|p| words[(p / 64) as usize] >> (p % 64) & 1 == 1).collect();
            prop_assert_eq!(bits.positions().collect::<Vec<_>>(), expected.clone());
            for (rank, &position) in expected.iter().enumerate() {
                prop_assert_eq!(bits.rank_of(position), Some(rank as u32));
            }
            for (start, end) in [(0, 100), (37, 101), (64, 64), (100, 3000)] {
                let within: Vec<u64> = expected.iter().copied().filter(|position| (start..end).contains(position)).collect();
                prop_assert_eq!(bits.ones_within(start..end).collect::<Vec<_>>(), within.clone());
                prop_assert_eq!((bits.ones_before(end) - bits.ones_before(start)) as usize, within.len());
            }
        }
    }
}
