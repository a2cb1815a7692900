//! What the collector and others tell the worker of a recording, and how it waits for that.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::perf_counters::{AfterCollection, PerfCounters};
use crate::rolling::{FileLimits, is_gone};

/// Allocations that may wait for the next collection to be written.
const MOST_WAITING: usize = 1 << 15;

/// With so many of them, whoever allocates waits for the writer: about 100 MiB.
const MOST_HELD: usize = 1 << 20;

/// How long an allocation waits at most. It may hold something that the writer needs; then memory grows by one allocation per
/// such time and thread.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two looks at what a copy of the process tells: its pipe holds what it tells in that time.
pub(crate) const BETWEEN_POLLS: Duration = Duration::from_millis(2);

/// What a concurrent collector has found dead is gone so long after its last pause, which may take so long to come.
const SETTLES: Duration = Duration::from_millis(60);
const SETTLES_AT_LAST: Duration = Duration::from_millis(500);

/// Concurrent collectors stop the program so often in one cycle, or less: three times for one generation, then three times for the other.
const PAUSES_OF_CYCLE: u32 = 6;

/// Time between two looks whether the process is there that began the recording.
const BETWEEN_OWNER_CHECKS: Duration = Duration::from_secs(5);

/// What the worker is told.
#[derive(Debug)]
pub(crate) struct Signals {
    start: Instant,
    collections: AtomicU32,
    looked_nanos: AtomicU64,
    told: Mutex<Told>,
    changed: Condvar,
}

/// A collection that has ended.
#[derive(Debug, Clone)]
pub(crate) struct Ended {
    pub(crate) number: u32,
    pub(crate) began: Duration,
    pub(crate) ended: Duration,
    pub(crate) after: AfterCollection,
}

/// What nobody has seen to yet, and what is known of the collector.
#[derive(Debug, Default)]
struct Told {
    began: Option<(Duration, Option<String>)>,
    ended: Vec<Ended>,
    counters: Option<PerfCounters>,
    /// The collector tells of its pauses, and works on behind them.
    is_concurrent: bool,
    /// Allocations should be written.
    is_full: bool,
    /// Somebody wants a walk.
    is_requested: bool,
    stop: bool,
}

impl Told {
    /// When the collections that have ended can be told of; `None` if none has.
    fn settles_at(&self) -> Option<Duration> {
        let (first, last) = (self.ended.first()?.ended, self.ended.last()?.ended);
        Some(if self.is_concurrent { (last + SETTLES).min(first + SETTLES_AT_LAST) } else { last })
    }
}

