//! Sets of groups, each stored once.
//!
//! A set is its largest group and the set of its other groups, so a number of 32 bits stands for it and equal sets
//! have equal numbers. Sets with the same small groups share them: for groups numbered from the outside to the inside
//! of a tree that is most of what they hold. Memory: 20 bytes per set.

use rustc_hash::FxHashMap;

/// The set without groups.
pub(super) const EMPTY: u32 = 0;

/// Entries of a cache of results; a power of two.
const CACHED: usize = 1 << 14;

/// All sets that were needed so far.
pub(super) struct GroupSets {
    /// The other groups of each set, and its largest group. Others have smaller numbers than the set.
    sets: Vec<(u32, u32)>,
    numbers: FxHashMap<(u32, u32), u32>,
    recent_additions: Recent,
    recent_intersections: Recent,
    scratch: Vec<u32>,
}

/// Results for pairs of numbers, the latest of each hash value.
struct Recent(Vec<((u32, u32), u32)>);

impl Recent {
    fn new() -> Self {
        Self(vec![((u32::MAX, u32::MAX), 0); CACHED])
    }

    /// Where the result for a pair lies, if it is there.
    #[inline]
    fn slot(&mut self, pair: (u32, u32)) -> &mut ((u32, u32), u32) {
        let hash = (u64::from(pair.0) << 32 | u64::from(pair.1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &mut self.0[(hash >> 50) as usize % CACHED]
    }
}

impl GroupSets {
    pub(super) fn new() -> Self {
        Self {
            sets: vec![(EMPTY, 0)],
            numbers: FxHashMap::default(),
            recent_additions: Recent::new(),
            recent_intersections: Recent::new(),
            scratch: Vec::new(),
        }
    }

    /// Number of sets; all numbers are below it.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The other groups of a set, and its largest group; `None` for the empty set.
    pub(super) fn split(&self, set: u32) -> Option<(u32, u32)> {
        (set != EMPTY).then(|| self.sets[set as usize])
    }

    /// The set with one more group.
    pub(super) fn with(&mut self, set: u32, group: u32) -> u32 {
        let recent = self.recent_additions.slot((set, group));
        if recent.0 == (set, group) {
            return recent.1;
        }
        let mut rest = set;
        let result = loop {
            match self.split(rest) {
                Some((others, largest)) if largest > group => {
                    self.scratch.push(largest);
                    rest = others;
                }
                Some((_, largest)) if largest == group => {
                    self.scratch.clear();
                    break set;
                }
                _ => {
                    let with_group = self.number(rest, group);
                    break self.with_scratch(with_group);
                }
            }
        };
        *self.recent_additions.slot((set, group)) = ((set, group), result);
        result
    }

    /// The groups that both sets hold.
    pub(super) fn intersection(&mut self, a: u32, b: u32) -> u32 {
        let pair = (a.min(b), a.max(b));
        let recent = self.recent_intersections.slot(pair);
        if recent.0 == pair {
            return recent.1;
        }
        let (mut left, mut right) = pair;
        let (mut all_of_left, mut all_of_right) = (true, true);
        while left != right {
            match (self.split(left), self.split(right)) {
                (Some((others, largest)), Some((right_others, right_largest))) if largest == right_largest => {
                    self.scratch.push(largest);
                    (left, right) = (others, right_others);
                }
                (Some((others, largest)), Some((_, right_largest))) if largest > right_largest => {
                    (left, all_of_left) = (others, false);
                }
                (_, Some((others, _))) => (right, all_of_right) = (others, false),
                (_, None) => (left, all_of_left) = (EMPTY, false),
            }
        }
        let result = if all_of_left || all_of_right {
            self.scratch.clear();
            if all_of_left { pair.0 } else { pair.1 }
        } else {
            self.with_scratch(left)
        };
        *self.recent_intersections.slot(pair) = (pair, result);
        result
    }

    /// The set with the groups noted, each larger than those noted after it and than all of the set.
    fn with_scratch(&mut self, set: u32) -> u32 {
        let mut set = set;
        while let Some(group) = self.scratch.pop() {
            set = self.number(set, group);
        }
        set
    }

    fn number(&mut self, others: u32, largest: u32) -> u32 {
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry((others, largest)).or_insert(next);
        if number == next {
            self.sets.push((others, largest));
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn made(sets: &mut GroupSets, groups: &BTreeSet<u32>, backwards: bool) -> u32 {
        let add = |set, &group: &u32| sets.with(set, group);
        if backwards { groups.iter().rev().fold(EMPTY, add) } else { groups.iter().fold(EMPTY, add) }
    }

    proptest! {
        #[test]
        fn equal_sets_have_equal_numbers(lists in prop::collection::vec(prop::collection::btree_set(0_u32..12, 0..8), 1..12)) {
            let mut sets = GroupSets::new();
            let numbers: Vec<u32> = lists.iter().map(|groups| made(&mut sets, groups, false)).collect();
            for (groups, &number) in lists.iter().zip(&numbers) {
                prop_assert_eq!(made(&mut sets, groups, true), number);
                for (others, &other) in lists.iter().zip(&numbers) {
                    let both: BTreeSet<u32> = groups.intersection(others).copied().collect();
                    // Twice: the second answer may come from the cache.
                    for _ in 0..2 {
                        let intersection = sets.intersection(number, other);
                        prop_assert_eq!(intersection, made(&mut sets, &both, true));
                    }
                }
            }
        }
    }
}
