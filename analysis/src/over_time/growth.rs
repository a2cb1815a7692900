//! Does a series grow without end? The one rule for it, whoever asks: `find`, trends, comparisons, the city and its reports.
//!
//! A series is a window of points, so a part of one is asked for as a slice.
//!
//! The last value is not asked alone: a saw-tooth may end high, a cache may have warmed up, a start may have been
//! wasteful. What comes before the lowest point of the first half (after the first quarter) is the start, and does not count.
//! After it a series keeps growing if it beats its own noise and does not rise in a single step, if its last quarter, and the last third of
//! what the program has done, go beyond everything before, and if growth does not end. It beats its noise if of all series with its steps,
//! each of them up or down, at most one in 16 ends as high: what wanders without a direction is seldom taken for growth. Growth ends in two
//! ways: the last third adds nearly nothing, or less and less is added. What was high before it fell may be so again: where it had risen
//! before that, or falls after the start, too, it must end above all it was before; where the start is a wave of which some points were seen, clearly above it. Of few
//! points none may be lower than the one before, or chance would too often make what looks like growth, and the start counts: nobody sees
//! where it ends. A group keeps growing if its objects do, or its bytes, unless hardly any bytes came once it had all its objects.
//!
//! A cache that warms up follows `1 - exp(-t / T)`: of three equal parts of time, each adds the same fraction of what the
//! one before added. A leak that slows down like a logarithm or a square root adds more than that. Over a series that begins
//! with the program, the second of two steps is 0.66 of the first for a logarithm and 0.82 for a root; it is less than 0.6
//! for caches whose `T` is at most a third of the series. Those with a longer `T` are far from their bound, and look like a
//! leak.

use std::cmp::Reverse;
use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::base::ids::NodeIndex;
use crate::over_time::chance::may_be_chance;
use crate::trees::evolution::{Evolution, Metric};

/// Fewer points tell nothing about growth.
pub(crate) const FEWEST_POINTS: usize = 4;

/// Of fewer points none may be lower than the one before: four that mean nothing are in this order in one of 24 cases.
const FEW_POINTS: usize = 8;
/// Of so many points the first one may be a spike of the start, higher than all others.
const WITHOUT_FIRST: usize = 6;
/// The first part of a series, in which a program starts, is one of so many.
pub(crate) const START_PARTS: usize = 4;
/// A series that falls by this share of its growth moves in waves after its start, too. What it was before may be the top of another one,
/// so it must end above that.
const FALL_OF_WAVES: f64 = 0.5;
/// What fell over some points, one of them within this share from the middle of the fall, before it rose by a share of the fall, was a
/// wave; it grows if it ends above its top by a share of the fall.
const MIDDLE_OF_FALL: f64 = 0.25;
const LEAST_RISE_OF_WAVE: f64 = 0.5;
const LEAST_BEYOND_WAVE: f64 = 0.1;
/// The wave is a tooth if it fell by this share at once. How high it was nobody has seen: `n` points stay below a share `s` of its height
/// in `s^n` of all cases, and no more than this chance is allowed for.
const FALL_OF_TOOTH: f64 = 0.75;
const MOST_CHANCE_OF_TOP: f64 = 1.0 / 16.0;
/// The last quarter must go beyond everything before by this share of what even growth adds in it: what is full changes a little, too.
const LEAST_LATE: f64 = 0.03;
/// The same is asked of the last third of the clock, which has so many points at least.
const FEWEST_OF_CLOCK: usize = 3;
/// The last third must have at least this share of the growth after the start: an even growth has a third, a logarithm 0.21, a cache whose
/// `T` is a third of the series 0.13.
const LEAST_LATE_SHARE: f64 = 0.15;
/// From the middle to the last third a series must grow by this share of its growth from the first to the middle one.
const LEAST_STEP_SHARE: f64 = 0.6;
/// Of few points the same with the start, and more: they do not tell a cache that is nearly full from a leak that slows down, and caches
/// are far more frequent.
const LEAST_STEP_SHARE_OF_FEW: f64 = 0.7;
/// Without the largest of its steps a series must grow by this share of its growth, or of its highest value: what is nearly flat until
/// something comes once, such as a batch that is just worked on, does not keep growing.
const LEAST_OTHER_STEPS: (f64, f64) = (0.03, 0.01);
/// What has grown by this share of its growth has begun to.
const HARDLY: f64 = 0.02;
/// Steps that differ by less than this share of the mean bend between neighbors tell nothing: the series is too noisy.
const NOISE_SHARE: f64 = 0.75;
/// Of few points, of which every second one may be a bend by chance.
const NOISE_SHARE_OF_FEW: f64 = 0.5;

/// How a series goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Growth {
    /// To the end, and nothing says that it will stop.
    KeepsGrowing {
        /// The first point after the start, which does not count.
        begins: usize,
    },
    /// It grew, and then nearly nothing was added, or less and less.
    LeveledOff,
    /// It grew once and hardly else.
    OneStep,
    /// It ends higher than it began, but fell in between: a wave or a saw-tooth may end high.
    RisesAndFalls,
    /// It fell, and rose to about what it was before.
    CameBack,
    /// It does not end higher than it began.
    NotGrown,
    /// Nobody can tell from fewer than four points.
    TooFewPoints,
}

