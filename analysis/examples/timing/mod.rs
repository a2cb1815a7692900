//! What benchmarks over time have in common: made-up numbers, and how long some work takes.

use std::hint::black_box;
use std::time::Instant;

const RUNS: usize = 11;

/// Numbers by chance, the same ones in each run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// The next one, from 0 on.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Median time of some runs, in milliseconds; the first one, which makes memory warm, does not count.
pub(crate) fn median<T>(work: impl Fn() -> T) -> f64 {
    black_box(work());
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let started = Instant::now();
            black_box(work());
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
