//! Adding up allocations while they are read.

use rustc_hash::FxHashMap;

use super::recording::{AllocationStep, AllocationSum, Allocations};
use super::resolver::Resolver;
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

/// What was allocated, where and by whom, as the numbers of constants of one chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Source {
    pub(super) class: u64,
    pub(super) stack: u64,
    pub(super) thread: u64,
}

/// Events and their bytes.
type Sum = (u64, u64);

/// Sums of what was read so far.
///
/// Within a chunk by the numbers of its constants, so that an event takes one look into a large table; what these stand for is asked
/// once per sum, when the chunk has ended.
#[derive(Debug)]
pub(super) struct Adding {
    events: u64,
    step_nanos: u64,
    sums: FxHashMap<(NameIndex, StackIndex, NameIndex), Sum>,
    steps: FxHashMap<(u32, NameIndex), Sum>,
    sums_of_chunk: FxHashMap<Source, Sum>,
    /// By the part of the time, then by class.
    steps_of_chunk: FxHashMap<(u32, u64), Sum>,
}

impl Adding {
    /// Nothing yet of a recording that is so long, as far as is known.
    pub(super) fn new(length_nanos: u64) -> Self {
        let step_nanos = if length_nanos == 0 { USUAL_STEP_NANOS } else { round_up(length_nanos / STEPS) };
        Self {
            events: 0,
            step_nanos,
            sums: FxHashMap::default(),
            steps: FxHashMap::default(),
            sums_of_chunk: FxHashMap::default(),
            steps_of_chunk: FxHashMap::default(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, nanos: u64, source: Source, bytes: u64) {
        self.events += 1;
        add_to(self.sums_of_chunk.entry(source).or_default(), (1, bytes));
        let step = (nanos / self.step_nanos).min(LAST_STEP) as u32;
        add_to(self.steps_of_chunk.entry((step, source.class)).or_default(), (1, bytes));
    }

    /// The numbers that come now are of another chunk.
    pub(super) fn end_chunk(&mut self, resolver: &mut Resolver<'_, '_>) {
        // In the order of the numbers, so that names and stacks are in the same order each time.
        let mut sums: Vec<(Source, Sum)> = self.sums_of_chunk.drain().collect();
        sums.sort_unstable();
        for (Source { class, stack, thread }, sum) in sums {
            let key = (resolver.class(Some(class)), resolver.stack(Some(stack)), resolver.thread(Some(thread)));
            add_to(self.sums.entry(key).or_default(), sum);
        }
        let mut steps: Vec<((u32, u64), Sum)> = self.steps_of_chunk.drain().collect();
        steps.sort_unstable();
        for ((step, class), sum) in steps {
            add_to(self.steps.entry((step, resolver.class(Some(class)))).or_default(), sum);
        }
    }

    pub(super) fn finish(self) -> Allocations {
        let Self { events, step_nanos, sums, steps, .. } = self;
        let sum = |((class, stack, thread), (events, bytes))| AllocationSum { class, stack, thread, events, bytes };
        let mut sums: Vec<AllocationSum> = sums.into_iter().map(sum).collect();
        sums.sort_unstable_by_key(|sum| (sum.class, sum.stack, sum.thread));
        let step = |((step, class), (events, bytes))| AllocationStep { step, class, events, bytes };
        let mut steps: Vec<AllocationStep> = steps.into_iter().map(step).collect();
        steps.sort_unstable_by_key(|step| (step.step, step.class));
        Allocations { events, sums, step_nanos, steps }
    }
}

#[inline]
fn add_to((events, bytes): &mut Sum, (more_events, more_bytes): Sum) {
    *events += more_events;
    *bytes = bytes.saturating_add(more_bytes);
}

fn round_up(nanos: u64) -> u64 {
    let powers = std::iter::successors(Some(SHORTEST_STEP_NANOS), |power| power.checked_mul(10));
    powers.flat_map(|power| ROUND.map(|round| power.saturating_mul(round))).find(|&step| step >= nanos).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_time_are_round_and_some_hundred() {
        for (length_secs, step_millis) in [(0, 1_000), (1, 10), (10, 20), (60, 100), (600, 1_000), (3_600, 10_000), (86_400, 200_000)] {
            let step_nanos = Adding::new(length_secs * 1_000_000_000).step_nanos;
            assert_eq!(step_nanos, step_millis * 1_000_000, "{length_secs} s");
        }
        assert!(Adding::new(u64::MAX).step_nanos >= u64::MAX / STEPS);
    }
}
