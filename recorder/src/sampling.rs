//! How closely allocations are sampled: as closely as their share of the budget allows.
//!
//! What a sample costs is measured where it is taken, in time of a processor: what others on a busy machine take meanwhile is not its
//! cost. Every so often the mean distance between samples is doubled or halved so that samples cost their share; programs that
//! allocate little keep the finest distance. Powers of two, so that a trace knows few distances; each sample is written with the
//! distance that it was taken at.
//!
//! Before JDK 24 (seen in 17 and 21, and gone in 25) a thread counts the bytes up to its next sample, or up to the end of its buffer, as
//! allocated when it sets out. A collection takes the buffer away, and so the first object that the thread allocates after it is
//! sampled although nothing was allocated: whatever programs do first after a collection would seem to be done more often. As
//! the way to the next sample does not depend on what was before, such samples can be left out.
//!
//! Generational ZGC (JDK 21 and later) marks from weak references, too, when it collects young objects: until its next major collection
//! a sampled object keeps alive whatever it refers to, and all of that grows old. A database took 1.2 to 1.4 times as long with a sample
//! in 64 KiB. There samples are few.
//!
//! Before JDK 23 (JDK-8313332) a thread that asks for its call stack may read the table of a class's methods just when another one that
//! asks for its own frees it, for a larger one, if the class was redefined before: both die. There only one thread asks at a time. None
//! waits for long: the one that asks may be one that a debugger has stopped.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::processors;

/// The share of the budget that samples may use up; the rest is for looking at the heap.
const SHARE_OF_BUDGET: f64 = 0.25;

/// Time between two decisions.
const PERIOD: Duration = Duration::from_millis(50);

/// The greatest distance in bytes: the JVM takes a signed number of 32 bits.
const GREATEST: u32 = 1 << 30;

/// Buffers of threads are mostly larger than this many bytes. Where the distance between samples is greater, the end of the buffer is
/// nearer than the next sample: then the first sample after a collection is mostly a true one.
const WITHIN_BUFFER: u32 = 1 << 20;

/// Samples per second where the collector keeps what is sampled.
const FEW: u32 = 50;

/// Time between two decisions there, unless so many samples come before.
const LONG_PERIOD: Duration = Duration::from_secs(1);

/// How long a thread waits at most until it may ask for its call stack, and between two tries; it takes some microseconds.
const PATIENCE: Duration = Duration::from_millis(20);
const BETWEEN_TRIES: Duration = Duration::from_micros(20);

/// A thread asks for its call stack. Of all recordings: they share the JVM.
static IS_ASKING: AtomicBool = AtomicBool::new(false);

/// Numbers periods, of all recordings: threads outlive recordings.
static PERIODS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// The distance that this thread goes until its next sample; 0 before its first one.
    static NEXT: Cell<u32> = const { Cell::new(0) };
    /// How many collections had ended at the last sample of this thread; `u32::MAX` before its first one.
    static COLLECTIONS: Cell<u32> = const { Cell::new(u32::MAX) };
    /// The period that this thread took samples in, and what they have cost it there, in nanoseconds.
    static COST: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    /// How long this thread has waited for its turn to ask for a call stack, since its last sample.
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// As long as it is there, this thread may ask the JVM for its call stack.
#[derive(Debug)]
pub(crate) struct Turn {
    is_alone: bool,
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.is_alone {
            IS_ASKING.store(false, Ordering::Release);
        }
    }
}

/// Decides about the distance between samples.
#[derive(Debug)]
pub(crate) struct Sampling {
    finest: u32,
    /// The JVM takes samples after collections that it should not.
    takes_some_too_early: AtomicBool,
    /// Threads may not ask for their call stacks side by side.
    one_at_a_time: AtomicBool,
    /// The collector keeps what is sampled.
    keeps_samples: AtomicBool,
    /// Samples in this period.
    taken: AtomicU32,
    /// Allowed share of the time; without one the distance is fixed.
    share: Option<f64>,
    distance: AtomicU32,
    /// What samples have cost all threads in this period, and the busiest one; nanoseconds.
    sum: AtomicU64,
    busiest: AtomicU64,
    period: AtomicU64,
    decided: Mutex<Decided>,
}

