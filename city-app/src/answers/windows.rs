//! Suspicious windows as they are told: where, how much, why that is suspicious, and what to do next.

use std::collections::HashSet;

use analysis::{
    MemoryBasis, PointInfo, RunOverTime, StartUp, Stretch, SuspiciousWindow, WindowKind, WindowRules, suspicious_windows, too_few_states,
};
use serde::Serialize;

use crate::base::words;
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// A window, told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToldWindow {
    /// What is suspicious.
    pub kind: WindowKind,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// How intense it is.
    pub score: f64,
    /// What the score counts.
    pub unit: &'static str,
    /// The same over the whole run, of collections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<f64>,
    /// Of growth: bytes where it begins and where it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<(u64, u64)>,
    /// Of growth: by how many percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth_percent: Option<f64>,
    /// The part that grows most per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strongest_part: Option<Place>,
    /// Why it is told, in sentences.
    pub explanation: String,
    /// What to do next, one sentence.
    pub next: String,
}

/// Where a window is. Points are counted from 1; collections have the numbers of their source.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Place {
    /// Seconds from the begin of the run.
    pub from_s: f64,
    /// Where it ends.
    pub to_s: f64,
    /// The first point and the last one, where it is one of heap states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<(usize, usize)>,
    /// The first collection and the last one, where collections are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<(u32, u32)>,
}

impl Place {
    fn of(run: &RunOverTime, kind: WindowKind, stretch: &Stretch) -> Self {
        let secs = |nanos: i64| nanos as f64 / 1e9;
        let is_of_memory = matches!(kind, WindowKind::Growth | WindowKind::GrowthByRegression);
        let points = (is_of_memory && run.basis == MemoryBasis::HeapStates).then_some((stretch.first + 1, stretch.last + 1));
        let events = &run.gc.events;
        let collections = if !is_of_memory {
            Some((stretch.first, stretch.last))
        } else if run.is_lined_up && !events.is_empty() {
            let inside = |nanos: i64| events.partition_point(|event| i128::from(event.end_nanos) < i128::from(nanos));
            let after = events.partition_point(|event| i128::from(event.end_nanos) <= i128::from(stretch.to_nanos));
            let first = inside(stretch.from_nanos);
            (first < after).then(|| (first, after - 1))
        } else {
            None
        };
        let number = |at: usize| events.get(at).map(|event| event.number);
        let collections = collections.and_then(|(first, last)| number(first).zip(number(last)));
        Self { from_s: secs(stretch.from_nanos), to_s: secs(stretch.to_nanos), points, collections }
    }

    /// When it begins and ends, in milliseconds on the clock of the points.
    #[must_use]
    pub fn millis(&self, run: &RunOverTime) -> (i64, i64) {
        let millis = |secs: f64| run.millis_at((secs * 1e9).round() as i64);
        (millis(self.from_s), millis(self.to_s))
    }

    /// Where it is, in words: `points 2 to 9, 0:10 to 1:30, GC 4 to 20`.
    #[must_use]
    pub fn words(&self) -> String {
        let clock = |secs: f64| words::clock((secs * 1000.0) as i64);
        let points = self.points.map(|(first, last)| format!("points {first} to {last}"));
        let collections = self.collections.map(|(first, last)| format!("GC {first} to {last}"));
        let time = format!("{} to {}", clock(self.from_s), clock(self.to_s));
        [points, Some(time), collections].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// What a run tells of its garbage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldGarbage {
    /// How much it is, at most.
    Amount,
    /// What was allocated.
    Allocated,
    /// What died.
    Died,
}

/// All windows of a run that are worth a look, told. `input` is how the run is named on the command line, and `garbage` what
/// `memory-city died` tells of it.
#[must_use]
pub fn told_windows(run: &RunOverTime, rules: &WindowRules, input: &str, garbage: ToldGarbage) -> Vec<ToldWindow> {
    let gc = Some(&*run.gc).filter(|gc| !gc.events.is_empty());
    suspicious_windows(run.judged_memory(), gc, rules).iter().map(|window| told(run, window, input, garbage)).collect()
}

/// A stretch of time that is worth a look, and can be selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuggestedRange {
    /// What happens in it, in a few words.
    pub name: &'static str,
    /// Its points; of collections those around them.
    pub range: PointRange,
    /// Where it begins and ends, in milliseconds on the clock of the points.
    pub millis: (i64, i64),
    /// Why it is worth a look, in sentences.
    pub why: String,
}

