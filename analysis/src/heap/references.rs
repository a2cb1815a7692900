//! References of one heap state, in both directions, as compressed rows (CSR).
//!
//! A row holds what an object's fields, slots, statics (class objects) and stack locals (threads) reference, in
//! field order, with duplicates: an array that holds an object twice points to it twice. Null and dangling slots are
//! not stored, nor is the implicit edge from an object to its class object.
//! The incoming direction is built from the outgoing one at its first use.
//! Memory: 4 bytes per reference and direction, plus 2.1 bytes per object and direction.

use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::row_starts::RowStarts;
use crate::base::error::Result;
use crate::base::huge_pages::zeros;
use crate::base::ids::ObjectIndex;
use crate::base::progress::{Progress, STRETCH};

/// Rows of references.
#[derive(Debug, Default)]
pub struct References {
    points_to: Rows,
    pointed_from: OnceLock<Rows>,
    /// Held by who builds the incoming direction, so that it is built once.
    building: Mutex<()>,
}

/// Compressed rows of object indices.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) starts: RowStarts,
    pub(crate) entries: Vec<u32>,
}

impl Rows {
    // Walks ask for every row: a call would cost about as much as what it does.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[u32] {
        &self.entries[self.starts.range(row)]
    }
}

impl References {
    /// Takes over the outgoing rows; every entry is below the number of rows.
    pub(crate) fn new(points_to: Rows) -> Self {
        debug_assert!(points_to.entries.iter().all(|&target| (target as usize) < points_to.starts.rows()));
        Self { points_to, ..Self::default() }
    }

    /// The objects that this object references, in field order, with duplicates.
    #[inline]
    #[must_use]
    pub fn points_to(&self, object: ObjectIndex) -> &[u32] {
        self.points_to.row(object.at())
    }

    /// The objects that reference this one, in index order, with duplicates. The first call builds this direction
    /// (a few seconds per 100 million references); call [`References::build_pointed_from`] before to see progress.
    #[inline]
    #[must_use]
    pub fn pointed_from(&self, object: ObjectIndex) -> &[u32] {
        let built = || inverted(&self.points_to, &Progress::new()).expect("nobody cancels");
        self.pointed_from.get_or_init(built).row(object.at())
    }

    /// Without single references, given as source and position in its row, sorted.
    pub(crate) fn without(self, gone: &[(u32, u32)]) -> Self {
        let Rows { starts, mut entries } = self.points_to;
        let mut places = gone.iter().map(|&(source, at)| starts.start(source as usize) + u64::from(at)).peekable();
        let mut at = 0;
        entries.retain(|_| {
            at += 1;
            places.next_if_eq(&(at - 1)).is_none()
        });
        let mut fewer: FxHashMap<usize, u32> = FxHashMap::default();
        gone.iter().for_each(|&(source, _)| *fewer.entry(source as usize).or_default() += 1);
        let length = |row: usize| starts.range(row).len() as u32 - fewer.get(&row).copied().unwrap_or(0);
        Self::new(Rows { starts: RowStarts::from_lengths(starts.rows(), length), entries })
    }

    /// Number of stored references.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.points_to.starts.total()
    }

    /// Builds the incoming direction now, unless it exists.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`]; then it does not exist.
    pub fn build_pointed_from(&self, progress: &Progress) -> Result<()> {
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if self.pointed_from.get().is_none() {
            progress.start("Inverting references", 0);
            let _ = self.pointed_from.set(inverted(&self.points_to, progress)?);
        }
        progress.check()
    }
}

/// Slices of targets per thread while rows are inverted: more slices need less memory, but each reads all rows again.
const SLICES_PER_THREAD: usize = 2;

