//! Axes of charts: where times and values lie between two edges, and which of them are written there. Pure; the window and files draw by
//! them.

use std::ops::{Range, RangeInclusive};

use analysis::{PointInfo, WHOLE_RUN};

use crate::base::words::TimeUnit;
use crate::data::point_range::SeenTime;

/// From one edge to the other, in whatever a chart is drawn in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// The smaller one.
    pub min: f32,
    /// The larger one.
    pub max: f32,
}

impl Extent {
    /// From one edge to the other.
    #[must_use]
    pub const fn new(min: f32, max: f32) -> Self {
        Self { min, max }
    }

    /// How far it is.
    #[must_use]
    pub fn span(self) -> f32 {
        self.max - self.min
    }
}

/// A time axis: the points of a series at their times.
///
/// The seen stretch of time is a value of its own, so that it can be a part of the series. Where the times of all points
/// are one, they tell nothing, and the points lie side by side by their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeAxis {
    /// Of every point: milliseconds, or its number.
    times: Vec<i64>,
    /// The first and the last time; equal for a single point.
    whole: RangeInclusive<i64>,
    /// The times at both ends.
    seen: RangeInclusive<i64>,
    x: Extent,
    unit: TimeUnit,
}

/// A time that is written at the axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Where it is.
    pub x: f32,
    /// How it is written.
    pub text: String,
}