#[derive(Debug, Default)]
struct Decided {
    at: Duration,
    /// What samples have cost the program since somebody asked.
    spent: Duration,
}

impl Sampling {
    /// `finest` bytes between two samples at least, 0 for every allocation; `percent` of the time for all of the recording.
    pub(crate) fn new(finest: u32, percent: Option<f64>) -> Self {
        Self {
            finest,
            takes_some_too_early: AtomicBool::new(false),
            one_at_a_time: AtomicBool::new(true),
            keeps_samples: AtomicBool::new(false),
            taken: AtomicU32::new(0),
            share: percent.filter(|_| finest > 0).map(|percent| percent / 100.0 * SHARE_OF_BUDGET),
            distance: AtomicU32::new(finest),
            sum: AtomicU64::new(0),
            busiest: AtomicU64::new(0),
            period: AtomicU64::new(PERIODS.fetch_add(1, Ordering::Relaxed)),
            decided: Mutex::default(),
        }
    }

    /// The mean distance in bytes that threads take up now.
    pub(crate) fn distance(&self) -> u32 {
        self.distance.load(Ordering::Relaxed)
    }

    /// The distance that led to the sample which this thread takes now: the JVM chooses it when the one before is taken.
    pub(crate) fn distance_of_sample(&self) -> u32 {
        let next = self.distance();
        match NEXT.replace(next) {
            0 => next,
            distance => distance,
        }
    }

    /// The JVM is of this version, if it tells.
    pub(crate) fn know_jvm(&self, version: Option<u32>) {
        let is_before = |fixed: u32| version.is_some_and(|version| version < fixed);
        self.takes_some_too_early.store(is_before(24) && self.finest > 0, Ordering::Relaxed);
        self.one_at_a_time.store(is_before(23), Ordering::Relaxed);
    }

    /// The collector keeps for a while what is sampled. How many samples there will be per second, if that can be said.
    pub(crate) fn take_few(&self) -> Option<u32> {
        self.share?;
        self.keeps_samples.store(true, Ordering::Relaxed);
        Some(FEW)
    }

    /// Waits until this thread may ask the JVM for its call stack; `None` if others do so for too long.
    pub(crate) fn turn(&self) -> Option<Turn> {
        let is_alone = self.one_at_a_time.load(Ordering::Relaxed);
        if is_alone && IS_ASKING.swap(true, Ordering::Acquire) {
            let begin = Instant::now();
            let mut has_turn = false;
            while !has_turn && begin.elapsed() < PATIENCE {
                std::thread::sleep(BETWEEN_TRIES);
                has_turn = !IS_ASKING.swap(true, Ordering::Acquire);
            }
            WAITED.set(begin.elapsed());
            if !has_turn {
                return None;
            }
        }
        Some(Turn { is_alone })
    }

    /// Whether the sample that this thread takes now at this distance is one that the JVM should not take.
    pub(crate) fn is_too_early(&self, distance: u32, collections: u32) -> bool {
        let before = COLLECTIONS.replace(collections);
        let is_first = before != collections && before != u32::MAX;
        is_first && distance <= WITHIN_BUFFER && self.takes_some_too_early.load(Ordering::Relaxed)
    }

