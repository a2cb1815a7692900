//! How much the collector has to do in the part of a run that is looked at, beside the average of the run, in words.

use std::ops::RangeInclusive;

use analysis::{GcEvents, GcRates, RunOverTime};
use serde::Serialize;

use crate::base::words;
use crate::data::session::Session;

/// A part of a run, and all of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rates {
    /// The part; the whole run where no part of it is looked at.
    pub window: GcRates,
    /// The whole run.
    pub run: GcRates,
}

impl Rates {
    fn between(gc: &GcEvents, window: Option<GcRates>) -> Option<Self> {
        let run = GcRates::of_run(gc)?;
        Some(Self { window: window.unwrap_or(run), run })
    }

    /// Of some collections, by their numbers.
    #[must_use]
    pub fn of_collections(gc: &GcEvents, window: &RangeInclusive<u32>) -> Option<Self> {
        let of_all = window.contains(&gc.events.first()?.number) && window.contains(&gc.events.last()?.number);
        let part = (!of_all).then(|| GcRates::of_collections(gc, *window.start(), *window.end())).flatten();
        Self::between(gc, part)
    }

    /// Of the points of a city that are looked at; `None` where collections are not known, or not when they were on the clock of the
    /// points.
    #[must_use]
    pub fn of_session(session: &Session) -> Option<Self> {
        Self::of_run(&RunOverTime::new(&session.evolution, session.gc.clone()), session)
    }

    /// The same where its run is at hand.
    #[must_use]
    pub fn of_run(run: &RunOverTime, session: &Session) -> Option<Self> {
        let zero = run.zero_millis.filter(|_| run.is_lined_up)?;
        let points = &session.evolution.points;
        let nanos = |point: usize| points.get(point).map(|point| point.time_millis.saturating_sub(zero).saturating_mul(1_000_000));
        let range = session.range.as_part_of(points.len());
        let part = range.and_then(|range| GcRates::between(&run.gc, nanos(range.first)?, nanos(range.last)?));
        Self::between(&run.gc, part)
    }

    /// One sentence: how often, how long, how much; each beside the average.
    #[must_use]
    pub fn in_words(&self) -> String {
        rates_in_words(&self.window, Some(&self.run).filter(|run| **run != self.window), "over the whole run")
    }
}

/// One sentence: how often, how long, how much; each beside what it is elsewhere.
#[must_use]
pub fn rates_in_words(part: &GcRates, other: Option<&GcRates>, elsewhere: &str) -> String {
    let beside = |told: &dyn Fn(&GcRates) -> Option<String>| match other.and_then(told) {
        Some(of_other) => format!(" ({of_other} {elsewhere})"),
        None => String::new(),
    };
    let often = |rates: &GcRates| match rates.per_second {
        per_second if per_second == 0.0 || per_second >= 1.0 => format!("{per_second:.1} collections a second"),
        per_second => format!("a collection every {:.1} s", 1.0 / per_second),
    };
    let long = |rates: &GcRates| words::portion(100.0 * rates.overhead);
    let freed = |rates: &GcRates| Some(format!("{} a second", words::bytes(rates.freed_per_second? as u64)));
    let freed = freed(part).map_or_else(String::new, |of_part| format!("; they freed {of_part}{}", beside(&freed)));
    format!(
        "{}{}; the program stood still for them {} of the time{}{freed}.",
        words::capitalised(&often(part)),
        beside(&|rates| Some(often(rates))),
        long(part),
        beside(&|rates| Some(long(rates))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_told_beside_the_average() {
        let run = GcRates { collections: 10, seconds: 20.0, per_second: 0.5, overhead: 0.012, freed_per_second: Some(1024.0 * 1024.0) };
        let window =
            GcRates { collections: 6, seconds: 2.0, per_second: 3.0, overhead: 0.25, freed_per_second: Some(8.0 * 1024.0 * 1024.0) };
        assert_eq!(
            Rates { window, run }.in_words(),
            "3.0 collections a second (a collection every 2.0 s over the whole run); the program stood still for them 25.0 % of the time \
             (1.2 % over the whole run); they freed 8.00 MiB a second (1.00 MiB a second over the whole run)."
        );
        assert_eq!(
            Rates { window: run, run }.in_words(),
            "A collection every 2.0 s; the program stood still for them 1.2 % of the time; they freed 1.00 MiB a second."
        );
    }
}