impl Growth {
    /// How a series goes. `clock` says how far the program was at each point, in any unit; points for which it tells nothing count as
    /// equally far from each other.
    #[must_use]
    pub fn of(series: &[u64], clock: &[i64]) -> Self {
        if series.len() < FEWEST_POINTS {
            return Self::TooFewPoints;
        }
        match after_start(series, clock) {
            lasting @ Self::KeepsGrowing { .. } => lasting,
            _ if series.last() <= series.first() => Self::NotGrown,
            ended => ended,
        }
    }

    /// How a group goes within a window of points: as its objects, or as its bytes where these go on and its objects do not; and which of
    /// the two it is. From run to run nothing grows.
    #[must_use]
    pub fn of_group(evolution: &Evolution, node: NodeIndex, window: Range<usize>) -> (Metric, Self) {
        if evolution.is_of_runs() {
            return (Metric::Objects, Self::TooFewPoints);
        }
        let clock = evolution.clock(window.clone());
        let [objects, bytes] = [Metric::Objects, Metric::Bytes].map(|metric| evolution.series(metric, node));
        Self::of_objects_or_bytes(objects.get(window.clone()).unwrap_or_default(), bytes.get(window).unwrap_or_default(), &clock)
    }

    /// As [`Growth::of_group`], from both series.
    #[must_use]
    pub fn of_objects_or_bytes(objects: &[u64], bytes: &[u64], clock: &[i64]) -> (Metric, Self) {
        let [of_objects, of_bytes] = [objects, bytes].map(|series| Self::of(series, clock));
        let is_of_objects = || of_bytes.begins().is_some_and(|begins| grew_with_objects(objects, bytes, begins));
        // The first ones are the stronger ones.
        if of_bytes < of_objects && of_objects.begins().is_none() && !(of_objects == Self::LeveledOff && is_of_objects()) {
            (Metric::Bytes, of_bytes)
        } else {
            (Metric::Objects, of_objects)
        }
    }

    /// The first point after the start of a series that keeps growing; `None` for others.
    #[must_use]
    pub const fn begins(self) -> Option<usize> {
        if let Self::KeepsGrowing { begins } = self { Some(begins) } else { None }
    }

    /// Whether it does.
    #[must_use]
    pub const fn keeps_growing(self) -> bool {
        self.begins().is_some()
    }

    /// As it is written in results.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::KeepsGrowing { .. } => "keeps_growing",
            Self::LeveledOff => "leveled_off",
            Self::OneStep => "one_step",
            Self::RisesAndFalls => "rises_and_falls",
            Self::CameBack => "came_back",
            Self::NotGrown => "not_grown",
            Self::TooFewPoints => "too_few_points",
        }
    }

    /// What follows `it grew`, in a sentence; empty where there is nothing to say.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::KeepsGrowing { .. } => " and keeps growing",
            Self::LeveledOff => " and leveled off",
            Self::OneStep => " in one step",
            Self::RisesAndFalls => ", rising and falling",
            Self::CameBack => ", back to what it was before",
            Self::NotGrown | Self::TooFewPoints => "",
        }
    }
}

impl Serialize for Growth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// How far the program was at each point, from how much it had allocated and when it was: the bytes that it had allocated, or where that is
/// not known milliseconds. On a machine that does much else a program's work does not keep up with the time.
pub(crate) fn clock_of(points: impl Iterator<Item = (Option<i64>, i64)> + Clone) -> Vec<i64> {
    let allocated: Option<Vec<i64>> = points.clone().map(|(allocated, _)| allocated).collect();
    allocated.unwrap_or_else(|| points.map(|(_, millis)| millis).collect())
}

/// Why so many points tell nothing about growth, and what to do about it, in sentences; `None` if they do. `are_recorded`: they are
/// states of a recording.
#[must_use]
pub fn too_few_states(points: usize, are_recorded: bool) -> Option<String> {
    let more = if are_recorded {
        "Record with a larger --budget, with --every 30s or --at-exit"
    } else {
        "Take more of them from one run of the program, some minutes apart"
    };
    (points < FEWEST_POINTS).then(|| format!("Too few heap states for a verdict: {points} of at least {FEWEST_POINTS}. {more}."))
}

/// Until when a series grew, of which the start is over at a point, as the end of a sentence.
#[must_use]
pub fn told_until(series: &[u64], begins: usize) -> String {
    let steady = series.get(begins..).unwrap_or_default();
    let last = (0..steady.len()).max_by_key(|&at| (steady[at], Reverse(at))).map_or(series.len(), |last| begins + last + 1);
    if last == series.len() { "kept growing to the end".to_owned() } else { format!("kept growing; it was highest at point {last}") }
}