/// What is to be known of a run before a part of it is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunParts {
    /// The stretches of time that are worth a look.
    pub suggested: Vec<SuggestedRange>,
    /// The point at which the start of the program ends, if it has one.
    pub start_ends: Option<usize>,
}

/// The parts of a series: its start, what was before a fall at its end, where memory grows, and where it grows most; and where
/// collections take long and much is thrown away, if collections are known.
#[must_use]
pub fn run_parts(session: &Session) -> RunParts {
    let times = &session.evolution.points;
    let points = times.len();
    let run = RunOverTime::new(&session.evolution, session.gc.clone());
    let suggested = |name, range: PointRange, why: String| {
        let millis = |point: usize| times.get(point).map_or(0, |point| point.time_millis);
        SuggestedRange { name, range, millis: (millis(range.first), millis(range.last)), why }
    };
    let before_fall = run
        .end_fall
        .map(|fall| suggested("Before the fall at the end", PointRange::whole(fall.begins), format!("{}.", fall.words(points))));
    let after_start = run.start_up.map(|start| {
        let range = PointRange { first: start.ends, last: run.judged_memory().len() - 1 };
        suggested("After the start", range, format!("{}.", start_up_words(&start)))
    });
    let mut of_memory: Vec<SuggestedRange> = before_fall.into_iter().chain(after_start).collect();
    let mut of_collections = Vec::new();
    for window in told_windows(&run, &WindowRules::default(), "", ToldGarbage::Amount) {
        let ToldWindow { kind, place, strongest_part, explanation: why, .. } = window;
        match kind {
            WindowKind::Growth => {
                for (name, part) in [("Memory grows", Some(place)), ("Memory grows most", strongest_part)] {
                    let Some((first, last)) = part.and_then(|part| part.points) else { continue };
                    of_memory.push(suggested(name, PointRange { first: first - 1, last: last - 1 }, why.clone()));
                }
            }
            WindowKind::GrowthByRegression => {}
            WindowKind::GcOverhead => of_collections.extend(around(&run, times, &place).map(|place| ("Collections take long", place, why))),
            WindowKind::Churn => of_collections.extend(around(&run, times, &place).map(|place| ("Much is thrown away", place, why))),
        }
    }
    let mut ranges = HashSet::new();
    of_memory.retain(|suggested| too_few_states(suggested.range.count(), false).is_none() && ranges.insert(suggested.range));
    let of_collections = of_collections.into_iter().map(|(name, (range, millis), why)| SuggestedRange { name, range, millis, why });
    let mut found: Vec<SuggestedRange> = of_memory.into_iter().chain(of_collections).collect();
    found.retain(|suggested| suggested.range.as_part_of(points).is_some());
    RunParts { suggested: found, start_ends: run.start_up.map(|start| start.ends) }
}

/// The points around a stretch of time in which collections were looked at, and when it was on their clock; `None` where they have no
/// common clock.
fn around(run: &RunOverTime, points: &[PointInfo], place: &Place) -> Option<(PointRange, (i64, i64))> {
    run.zero_millis.filter(|_| run.is_lined_up)?;
    let (from, to) = place.millis(run);
    let before = points.partition_point(|point| point.time_millis <= from).saturating_sub(1);
    let after = points.partition_point(|point| point.time_millis < to).min(points.len().checked_sub(1)?);
    Some((PointRange::between(before, after), (from, to)))
}

/// A stretch of fewer points or collections is called short, one of more long.
const FEW: usize = 5;
const MANY: usize = 50;

/// Why a stretch of time with so many points or collections (`what`) is a short or a long one, and what that means; `None` where it is
/// neither.
#[must_use]
pub fn length_warning(count: usize, what: &str) -> Option<String> {
    if count < FEW {
        Some(format!("Short: in {count} {what} much is chance"))
    } else if count > MANY {
        Some(format!("Long: what happens in a part of {count} {what} is hard to see among the rest"))
    } else {
        None
    }
}

fn start_up_words(start: &StartUp) -> String {
    let [first, most] = [start.bytes.0, start.bytes.1].map(words::bytes);
    let after = match start.times_faster {
        Some(times) => format!("{times:.0} times as fast as afterwards"),
        None => "and not afterwards".to_owned(),
    };
    format!("Until point {} it looks like the start of the program: memory rises from {first} to {most}, {after}", start.ends + 1)
}

