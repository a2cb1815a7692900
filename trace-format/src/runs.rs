//! Ascending ids as runs: the objects of one walk are numbered one after the other, and die in groups.

use crate::columns::{Cursor, Malformed, Sink};

/// Ascending ids, stored as (first, count).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Runs {
    runs: Vec<(u64, u64)>,
}

impl Runs {
    /// Adds an id above all others.
    pub fn push(&mut self, id: u64) {
        match self.runs.last_mut() {
            Some((first, count)) if *first + *count == id => *count += 1,
            _ => self.runs.push((id, 1)),
        }
    }

    /// Number of ids.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.runs.iter().map(|run| run.1).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// First id and number of ids of every run.
    #[must_use]
    pub fn runs(&self) -> &[(u64, u64)] {
        &self.runs
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = u64> + '_ {
        self.runs.iter().flat_map(|&(first, count)| first..first + count)
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.runs.len() as u64);
        let mut end = 0;
        for &(first, count) in &self.runs {
            out.put(first - end);
            out.put(count);
            end = first + count;
        }
    }

    pub(crate) fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let count = input.count(2)?;
        let mut runs = Vec::with_capacity(count);
        let mut end = 0_u64;
        for _ in 0..count {
            let first = end.checked_add(input.number()?);
            let length = input.number()?;
            let next = first.and_then(|first| first.checked_add(length));
            let (Some(first), Some(next)) = (first, next) else { return Err(input.malformed("ids run over")) };
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
