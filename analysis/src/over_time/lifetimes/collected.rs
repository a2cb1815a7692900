//! What each collection took: counted from object records, to be held against what the heap lost.

use std::ops::RangeInclusive;

use super::{Lifetimes, error_of, in_parts, weight};
use crate::trees::memory_tree::NodeTotals;

/// What one collection took and left, of the objects whose allocation was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CollectedAt {
    /// The collection, counted from 1.
    pub number: u32,
    /// What was allocated since the one before.
    pub allocated: NodeTotals,
    /// What it took.
    pub collected: NodeTotals,
    /// How many of them had survived none before.
    pub age_0: u64,
    /// What it left.
    pub live: NodeTotals,
    /// How sure these numbers are; `None` if every allocation was seen.
    pub errors: Option<CollectedErrors>,
}

/// Standard errors of what one collection took and left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CollectedErrors {
    /// Of [`CollectedAt::allocated`].
    pub allocated: NodeTotals,
    /// Of [`CollectedAt::collected`].
    pub collected: NodeTotals,
    /// Of [`CollectedAt::age_0`].
    pub age_0: u64,
    /// Of [`CollectedAt::live`].
    pub live: NodeTotals,
}

/// Objects and bytes before rounding, and their variances in parts.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    totals: [f64; 2],
    variances: [i128; 2],
}

impl Sum {
    /// Adds a part, or takes it away.
    fn add(&mut self, sign: i8, part: &Self) {
        self.totals.iter_mut().zip(part.totals).for_each(|(sum, part)| *sum += f64::from(sign) * part);
        self.variances.iter_mut().zip(part.variances).for_each(|(sum, part)| *sum += i128::from(sign) * part);
    }

    fn totals(&self) -> NodeTotals {
        let [objects, bytes] = self.totals.map(|sum| sum.round() as u64);
        NodeTotals { objects, bytes }
    }

    fn error(&self) -> NodeTotals {
        let [objects, bytes] = self.variances.map(error_of);
        NodeTotals { objects, bytes }
    }
}

/// Sums of one collection.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    born: Sum,
    died: Sum,
    age_0: Sum,
}

impl Lifetimes {
    /// What the collections of a window took and left, by number. Sampled objects count for as many as they stand for.
    #[must_use]
    pub fn collected_at(&self, window: RangeInclusive<u32>) -> Vec<CollectedAt> {
        let (first, last) = ((*window.start()).max(1), (*window.end()).min(self.collections));
        if first > last {
            return Vec::new();
        }
        // Everything before the window is one sum, of which only what was left is told.
        let mut sums = vec![Sums::default(); (last - first) as usize + 2];
        let place = |number: u32| (number.max(first - 1) - (first - 1)) as usize;
        for lifetime in &self.lifetimes {
            let ((objects, variance), bytes) = (weight(lifetime), lifetime.bytes as f64);
            let part = Sum { totals: [objects, objects * bytes], variances: [in_parts(variance), in_parts(variance * bytes * bytes)] };
            if let Some(sum) = sums.get_mut(place(lifetime.born.saturating_add(1))) {
                sum.born.add(1, &part);
            }
            if let Some(died) = lifetime.died
                && let Some(sum) = sums.get_mut(place(died))
            {
                sum.died.add(1, &part);
                if lifetime.age(self.collections) == 0 {
                    sum.age_0.add(1, &part);
                }
            }
        }
        let are_sampled = self.are_sampled();
        let mut live = Sum::default();
        let mut told = Vec::with_capacity(sums.len());
        for (number, Sums { born, died, age_0 }) in (first - 1..).zip(sums) {
            live.add(1, &born);
            live.add(-1, &died);
            let errors = are_sampled.then(|| CollectedErrors {
                allocated: born.error(),
                collected: died.error(),
                age_0: age_0.error().objects,
                live: live.error(),
            });
            let (allocated, collected, age_0) = (born.totals(), died.totals(), age_0.totals().objects);
            told.push(CollectedAt { number, allocated, collected, age_0, live: live.totals(), errors });
        }
        told.remove(0);
        told
    }
}
