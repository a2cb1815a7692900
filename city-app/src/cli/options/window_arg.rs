//! `--window`: a part of a run, by points, by garbage collections or by time.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use analysis::{GcEvents, Trace};

use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::options::durations::parse_duration;
use crate::data::input::{Moment, PointWindow};

/// What can be written.
const FORMS: &str = "write 10..20, 10.., ..20 or 10 for numbers, gc10..gc20 for collections, 10s..30s, 10s.. or ..30s for times";

/// From one moment to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowArg(pub(in crate::cli) PointWindow);

/// Reads `10`, `gc10` and `10s`.
pub(in crate::cli) fn parse_moment(text: &str) -> Result<Moment, String> {
    let collection = text.strip_prefix("gc").and_then(|number| number.parse().ok());
    match (text.parse(), collection) {
        (Ok(number), _) => Ok(Moment::Number(number)),
        (_, Some(number)) => Ok(Moment::Collection(number)),
        // The start itself is a time, too, but no pause.
        _ if ["0s", "0ms", "0m"].contains(&text) => Ok(Moment::Time(Duration::ZERO)),
        _ if text.ends_with(['s', 'm']) => parse_duration(text).map(Moment::Time).map_err(|_| FORMS.to_owned()),
        _ => Err(FORMS.to_owned()),
    }
}

impl FromStr for WindowArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edge = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(parse_moment).transpose();
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let window = PointWindow { first: edge(first)?, last: edge(last.trim_start_matches('='))? };
        match (window.first, window.last) {
            (Some(Moment::Number(first)), Some(Moment::Number(last)))
            | (Some(Moment::Collection(first)), Some(Moment::Collection(last)))
                if first > last =>
            {
                Err(format!("{first} is after {last}"))
            }
            (Some(Moment::Time(first)), Some(Moment::Time(last))) if first > last => Err(format!("{first:?} is after {last:?}")),
            (None, None) | (_, Some(Moment::Time(_))) if !text.contains("..") => Err(FORMS.to_owned()),
            _ => Ok(Self(window)),
        }
    }
}

/// The collections of a trace that are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Window {
    first: u32,
    /// `None` if the window goes to the end of the trace.
    last: Option<u32>,
    /// The number of the last collection.
    ended: u32,
}

impl Window {
    /// What was asked for, or all.
    pub(in crate::cli) fn of(asked: Option<WindowArg>, trace: &Trace) -> Result<Self, CliError> {
        // By number: when each of them had ended, as far as that is known.
        let mut ends: BTreeMap<u32, u64> = trace.states().iter().map(|state| (state.collections, state.nanos)).rev().collect();
        ends.extend(trace.collections().iter().map(|collection| (collection.number, collection.end_nanos)));
        ends.remove(&0);
        Self::among(asked, 1, &ends, trace.info().nanos)
    }

    /// What was asked for, or all, of collections that a JFR recording or a GC log tells of. `None` if there are none.
    pub(in crate::cli) fn of_events(asked: Option<WindowArg>, gc: &GcEvents) -> Result<Option<Self>, CliError> {
        let ends: BTreeMap<u32, u64> = gc.events.iter().map(|event| (event.number, event.end_nanos)).collect();
        let Some((&began, _)) = ends.first_key_value() else { return Ok(None) };
        Self::among(asked, began, &ends, gc.end_nanos).map(Some)
    }

