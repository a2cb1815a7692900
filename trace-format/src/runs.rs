//! Ids as runs: the objects of one walk are numbered one after the other, and die in groups.
//!
//! Mostly they ascend, and then a run takes two small numbers. Ids in any other order are kept as they are, only in more
//! runs: the recorder sits in somebody else's program and must not fail over an order.

use crate::columns::{Cursor, Malformed, Sink};

/// Ids in their order, stored as (first, count).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Runs {
    runs: Vec<(u64, u64)>,
}

impl Runs {
    /// Adds an id.
    pub fn push(&mut self, id: u64) {
        match self.runs.last_mut() {
            Some((first, count)) if first.checked_add(*count) == Some(id) => *count += 1,
            _ => self.runs.push((id, 1)),
        }
    }

    /// Number of ids.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.runs.iter().fold(0, |sum, run| sum.saturating_add(run.1))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// First id and number of ids of every run. A block of a few bytes may say that a run is very long.
    #[must_use]
    pub fn runs(&self) -> &[(u64, u64)] {
        &self.runs
    }

    /// All ids, in their order.
    pub fn ids(&self) -> impl Iterator<Item = u64> + '_ {
        self.runs.iter().flat_map(|&(first, count)| first..first.saturating_add(count))
    }

    /// The number of runs, then for each how far its first id lies from the end of the run before (with a sign), and its
    /// length.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.runs.len() as u64);
        let mut end = 0_u64;
        for &(first, count) in &self.runs {
            out.put_signed(first.wrapping_sub(end).cast_signed());
            out.put(count);
            end = first.wrapping_add(count);
        }
    }

    pub(crate) fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let count = input.count(2)?;
        let mut runs = Vec::with_capacity(count);
        let mut end = 0_u64;
        for _ in 0..count {
            let first = end.wrapping_add(input.signed()?.cast_unsigned());
            let length = input.number()?;
            let Some(next) = first.checked_add(length) else { return Err(input.malformed("ids run over")) };
            runs.push((first, length));
            end = next;
        }
        Ok(Self { runs })
    }
}

impl FromIterator<u64> for Runs {
    fn from_iter<I: IntoIterator<Item = u64>>(ids: I) -> Self {
        let mut runs = Self::default();
        ids.into_iter().for_each(|id| runs.push(id));
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ids: &[u64]) -> usize {
        let runs: Runs = ids.iter().copied().collect();
        let mut bytes = Vec::new();
        runs.encode(&mut bytes);
        let mut input = Cursor::new(&bytes);
        let read = Runs::decode(&mut input).expect("was written so");
        assert!(input.is_at_end());
        assert_eq!((read.ids().collect::<Vec<_>>(), read.len()), (ids.to_vec(), ids.len() as u64));
        bytes.len()
    }

    #[test]
    fn ascending_ids_take_two_bytes_per_run() {
        assert_eq!(check(&[]), 1);
        assert_eq!(check(&(1..=100).collect::<Vec<_>>()), 1 + 2);
        assert_eq!(check(&[5, 6, 7, 20, 21, 50]), 1 + 3 * 2);
    }

    #[test]
    fn ids_in_any_order_come_back_in_theirs() {
        check(&[9, 8, 7, 7, 1 << 39, 3, 4, u64::MAX - 1, 0]);
    }

    #[test]
    fn a_run_beyond_the_largest_number_is_refused() {
        let mut bytes = Vec::new();
        bytes.put(1);
        bytes.put_signed(-2);
        bytes.put(3);
        assert_eq!(Runs::decode(&mut Cursor::new(&bytes)).map_err(|error| error.what), Err("ids run over"));
    }
}