    /// Adds what a sample has cost this thread in time of a processor, `now` since the start, and how long it has waited for its turn;
    /// the new distance if there is one.
    pub(crate) fn spent(&self, cost: Duration, now: Duration) -> Option<u32> {
        let period = self.period.load(Ordering::Relaxed);
        let nanos = (cost + WAITED.take()).as_nanos() as u64;
        let (before, own) = COST.get();
        let own = if before == period { own + nanos } else { nanos };
        COST.set((period, own));
        self.busiest.fetch_max(own, Ordering::Relaxed);
        self.sum.fetch_add(nanos, Ordering::Relaxed);
        let taken = self.taken.fetch_add(1, Ordering::Relaxed) + 1;
        let keeps_samples = self.keeps_samples.load(Ordering::Relaxed);
        // Another thread that decides is as good.
        let mut decided = self.decided.try_lock().ok()?;
        let passed = now.saturating_sub(decided.at);
        let is_due = if keeps_samples { passed >= LONG_PERIOD || taken >= FEW } else { passed >= PERIOD };
        if !is_due {
            return None;
        }
        decided.at = now;
        self.taken.store(0, Ordering::Relaxed);
        let cost = self.end_period();
        decided.spent += cost;
        let share = self.share?;
        let old = self.distance();
        let passed = passed.as_secs_f64().max(1e-6);
        let too_many = if keeps_samples { f64::from(taken) / passed / f64::from(FEW) } else { 0.0 };
        let excess = too_many.max(cost.as_secs_f64() / passed / share);
        let new = next_distance(old, excess, self.finest);
        self.distance.store(new, Ordering::Relaxed);
        (new != old).then_some(new)
    }

    /// What samples have cost the program since the last call.
    pub(crate) fn take_cost(&self) -> Duration {
        let mut decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut decided.spent) + self.end_period()
    }

    /// What samples have cost the program in the period that ends. Threads that run side by side lose their time side by side:
    /// no less than the busiest one has lost, and no less than all together on all processors.
    fn end_period(&self) -> Duration {
        self.period.store(PERIODS.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let sum = self.sum.swap(0, Ordering::Relaxed);
        Duration::from_nanos(self.busiest.swap(0, Ordering::Relaxed).max(sum / u64::from(processors())))
    }
}

