//! Where the rows of a compressed table start.
//!
//! Rows come in blocks of 64: one 64-bit start per block and a 16-bit offset per row, because 64 rows of a heap
//! rarely hold more than 65,535 references. Blocks that do keep wide starts in a side table.
//! Memory: 2.125 bytes per row (8 with plain `u64` starts).

use rayon::prelude::*;

use crate::base::huge_pages::zeros;

const BLOCK: usize = 64;

/// Rows that one worker lays out at a time.
const SLAB: usize = 1024 * BLOCK;

/// Marks a block whose low bits are a position in the side table.
const WIDE: u64 = 1 << 63;

/// Start positions of rows, in row order.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowStarts {
    blocks: Vec<u64>,
    offsets: Vec<u16>,
    wide: Vec<u64>,
    total: u64,
}

impl RowStarts {
    /// Lays rows of the given lengths one behind the other.
    pub(crate) fn from_lengths(rows: usize, length: impl Fn(usize) -> u32 + Sync) -> Self {
        let slabs = rows.div_ceil(SLAB);
        let lengths_of = |slab: usize| (slab * SLAB..rows.min((slab + 1) * SLAB)).map(|row| u64::from(length(row)));
        let mut slab_starts: Vec<u64> = (0..slabs).into_par_iter().map(|slab| lengths_of(slab).sum()).collect();
        let mut total = 0;
        for start in &mut slab_starts {
            let length = std::mem::replace(start, total);
            total += length;
        }
        let mut starts = Self { blocks: zeros(rows.div_ceil(BLOCK)), offsets: zeros(rows), wide: Vec::new(), total };
        let columns = starts.blocks.par_chunks_mut(SLAB / BLOCK).zip(starts.offsets.par_chunks_mut(SLAB));
        let wide: Vec<Vec<u64>> = columns
            .zip(slab_starts)
            .enumerate()
            .map(|(slab, ((blocks, offsets), start))| lay_out(blocks, offsets, start, lengths_of(slab)))
            .collect();
        for (blocks, wide) in starts.blocks.chunks_mut(SLAB / BLOCK).zip(wide).filter(|(_, wide)| !wide.is_empty()) {
            blocks.iter_mut().filter(|block| **block & WIDE != 0).for_each(|block| *block += starts.wide.len() as u64);
            starts.wide.extend(wide);
        }
        starts
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.offsets.len()
    }

    /// Entries in all rows.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Where a row starts; for `row == rows()` where the last one ends.
    #[inline]
    pub(crate) fn start(&self, row: usize) -> u64 {
        match self.offsets.get(row) {
            None => self.total,
            Some(&offset) => match self.blocks[row / BLOCK] {
                block if block & WIDE == 0 => block + u64::from(offset),
                block => self.wide[(block & !WIDE) as usize + row % BLOCK],
            },
        }
    }

    /// The entries of a row.
    #[inline]
    pub(crate) fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.start(row) as usize..self.start(row + 1) as usize
    }
}

/// Fills the columns of one slab whose first row starts at `at`; returns its own part of the side table.
fn lay_out(blocks: &mut [u64], offsets: &mut [u16], mut at: u64, mut lengths: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut wide = Vec::new();
    for (block, offsets) in blocks.iter_mut().zip(offsets.chunks_mut(BLOCK)) {
        let mut starts = [0; BLOCK];
        let starts = &mut starts[..offsets.len()];
        for (start, length) in starts.iter_mut().zip(&mut lengths) {
            *start = at;
            at += length;
        }
        if starts[starts.len() - 1] - starts[0] <= u64::from(u16::MAX) {
            *block = starts[0];
            offsets.iter_mut().zip(&*starts).for_each(|(offset, start)| *offset = (start - starts[0]) as u16);
        } else {
            *block = WIDE | wide.len() as u64;
            wide.extend_from_slice(starts);
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    proptest! {
        #[test]
        fn starts_are_the_running_sums(lengths in prop::collection::vec(prop_oneof![0_u32..5, Just(70_000), Just(u32::MAX)], 0..300)) {
            check(&lengths)?;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(8)))]

        #[test]
        fn slabs_follow_one_another(length in 0_u32..2000, wide_at in 0..3 * SLAB) {
            let mut lengths = vec![length; 2 * SLAB + 100];
            if let Some(wide) = lengths.get_mut(wide_at) {
                *wide = 100_000;
            }
            check(&lengths)?;
        }
    }

    fn check(lengths: &[u32]) -> Result<(), TestCaseError> {
        let starts = RowStarts::from_lengths(lengths.len(), |row| lengths[row]);
        let mut sum = 0;
        for (row, &length) in lengths.iter().enumerate() {
            prop_assert_eq!(starts.start(row), sum);
            sum += u64::from(length);
        }
        prop_assert_eq!(starts.start(lengths.len()), sum);
        prop_assert_eq!(starts.total(), sum);
        prop_assert_eq!(starts.rows(), lengths.len());
        Ok(())
    }
}
