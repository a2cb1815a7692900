//! Adding up allocations while they are read.

use rustc_hash::FxHashMap;

use super::recording::{AllocationSum, Allocations};
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

/// With more sums parts of the time become twice as long.
const MOST_SUMS: usize = 1 << 20;

/// When something was allocated, what, where and by whom, as the numbers of constants of one chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Source {
    pub(super) class: u64,
    pub(super) stack: u64,
    pub(super) thread: u64,
}

/// What events come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    events: u64,
    bytes: u64,
    squares: u128,
}

impl Sum {
    #[inline]
    fn add(&mut self, more: Self) {
        self.events += more.events;
        self.bytes = self.bytes.saturating_add(more.bytes);
        self.squares = self.squares.saturating_add(more.squares);
    }
}

/// Sums by the part of the time and what else they are of.
type Sums<K> = FxHashMap<(u32, K), Sum>;

/// Sums of what was read so far.
///
/// Within a chunk by the numbers of its constants, so that an event takes one look into a large table; what these stand for is asked
/// once per sum, when the chunk has ended.
#[derive(Debug)]
pub(super) struct Adding {
    events: u64,
    step_nanos: u64,
    most_sums: usize,
    sums: Sums<(NameIndex, StackIndex, NameIndex)>,
    sums_of_chunk: Sums<Source>,
}

impl Adding {
    /// Nothing yet of a recording that is so long, as far as is known.
    pub(super) fn new(length_nanos: u64) -> Self {
        let step_nanos = if length_nanos == 0 { USUAL_STEP_NANOS } else { round_up(length_nanos / STEPS) };
        Self { events: 0, step_nanos, most_sums: MOST_SUMS, sums: FxHashMap::default(), sums_of_chunk: FxHashMap::default() }
    }

    #[inline]
    pub(super) fn add(&mut self, nanos: u64, source: Source, bytes: u64) {
        self.events += 1;
        let step = (nanos / self.step_nanos).min(LAST_STEP) as u32;
        let sum = Sum { events: 1, bytes, squares: u128::from(bytes) * u128::from(bytes) };
        self.sums_of_chunk.entry((step, source)).or_default().add(sum);
        if self.sums_of_chunk.len() > self.most_sums {
            self.lengthen_parts();
        }
    }

    /// The numbers that come now are of another chunk.
    pub(super) fn end_chunk(&mut self, resolver: &mut Resolver<'_, '_>) {
        // In the order of the numbers, so that names and stacks are in the same order each time.
        let mut sums: Vec<((u32, Source), Sum)> = self.sums_of_chunk.drain().collect();
        sums.sort_unstable();
        for ((step, Source { class, stack, thread }), sum) in sums {
            let of = (resolver.class(Some(class)), resolver.stack(Some(stack)), resolver.thread(Some(thread)));
            self.sums.entry((step, of)).or_default().add(sum);
        }
        if self.sums.len() > self.most_sums {
            self.lengthen_parts();
        }
    }

    /// Makes parts of the time longer until there are fewer sums; of one part alone nothing is put together.
    fn lengthen_parts(&mut self) {
        while self.sums.len().max(self.sums_of_chunk.len()) > self.most_sums / 2 && self.step_nanos < u64::MAX / 2 {
            self.step_nanos *= 2;
            in_pairs(&mut self.sums);
            in_pairs(&mut self.sums_of_chunk);
            if self.sums.keys().all(|(step, _)| *step == 0) && self.sums_of_chunk.keys().all(|(step, _)| *step == 0) {
                self.most_sums = usize::MAX;
                return;
            }
        }
    }

    pub(super) fn finish(self) -> Allocations {
        let Self { events, step_nanos, sums, .. } = self;
        let sum = |((step, (class, stack, thread)), Sum { events, bytes, squares })| AllocationSum {
            step,
            class,
            stack,
            thread,
            events,
            bytes,
            squares,
        };
        let mut sums: Vec<AllocationSum> = sums.into_iter().map(sum).collect();
        sums.sort_unstable_by_key(|sum| (sum.step, sum.class, sum.stack, sum.thread));
        Allocations { events, sums, step_nanos }
    }
}

/// Two parts of the time each become one.
fn in_pairs<K: Copy + Eq + std::hash::Hash>(sums: &mut Sums<K>) {
    let mut joined: Sums<K> = FxHashMap::default();
    // Sums are whole numbers, so that their order does not matter.
    sums.drain().for_each(|((step, of), sum)| joined.entry((step / 2, of)).or_default().add(sum));
    *sums = joined;
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

    #[test]
    fn parts_become_longer_where_there_would_be_too_many_sums() {
        let mut adding = Adding { most_sums: 8, ..Adding::new(6_000_000_000) };
        let source = |thread| Source { class: 1, stack: 1, thread };
        (0..64).for_each(|at| adding.add(at * 100_000_000, source(1), at));
        let told = |adding: &Adding| (adding.sums_of_chunk.len(), adding.step_nanos);
        let (count, step) = told(&adding);
        assert!(count <= 8 && step > 10_000_000, "{count} sums of {step} ns");
        let sum = adding.sums_of_chunk.values().fold(Sum::default(), |mut all, sum| {
            all.add(*sum);
            all
        });
        assert_eq!(sum, Sum { events: 64, bytes: (0..64).sum(), squares: (0..64_u128).map(|at| at * at).sum() });
        // Of one part of the time as many as there are.
        (0..20).for_each(|thread| adding.add(0, source(thread), 1));
        assert_eq!(adding.events, 84);
        assert!(adding.sums_of_chunk.len() >= 20);
    }
}