/// Steps between ticks, in milliseconds: what people count time in.
const TIME_STEPS: [i64; 30] = [
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    7 * DAY,
    30 * DAY,
    365 * DAY,
];
/// The same where times are shares of runs, from a tenth of a percent on.
const SHARE_STEPS: [i64; 9] = [1, 5, 10, 20, 50, 100, 200, 250, 500];
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl TimeAxis {
    /// All points, from left to right.
    #[must_use]
    pub fn new(points: &[PointInfo], x: Extent) -> Self {
        let times: Vec<i64> = points.iter().map(|point| point.time_millis).collect();
        let (first, last) = (times.iter().min().copied().unwrap_or(0), times.iter().max().copied().unwrap_or(0));
        let unit = points.iter().min_by_key(|point| point.time_millis).map_or(TimeUnit::Clock, TimeUnit::of);
        if first == last && times.len() > 1 || PointInfo::are_runs(points) {
            let numbers: Vec<i64> = (0..times.len() as i64).collect();
            let whole = 0..=(numbers.len() as i64 - 1).max(0);
            return Self { seen: whole.clone(), whole, times: numbers, x, unit: TimeUnit::Number };
        }
        Self { times, whole: first..=last, seen: first..=last, x, unit }
    }

    /// The same axis with room for these times, too. Where the points lie by their numbers, other times have no place.
    #[must_use]
    pub fn covering(mut self, times: impl IntoIterator<Item = i64>) -> Self {
        if self.unit != TimeUnit::Number {
            let (first, last) = times.into_iter().fold(self.whole.clone().into_inner(), |ends, time| (ends.0.min(time), ends.1.max(time)));
            self.whole = first..=last;
            self.seen = first..=last;
        }
        self
    }

    /// Whether the axis tells of time: where all points have one time they lie by their numbers.
    #[must_use]
    pub fn is_of_time(&self) -> bool {
        self.unit != TimeUnit::Number
    }

    /// The same axis showing a part of its time.
    #[must_use]
    pub fn seeing(mut self, seen: Option<SeenTime>) -> Self {
        let part = seen.map(|seen| seen.from.max(*self.whole.start())..=seen.to.min(*self.whole.end()));
        self.seen = part.filter(|part| part.start() < part.end()).unwrap_or_else(|| self.whole.clone());
        self
    }

    /// Which part of the whole axis is seen, as shares from its begin; `None` if all of it is.
    #[must_use]
    pub fn seen_share(&self) -> Option<(f32, f32)> {
        let (start, span) = (*self.whole.start(), self.span_of(&self.whole));
        let share = |time: i64| ((time - start) as f64 / span) as f32;
        (self.seen != self.whole).then(|| (share(*self.seen.start()), share(*self.seen.end())))
    }

    /// What is to be seen when the axis is stretched by a factor and what lies at `x` stays there; `None` for all of it. No closer than the
    /// two points that are nearest to one another.
    #[must_use]
    pub fn zoomed(&self, x: f32, factor: f64) -> Option<SeenTime> {
        let mut times = self.times.clone();
        times.sort_unstable();
        let least = times.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0).min()? as f64;
        let span = (self.span_of(&self.seen) / factor).max(least);
        let share = f64::from(((x - self.x.min) / self.x.span().max(1.0)).clamp(0.0, 1.0));
        let held = *self.seen.start() as f64 + share * self.span_of(&self.seen);
        self.part_from(held - share * span, span)
    }

    /// What is to be seen when the axis is moved by so many pixels; `None` for all of it.
    #[must_use]
    pub fn moved(&self, by: f32) -> Option<SeenTime> {
        let span = self.span_of(&self.seen);
        self.part_from(*self.seen.start() as f64 - f64::from(by / self.x.span().max(1.0)) * span, span)
    }

    /// A part of the axis of this length that begins there, or as near as there is room.
    fn part_from(&self, from: f64, span: f64) -> Option<SeenTime> {
        let (start, end) = (*self.whole.start() as f64, *self.whole.end() as f64);
        if span >= end - start {
            return None;
        }
        let from = from.clamp(start, end - span);
        let seen = SeenTime { from: from.round() as i64, to: (from + span).round() as i64 };
        (seen.from < seen.to).then_some(seen)
    }

    fn span_of(&self, part: &RangeInclusive<i64>) -> f64 {
        (part.end() - part.start()) as f64
    }

    /// Where a time lies; the middle, where there is one time only.
    #[must_use]
    pub fn x_of(&self, time: i64) -> f32 {
        let (start, end) = (*self.seen.start() as f64, *self.seen.end() as f64);
        let share = if end > start { (time as f64 - start) / (end - start) } else { 0.5 };
        self.x.min + (f64::from(self.x.span()) * share) as f32
    }

    /// Where a point lies.
    #[must_use]
    pub fn x(&self, point: usize) -> f32 {
        self.x_of(self.times.get(point).copied().unwrap_or(*self.seen.start()))
    }

    /// The point nearest to a place; of several in one place the first.
    #[must_use]
    pub fn nearest(&self, x: f32) -> Option<usize> {
        let distance = |point: &usize| (self.x(*point) - x).abs();
        (0..self.times.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Round times between the ends, at least so many pixels from one another.
    #[must_use]
    pub fn ticks(&self, least_distance: f32) -> Vec<Tick> {
        let span = self.seen.end() - self.seen.start();
        if span <= 0 || self.x.span() <= 0.0 {
            return Vec::new();
        }
        let room = |step: i64| step as f64 / span as f64 * f64::from(self.x.span()) >= f64::from(least_distance);
        let longest = *TIME_STEPS.last().unwrap_or(&DAY);
        let years = (1..).map(|years| years * longest).find(|&step| room(step) || step > span);
        let shares = SHARE_STEPS.map(|step| step * (WHOLE_RUN / 1000));
        let steps: &[i64] = if self.unit == TimeUnit::ShareOfRuns { &shares } else { &TIME_STEPS };
        let Some(step) = steps.iter().copied().find(|&step| room(step)).or(years) else { return Vec::new() };
        let first = self.seen.start().div_euclid(step) * step;
        let times = (0..).map(|at| first + at * step).take_while(|time| time <= self.seen.end());
        let tick = |time: i64| Tick { x: self.x_of(time), text: self.unit.tick(time, step) };
        times.filter(|time| self.seen.contains(time)).map(tick).collect()
    }

    /// The times of the first and the last point, as far as they differ.
    #[must_use]
    pub fn ends(&self) -> (String, Option<String>) {
        let (first, last) = (*self.seen.start(), *self.seen.end());
        (self.unit.full(first), (last > first).then(|| self.unit.full_after(last, first)))
    }
}

/// A value axis from 0 to the largest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueAxis {
    /// From the largest value down to 0.
    pub y: Extent,
    /// The largest value.
    pub most: f64,
    /// Every tenfold takes the same room.
    pub logarithmic: bool,
}

impl ValueAxis {
    /// Where a value lies. Values below one have no logarithm and lie on the axis.
    #[must_use]
    pub fn y(&self, value: f64) -> f32 {
        let share = if self.logarithmic { value.max(1.0).ln() / self.most.max(2.0).ln() } else { value / self.most.max(1.0) };
        self.y.max - self.y.span() * share.clamp(0.0, 1.0) as f32
    }

