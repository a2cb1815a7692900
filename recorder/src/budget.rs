//! When the heap may be walked: recording must not cost more than its share of the time.

use std::time::Duration;

use crate::options::Detail;

/// Nanoseconds per byte of heap that the first walk is expected to take: objects of 40 bytes with 2.4 references each, and
/// 0.34 microseconds for a reference, as the JDK's compiler has them. Later ones are expected to take what the last one took.
const FIRST_WALK: u64 = 20;

/// The same for the first count of all objects, which reads the heap from front to end.
const FIRST_COUNT: u64 = 3;

/// What a program loses to its first walk whatever the share: without one a recording of a short program shows nothing.
const GRACE: Duration = Duration::from_millis(300);

/// Keeps account of what recording costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Budget {
    /// Allowed share of the time; without one everything is.
    share: Option<f64>,
    /// Nanoseconds per byte that a look is expected to take before there was one.
    first: u64,
    spent: Duration,
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

    /// Adds the cost of a walk over a heap of `used` bytes.
    pub(crate) fn spend_on_walk(&mut self, cost: Duration, used: Option<u64>) {
        self.spend(cost);
        self.last_walk = Some((cost, used));
    }

    /// What a walk over a heap of `used` bytes is expected to cost.
    #[must_use]
    pub(crate) fn walk_cost(&self, used: Option<u64>) -> Duration {
        match (self.last_walk, used) {
            (Some((cost, Some(before))), Some(used)) if before > 0 => cost.mul_f64((used as f64 / before as f64).clamp(0.5, 4.0)),
            (Some((cost, _)), _) => cost,
            (None, Some(used)) => Duration::from_nanos(used.saturating_mul(self.first)),
            (None, None) => Duration::from_millis(50),
        }
    }

    /// Whether a walk over a heap of `used` bytes is allowed `elapsed` after the start: what was spent and what the walk
    /// will cost must be within the share of the time that will then have passed. One walk that is quick in itself always is.
    #[must_use]
    pub(crate) fn allows_walk(&self, elapsed: Duration, used: Option<u64>) -> bool {
        let Some(share) = self.share else { return true };
        let cost = self.walk_cost(used);
        let allowed = (elapsed + cost).mul_f64(share);
        let grace = if self.last_walk.is_none() && share > 0.0 { GRACE } else { Duration::ZERO };
        self.spent + cost <= allowed.max(grace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn walks_are_spaced_so_that_all_of_them_stay_within_the_share() {
        let mut budget = Budget::new(Some(10.0), Detail::States);
        let (mut now, mut walks) = (Duration::ZERO, 0);
        while now < millis(100_000) {
            now += millis(10);
            if budget.allows_walk(now, Some(10_000_000)) {
                budget.spend_on_walk(millis(400), Some(10_000_000));
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
        let mut budget = Budget::new(Some(10.0), Detail::States);
        assert!(budget.allows_walk(millis(100), Some(10_000_000)) && !budget.allows_walk(millis(100), Some(20_000_000)));
        budget.spend_on_walk(millis(50), Some(10_000_000));
        assert!(!budget.allows_walk(millis(200), Some(10_000_000)));
        assert!(!Budget::new(Some(0.0), Detail::States).allows_walk(millis(100), Some(1000)));
    }

    #[test]
    fn a_growing_heap_is_expected_to_cost_more() {
        let mut budget = Budget::new(Some(10.0), Detail::States);
        assert_eq!(budget.walk_cost(Some(5_000_000)), millis(100));
        budget.spend_on_walk(millis(100), Some(1000));
        assert_eq!(budget.walk_cost(Some(2000)), millis(200));
        assert_eq!(budget.walk_cost(None), millis(100));
        assert!(Budget::new(None, Detail::States).allows_walk(Duration::ZERO, Some(u64::MAX)));
    }
}
