//! When the heap may be walked: recording must not cost more than its share of the time.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::time::Duration;

use crate::options::Detail;

/// Nanoseconds per byte of heap that the first walk is expected to take. Objects of 40 bytes with 2.4 references each, as the
/// JDK's compiler has them, take 20, those with large arrays next to nothing; a walk that takes too long is given up. Later
/// ones are expected to take what the last one took.
const FIRST_WALK: u64 = 4;

/// The same for the first count of all objects, which reads the heap from front to end.
const FIRST_COUNT: u64 = 3;

/// What a program loses to its first walk whatever the share: without one a recording of a short program shows nothing.
const GRACE: Duration = Duration::from_millis(300);

/// How many times its share the first walk may take: most programs go on for longer than they have run.
const AHEAD: f64 = 2.0;

/// How much longer than the share a walk may take before it is given up.
const TOLERANCE: f64 = 1.2;

/// Collections after which the heap was smallest when most of its garbage was gone: most leave some of it.
const RECENT: usize = 6;

/// How many processors there are. Asked once: the system reads files to answer, and whoever asks may be the program.
pub(crate) fn processors() -> u64 {
    static COUNT: OnceLock<u64> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u64))
}

/// How long a walk may take before it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    /// The program stands still so long.
    pub(crate) time: Duration,
    /// A walk that has met so many bytes by then may go on for as long again: giving it up would cost more than ending it.
    pub(crate) enough: Option<u64>,
}

/// Keeps account of what recording costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Budget {
    /// Allowed share of the time; without one everything is.
    share: Option<f64>,
    /// Nanoseconds per byte that a look is expected to take before there was one.
    first: u64,
    spent: Duration,
    /// Bytes in use after the last collections.
    used: VecDeque<u64>,
    last_walk: Option<(Duration, Option<u64>)>,
}

impl Budget {
    /// `percent` of the time for walks of the heap or counts of its objects; `None` is no limit.
    #[must_use]
    pub(crate) fn new(percent: Option<f64>, detail: Detail) -> Self {
        let first = if detail == Detail::Counts { FIRST_COUNT } else { FIRST_WALK };
        Self { share: percent.map(|percent| percent / 100.0), first, ..Self::default() }
    }

    /// What was spent so far.
    #[must_use]
    pub(crate) fn spent(&self) -> Duration {
        self.spent
    }

    /// Adds a cost.
    pub(crate) fn spend(&mut self, cost: Duration) {
        self.spent += cost;
    }

    /// So many bytes were in use after a collection.
    pub(crate) fn see_use(&mut self, used: u64) {
        self.used.truncate(RECENT - 1);
        self.used.push_front(used);
    }

    /// Bytes in use, with as little garbage as can be told.
    fn in_use(&self) -> Option<u64> {
        self.used.iter().copied().min()
    }

    /// Adds the cost of a walk.
    pub(crate) fn spend_on_walk(&mut self, cost: Duration) {
        self.spend(cost);
        self.last_walk = Some((cost, self.in_use()));
    }

    /// Adds the cost of a walk that was given up when it had met `met` bytes. Some of the heap may be garbage, so the walk may
    /// have been nearer to its end than the numbers say.
    pub(crate) fn spend_in_vain(&mut self, cost: Duration, met: u64) {
        self.spend(cost);
        let rest = self.in_use().map_or(2.0, |used| used as f64 / met.max(1) as f64);
        self.last_walk = Some((cost.mul_f64(rest.clamp(1.5, 5.0)), self.in_use()));
    }

    /// How long a walk may take `elapsed` after the start; `None` is no limit. A little more than the share: a walk that is
    /// given up has cost as much as one that is not. The first one may take twice as long if it is about half through by then,
    /// as nobody knew what it would cost: a third of the bytes in use, some of which are garbage.
    #[must_use]
    pub(crate) fn limit(&self, elapsed: Duration) -> Option<Limit> {
        let share = self.share?;
        if share >= 1.0 {
            return None;
        }
        let left = elapsed.mul_f64(share).saturating_sub(self.spent).div_f64(1.0 - share);
        let enough = self.in_use().filter(|_| self.last_walk.is_none()).map(|used| used / 3);
        Some(Limit { time: left.mul_f64(TOLERANCE).max(self.grace(elapsed)), enough })
    }

    fn grace(&self, elapsed: Duration) -> Duration {
        match self.share {
            Some(share) if self.last_walk.is_none() => GRACE.max(elapsed.mul_f64(AHEAD * share)),
            _ => Duration::ZERO,
        }
    }