/// What is to be said of the run as a whole, in sentences.
#[must_use]
pub fn notes(run: &RunOverTime) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(run.start_up.map(|start| format!("{}.", start_up_words(&start))));
    notes.extend(run.end_fall.map(|fall| format!("{}.", fall.words(run.memory.len()))));
    match run.basis {
        MemoryBasis::HeapStates => {}
        MemoryBasis::AfterFullCollections => notes.push("Memory is what was in use after collections of the whole heap.".to_owned()),
        MemoryBasis::AfterCollections if run.memory.is_empty() => notes.push("Nothing tells how much memory was in use.".to_owned()),
        MemoryBasis::AfterCollections => {
            notes.push(
                "Memory is what was in use after each collection, with garbage that it left: heap states would tell more.".to_owned(),
            );
        }
    }
    if run.gc.is_before_worked_out {
        let why = "What collections freed is worked out from what was in use after them and what was allocated in between";
        notes.push(format!("{why}, by samples where allocations were sampled."));
    }
    if run.gc.events.is_empty() {
        notes.push("Nothing tells of garbage collections; a GC log or a recording beside would.".to_owned());
    } else if !run.is_lined_up {
        let why = "The collections have no date and no heap dump among them, so that nobody knows which points they lie between";
        notes.push(format!("{why}: their times are those of their own clock."));
    }
    notes
}

fn told(run: &RunOverTime, window: &SuspiciousWindow, input: &str, garbage: ToldGarbage) -> ToldWindow {
    let kind = window.kind;
    let place = Place::of(run, kind, &window.stretch);
    let strongest_part = window.strongest_part.map(|part| Place::of(run, kind, &part));
    ToldWindow {
        kind,
        place,
        score: window.stretch.score,
        unit: kind.unit(),
        average: window.average,
        bytes: window.bytes,
        growth_percent: window.growth_percent(),
        strongest_part,
        explanation: explanation(run, window, strongest_part),
        next: next(run, window, &place, input, garbage),
    }
}

fn explanation(run: &RunOverTime, window: &SuspiciousWindow, part: Option<Place>) -> String {
    let score = window.stretch.score;
    let rate = |score: f64| format!("{}/s", words::bytes(score.max(0.0) as u64));
    let memory = if run.basis == MemoryBasis::HeapStates { "Memory of the heap states" } else { "Memory in use after collections" };
    match window.kind {
        WindowKind::Growth => {
            let (from, to) = window.bytes.unwrap_or_default();
            let until = if run.end_fall.is_some() { "until it falls at the end" } else { "to the end" };
            let percent = window.growth_percent().map_or_else(String::new, |percent| format!(", by {percent:.0} %"));
            let part = part
                .zip(window.strongest_part)
                .map_or_else(String::new, |(place, part)| format!(" It grows most from {}: {}.", place.words(), rate(part.score)));
            let garbage = match run.basis {
                MemoryBasis::AfterCollections => ", or garbage that waits for a collection of the whole heap",
                MemoryBasis::HeapStates | MemoryBasis::AfterFullCollections => "",
            };
            format!(
                "{memory} grows {until}, from {} to {}{percent}, at {}: it may be a leak{garbage}. In a leak mostly a few common types pile up.{part}",
                words::bytes(from),
                words::bytes(to),
                rate(score)
            )
        }
        WindowKind::GrowthByRegression => format!("The line through memory is steepest here: {}.", rate(score)),
        WindowKind::GcOverhead => format!(
            "The program stood still for collections {:.1} % of the time, {:.1} % over the whole run. Either single collections take long, as many \
             objects survive and are moved, or there are very many of them.",
            100.0 * score,
            100.0 * window.average.unwrap_or_default()
        ),
        WindowKind::Churn => format!(
            "{} are thrown away, {} over the whole run: many objects live for a short time only. Many collections slow the program down \
             even if each of them is quick.",
            rate(score),
            rate(window.average.unwrap_or_default())
        ),
    }
}

