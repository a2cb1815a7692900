//! Sets of cells that grow by one cell at a time, named by numbers.
//!
//! Small sets are shared: all objects that see the same cells hold the same number, and growing is one look into a
//! table of steps already made. A set that outgrows this belongs to one object alone, sorted at first, a bitmap when
//! that is smaller. Memory: some 100 bytes per shared set, of which there are at most [`MOST_SHARED`]; others take
//! at most 4 bytes per member and 40 for themselves.

use rustc_hash::FxHashMap;

/// The empty set.
pub(in crate::grouping) const NO_SET: u32 = 0;

/// Sets with more members are not shared. Both limits are small in tests, so that small heaps meet them.
const LARGEST_SHARED: usize = if cfg!(test) { 4 } else { 16 };

/// The most shared sets with two members or more.
const MOST_SHARED: usize = if cfg!(test) { 8 } else { 1 << 20 };

/// Marks a set that belongs to one object.
const OWNED: u32 = 1 << 31;

/// All sets of one worker. Number 0 is the empty set, `1 + c` the set of cell `c` alone.
pub(in crate::grouping) struct CellSets {
    cells: usize,
    /// Sorted members of the shared sets with two members or more.
    shared: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// From (set, cell) to the set with that cell.
    steps: FxHashMap<u64, u32>,
    owned: Vec<Owned>,
}

enum Owned {
    Sorted(Vec<u32>),
    Bits(Box<[u64]>),
}

impl CellSets {
    pub(in crate::grouping) fn new(cells: usize) -> Self {
        assert!(cells + MOST_SHARED < OWNED as usize, "{cells} cells leave no numbers for sets");
        Self { cells, shared: Vec::new(), numbers: FxHashMap::default(), steps: FxHashMap::default(), owned: Vec::new() }
    }

    /// The set with one cell more. A number that is not shared is used up: its set itself grows.
    #[inline]
    pub(in crate::grouping) fn with(&mut self, set: u32, cell: u32) -> u32 {
        if set == cell + 1 {
            set
        } else if set == NO_SET {
            cell + 1
        } else {
            self.with_further(set, cell)
        }
    }

    /// Whether other objects may hold the same number.
    pub(in crate::grouping) fn is_shared(&self, set: u32) -> bool {
        set & OWNED == 0
    }

    /// The cells of a set, sorted.
    pub(in crate::grouping) fn members(&self, set: u32) -> Vec<u32> {
        if set & OWNED == 0 {
            return match (set as usize).checked_sub(self.cells + 1) {
                Some(at) => self.shared[at].to_vec(),
                None => set.checked_sub(1).into_iter().collect(),
            };
        }
        match &self.owned[(set & !OWNED) as usize] {
            Owned::Sorted(members) => members.clone(),
            Owned::Bits(words) => {
                let bits =
                    |(at, &word): (usize, &u64)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at as u32 * 64 + bit);
                words.iter().enumerate().flat_map(bits).collect()
            }
        }
    }

    fn with_further(&mut self, set: u32, cell: u32) -> u32 {
        if set & OWNED != 0 {
            self.owned[(set & !OWNED) as usize].insert(cell, self.cells);
            return set;
        }
        let step = u64::from(set) << 32 | u64::from(cell);
        if let Some(&known) = self.steps.get(&step) {
            return known;
        }
        let mut members = self.members(set);
        let Err(at) = members.binary_search(&cell) else {
            self.steps.insert(step, set);
            return set;
        };
        members.insert(at, cell);
        if let Some(&known) = self.numbers.get(&*members) {
            self.steps.insert(step, known);
            return known;
        }
        if members.len() > LARGEST_SHARED || self.shared.len() == MOST_SHARED {
            self.owned.push(Owned::Sorted(members));
            return OWNED | (self.owned.len() - 1) as u32;
        }
        let members = members.into_boxed_slice();
        let number = (self.cells + 1 + self.shared.len()) as u32;
        self.shared.push(members.clone());
        self.numbers.insert(members, number);
        self.steps.insert(step, number);
        number
    }
}

impl Owned {
    fn insert(&mut self, cell: u32, cells: usize) {
        match self {
            Self::Bits(words) => words[cell as usize / 64] |= 1 << (cell % 64),
            Self::Sorted(members) => {
                let Err(at) = members.binary_search(&cell) else { return };
                members.insert(at, cell);
                // 32 bits per member here, one bit per cell there.
                if members.len() * 32 > cells {
                    let mut words = vec![0_u64; cells.div_ceil(64)].into_boxed_slice();
                    members.iter().for_each(|&member| words[member as usize / 64] |= 1 << (member % 64));
                    *self = Self::Bits(words);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_hold_what_was_put_in(cells in 1_u32..2000, adds in prop::collection::vec((0_usize..5, any::<u32>()), 0..400)) {
            let mut sets = CellSets::new(cells as usize);
            let mut numbers = [NO_SET; 5];
            let mut expected: [BTreeSet<u32>; 5] = Default::default();
            for (object, cell) in adds {
                let cell = cell % cells;
                numbers[object] = sets.with(numbers[object], cell);
                expected[object].insert(cell);
            }
            for (&set, expected) in numbers.iter().zip(&expected) {
                prop_assert_eq!(sets.members(set), expected.iter().copied().collect::<Vec<_>>());
            }
            for (a, b) in [(0, 1), (2, 3)] {
                let both_shared = sets.is_shared(numbers[a]) && sets.is_shared(numbers[b]);
                prop_assert!(!both_shared || (numbers[a] == numbers[b]) == (expected[a] == expected[b]));
            }
        }
    }
}
