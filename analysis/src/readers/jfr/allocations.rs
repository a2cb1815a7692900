//! Adding up allocations while they are read.

use rustc_hash::FxHashMap;

use super::recording::{AllocationStep, AllocationSum, Allocations};
use super::tables::{NameIndex, StackIndex};

/// Into about how many parts the time of a recording is divided.
const STEPS: u64 = 600;

/// The number of the last part at most, where a recording is longer than its headers say.
const LAST_STEP: u64 = 10 * STEPS;

/// How long a part is where nobody knows how long the recording is.
const USUAL_STEP_NANOS: u64 = 1_000_000_000;

/// Parts of the time are as long as one of these, times a power of ten, in nanoseconds.
const ROUND: [u64; 3] = [1, 2, 5];

/// The shortest part.
const SHORTEST_STEP_NANOS: u64 = 10_000_000;

/// Sums of what was read so far.
#[derive(Debug)]
pub(super) struct Adding {
    events: u64,
    step_nanos: u64,
    sums: FxHashMap<(NameIndex, StackIndex, NameIndex), (u64, u64)>,
    steps: FxHashMap<(u32, NameIndex), (u64, u64)>,
}

impl Adding {
    /// Nothing yet of a recording that is so long, as far as is known.
    pub(super) fn new(length_nanos: u64) -> Self {
        let step_nanos = if length_nanos == 0 { USUAL_STEP_NANOS } else { round_up(length_nanos / STEPS) };
        Self { events: 0, step_nanos, sums: FxHashMap::default(), steps: FxHashMap::default() }
    }

    #[inline]
    pub(super) fn add(&mut self, nanos: u64, class: NameIndex, stack: StackIndex, thread: NameIndex, bytes: u64) {
        let add = |(events, sum): &mut (u64, u64)| {
            *events += 1;
            *sum = sum.saturating_add(bytes);
        };
        self.events += 1;
        add(self.sums.entry((class, stack, thread)).or_default());
        let step = (nanos / self.step_nanos).min(LAST_STEP) as u32;
        add(self.steps.entry((step, class)).or_default());
    }

    pub(super) fn finish(self) -> Allocations {
        let Self { events, step_nanos, sums, steps } = self;
        let sum = |((class, stack, thread), (events, bytes))| AllocationSum { class, stack, thread, events, bytes };
        let mut sums: Vec<AllocationSum> = sums.into_iter().map(sum).collect();
        sums.sort_unstable_by_key(|sum| (sum.class, sum.stack, sum.thread));
        let step = |((step, class), (events, bytes))| AllocationStep { step, class, events, bytes };
        let mut steps: Vec<AllocationStep> = steps.into_iter().map(step).collect();
        steps.sort_unstable_by_key(|step| (step.step, step.class));
        Allocations { events, sums, step_nanos, steps }
    }
}

fn round_up(nanos: u64) -> u64 {
    let powers = std::iter::successors(Some(SHORTEST_STEP_NANOS), |power| power.checked_mul(10));
    powers.flat_map(|power| ROUND.map(|round| power.saturating_mul(round))).find(|&step| step >= nanos).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::jfr::tables::Tables;

    #[test]
    fn parts_of_the_time_are_round_and_some_hundred() {
        for (length_secs, step_millis) in [(0, 1_000), (1, 10), (10, 20), (60, 100), (600, 1_000), (3_600, 10_000), (86_400, 200_000)] {
            let step_nanos = Adding::new(length_secs * 1_000_000_000).step_nanos;
            assert_eq!(step_nanos, step_millis * 1_000_000, "{length_secs} s");
        }
        assert!(Adding::new(u64::MAX).step_nanos >= u64::MAX / STEPS);
    }

    #[test]
    fn allocations_are_summed_by_place_and_by_time() {
        let mut tables = Tables::default();
        let [a, b, thread] = ["A", "B", "main"].map(|name| tables.add_name(name));
        let stack = tables.add_stack(&[], false);
        let mut adding = Adding::new(6_000_000_000);
        for (nanos, class, bytes) in [(0, a, 10), (9_999_999, a, 5), (10_000_000, b, 1), (u64::MAX, a, u64::MAX)] {
            adding.add(nanos, class, stack, thread, bytes);
        }
        let done = adding.finish();
        assert_eq!(done.sums.iter().map(|sum| (sum.class, sum.events, sum.bytes)).collect::<Vec<_>>(), [(a, 3, u64::MAX), (b, 1, 1)]);
        let steps: Vec<_> = done.steps.iter().map(|step| (step.step, step.class, step.bytes)).collect();
        assert_eq!(steps, [(0, a, 15), (1, b, 1), (LAST_STEP as u32, a, u64::MAX)]);
        assert_eq!(done.events, 4);
    }
}