fn next(run: &RunOverTime, window: &SuspiciousWindow, place: &Place, input: &str, garbage: ToldGarbage) -> String {
    match (window.kind, place.points, place.collections) {
        (WindowKind::Growth | WindowKind::GrowthByRegression, Some((first, last)), _) => {
            let is_all = first == 1 && last == run.judged_memory().len();
            let option = if is_all { String::new() } else { format!(" --window {first}..{last}") };
            format!("memory-city find {input}{option} tells what keeps growing, and who holds it")
        }
        (WindowKind::Growth | WindowKind::GrowthByRegression, ..) => {
            "Take heap dumps some minutes apart, or record the program (memory-city record), to see what grows".to_owned()
        }
        (WindowKind::GcOverhead, _, Some((first, last))) if garbage == ToldGarbage::Died => {
            format!("memory-city died {input} --window {first}..{last} tells what survived for how long")
        }
        (WindowKind::Churn, _, Some((first, last))) if garbage == ToldGarbage::Allocated => {
            format!("memory-city died {input} --window {first}..{last} tells what was allocated, and where")
        }
        (WindowKind::Churn, _, Some((first, last))) if garbage == ToldGarbage::Died => {
            format!("memory-city died {input} --window {first}..{last} tells what died, and who had allocated it")
        }
        _ => "Record the program (memory-city record) to see which objects these are and who allocates them".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{GcEvent, GcEvents};

    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn stretches_of_time_are_suggested_where_something_happened_in_them_alone() {
        let suggested = |counts: &[u64]| {
            let points: Vec<[(&str, u64); 1]> = counts.iter().map(|&count| [("A", count)]).collect();
            let session = session(&points.iter().map(|point| &point[..]).collect::<Vec<_>>());
            run_parts(&session).suggested.into_iter().map(|found| (found.name, found.range.first, found.range.last)).collect::<Vec<_>>()
        };
        assert_eq!(suggested(&[10, 20, 30, 40, 50, 60, 70, 80, 90, 5])[0], ("Before the fall at the end", 0, 8));
        let grows_late = suggested(&[50, 20, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28]);
        assert_eq!(grows_late[0], ("Memory grows", 2, 11), "{grows_late:?}");
        assert_eq!(suggested(&[10, 20, 30, 40, 50]), [], "all of it grows");
        assert_eq!((suggested(&[7]), suggested(&[])), (Vec::new(), Vec::new()));
        let levels_off = suggested(&[1, 40, 90, 91, 90, 92, 91, 90, 91, 90, 92, 91]);
        assert_eq!(levels_off[0], ("After the start", 2, 11), "{levels_off:?}");
    }

    #[test]
    fn collections_that_take_long_are_suggested_with_the_points_around_them() {
        let points: Vec<[(&str, u64); 1]> = [10, 11, 10, 11, 10, 11].map(|count| [("A", count)]).to_vec();
        let session = session(&points.iter().map(|point| &point[..]).collect::<Vec<_>>());
        let times: Vec<i64> = session.evolution.points.iter().map(|point| point.time_millis).collect();
        // Of the time between the second point and the third the program stands still for half.
        let (from, step) = (times[1] - times[0], (times[2] - times[1]) / 10);
        let event = |at: i64| {
            let start_nanos = u64::try_from((from + at * step) * 1_000_000).expect("after the begin");
            let pause_nanos = u64::try_from(step * 500_000).expect("a time");
            let end_nanos = start_nanos + pause_nanos;
            GcEvent { number: at as u32, start_nanos, end_nanos, pause_nanos, ..GcEvent::default() }
        };
        let end_nanos = u64::try_from((times[5] - times[0]) * 1_000_000).expect("a time");
        let gc = GcEvents { zero_millis: Some(times[0]), end_nanos, events: (1..9).map(event).collect(), ..GcEvents::default() };
        let parts = run_parts(&session.with_gc(Some(Arc::new(gc))));
        let told: Vec<_> = parts.suggested.iter().map(|found| (found.name, found.range.to_string())).collect();
        assert_eq!(told, [("Collections take long", "2 to 3".to_owned())]);
        let (begin, end) = parts.suggested[0].millis;
        assert!(times[1] <= begin && begin < end && end <= times[2], "{begin} to {end}");
    }

    #[test]
    fn short_and_long_selections_are_called_so() {
        let warning = |count| length_warning(count, "points");
        assert_eq!(warning(4).as_deref(), Some("Short: in 4 points much is chance"));
        assert_eq!((warning(5), warning(50)), (None, None));
        assert!(warning(51).is_some_and(|text| text.starts_with("Long: what happens in a part of 51 points")));
    }
}
