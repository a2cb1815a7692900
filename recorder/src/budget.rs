//! When the heap may be walked: recording must not cost more than its share of the time.

use std::time::Duration;

/// Nanoseconds per byte of heap that the first walk is expected to take: references of some 60 bytes of object each, and
/// 0.2 microseconds for each. Later walks are expected to take what the last one took.
const FIRST_NANOS_PER_BYTE: u64 = 4;

/// Keeps account of what recording costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Budget {
    /// Allowed share of the time; without one everything is.
    share: Option<f64>,
    spent: Duration,
    last_walk: Option<(Duration, Option<u64>)>,
}

impl Budget {
    /// `percent` of the time; `None` is no limit.
    #[must_use]
    pub(crate) fn new(percent: Option<f64>) -> Self {
        Self { share: percent.map(|percent| percent / 100.0), ..Self::default() }
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
            (None, Some(used)) => Duration::from_nanos(used.saturating_mul(FIRST_NANOS_PER_BYTE)),
            (None, None) => Duration::from_millis(50),
        }
    }

    /// Whether a walk over a heap of `used` bytes is allowed `elapsed` after the start: what was spent and what the walk
    /// will cost must be within the share of the time that will then have passed.
    #[must_use]
    pub(crate) fn allows_walk(&self, elapsed: Duration, used: Option<u64>) -> bool {
        let Some(share) = self.share else { return true };
        let cost = self.walk_cost(used);
        self.spent + cost <= (elapsed + cost).mul_f64(share)
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
        let mut budget = Budget::new(Some(10.0));
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
    fn a_growing_heap_is_expected_to_cost_more() {
        let mut budget = Budget::new(Some(10.0));
        assert_eq!(budget.walk_cost(Some(25_000_000)), millis(100));
        budget.spend_on_walk(millis(100), Some(1000));
        assert_eq!(budget.walk_cost(Some(2000)), millis(200));
        assert_eq!(budget.walk_cost(None), millis(100));
        assert!(Budget::new(None).allows_walk(Duration::ZERO, Some(u64::MAX)));
    }
}
