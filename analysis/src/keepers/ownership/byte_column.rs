//! Sums of bytes, one per object.
//!
//! Four bytes per object; the few sums beyond that lie in a side table.

use rustc_hash::FxHashMap;

/// Marks sums that lie in the side table.
const LARGE: u32 = u32::MAX;

/// A column of sums that only grow.
#[derive(Debug)]
pub(super) struct ByteColumn {
    small: Vec<u32>,
    large: FxHashMap<u32, u64>,
}

impl ByteColumn {
    /// Zeros.
    pub(super) fn new(rows: usize) -> Self {
        Self { small: vec![0; rows], large: FxHashMap::default() }
    }

    #[inline]
    pub(super) fn get(&self, row: u32) -> u64 {
        match self.small[row as usize] {
            LARGE => self.large.get(&row).copied().unwrap_or(u64::from(LARGE)),
            small => u64::from(small),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, row: u32, bytes: u64) {
        let sum = self.get(row).saturating_add(bytes);
        let small = u32::try_from(sum).unwrap_or(LARGE);
        self.small[row as usize] = small;
        if small == LARGE {
            self.large.insert(row, sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_may_leave_32_bits() {
        let mut column = ByteColumn::new(3);
        for (bytes, sum) in [
            (7, 7),
            (u64::from(u32::MAX) - 8, u64::from(u32::MAX) - 1),
            (1, u64::from(u32::MAX)),
            (1, 1 << 32),
            (1 << 40, (1 << 32) + (1 << 40)),
        ] {
            column.add(1, bytes);
            assert_eq!([column.get(0), column.get(1), column.get(2)], [0, sum, 0]);
        }
    }
}
