//! References beside the search tree, first as they were met, then by target.
//!
//! Both forms hold distances between depth-first numbers, which are mostly short: a reference takes about three bytes
//! when met and two by target.

use super::varints::{Decoded, Varints, encoded, folded, unfolded};
use crate::base::error::Result;
use crate::base::huge_pages::zeros;
use crate::base::progress::{Progress, STRETCH};
use crate::heap::RowStarts;

/// References between numbers, in the order in which a search met them: how far the source is from the one before,
/// and the target from the source.
#[derive(Debug, Default)]
pub(super) struct ReferenceLog {
    distances: Varints,
    last: (u32, u32),
}

impl ReferenceLog {
    /// Adds a reference, unless it is the last one again.
    #[inline]
    pub(super) fn push(&mut self, source: u32, target: u32) {
        if (source, target) != self.last {
            self.distances.push(folded(i64::from(source) - i64::from(self.last.0)));
            self.distances.push(folded(i64::from(source) - i64::from(target)));
            self.last = (source, target);
        }
    }

    /// Source and target of every reference.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut distances = self.distances.iter();
        let mut source = 0_i64;
        std::iter::from_fn(move || {
            source += unfolded(distances.next()?);
            Some((source as u32, (source - unfolded(distances.next()?)) as u32))
        })
    }
}

/// Looks at the cancel flag at every so many references.
#[inline]
fn check(reference: u64, progress: &Progress) -> Result<()> {
    if reference.is_multiple_of(STRETCH as u64) { progress.check() } else { Ok(()) }
}

/// What references each number beside its search parent.
pub(super) struct Incoming {
    /// Rows of bytes: how much larger each larger source is.
    starts: RowStarts,
    distances: Vec<u8>,
    /// By number: its smallest smaller source, 0 for none.
    pub(super) smallest: Vec<u32>,
}

impl Incoming {
    /// Sorts references by target. Gives back a column of zeros besides, one per number, which it needed for counting.
    pub(super) fn of(log: ReferenceLog, numbers: usize, progress: &Progress) -> Result<(Self, Vec<u32>)> {
        let mut lengths: Vec<u32> = zeros(numbers);
        let mut smallest: Vec<u32> = zeros(numbers);
        for (at, (source, target)) in (1..).zip(log.iter()) {
            check(at, progress)?;
            if source > target {
                lengths[target as usize] += encoded(u64::from(source - target)).1 as u32;
            } else {
                let smallest = &mut smallest[target as usize];
                *smallest = if *smallest == 0 { source } else { source.min(*smallest) };
            }
        }
        let starts = RowStarts::from_lengths(numbers, |number| lengths[number]);
        let mut distances: Vec<u8> = zeros(starts.total() as usize);
        // Filled from the end of each row, so that the lengths serve as cursors.
        for (at, (source, target)) in (1..).zip(log.iter()) {
            check(at, progress)?;
            if source <= target {
                continue;
            }
            let (bytes, length) = encoded(u64::from(source - target));
            let rest = &mut lengths[target as usize];
            *rest -= length as u32;
            distances[starts.start(target as usize) as usize + *rest as usize..][..length].copy_from_slice(&bytes[..length]);
        }
        Ok((Self { starts, distances, smallest }, lengths))
    }

    /// The larger numbers that reference a number.
    #[inline]
    pub(super) fn larger(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        Decoded(&self.distances[self.starts.range(number as usize)]).map(move |distance| number + distance as u32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn references_are_found_by_target(
            references in prop::collection::vec((1_u32..400, 1_u32..400).prop_filter("a reference to itself", |(a, b)| a != b), 0..300),
            scale in prop_oneof![Just(1_u32), Just(100)],
        ) {
            let references: Vec<(u32, u32)> = references.into_iter().map(|(source, target)| (source * scale, target * scale)).collect();
            let mut log = ReferenceLog::default();
            // Twice in a row counts once.
            references.iter().for_each(|&(source, target)| [(); 2].iter().for_each(|()| log.push(source, target)));
            let mut met = references.clone();
            met.dedup();
            prop_assert_eq!(log.iter().collect::<Vec<_>>(), met);
            let numbers = 400 * scale;
            let (incoming, zeros) = Incoming::of(log, numbers as usize, &Progress::new()).expect("nobody cancels");
            prop_assert!(zeros.len() == numbers as usize && zeros.iter().all(|&zero| zero == 0));
            for target in 0..numbers {
                let sources: BTreeSet<u32> = references.iter().filter(|reference| reference.1 == target).map(|reference| reference.0).collect();
                let larger: BTreeSet<u32> = sources.range(target..).copied().collect();
                prop_assert_eq!(incoming.larger(target).collect::<BTreeSet<_>>(), larger);
                prop_assert_eq!(incoming.smallest[target as usize], sources.range(..target).next().copied().unwrap_or(0));
            }
        }
    }
}
