//! Windows with the largest sum per time: time of collections, bytes that they freed.

use super::{Stretch, SuspiciousWindow, WindowKind, WindowRules, seconds};
use crate::over_time::gc_events::{GcEvent, GcEvents};
use crate::over_time::gc_rates::GcRates;

/// The window in which collections take the largest share of the time, if that is large.
#[must_use]
pub fn overhead_window(gc: &GcEvents, rules: &WindowRules) -> Option<SuspiciousWindow> {
    let share = |sum: u64, from: i64, to: i64| sum as f64 / (i128::from(to) - i128::from(from)) as f64;
    let found = densest(gc, |event| event.pause_nanos, rules)?;
    let stretch = Stretch { score: share(found.sum, found.from, found.to), ..found.stretch() };
    let average = GcRates::of_run(gc).map(|run| run.overhead);
    (stretch.score >= rules.least_overhead - ROUNDING).then_some(of_collections(WindowKind::GcOverhead, stretch, average))
}

/// The window in which most is thrown away per second, if that is far more than on average.
#[must_use]
pub fn churn_window(gc: &GcEvents, rules: &WindowRules) -> Option<SuspiciousWindow> {
    let rate = |sum: u64, from: i64, to: i64| sum as f64 / seconds(from, to);
    let found = densest(gc, GcEvent::freed, rules)?;
    let stretch = Stretch { score: rate(found.sum, found.from, found.to), ..found.stretch() };
    let average = GcRates::of_run(gc)?.freed_per_second?;
    (found.sum > 0 && stretch.score >= rules.hotspot_factor * average - ROUNDING).then_some(of_collections(
        WindowKind::Churn,
        stretch,
        Some(average),
    ))
}

/// A share that was computed may miss a round limit by so little.
const ROUNDING: f64 = 1e-12;

fn of_collections(kind: WindowKind, stretch: Stretch, average: Option<f64>) -> SuspiciousWindow {
    SuspiciousWindow { kind, stretch, strongest_part: None, bytes: None, average }
}

/// A window from the end of one collection, or from the start of the run, to the end of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dense {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) sum: u64,
}

impl Dense {
    fn nanos(&self) -> u128 {
        u128::from(self.to.abs_diff(self.from))
    }

    fn stretch(&self) -> Stretch {
        Stretch { first: self.first, last: self.last, from_nanos: self.from, to_nanos: self.to, score: 0.0 }
    }

    /// Whether it has more per time than another one; exactly.
    pub(super) fn is_denser(&self, than: &Self) -> bool {
        u128::from(self.sum) * than.nanos() > u128::from(than.sum) * self.nanos()
    }
}

/// The best window that begins with each moment, those moments being the start of the run and every end of a collection. Of equal ones
/// the shortest.
pub(super) fn densest_by_start<'g>(
    gc: &'g GcEvents,
    value: impl Fn(&GcEvent) -> u64 + 'g,
    rules: &WindowRules,
) -> impl Iterator<Item = Dense> + 'g {
    let least = rules.least_collections.max(1);
    // Longer ones can be cut in two, of which one is as dense.
    let most = rules.most_collections.min(2 * least - 1);
    let end = |at: usize| nanos(gc.events[at].end_nanos);
    (0..gc.events.len()).filter_map(move |first| {
        let from = if first == 0 { 0 } else { end(first - 1) };
        let mut sum = 0_u64;
        let mut best: Option<Dense> = None;
        for (last, event) in gc.events.iter().enumerate().skip(first).take(most) {
            sum = sum.saturating_add(value(event));
            let window = Dense { first, last, from, to: nanos(event.end_nanos), sum };
            if last + 1 - first >= least && window.to > from && best.is_none_or(|best| window.is_denser(&best)) {
                best = Some(window);
            }
        }
        best
    })
}

/// The densest window of all; of equal ones the earliest.
fn densest(gc: &GcEvents, value: impl Fn(&GcEvent) -> u64, rules: &WindowRules) -> Option<Dense> {
    densest_by_start(gc, value, rules).reduce(|best, window| if window.is_denser(&best) { window } else { best })
}

fn nanos(of: u64) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