    /// What a walk is expected to cost.
    #[must_use]
    pub(crate) fn walk_cost(&self) -> Duration {
        match (self.last_walk, self.in_use()) {
            (Some((cost, Some(before))), Some(used)) if before > 0 => cost.mul_f64((used as f64 / before as f64).max(0.5)),
            (Some((cost, _)), _) => cost,
            (None, Some(used)) => Duration::from_nanos(used.saturating_mul(self.first)),
            (None, None) => Duration::from_millis(50),
        }
    }

    /// Whether a walk is allowed `elapsed` after the start: what was spent and what the walk will cost must be within the share
    /// of the time that will then have passed. One walk that is quick in itself always is.
    #[must_use]
    pub(crate) fn allows_walk(&self, elapsed: Duration) -> bool {
        let Some(share) = self.share else { return true };
        let cost = self.walk_cost();
        let allowed = (elapsed + cost).mul_f64(share);
        share > 0.0 && self.spent + cost <= allowed.max(self.grace(elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// `percent` for walks of a heap that has `used` bytes after each collection.
    fn budget(percent: Option<f64>, used: u64) -> Budget {
        let mut budget = Budget::new(percent, Detail::States);
        budget.see_use(used);
        budget
    }

    #[test]
    fn walks_are_spaced_so_that_all_of_them_stay_within_the_share() {
        let mut budget = budget(Some(10.0), 10_000_000);
        let (mut now, mut walks) = (Duration::ZERO, 0);
        while now < millis(100_000) {
            now += millis(10);
            if budget.allows_walk(now) {
                budget.spend_on_walk(millis(400));
                now += millis(400);
                walks += 1;
            }
            // Nobody knows what the first walk costs.
            assert!(walks < 2 || budget.spent() <= now.mul_f64(0.1), "{:?} of {now:?}", budget.spent());
        }
        assert!((24..=25).contains(&walks), "{walks}");
    }

    #[test]
    fn a_small_heap_is_walked_once_even_if_the_program_is_short() {
        let mut small = budget(Some(10.0), 10_000_000);
        assert!(small.allows_walk(millis(100)) && !budget(Some(10.0), 100_000_000).allows_walk(millis(100)));
        small.spend_on_walk(millis(50));
        assert!(!small.allows_walk(millis(200)));
        assert!(!budget(Some(0.0), 1000).allows_walk(millis(100)));
    }

    #[test]
    fn a_walk_that_takes_too_long_is_given_up_and_tried_again_when_there_is_time() {
        // 10 % of a program whose heap takes a second, which nobody knows.
        let used = 50_000_000;
        let (mut budget, cost) = (budget(Some(10.0), used), millis(1000));
        let (mut now, mut given_up, mut walks) = (Duration::ZERO, 0, 0);
        while now < millis(60_000) {
            now += millis(100);
            if !budget.allows_walk(now) {
                continue;
            }
            let Limit { time: limit, enough } = budget.limit(now).expect("has a share");
            assert_eq!(enough, (given_up + walks == 0).then_some(used / 3), "only the first one may take longer");
            if limit < cost {
                given_up += 1;
                budget.spend_in_vain(limit, (used as f64 * limit.as_secs_f64()) as u64);
            } else {
                walks += 1;
                budget.spend_on_walk(cost);
            }
            now += limit.min(cost);
            let share = if given_up + walks == 1 { 0.1 * AHEAD } else { 0.1 * TOLERANCE };
            assert!(budget.spent() <= now.mul_f64(share).max(GRACE), "{:?} of {now:?}", budget.spent());
        }
        assert!(given_up <= 2 && walks >= 5, "{given_up} {walks}");
    }

    #[test]
    fn a_growing_heap_is_expected_to_cost_more() {
        let mut budget = budget(Some(10.0), 25_000_000);
        assert_eq!(budget.walk_cost(), millis(100));
        budget.spend_on_walk(millis(100));
        (0..RECENT).for_each(|_| budget.see_use(50_000_000));
        assert_eq!(budget.walk_cost(), millis(200));
        budget.see_use(75_000_000);
        assert_eq!(budget.walk_cost(), millis(200), "most of what one collection left more may be garbage");
        assert_eq!(Budget::new(Some(10.0), Detail::States).walk_cost(), millis(50));
        assert!(Budget::new(None, Detail::States).allows_walk(Duration::ZERO));
    }
}
