//! Where the rows of a compressed table start.
//!
//! Rows come in blocks of 64: one 64-bit start per block and a 16-bit offset per row, because 64 rows of a heap
//! rarely hold more than 65,535 references. Blocks that do keep wide starts in a side table.
//! Memory: 2.125 bytes per row (8 with plain `u64` starts).

const BLOCK: usize = 64;

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
    pub(crate) fn from_lengths(lengths: impl ExactSizeIterator<Item = u32>) -> Self {
        let rows = lengths.len();
        let mut starts =
            Self { blocks: Vec::with_capacity(rows / BLOCK + 1), offsets: Vec::with_capacity(rows), wide: Vec::new(), total: 0 };
        let mut block = Vec::with_capacity(BLOCK);
        for length in lengths {
            block.push(starts.total);
            starts.total += u64::from(length);
            if block.len() == BLOCK {
                starts.push_block(&block);
                block.clear();
            }
        }
        if !block.is_empty() {
            starts.push_block(&block);
        }
        starts
    }

    fn push_block(&mut self, block: &[u64]) {
        let (first, last) = (block[0], block[block.len() - 1]);
        if last - first <= u64::from(u16::MAX) {
            self.blocks.push(first);
            self.offsets.extend(block.iter().map(|start| (start - first) as u16));
        } else {
            self.blocks.push(WIDE | self.wide.len() as u64);
            self.wide.extend_from_slice(block);
            self.offsets.extend(block.iter().map(|_| 0));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn starts_are_the_running_sums(lengths in prop::collection::vec(prop_oneof![0_u32..5, Just(70_000), Just(u32::MAX)], 0..300)) {
            let starts = RowStarts::from_lengths(lengths.iter().copied());
            let mut sum = 0;
            for (row, &length) in lengths.iter().enumerate() {
                prop_assert_eq!(starts.start(row), sum);
                sum += u64::from(length);
            }
            prop_assert_eq!(starts.start(lengths.len()), sum);
            prop_assert_eq!(starts.total(), sum);
            prop_assert_eq!(starts.rows(), lengths.len());
        }
    }
}