    /// Round values for lines of a grid, `lines` or fewer above 0: tens, or in a logarithmic scale powers of ten. The units
    /// of bytes are 1024 times the next smaller one.
    #[must_use]
    pub fn grid(&self, lines: usize, of_bytes: bool) -> Vec<f64> {
        if self.logarithmic {
            return (0..19).map(|power| 10_f64.powi(power)).take_while(|&value| value <= self.most.max(2.0)).collect();
        }
        let most = self.most.max(1.0);
        let base = if of_bytes { 1024.0 } else { 1000.0 };
        // Bytes are told in the unit of the largest value: halves and quarters of it are round, five hundred of the one below are not.
        let units = (0..7).map(|power| f64::powi(base, power)).filter(|unit| !of_bytes || unit * base > most);
        let parts = units.clone().take(1).flat_map(|unit| [0.25, 0.5].map(|times| times * unit)).filter(|&step| of_bytes && step >= 1.0);
        let whole = units.flat_map(|unit| [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0].map(|times| times * unit));
        let mut steps = parts.chain(whole);
        let Some(step) = steps.find(|step| most / step <= lines.max(1) as f64) else { return vec![0.0] };
        (0..).map(|at| f64::from(at) * step).take_while(|&value| value <= most).collect()
    }
}

/// Lines of more points than this are told by their extremes, column by column.
const MOST_POINTS: usize = 2000;

/// Of a long line in each column of pixels its first, lowest, highest and last place: what is seen of it. `xy` says where a place is.
#[must_use]
pub fn thinned<P: Copy>(places: Vec<P>, xy: impl Fn(P) -> (f32, f32)) -> Vec<P> {
    if places.len() <= MOST_POINTS {
        return places;
    }
    let mut kept: Vec<P> = Vec::new();
    for column in places.chunk_by(|&a, &b| xy(a).0.floor() == xy(b).0.floor()) {
        let y = |&at: &usize| xy(column[at]).1;
        let lowest = (0..column.len()).max_by(|a, b| y(a).total_cmp(&y(b))).unwrap_or(0);
        let highest = (0..column.len()).min_by(|a, b| y(a).total_cmp(&y(b))).unwrap_or(0);
        let mut places = [0, lowest, highest, column.len() - 1];
        places.sort_unstable();
        let mut last = None;
        for at in places {
            if last.replace(at) != Some(at) {
                kept.push(column[at]);
            }
        }
    }
    kept
}

