//! How much the collector has to do: how often it runs, which share of the time the program stands still for it, and how much it frees, in
//! a part of a run and over all of it.
//!
//! Source: the churn view of "User-centered Offline Analysis of Memory Monitoring Data" (Weninger, Lengauer, Mössenböck, ICPE 2017), which
//! contrasts a window with the average of the application.

use serde::Serialize;

use super::gc_events::{GcEvent, GcEvents};

/// Collections per time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GcRates {
    /// How many collections ended in the time.
    pub collections: usize,
    /// How long it is, in seconds.
    pub seconds: f64,
    /// Collections per second.
    pub per_second: f64,
    /// The share of the time that the program stood still for them: 0 to 1.
    pub overhead: f64,
    /// Bytes that they freed, per second; `None` where nobody told what was in use before any collection.
    pub freed_per_second: Option<f64>,
}

impl GcRates {
    /// Of the collections that ended after one moment and until another one, in nanoseconds on the clock of the collections. `None` where
    /// no time lies between.
    #[must_use]
    pub fn between(gc: &GcEvents, from_nanos: i64, to_nanos: i64) -> Option<Self> {
        let after = |nanos: i64| gc.events.partition_point(|event| i128::from(event.end_nanos) <= i128::from(nanos));
        // The run begins with its first collection, even if that ended at its very begin.
        let first = if from_nanos <= 0 { 0 } else { after(from_nanos) };
        let events = gc.events.get(first..after(to_nanos)).unwrap_or_default();
        let seconds = (i128::from(to_nanos) - i128::from(from_nanos)) as f64 / 1e9;
        let sum = |value: fn(&GcEvent) -> u64| events.iter().map(value).fold(0, u64::saturating_add) as f64;
        (seconds > 0.0).then(|| Self {
            collections: events.len(),
            seconds,
            per_second: events.len() as f64 / seconds,
            overhead: sum(|event| event.pause_nanos) / 1e9 / seconds,
            freed_per_second: gc.tell_freed().then(|| sum(GcEvent::freed) / seconds),
        })
    }

    /// Over the whole run. `None` if nothing is known of it.
    #[must_use]
    pub fn of_run(gc: &GcEvents) -> Option<Self> {
        let end = gc.events.last()?.end_nanos.max(gc.end_nanos);
        Self::between(gc, 0, i64::try_from(end).unwrap_or(i64::MAX))
    }

    /// From the end of the collection before some, by their numbers, to the end of the last of them; of the first one from the begin of the
    /// run.
    #[must_use]
    pub fn of_collections(gc: &GcEvents, first: u32, last: u32) -> Option<Self> {
        let signed = |nanos: u64| i64::try_from(nanos).unwrap_or(i64::MAX);
        let (from, to) = gc.span_of(first, last);
        Self::between(gc, signed(from), signed(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collections that end after so many milliseconds, stop the program so long, and free so much.
    fn collections(told: &[(u64, u64, u64)]) -> GcEvents {
        let event = |(at, &(end, pause, freed)): (usize, &(u64, u64, u64))| GcEvent {
            number: at as u32 + 1,
            start_nanos: (end - pause) * 1_000_000,
            end_nanos: end * 1_000_000,
            pause_nanos: pause * 1_000_000,
            used_before: Some(freed),
            used_after: Some(0),
            ..GcEvent::default()
        };
        GcEvents { end_nanos: 10_000_000_000, events: told.iter().enumerate().map(event).collect(), ..GcEvents::default() }
    }

    #[test]
    fn a_part_is_contrasted_with_the_whole_run() {
        let gc = collections(&[(1000, 100, 1000), (5000, 100, 1000), (5500, 200, 4000), (6000, 200, 4000)]);
        let part = GcRates::of_collections(&gc, 3, 4).expect("there are some");
        assert_eq!((part.collections, part.seconds, part.per_second, part.overhead), (2, 1.0, 2.0, 0.4));
        assert!(part.freed_per_second.is_some_and(|freed| (freed - 8000.0).abs() < 1e-9));
        let run = GcRates::of_run(&gc).expect("there are some");
        assert_eq!((run.collections, run.seconds, run.per_second), (4, 10.0, 0.4));
        assert!((run.overhead - 0.06).abs() < 1e-12 && run.freed_per_second.is_some_and(|freed| (freed - 1000.0).abs() < 1e-9));
        assert_eq!(GcRates::of_collections(&gc, 1, 4).map(|all| all.collections), Some(4));
    }

    #[test]
    fn parts_without_time_have_no_rates() {
        assert_eq!(GcRates::of_run(&GcEvents::default()), None);
        let gc = collections(&[(1000, 100, 1000)]);
        assert_eq!(GcRates::between(&gc, 5, 5), None);
        let mut silent = gc.clone();
        silent.events[0].used_before = None;
        assert_eq!(GcRates::of_run(&silent).and_then(|run| run.freed_per_second), None, "not nothing: unknown");
        assert_eq!(GcRates::between(&gc, 2_000_000_000, 3_000_000_000).map(|none| none.collections), Some(0));
    }
}