/// The last point, from where the start is over, before a series that keeps growing had grown by more than hardly anything.
pub(crate) fn onset(series: &[u64], begins: usize) -> usize {
    let (Some(&first), Some(&last)) = (series.get(begins), series.last()) else { return begins };
    let hardly = first as f64 + HARDLY * last.saturating_sub(first) as f64;
    let grown = (begins..series.len()).find(|&at| series[at] as f64 > hardly);
    grown.map_or(begins, |at| at.saturating_sub(1).max(begins))
}

/// Whether a group whose bytes grew from a point on, and whose objects leveled off, added hardly any bytes once it had its objects: what is
/// full is large by other objects than before, and its bytes change a little.
fn grew_with_objects(objects: &[u64], bytes: &[u64], begins: usize) -> bool {
    let (Some(&least), most) = (objects.get(begins), highest(objects)) else { return false };
    let nearly_all = most as f64 - HARDLY * most.saturating_sub(least) as f64;
    let full = objects.iter().position(|&count| count as f64 >= nearly_all).unwrap_or(0).max(begins);
    let added = |since: usize| bytes.last().zip(bytes.get(since)).map_or(0, |(last, then)| last.saturating_sub(*then)) as f64;
    added(full) < LEAST_LATE_SHARE * added(begins)
}

/// How a series of enough points goes once its start is over.
fn after_start(series: &[u64], clock: &[i64]) -> Growth {
    let begins = start_of(series);
    let steady = &series[begins..];
    let begins_with_spike = series.len() >= WITHOUT_FIRST && series[0] > highest(&series[1..]);
    if series.len() < FEW_POINTS && !series[usize::from(begins_with_spike)..].is_sorted() {
        return Growth::RisesAndFalls;
    }
    let all = steady[steady.len() - 1].abs_diff(steady[0]) as f64;
    let moves_in_waves = largest_fall(steady) as f64 >= FALL_OF_WAVES * all;
    let clock = ascending(clock, series.len()).unwrap_or_default();
    let steady_clock = clock.get(begins..).unwrap_or_default();
    let late = series.len() - (series.len() / START_PARTS).max(1) - begins;
    let beyond = highest(&steady[late..]) as f64 - highest(&steady[..late]) as f64;
    let evenly = all * (steady.len() - late) as f64 / (steady.len() - 1) as f64;
    if beyond <= LEAST_LATE * evenly || is_full_by_clock(steady, steady_clock, late) {
        return if moves_in_waves && all > 0.0 {
            Growth::RisesAndFalls
        } else if beyond > 0.0 && is_one_step(steady) {
            Growth::OneStep
        } else {
            Growth::LeveledOff
        };
    }
    if series.len() < FEW_POINTS && fades_out(series, clock, LEAST_STEP_SHARE_OF_FEW, NOISE_SHARE_OF_FEW) {
        return Growth::LeveledOff;
    }
    if comes_back(series, begins, highest(steady)) || was_higher(series, begins, highest(steady)) {
        return Growth::CameBack;
    }
    if may_be_chance(steady) {
        return if is_one_step(steady) { Growth::OneStep } else { Growth::RisesAndFalls };
    }
    if moves_in_waves && steady[steady.len() - 1] <= highest(&series[..begins]) {
        return Growth::CameBack;
    }
    let added_late = highest(steady) as f64 - highest_before_last_third(steady, steady_clock);
    if is_one_step(steady) {
        Growth::OneStep
    } else if added_late < LEAST_LATE_SHARE * all || fades_out(steady, steady_clock, LEAST_STEP_SHARE, NOISE_SHARE) {
        Growth::LeveledOff
    } else {
        Growth::KeepsGrowing { begins }
    }
}

/// Whether a series that fell like a wave before a point comes back to about the top of it and no further.
fn comes_back(series: &[u64], begins: usize, highest: u64) -> bool {
    let before = &series[..begins];
    let Some(&top) = before.iter().max().filter(|_| begins > series.len() / START_PARTS) else { return false };
    let low = series[begins] as f64;
    let (fall, rise) = (top as f64 - low, highest as f64 - low);
    let is_in_middle = |&value: &u64| ((value as f64 - low) / fall - 0.5).abs() <= MIDDLE_OF_FALL;
    let is_wave = fall > 0.0 && rise >= LEAST_RISE_OF_WAVE * fall && before.iter().any(is_in_middle);
    let is_tooth = series[..=begins].windows(2).any(|step| step[0] as f64 - step[1] as f64 >= FALL_OF_TOOTH * fall);
    let beyond = if is_tooth { MOST_CHANCE_OF_TOP.powf(-1.0 / before.len() as f64) } else { 1.0 + LEAST_BEYOND_WAVE };
    is_wave && rise <= beyond * fall
}