impl Signals {
    /// The trace starts now.
    pub(crate) fn start() -> Self {
        Self {
            start: Instant::now(),
            collections: AtomicU32::new(0),
            looked_nanos: AtomicU64::new(0),
            told: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Time since the start of the trace.
    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// When the heap was looked at last.
    pub(crate) fn looked(&self) -> Duration {
        Duration::from_nanos(self.looked_nanos.load(Ordering::Relaxed))
    }

    /// The heap was looked at just now.
    pub(crate) fn note_look(&self) {
        self.looked_nanos.store(self.now().as_nanos() as u64, Ordering::Relaxed);
    }

    /// Nobody looks at the heap again.
    pub(crate) fn note_last_look(&self) {
        self.looked_nanos.store(u64::MAX / 2, Ordering::Relaxed);
    }

    /// How many collections have ended.
    pub(crate) fn collections(&self) -> u32 {
        self.collections.load(Ordering::Relaxed)
    }

    /// What is known of the collector: whether it tells of its pauses, and works on behind them.
    pub(crate) fn know_collector(&self, is_concurrent: bool, counters: Option<PerfCounters>) {
        let mut told = self.told();
        (told.is_concurrent, told.counters) = (is_concurrent, counters);
    }

    /// Whether the collector tells of its pauses, and works on behind them.
    pub(crate) fn is_concurrent(&self) -> bool {
        self.told().is_concurrent
    }

    /// How many threads the JVM has started; 0 where it keeps no counters.
    pub(crate) fn threads_started(&self) -> u64 {
        self.told().counters.as_ref().and_then(PerfCounters::threads_started).unwrap_or(0)
    }

    /// What was allocated before that collection had ended has outlived a cycle of the collector since, if it has not been taken.
    ///
    /// A collector that works beside the program keeps until its next cycle what anybody takes in hand during this one, and to tag an
    /// object is to take it in hand: of short-living objects that would be most of the heap, and there might be no room for others.
    pub(crate) fn settled(&self) -> u32 {
        if self.is_concurrent() { self.collections().saturating_sub(PAUSES_OF_CYCLE) } else { u32::MAX }
    }

    /// A collection begins; the program stands still.
    pub(crate) fn collection_begins(&self) {
        let mut told = self.told();
        let cause = told.counters.as_mut().and_then(PerfCounters::before_collection);
        told.began = Some((self.now(), cause));
    }

    /// A collection has ended; the program will go on.
    pub(crate) fn collection_ends(&self) {
        let number = self.collections.fetch_add(1, Ordering::Relaxed) + 1;
        let mut told = self.told();
        let ended = self.now();
        let (began, cause) = told.began.take().unwrap_or((ended, None));
        let after = told.counters.as_mut().map(|counters| counters.after_collection(cause)).unwrap_or_default();
        told.ended.push(Ended { number, began, ended, after });
        self.changed.notify_all();
    }

    /// Somebody wants a walk, whatever it costs.
    pub(crate) fn request_walk(&self) {
        self.told().is_requested = true;
        self.changed.notify_all();
    }

    /// Wakes the worker where much waits to be written, and slows the program down where too much does: nothing is lost, and
    /// memory stays bounded.
    pub(crate) fn keep_back(&self, waiting: impl Fn() -> usize) {
        if waiting() < MOST_WAITING {
            return;
        }
        let begin = Instant::now();
        let mut told = self.told();
        told.is_full = true;
        self.changed.notify_all();
        while waiting() >= MOST_HELD && !told.stop && begin.elapsed() < PATIENCE {
            told = self.changed.wait_timeout(told, PATIENCE / 20).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whoever waits for room has some.
    pub(crate) fn make_room(&self) {
        self.changed.notify_all();
    }

    /// Waits for collections ([`Signals::take_ended`] gives them), a request, or the clock, but not long while a copy of the process works;
    /// whether there is a request, and `None` at the end.
    pub(crate) fn wait(&self, is_copying: bool, options: &Options, limits: &FileLimits) -> Option<bool> {
        let mut told = self.told();
        let mut rest = is_copying.then_some(BETWEEN_POLLS);
        while !(told.stop || told.is_requested || std::mem::take(&mut told.is_full)) {
            let settling = told.settles_at().map(|time| time.saturating_sub(self.now()));
            if settling == Some(Duration::ZERO) {
                break;
            }
            let clock = options.every.map(|every| (self.looked() + every).saturating_sub(self.now()));
            let owner = options.owner.map(|_| BETWEEN_OWNER_CHECKS);
            let file = limits.time.map(|time| time.saturating_sub(self.now()));
            let until = rest.or_else(|| clock.into_iter().chain(owner).chain(file).chain(settling).min());
            told = match until {
                None => self.changed.wait(told).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => break,
                Some(until) => self.changed.wait_timeout(told, until).unwrap_or_else(PoisonError::into_inner).0,
            };
            if is_copying {
                rest = Some(Duration::ZERO);
            }
            if options.owner.is_some_and(is_gone) {
                return None;
            }
        }
        let is_requested = std::mem::take(&mut told.is_requested);
        (!told.stop).then_some(is_requested)
    }

    /// Collections that nobody has taken yet. Whoever takes them writes them.
    pub(crate) fn take_ended(&self) -> Vec<Ended> {
        std::mem::take(&mut self.told().ended)
    }

    /// The worker is to end.
    pub(crate) fn stop(&self) {
        self.told().stop = true;
        self.changed.notify_all();
    }

    /// Whether the worker is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.told().stop
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