/// Stretches of points that are known, one after the other.
#[must_use]
pub fn known_runs(known: impl Fn(usize) -> bool, points: usize) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for point in (0..points).filter(|&point| known(point)) {
        match runs.last_mut().filter(|run| run.end == point) {
            Some(run) => run.end += 1,
            None => runs.push(point..point + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn points(times: &[i64]) -> Vec<PointInfo> {
        times.iter().map(|&time_millis| PointInfo { time_millis, ..PointInfo::default() }).collect()
    }

    fn axis(times: &[i64]) -> TimeAxis {
        TimeAxis::new(&points(times), Extent::new(10.0, 410.0))
    }

    fn places(times: &[i64]) -> Vec<f32> {
        let axis = axis(times);
        (0..times.len()).map(|point| axis.x(point)).collect()
    }

    fn texts(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn points_lie_at_their_times_however_close_or_side_by_side_where_times_tell_nothing() {
        assert_eq!(places(&[0, 100, 400]), [10.0, 110.0, 410.0]);
        assert_eq!(places(&[0, 1, 400]), [10.0, 11.0, 410.0]);
        assert_eq!(places(&[7, 7, 7]), [10.0, 210.0, 410.0]);
        assert_eq!(places(&[7]), [210.0]);
        assert!(places(&[]).is_empty());
    }

    #[test]
    fn shares_of_runs_have_ticks_in_percent() {
        let points: Vec<PointInfo> = [0, 33_333, 66_666, 100_000]
            .map(|time_millis| PointInfo { time_millis, time: analysis::PointTime::ShareOfRuns, ..PointInfo::default() })
            .into();
        let axis = TimeAxis::new(&points, Extent::new(10.0, 410.0));
        assert_eq!(texts(&axis.ticks(90.0)), ["0 %", "25 %", "50 %", "75 %", "100 %"]);
        let near = axis.clone().seeing(Some(SeenTime { from: 33_000, to: 34_000 }));
        assert_eq!(texts(&near.ticks(190.0)), ["33.0 %", "33.5 %", "34.0 %"]);
        assert_eq!(axis.ends(), ("the start of each run".into(), Some("the end".into())));
        assert_eq!(near.ends(), ("33 % of each run".into(), Some("34 %".into())));
    }

    #[test]
    fn zooming_keeps_what_is_held_and_stays_within_the_axis() {
        let axis = axis(&[0, 100, 200, 1000]);
        // A fifth of the way from the left lies 200.
        let seen = axis.zoomed(90.0, 2.0).expect("a half is seen");
        assert_eq!(seen, SeenTime { from: 100, to: 600 });
        let near = axis.clone().seeing(Some(seen));
        assert_eq!((near.x_of(200), near.seen_share()), (90.0, Some((0.1, 0.6))));
        assert_eq!(near.zoomed(90.0, 0.5), None, "all of it again");
        // To the right by a quarter of what is seen, and no further than the end.
        assert_eq!(near.moved(-100.0), Some(SeenTime { from: 225, to: 725 }));
        assert_eq!(near.moved(-4000.0), Some(SeenTime { from: 500, to: 1000 }));
        let nearest = near.zoomed(90.0, 1e9).expect("a part is seen");
        assert_eq!(nearest, SeenTime { from: 180, to: 280 }, "no closer than two points");
        assert_eq!(axis.clone().seeing(Some(SeenTime { from: 5000, to: 6000 })), axis, "of another axis");
        assert_eq!((axis.moved(50.0), TimeAxis::new(&points(&[7]), axis.x).zoomed(20.0, 2.0)), (None, None));
    }

    #[test]
    fn an_axis_has_room_for_other_times_too() {
        let wide = axis(&[100, 200]).covering([0, 150, 400]);
        assert_eq!((wide.x(0), wide.x_of(400), wide.nearest(400.0)), (110.0, 410.0, Some(1)));
        let numbers = axis(&[7, 7]);
        assert!(!numbers.is_of_time() && wide.is_of_time());
        assert_eq!(numbers.clone().covering([0]), numbers);
    }

    #[test]
    fn a_long_line_keeps_its_extremes() {
        let line: Vec<(f32, f32)> = (0..100_000).map(|at| (at as f32 / 500.0, if at == 31_415 { -1.0 } else { (at % 7) as f32 })).collect();
        let kept = thinned(line.clone(), |place| place);
        assert!(kept.len() <= 800 && kept.contains(&line[31_415]) && kept.contains(&line[99_999]), "{}", kept.len());
        assert_eq!(thinned(line[..2000].to_vec(), |place| place), line[..2000]);
    }

    #[test]
    fn ticks_are_round_times_in_the_unit_that_fits() {
        assert_eq!(texts(&axis(&[0, 9_500]).ticks(100.0)), ["0:00", "0:05"]);
        assert_eq!(
            texts(&axis(&[300, 4_000]).ticks(50.0)),
            ["0:00.500", "0:01.000", "0:01.500", "0:02.000", "0:02.500", "0:03.000", "0:03.500", "0:04.000"]
        );
        assert_eq!(texts(&axis(&[0, 5 * HOUR]).ticks(90.0)), ["0:00", "2:00:00", "4:00:00"]);
        // 2026-11-21 07:28:38 and 17 seconds later.
        let start = 1_795_246_118_000;
        assert_eq!(texts(&axis(&[start, start + 17 * SECOND]).ticks(100.0)), ["07:28:40", "07:28:45", "07:28:50", "07:28:55"]);
        assert_eq!(texts(&axis(&[start, start + 3 * DAY]).ticks(100.0)), ["2026-11-22", "2026-11-23", "2026-11-24"]);
        assert_eq!(texts(&axis(&[5, 5, 5]).ticks(150.0)), ["point 1", "point 2", "point 3"]);
        assert!(axis(&[5]).ticks(10.0).is_empty());
    }

    #[test]
    fn the_ends_tell_the_date_once() {
        let start = 1_795_246_118_000;
        assert_eq!(axis(&[start, start + 17 * SECOND]).ends(), ("2026-11-21 07:28:38".into(), Some("07:28:55".into())));
        assert_eq!(axis(&[start, start + DAY]).ends(), ("2026-11-21 07:28:38".into(), Some("2026-11-22 07:28:38".into())));
        assert_eq!(axis(&[0, 4_500]).ends(), ("0:00.000".into(), Some("0:04.500".into())));
        assert_eq!(axis(&[start]).ends(), ("2026-11-21 07:28:38".into(), None));
        assert_eq!(axis(&[3, 3]).ends(), ("point 1".into(), Some("point 2".into())));
    }

    #[test]
    fn values_lie_where_the_scale_says() {
        let scale = |most, logarithmic| ValueAxis { y: Extent::new(10.0, 210.0), most, logarithmic };
        let linear = scale(1000.0, false);
        assert_eq!((linear.y(0.0), linear.y(250.0), linear.y(1000.0)), (210.0, 160.0, 10.0));
        let logarithmic = scale(10_000.0, true);
        for (value, y) in [(0.0, 210.0), (1.0, 210.0), (10.0, 160.0), (100.0, 110.0), (10_000.0, 10.0)] {
            assert!((logarithmic.y(value) - y).abs() < 1e-3, "{value} lies at {}", logarithmic.y(value));
        }
        assert_eq!(logarithmic.grid(4, true), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(scale(302.0 * 1024.0, false).grid(4, true), [0.0, 100.0, 200.0, 300.0].map(|kib| 1024.0 * kib));
        assert_eq!(scale(1.74 * 1024.0 * 1024.0, false).grid(4, true), [0.0, 512.0, 1024.0, 1536.0].map(|kib| 1024.0 * kib));
        assert_eq!(scale(48_894.0, false).grid(4, false), [0.0, 20_000.0, 40_000.0]);
        assert_eq!(scale(0.0, false).grid(4, false), [0.0, 1.0]);
    }

    #[test]
    fn lines_are_drawn_where_values_are_known() {
        let runs = |known: &[bool], points| known_runs(|point| known.get(point) == Some(&true), points);
        assert_eq!(runs(&[true, true, false, true, false, false], 6), [0..2, 3..4]);
        assert_eq!(runs(&[true, false, true], 4), [0..1, 2..3], "points beyond are not known");
        assert!(runs(&[false; 3], 3).is_empty());
    }

    proptest! {
        #[test]
        fn points_keep_their_order_and_stay_on_the_axis(mut times in prop::collection::vec(-10_000_i64..2_000_000_000_000, 1..60)) {
            times.sort_unstable();
            let places = places(&times);
            prop_assert!(places.is_sorted());
            prop_assert!(places.iter().all(|x| (10.0 - 1e-3..=410.0 + 1e-3).contains(x)));
        }

        #[test]
        fn the_nearest_point_is_nearest_and_a_point_is_found_where_it_lies(
            times in prop::collection::vec(0_i64..100_000, 1..60),
            x in -100.0_f32..600.0,
        ) {
            let axis = axis(&times);
            let nearest = axis.nearest(x).expect("there are points");
            prop_assert!((0..times.len()).all(|point| (axis.x(nearest) - x).abs() <= (axis.x(point) - x).abs()));
            for point in 0..times.len() {
                let found = axis.nearest(axis.x(point)).expect("there are points");
                prop_assert_eq!(axis.x(found), axis.x(point));
            }
        }

        #[test]
        fn what_is_zoomed_to_lies_on_the_axis_and_holds_what_the_pointer_is_at(
            mut times in prop::collection::vec(0_i64..1_000_000, 2..30),
            turns in prop::collection::vec((0.0_f32..400.0, 0.2_f64..5.0), 1..12),
        ) {
            times.sort_unstable();
            let mut axis = axis(&times);
            for (at, factor) in turns {
                let x = 10.0 + at;
                let (whole, held) = (axis.whole.clone(), *axis.seen.start() as f64 + f64::from(at) / 400.0 * axis.span_of(&axis.seen));
                let zoomed = axis.zoomed(x, factor);
                axis = axis.seeing(zoomed);
                if let Some(seen) = zoomed {
                    prop_assert!(whole.contains(&seen.from) && whole.contains(&seen.to) && seen.from < seen.to);
                    prop_assert!((seen.from as f64 - 1.0..=seen.to as f64 + 1.0).contains(&held), "{held} in {seen:?}");
                }
            }
        }

        #[test]
        fn ticks_have_room_lie_between_the_ends_and_tell_different_times(
            start in -10_000_i64..2_000_000_000_000,
            span in 1_i64..3_000_000_000_000,
            room in 20.0_f32..300.0,
        ) {
            let ticks = axis(&[start, start + span]).ticks(room);
            prop_assert!(ticks.iter().all(|tick| (10.0 - 1e-3..=410.0 + 1e-3).contains(&tick.x)));
            prop_assert!(ticks.windows(2).all(|pair| pair[1].x - pair[0].x >= room - 1e-2 && pair[0].text != pair[1].text));
        }

        #[test]
        fn grids_begin_at_nothing_and_end_below_the_largest_value(most in 0_u64..u64::MAX, of_bytes: bool) {
            let most = most as f64;
            let grid = ValueAxis { y: Extent::new(0.0, 100.0), most, logarithmic: false }.grid(4, of_bytes);
            prop_assert_eq!(grid[0], 0.0);
            prop_assert!(grid.is_sorted() && grid.len() <= 5 && grid.iter().all(|&value| value <= most.max(1.0)));
        }
    }
}