/// Whether a series had risen and fallen like a tooth before a point, and comes back towards the top of it and no further: it has been let
/// go of once. What stays far below it is no other tooth of that kind.
fn was_higher(series: &[u64], begins: usize, highest: u64) -> bool {
    let Some(top) = (0..begins).max_by_key(|&at| series[at]) else { return false };
    let below_top = |value: u64| series[top].saturating_sub(value) as f64;
    let fall = below_top(series[begins]);
    let rose = series[..top].iter().any(|&value| below_top(value) >= FALL_OF_TOOTH * fall);
    let rise = highest.saturating_sub(series[begins]) as f64;
    fall > 0.0 && rose && highest <= series[top] && rise >= LEAST_RISE_OF_WAVE * fall
}

/// How far a series falls below what it was before.
fn largest_fall(series: &[u64]) -> u64 {
    let below = |(highest, fall): (u64, u64), &at: &u64| (highest.max(at), fall.max(highest.saturating_sub(at)));
    series.iter().fold((0, 0), below).1
}

/// Whether the low points of a series rise once, and hardly else. Low points are those that nothing later falls below.
fn is_one_step(series: &[u64]) -> bool {
    let mut later = u64::MAX;
    let (mut growth, mut largest) = (0, 0);
    for &value in series.iter().rev() {
        let low = later.min(value);
        if later < u64::MAX {
            growth += later - low;
            largest = largest.max(later - low);
        }
        later = low;
    }
    let others = (growth - largest) as f64;
    let highest = series.iter().copied().max().unwrap_or(0) as f64;
    others < LEAST_OTHER_STEPS.0 * growth as f64 && others < LEAST_OTHER_STEPS.1 * highest
}

/// The first point after the start: the lowest one of the second quarter.
fn start_of(series: &[u64]) -> usize {
    // Three parts of at least one point must remain.
    let last = series.len() - 3;
    let first = (series.len() / START_PARTS).min(last);
    let end = (series.len() / 2).clamp(first + 1, last + 1);
    (first..end).min_by_key(|&at| (series[at], at)).unwrap_or(first)
}

/// Points in the first and in the last third; those between them are never none.
const fn third_of(steady: &[u64]) -> usize {
    (steady.len() + 1) / 3
}

/// The clock of so many points, if it tells anything.
fn ascending(clock: &[i64], points: usize) -> Option<&[i64]> {
    (clock.len() == points && clock.is_sorted() && clock.first() < clock.last()).then_some(clock)
}

/// How high a series was before its last third: of its points, or of its clock where that is less. Points may be close together at the
/// end, or far from each other where the last third begins: there the clock tells how far a series was between two of them.
fn highest_before_last_third(series: &[u64], clock: &[i64]) -> f64 {
    let by_points = highest(&series[..series.len() - third_of(series)]) as f64;
    let (Some(&first), Some(&last)) = (clock.first(), clock.last()) else { return by_points };
    if first == last {
        return by_points;
    }
    let begins = last_third_of_clock(clock, first, last);
    let before = highest(&series[..begins]) as f64;
    let (time, value) = ((clock[begins - 1], clock[begins]), (series[begins - 1] as f64, series[begins] as f64));
    let passed = (first as f64 + (last - first) as f64 * 2.0 / 3.0 - time.0 as f64) / (time.1 - time.0) as f64;
    by_points.min(before.max(value.0 + passed * (value.1 - value.0)))
}

/// The first point in the last third of a clock that goes from one time to another.
fn last_third_of_clock(clock: &[i64], first: i64, last: i64) -> usize {
    clock.partition_point(|&time| i128::from(time - first) * 3 < i128::from(last - first) * 2)
}

/// Whether nothing is added in the last third of the clock, where that has fewer points than those from `late` on: a program that was
/// looked at often while it was slow, and seldom when it had time, has done most of its work there.
fn is_full_by_clock(steady: &[u64], clock: &[i64], late: usize) -> bool {
    let (Some(&first), Some(&last)) = (clock.first(), clock.last()) else { return false };
    let begins = last_third_of_clock(clock, first, last).min(steady.len().saturating_sub(FEWEST_OF_CLOCK));
    if begins <= late {
        return false;
    }
    let evenly = steady[steady.len() - 1].abs_diff(steady[0]) as f64 * (last - clock[begins]) as f64 / (last - first) as f64;
    highest(&steady[begins..]) as f64 - highest(&steady[..begins]) as f64 <= LEAST_LATE * evenly
}

fn highest(part: &[u64]) -> u64 {
    part.iter().copied().max().unwrap_or(0)
}

