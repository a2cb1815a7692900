//! What each collection took (windows-churn-trends B.4): counted from object records, to be held against what the heap lost.

use std::ops::RangeInclusive;

use super::{Lifetimes, weight};
use crate::NodeTotals;

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
}

/// Sums of one collection, before rounding.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    born: [f64; 2],
    died: [f64; 2],
    age_0: f64,
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
            let (objects, _) = weight(lifetime);
            let parts = [objects, objects * lifetime.bytes as f64];
            if let Some(sum) = sums.get_mut(place(lifetime.born.saturating_add(1))) {
                sum.born.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
            if let Some(died) = lifetime.died
                && let Some(sum) = sums.get_mut(place(died))
            {
                sum.died.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
                if lifetime.age(self.collections) == 0 {
                    sum.age_0 += objects;
                }
            }
        }
        let mut live = [0.0_f64; 2];
        let mut told = Vec::with_capacity(sums.len());
        for (number, sum) in (first - 1..).zip(sums) {
            live.iter_mut().zip(sum.born.iter().zip(sum.died)).for_each(|(live, (born, died))| *live += born - died);
            let totals = |[objects, bytes]: [f64; 2]| NodeTotals { objects: objects.round() as u64, bytes: bytes.round() as u64 };
            let (allocated, collected) = (totals(sum.born), totals(sum.died));
            told.push(CollectedAt { number, allocated, collected, age_0: sum.age_0.round() as u64, live: totals(live) });
        }
        told.remove(0);
        told
    }
}