    /// `began` is the number of the first collection.
    fn among(asked: Option<WindowArg>, began: u32, ends: &BTreeMap<u32, u64>, end_nanos: u64) -> Result<Self, CliError> {
        let ended = ends.keys().last().copied().unwrap_or(0);
        let Some(WindowArg(PointWindow { first, last })) = asked else { return Ok(Self { first: began, last: None, ended }) };
        let refuse = |why: String| Err(CliError::new(ExitKind::Usage, format_args!("--window: {why}")));
        if ends.is_empty() {
            return refuse("the trace holds no garbage collection".to_owned());
        }
        let is_outside = |edge: Option<Moment>| match edge {
            Some(Moment::Number(number) | Moment::Collection(number)) => !(began..=ended).contains(&number),
            Some(Moment::Time(time)) => time.as_nanos() > u128::from(end_nanos),
            None => false,
        };
        if is_outside(first) || is_outside(last) {
            let end_secs = end_nanos as f64 / 1e9;
            return refuse(format!("the collections of the run are {began} to {ended}, its times 0s to {end_secs:.3}s"));
        }
        let from = |time: Duration| ends.iter().find(|end| u128::from(*end.1) >= time.as_nanos()).map(|end| *end.0);
        let until = |time: Duration| ends.iter().rev().find(|end| u128::from(*end.1) <= time.as_nanos()).map(|end| *end.0);
        let first = match first {
            Some(Moment::Time(time)) => from(time).unwrap_or(ended + 1),
            Some(Moment::Number(number) | Moment::Collection(number)) => number,
            None => began,
        };
        let last = last.map(|edge| match edge {
            Moment::Time(time) => until(time).unwrap_or(0),
            Moment::Number(number) | Moment::Collection(number) => number,
        });
        if first > last.unwrap_or(ended) {
            return refuse("no garbage collection ended in this time".to_owned());
        }
        Ok(Self { first, last, ended })
    }

    /// The number of the last collection of the trace.
    pub(in crate::cli) fn ended(&self) -> u32 {
        self.ended
    }

    /// The collections.
    pub(in crate::cli) fn collections(&self) -> RangeInclusive<u32> {
        self.first..=self.last.unwrap_or(self.ended)
    }

    /// The collections, and one more for the end of the trace where the window goes on to it.
    pub(in crate::cli) fn points(&self) -> RangeInclusive<u32> {
        self.first..=self.last.unwrap_or(self.ended.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(text: &str) -> Result<WindowArg, String> {
        text.parse()
    }

    #[test]
    fn windows_may_be_open_at_either_end() {
        let window = |text: &str| window(text).map(|WindowArg(window)| (window.first, window.last));
        let number = |number| Some(Moment::Number(number));
        let secs = |secs| Some(Moment::Time(Duration::from_secs(secs)));
        assert_eq!(window("3..4"), Ok((number(3), number(4))));
        assert_eq!(window("3.."), Ok((number(3), None)));
        assert_eq!(window("..4"), Ok((None, number(4))));
        assert_eq!(window("7"), Ok((number(7), number(7))));
        assert_eq!(window("0s..1m"), Ok((secs(0), secs(60))));
        assert_eq!(window("2000ms.."), Ok((secs(2), None)));
        assert_eq!(window("gc2..gc9"), Ok((Some(Moment::Collection(2)), Some(Moment::Collection(9)))));
        for wrong in ["4..3", "", "a..b", "30s..10s", "10s", "1.5..", "gc", "gc4..gc3"] {
            assert!(window(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_those_of_collections_and_never_outside_of_the_trace() {
        // Collections ended after 1, 2 and 5 s; the recording after 8 s.
        let ends = BTreeMap::from([(1, 1_000_000_000), (2, 2_000_000_000), (3, 5_000_000_000)]);
        let of = |text: &str| Window::among(Some(window(text).expect("is a window")), 1, &ends, 8_000_000_000);
        let collections = |text: &str| of(text).map(|window| window.collections()).map_err(|error| error.message);
        assert_eq!(collections("1500ms..5s"), Ok(2..=3));
        assert_eq!(collections("..4s"), Ok(1..=2));
        assert_eq!(collections("3..8s"), Ok(3..=3), "one edge of either kind");
        assert_eq!(of("2s..").map(|window| window.points()).ok(), Some(2..=4), "to the end");
        assert_eq!(of("2s..8s").map(|window| window.points()).ok(), Some(2..=3), "to a collection");
        let outside = "--window: the collections of the run are 1 to 3, its times 0s to 8.000s";
        for wrong in ["0..2", "2..4", "9s..", "..9s", "3..9s"] {
            assert_eq!(collections(wrong), Err(outside.to_owned()), "{wrong}");
        }
        for wrong in ["3s..4s", "6s..", "..500ms", "3..2s"] {
            assert_eq!(collections(wrong), Err("--window: no garbage collection ended in this time".to_owned()), "{wrong}");
        }
    }
}