/// The next distance where samples cost `excess` times their share.
fn next_distance(distance: u32, excess: f64, finest: u32) -> u32 {
    let factor = if excess > 1.0 { excess.log2().ceil().min(4.0) as i32 } else { excess.max(0.25).log2().ceil() as i32 };
    let next = f64::from(distance) * 2_f64.powi(factor);
    (next.min(f64::from(GREATEST)) as u32).max(finest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINEST: u32 = 64 << 10;

    #[test]
    fn the_distance_follows_the_cost_and_rests_where_it_fits() {
        for (excess, factor) in [(16.0, 16), (100.0, 16), (3.0, 4), (1.5, 2), (1.0, 1), (0.6, 1)] {
            assert_eq!(next_distance(FINEST, excess, FINEST), FINEST * factor, "{excess}");
        }
        assert_eq!([0.5, 0.3, 0.25, 0.0].map(|excess| next_distance(16 * FINEST, excess, FINEST) / FINEST), [8, 8, 4, 4]);
        assert_eq!(next_distance(GREATEST, 16.0, FINEST), GREATEST);
        assert_eq!(next_distance(FINEST, 0.0, FINEST), FINEST);
    }

    /// Samples of 20 microseconds, every `distance` bytes of a program that allocates a gigabyte per second.
    #[test]
    fn samples_of_a_busy_program_cost_their_share_and_know_their_distance() {
        let sampling = Sampling::new(FINEST, Some(10.0));
        let (cost, mut now, mut samples, mut told) = (Duration::from_micros(20), Duration::ZERO, 0_u32, 0.0);
        while now < Duration::from_secs(10) {
            let distance = f64::from(sampling.distance());
            told += f64::from(sampling.distance_of_sample());
            now += Duration::from_secs_f64(distance / 1e9) + cost;
            samples += 1;
            let _ = sampling.spent(cost, now);
        }
        let spent = sampling.take_cost();
        assert_eq!((spent, sampling.take_cost()), (cost * samples, Duration::ZERO), "one thread loses all of it");
        let share = spent.as_secs_f64() / now.as_secs_f64();
        assert!((0.012..0.026).contains(&share), "{share}");
        // The distances that samples tell add up to what was allocated.
        assert!((told / 1e9 / now.as_secs_f64() - 1.0).abs() < 0.05, "{told}");
    }

    /// Where samples are kept there are few of them from the first moment on, whatever the program allocates.
    #[test]
    fn samples_that_the_collector_keeps_are_few() {
        for bytes_per_second in [1e6, 5e7, 2e9] {
            let sampling = Sampling::new(FINEST, Some(10.0));
            assert_eq!((sampling.take_few(), Sampling::new(FINEST, None).take_few()), (Some(FEW), None));
            let (mut now, mut samples, mut told) = (Duration::ZERO, 0_u32, 0.0);
            while now < Duration::from_secs(20) {
                let distance = f64::from(sampling.distance());
                told += f64::from(sampling.distance_of_sample());
                now += Duration::from_secs_f64(distance / bytes_per_second);
                samples += 1;
                let _ = sampling.spent(Duration::from_micros(20), now);
            }
            let wanted = f64::from(20 * FEW).min(20.0 * bytes_per_second / f64::from(FINEST));
            assert!((0.4..1.3).contains(&(f64::from(samples) / wanted)), "{samples} of {wanted}");
            assert!((told / bytes_per_second / now.as_secs_f64() - 1.0).abs() < 0.05, "{told}");
        }
    }

    #[test]
    fn the_first_sample_after_a_collection_is_too_early_in_old_jvms() {
        let early = |version: &str, finest: u32, distance: u32| {
            let sampling = Sampling::new(finest, None);
            sampling.know_jvm(version.parse().ok());
            std::thread::spawn(move || [3, 3, 4, 4, 6].map(|collections| sampling.is_too_early(distance, collections))).join()
        };
        let none = [false; 5];
        // Nobody knows how old a thread is at its first sample.
        assert_eq!(early("21", FINEST, FINEST).ok(), Some([false, false, true, false, true]));
        assert_eq!(early("25", FINEST, FINEST).ok(), Some(none));
        assert_eq!(early("17", FINEST, 2 << 20).ok(), Some(none), "buffers are smaller");
        assert_eq!(early("17", 0, 0).ok(), Some(none), "every allocation counts");
    }

    #[test]
    fn old_jvms_are_asked_for_one_call_stack_at_a_time() {
        let sampling = Sampling::new(FINEST, None);
        sampling.know_jvm(Some(21));
        let (asking, most) = (AtomicU32::new(0), AtomicU32::new(0));
        let ask = || {
            if let Some(_turn) = sampling.turn() {
                most.fetch_max(asking.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::yield_now();
                asking.fetch_sub(1, Ordering::SeqCst);
            }
        };
        std::thread::scope(|scope| {
            (0..4).for_each(|_| {
                scope.spawn(|| (0..100).for_each(|_| ask()));
            });
        });
        assert_eq!(most.load(Ordering::SeqCst), 1);
        // One that was stopped while it asks holds nobody up for long, and what others have waited is a cost.
        let stopped = sampling.turn();
        let waits = std::thread::scope(|scope| {
            let waits = || (sampling.turn().is_none(), sampling.spent(Duration::ZERO, Duration::ZERO), sampling.take_cost() >= PATIENCE);
            scope.spawn(waits).join()
        });
        assert_eq!(waits.ok(), Some((true, None, true)));
        sampling.know_jvm(Some(25));
        assert!(sampling.turn().is_some());
        drop(stopped);
    }

    #[test]
    fn without_a_budget_the_distance_stays() {
        for sampling in [Sampling::new(0, Some(10.0)), Sampling::new(FINEST, None)] {
            let finest = sampling.distance();
            assert_eq!(sampling.spent(Duration::from_secs(1), Duration::from_secs(1)), None);
            assert_eq!((sampling.distance(), sampling.take_cost()), (finest, Duration::from_secs(1)));
        }
    }
}