/// Whether less and less is added, as by a cache that warms up: from point to point, and in the same time, too, where a clock tells.
/// Points that are close together at the end add little, and where a program stands still while it is looked at, time tells nothing.
fn fades_out(series: &[u64], clock: &[i64], least_share: f64, noise_share: f64) -> bool {
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let third = third_of(series);
    let aside = (series.len() - third) / 2;
    let steps = |values: &[f64]| {
        let [first, middle, last] = [&values[..third], &values[aside..values.len() - aside], &values[values.len() - third..]].map(mean);
        [middle - first, last - middle]
    };
    let values: Vec<f64> = series.iter().map(|&value| value as f64).collect();
    let [early, late] = steps(&values);
    let bend = |at: &[f64]| (at[0] - 2.0 * at[1] + at[2]).abs();
    let bends = values.windows(3).map(bend).sum::<f64>() / (values.len() - 2) as f64;
    let fades = late < least_share * early && early - late > noise_share * bends;
    if !fades || clock.is_empty() {
        return fades;
    }
    let [to_middle, to_last] = steps(&clock.iter().map(|&time| (time - clock[0]) as f64).collect::<Vec<f64>>());
    late / to_last < least_share * early / to_middle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth_begins(series: &[u64], clock: &[i64]) -> Option<usize> {
        Growth::of(series, clock).begins()
    }

    /// A series of so many points by a formula of the point, from 1.
    fn series(points: u32, mut formula: impl FnMut(f64) -> f64) -> Vec<u64> {
        (1..=points).map(|at| formula(f64::from(at)) as u64).collect()
    }

    #[test]
    fn what_does_not_keep_growing_says_why() {
        for (series, growth) in [
            (&[10, 20, 30, 40, 50, 60, 70, 80, 90, 100][..], Growth::KeepsGrowing { begins: 2 }),
            (&[0, 50, 100, 150, 200, 200, 200, 200], Growth::LeveledOff),
            (&[1, 50, 99, 100, 100, 100, 100, 100], Growth::LeveledOff),
            // It is full, and changes a little.
            (&[8199, 16_698, 18_937, 26_235, 27_512, 32_118, 36_708, 41_861, 45_061, 45_170, 45_164], Growth::LeveledOff),
            // Less and less is added.
            (&[6370, 13_108, 15_328, 18_004], Growth::LeveledOff),
            (&[2758, 7756, 10_348, 13_756, 14_356, 17_194, 18_004], Growth::LeveledOff),
            (&[0, 632, 865, 950, 982, 993, 998, 999, 1000], Growth::LeveledOff),
            (&[10, 10, 10, 10, 10, 10, 10, 30], Growth::OneStep),
            (&[8001, 8002, 8003, 8004, 8784, 8790, 8795, 8796], Growth::OneStep),
            (&[10, 90, 20, 100, 30, 110, 40], Growth::RisesAndFalls),
            (&[10, 30, 50, 45, 70, 90], Growth::RisesAndFalls),
            (&[0, 0, 80, 160, 240, 120, 60, 90], Growth::RisesAndFalls),
            // Another tooth, of which more is seen.
            (&[16_003, 14_403, 24_003, 2, 11_203, 20_803, 17_603, 16_003, 24_003, 32_003], Growth::CameBack),
            (&[4287, 3193, 2261, 1669, 889, 705, 633, 981, 1829, 2905, 3359, 3893, 4301], Growth::CameBack),
            // A queue that was worked off once; each look sees the next one a little earlier.
            (&[9, 47_510, 5410, 9, 9, 5010, 12_510, 17_510, 25_010, 30_010, 35_010, 42_510], Growth::CameBack),
            (&[9, 47_510, 5410, 9, 9, 5010, 12_510, 17_510, 25_010, 30_010, 35_010, 50_510], Growth::KeepsGrowing { begins: 3 }),
            (&[5, 5, 5, 5, 5, 5], Growth::NotGrown),
            (&[90, 80, 70, 60, 50], Growth::NotGrown),
            (&[10, 90, 50, 10, 90, 50, 10, 10], Growth::NotGrown),
            (&[1, 2, 3], Growth::TooFewPoints),
            (&[], Growth::TooFewPoints),
        ] {
            assert_eq!(Growth::of(series, &[]), growth, "{series:?}");
        }
    }

    #[test]
    fn a_group_keeps_growing_if_its_objects_do_or_its_bytes() {
        let (more, same) = (&[10, 20, 30, 40, 50][..], &[7, 7, 7, 7, 7][..]);
        let lasting = Growth::KeepsGrowing { begins: 1 };
        assert_eq!(Growth::of_objects_or_bytes(more, same, &[]), (Metric::Objects, lasting));
        assert_eq!(Growth::of_objects_or_bytes(same, more, &[]), (Metric::Bytes, lasting));
        assert_eq!(Growth::of_objects_or_bytes(more, more, &[]), (Metric::Objects, lasting));
        assert_eq!(Growth::of_objects_or_bytes(same, same, &[]), (Metric::Objects, Growth::NotGrown));
    }

    /// Pages in a recorded cache, which was full at the last four points and held longer texts then by chance.
    #[test]
    fn a_group_with_all_its_objects_does_not_grow_by_a_few_bytes() {
        let objects = [790, 3406, 9100, 11_236, 12_550, 13_312, 14_002, 14_830, 16_120, 16_750, 18_004, 18_004, 18_004, 18_004];
        let bytes = [180_456, 811_280, 2_223_296, 2_772_528, 3_105_408, 3_298_448, 3_473_248, 3_683_008, 4_009_808, 4_169_408]
            .into_iter()
            .chain([4_488_856, 4_514_384, 4_517_672, 4_515_112])
            .collect::<Vec<u64>>();
        assert!(Growth::of(&bytes, &[]).keeps_growing());
        assert_eq!(Growth::of_objects_or_bytes(&objects, &bytes, &[]), (Metric::Objects, Growth::LeveledOff));
        // As many buffers all the time, each with more and more in it.
        let buffers = [10, 60, 80, 90, 95, 97, 98, 98, 98, 98, 98, 98, 98, 98];
        assert_eq!(Growth::of_objects_or_bytes(&buffers, &bytes, &[]).0, Metric::Bytes);
    }

    #[test]
    fn endless_growth_is_told_from_growth_that_ends() {
        for (series, begins) in [
            (&[10, 20, 30, 40, 50, 60, 70, 80, 90, 100][..], Some(2)),
            (&[10, 12, 14, 16, 18, 20], Some(1)),
            (&[10, 20, 30, 40], Some(1)),
            (&[10, 20, 30, 40, 50], Some(1)),
            (&[0, 50, 100, 150, 200, 200, 200, 200], None),
            (&[0, 40, 80, 120, 160, 200, 240, 250, 250, 250], None),
            (&[10, 90, 50, 10, 90, 50, 10, 90], None),
            // A leak below a saw-tooth: of teeth as high as this, ten points tell nothing yet.
            (&[10, 60, 20, 70, 30, 80, 40, 90, 50, 100], None),
            (&[10, 60, 20, 70, 30, 80, 40, 90, 50, 100, 60, 110, 70, 120, 80, 130, 90, 140, 100, 150], Some(6)),
            (&[10, 22, 20, 32, 30, 42, 40, 52, 50, 62], Some(2)),
            // One that begins late, and steps.
            (&[5, 5, 5, 5, 5, 5, 10, 15, 20, 25], Some(2)),
            (&[5, 5, 5, 10, 10, 10, 15, 15, 15, 20, 20, 20, 25, 25, 25, 30, 30, 30], Some(4)),
            // Two steps may be chance.
            (&[5, 5, 5, 10, 10, 10, 15, 15, 15, 20, 20, 20], None),
            (&[5, 5, 5, 5, 5, 5], None),
            (&[90, 80, 70, 60, 50], None),
            // Waves, of which the end happens to be high.
            (&[203, 2053, 3135, 4525, 2261, 673, 1975, 2905, 4439, 3271], None),
            (&[1033, 2827, 4573, 2417, 817, 981, 3637, 3557], None),
            (&[1403, 820, 2890, 4375], None),
            (&[0, 7800, 3600, 177, 7800, 4200, 600, 9000, 4800, 1200, 9000, 4800, 1200, 9600, 5400, 1800, 9601, 6000, 1801], None),
            (&[90, 10, 20, 30, 40], None),
            // Only the last point is higher, or nearly so.
            (&[10, 10, 10, 10, 10, 10, 10, 30], None),
            (&[8001, 8007, 8007, 8008, 8784], None),
            (&[8001, 8002, 8003, 8004, 8005, 8006, 8007, 8784], None),
            (&[8001, 8002, 8003, 8004, 8784, 8790, 8795, 8796], None),
            // A leak whose last step is a large one.
            (&[1000, 1000, 1010, 1020, 1030, 1040, 1050, 2000], Some(2)),
            (&[100, 200, 300, 400, 500, 600, 700, 3000], Some(2)),
            (&[1, 2, 3], None),
            (&[], None),
        ] {
            assert_eq!(growth_begins(series, &[]), begins, "{series:?}");
        }
    }

    #[test]
    fn a_spike_at_the_start_hides_no_leak() {
        for (series, begins) in [
            (&[10, 500, 12, 14, 16, 18, 20, 22, 24, 26][..], Some(2)),
            (&[6000, 7000, 1000, 1350, 1700, 2050, 2400, 2750, 3100, 3450, 3800, 4150], Some(3)),
            (&[6000, 650, 1000, 1350, 1700, 2050, 2400, 2750, 3100, 3450, 3800, 4150], Some(3)),
            (&[900, 900, 900, 900, 10, 20, 30, 40, 50, 60], Some(4)),
            // A spike and nothing else.
            (&[10, 500, 12, 12, 12, 12, 12, 12], None),
            // It is no spike if it comes again.
            (&[500, 10, 12, 500, 16, 18, 500, 22], None),
        ] {
            assert_eq!(growth_begins(series, &[]), begins, "{series:?}");
        }
    }

    #[test]
    fn a_cache_that_warms_up_is_told_from_a_leak_that_slows_down() {
        for points in 4..=40_u32 {
            let all = f64::from(points);
            for warm_up in [0.1, 0.2, 0.3, 0.35] {
                let cache = series(points, |at| 1e6 * (1.0 - (-at / (warm_up * all)).exp()));
                assert_eq!(growth_begins(&cache, &[]), None, "{warm_up} of {points}: {cache:?}");
            }
            for (name, leak) in [
                ("logarithm", series(points, |at| 1e5 * (at + 1.0).ln())),
                ("root", series(points, |at| 1e5 * at.sqrt())),
                ("line", series(points, |at| 1e5 + 10.0 * at)),
                ("square", series(points, |at| 1e4 * at * at)),
            ] {
                // Few points do not tell it from a cache.
                let is_told = points as usize >= FEW_POINTS || name != "logarithm";
                assert!(!is_told || growth_begins(&leak, &[]).is_some(), "{name} of {points}: {leak:?}");
            }
        }
    }

    /// The objects of a recorded leak, with the times of its states: the recorder had no look to spare in the middle.
    #[test]
    fn points_that_get_closer_to_each_other_do_not_make_a_leak_fade_out() {
        let objects = [253, 92907, 149_831, 167_807, 185_783, 206_755, 245_703, 281_655, 443_439, 461_415, 482_387, 521_335, 542_307]
            .into_iter()
            .chain([581_255, 623_199, 662_147, 704_091])
            .collect::<Vec<u64>>();
        let times = [462, 3428, 5499, 6558, 7789, 8779, 10359, 11806, 14905, 15611, 16290, 17594, 18292, 19585, 20883, 22270, 23649];
        assert_eq!(growth_begins(&objects, &times), Some(4));
        assert_eq!(growth_begins(&objects, &[]), None);
        assert_eq!(growth_begins(&objects, &[7; 17]), None, "dumps that all have one time");
        // A cache that warms up, seen at those times.
        let cache: Vec<u64> = times.iter().map(|&time| (1e6 * (1.0 - f64::from(-time as i32 / 5000).exp())) as u64).collect();
        assert_eq!(growth_begins(&cache, &times), None);
    }

    /// The bytes of a recorded log, of which the last third of the states came in the last sixth of the time.
    #[test]
    fn the_last_third_of_the_time_counts_where_points_get_closer() {
        let log = [160, 1200, 1920, 2080, 2320, 2800, 5040, 5200, 5280];
        let times = [950, 4390, 8750, 9800, 11_190, 12_850, 18_210, 18_570, 19_680];
        assert_eq!(growth_begins(&log, &times), Some(2));
        assert_eq!(growth_begins(&log, &[]), None);
        // One that had its last line at two thirds of the time.
        let ended = [160, 1200, 1920, 2080, 2320, 2800, 2810, 2810, 2810];
        assert_eq!(growth_begins(&ended, &times), None);
    }

    /// The bytes of a cache that was full for the last half of what the program did, which was seen four times only: collections were
    /// frequent then, and looks at the heap were not.
    #[test]
    fn a_cache_is_full_by_what_the_program_does_and_not_by_how_often_it_is_looked_at() {
        let bytes = [302, 409, 922, 1281, 1504, 1788, 2035, 2448, 2554, 2770, 3061, 3183, 3396, 3516, 3840, 4017, 4192, 4492, 4516, 4516];
        let cache: Vec<u64> = bytes.into_iter().chain([4517]).collect();
        let collections = [2, 3, 6, 9, 11, 13, 15, 18, 19, 20, 22, 23, 24, 25, 26, 27, 29, 32, 40, 45, 59];
        assert_eq!(growth_begins(&cache, &collections), None);
        assert_eq!(growth_begins(&cache, &[]), Some(5), "it was growing at most of the points");
        // Had it gone on as it was, to its last look.
        let grown = |at: usize| if at > 17 { 100 * (collections[at] - 32) as u64 } else { 0 };
        let leak: Vec<u64> = (0..cache.len()).map(|at| cache[at.min(17)] + grown(at)).collect();
        assert!(growth_begins(&leak, &collections).is_some());
    }

    /// Visits that rise and fall, as a recording saw them on a busy machine that was not looked at for a while.
    #[test]
    fn a_wave_must_end_above_what_it_was_at_the_start() {
        let mut visits =
            [1103, 3805, 1989, 1753, 1417, 1129, 729, 599, 759, 2707, 639, 1009, 1273, 1701, 2435, 2943, 3763, 4057, 4597, 4499, 3739];
        assert_eq!(growth_begins(&visits, &[]), None);
        visits[1] = 1989;
        assert_eq!(growth_begins(&visits, &[]), None, "by chance");
    }

    /// Visits again, twice: they begin high, fall slowly, and have nearly come back when the recording ends.
    #[test]
    fn what_comes_back_to_where_it_was_does_not_grow() {
        let visits = [4287, 3193, 2261, 1669, 889, 705, 633, 981, 1829, 2905, 3359, 3893, 4301];
        assert_eq!(growth_begins(&visits, &[]), None);
        let others = [2857, 3645, 4541, 4243, 3545, 3109, 817, 669, 647, 823, 1551, 2125, 2749, 3359, 3769, 4215, 4491, 4577];
        assert_eq!(growth_begins(&others, &[]), None);
        // A leak goes beyond that.
        let leak: Vec<u64> = (0_u64..).zip(visits).map(|(at, visits)| visits + 100 * at).collect();
        assert!(growth_begins(&leak, &[]).is_some());
    }

    /// A queue that nobody empties and a cache that is soon full, recorded on a machine that did much else: by time the first one slows
    /// down and the second one goes on, by bytes that were allocated it is the other way round.
    #[test]
    fn a_program_works_by_what_it_allocates_not_by_the_time() {
        let queue = [24, 51, 66, 72, 84, 108, 117, 138, 366, 375, 384, 471, 477, 540, 561, 594];
        let millis = [4307, 5336, 5938, 6320, 6944, 8159, 9263, 9705, 12_230, 12_627, 12_941, 15_730, 16_039, 18_132, 19_408, 19_831];
        let allocated = [3, 6, 8, 10, 12, 16, 17, 20, 45, 46, 47, 55, 56, 62, 64, 67];
        assert_eq!(growth_begins(&queue, &millis), None);
        assert_eq!(growth_begins(&queue, &allocated), Some(4));
        let cache =
            [194_856, 293_712, 336_912, 482_352, 622_640, 842_960, 1_031_600, 1_455_616, 2_523_328, 2_664_688, 2_783_168, 2_929_088]
                .into_iter()
                .chain([3_073_488, 3_219_408, 3_363_808, 3_524_928, 4_169_408, 4_304_688, 4_447_568, 4_492_528, 4_499_136, 4_505_480])
                .chain([4_517_336, 4_517_312, 4_518_112])
                .collect::<Vec<u64>>();
        let millis = [4475, 5261, 6385, 6699, 8213, 9897, 10_774, 12_507, 21_239, 22_076, 23_237, 24_217, 24_760, 25_383, 25_996, 26_708]
            .into_iter()
            .chain([31_466, 32_791, 34_031, 34_495, 34_954, 36_306, 37_986, 38_871, 39_684])
            .collect::<Vec<i64>>();
        let allocated = [1, 2, 3, 4, 5, 7, 9, 13, 22, 23, 24, 25, 26, 27, 28, 29, 33, 34, 35, 36, 38, 40, 56, 61, 65];
        assert_eq!(growth_begins(&cache, &millis), Some(6));
        assert_eq!(growth_begins(&cache, &allocated), None);
        assert_eq!(told_until(&cache[..24], 6), "kept growing; it was highest at point 23");
        assert_eq!(told_until(&queue, 4), "kept growing to the end");
    }

    #[test]
    fn what_was_added_between_two_looks_counts_where_it_was_added() {
        let (steps, sparse) = ([0, 10, 20, 30, 40, 50, 60, 70, 80], [0, 10, 20, 30, 40, 50, 51, 52, 60]);
        let highest = |series: &[u64], clock: &[i64]| highest_before_last_third(series, clock);
        assert_eq!(highest(&steps, &[]), 50.0);
        assert_eq!(highest(&steps, &[5; 9]), 50.0, "a clock that stands still");
        // Two thirds of the clock lie in the middle of the last step.
        assert_eq!(highest(&steps, &[0, 1, 2, 3, 4, 5, 6, 7, 11]), 50.0);
        assert_eq!(highest(&steps, &[0, 2, 4, 6, 50, 70, 80, 85, 90]), 45.0);
        // Points are close together at the end.
        assert_eq!(highest(&sparse, &[0, 10, 20, 30, 40, 50, 51, 52, 60]), 40.0);
    }

    /// Waves and saw-teeth that come back at least twice, at any phase. Some of them end high, which looks like growth where points
    /// are few: every eighth one at four points, every thousandth one beyond twenty.
    #[test]
    fn waves_are_seldom_taken_for_growth() {
        let shapes: [fn(f64) -> f64; 2] = [|time| (time * std::f64::consts::TAU).sin(), |time| time.fract()];
        for (points, most) in [(4..5, 0.14), (5..8, 0.07), (8..12, 0.04), (12..20, 0.01), (20..60, 0.001)] {
            let (mut all, mut alarms) = (0, 0);
            for (points, shape) in points.clone().flat_map(|points| shapes.map(|shape| (points, shape))) {
                for (waves, phase) in
                    (20..90).flat_map(|waves| (0..40).map(move |phase| (f64::from(waves) / 10.0, f64::from(phase) / 40.0)))
                {
                    let wave = series(points, |at| 3000.0 + 2000.0 * shape(at / f64::from(points) * waves + phase));
                    all += 1;
                    alarms += u32::from(growth_begins(&wave, &[]).is_some());
                }
            }
            let share = f64::from(alarms) / f64::from(all);
            assert!(share < most, "{points:?} points: {share}");
        }
    }

    /// Series that wander without a direction: one in ten at most.
    #[test]
    fn walks_are_seldom_taken_for_growth() {
        let mut random = crate::over_time::chance::tests::random(11);
        for points in [4, 6, 8, 12, 20, 40, 80] {
            let grown = (0..2000).filter(|_| {
                let mut at = 1e6;
                let walk = series(points, |_| {
                    at += 1000.0 * (random() - 0.5);
                    at
                });
                growth_begins(&walk, &[]).is_some()
            });
            let share = grown.count() as f64 / 2000.0;
            assert!(share < 0.11, "{points} points: {share}");
        }
    }
}