/// The rows of the opposite direction, each sorted by source.
///
/// Every worker owns a slice of targets and reads all rows, so that workers share nothing and the result does not
/// depend on their number. Reading rows in order sorts the sources.
fn inverted(rows: &Rows, progress: &Progress) -> Result<Rows> {
    let objects = rows.starts.rows();
    let share = objects.div_ceil(SLICES_PER_THREAD * rayon::current_num_threads()).max(1);
    let mut lengths: Vec<u32> = zeros(objects);
    lengths.par_chunks_mut(share).enumerate().try_for_each(|(slice, lengths)| {
        let first = slice * share;
        for part in rows.entries.chunks(STRETCH) {
            progress.check()?;
            for &target in part {
                if let Some(length) = (target as usize).checked_sub(first).and_then(|at| lengths.get_mut(at)) {
                    *length += 1;
                }
            }
        }
        Ok(())
    })?;
    let starts = RowStarts::from_lengths(objects, |object| lengths[object]);
    drop(lengths);

    let mut entries: Vec<u32> = zeros(rows.entries.len());
    let mut slices = Vec::new();
    let mut rest = entries.as_mut_slice();
    for first in (0..objects).step_by(share) {
        let end = objects.min(first + share);
        let (part, tail) = rest.split_at_mut((starts.start(end) - starts.start(first)) as usize);
        slices.push((first..end, part));
        rest = tail;
    }
    slices.into_par_iter().try_for_each(|(targets, part)| {
        let base = starts.start(targets.start);
        let row_starts = targets.clone().map(|target| (starts.start(target) - base) as usize);
        // Where the next source of each target goes; rows of one slice rarely outgrow 32 bits, but they may.
        if part.len() <= u32::MAX as usize {
            place_sources(rows, targets.start, &mut row_starts.map(|start| start as u32).collect::<Vec<u32>>(), part, progress)
        } else {
            place_sources(rows, targets.start, &mut row_starts.collect::<Vec<usize>>(), part, progress)
        }
    })?;
    Ok(Rows { starts, entries })
}

/// A position within a slice of entries.
trait Position: Copy {
    /// Returns this position and moves on.
    fn take(&mut self) -> usize;
}

impl Position for u32 {
    #[inline]
    fn take(&mut self) -> usize {
        *self += 1;
        *self as usize - 1
    }
}

impl Position for usize {
    #[inline]
    fn take(&mut self) -> usize {
        *self += 1;
        *self - 1
    }
}

/// Writes the sources of all references to the targets `first..first + next.len()`.
fn place_sources<P: Position>(rows: &Rows, first: usize, next: &mut [P], part: &mut [u32], progress: &Progress) -> Result<()> {
    for source in 0..rows.starts.rows() {
        if source.is_multiple_of(STRETCH) {
            progress.check()?;
        }
        for &target in rows.row(source) {
            if let Some(next) = (target as usize).checked_sub(first).and_then(|at| next.get_mut(at)) {
                part[next.take()] = source as u32;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn without_some_references_all_others_stay(
            rows in prop::collection::vec(prop::collection::vec((0_u32..20, any::<bool>()), 0..6), 20..80),
        ) {
            let targets: Vec<u32> = rows.iter().flatten().map(|&(target, _)| target).collect();
            let starts = RowStarts::from_lengths(rows.len(), |row| rows[row].len() as u32);
            let gone_in = |(source, row): (u32, &Vec<(u32, bool)>)| {
                (0_u32..).zip(row).filter(|(_, (_, stays))| !stays).map(|(at, _)| (source, at)).collect::<Vec<_>>()
            };
            let gone: Vec<(u32, u32)> = (0..).zip(&rows).flat_map(gone_in).collect();
            let references = References::new(Rows { starts, entries: targets }).without(&gone);
            for (source, row) in rows.iter().enumerate() {
                let expected: Vec<u32> = row.iter().filter(|(_, stays)| *stays).map(|&(target, _)| target).collect();
                prop_assert_eq!(references.points_to(ObjectIndex(source as u32)), expected);
            }
        }

        #[test]
        fn pointed_from_inverts_points_to(rows in (1_u32..40).prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0..n, 0..6), n as usize))) {
            let starts = RowStarts::from_lengths(rows.len(), |row| rows[row].len() as u32);
            let references = References::new(Rows { starts, entries: rows.concat() });
            for target in 0..rows.len() as u32 {
                let expected: Vec<u32> = (0..rows.len() as u32)
                    .flat_map(|source| rows[source as usize].iter().filter(move |&&t| t == target).map(move |_| source))
                    .collect();
                prop_assert_eq!(references.pointed_from(ObjectIndex(target)), expected.as_slice());
            }
        }
    }
}
