//! Windows in which memory grows.

use super::{Stretch, SuspiciousWindow, WindowKind, WindowRules, seconds};

/// How much memory was reachable at one moment, or in use where that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryPoint {
    /// When, on any clock.
    pub nanos: i64,
    /// How much.
    pub bytes: u64,
    /// How many collections had ended; of points without collections their number.
    pub collections: u64,
}

/// The longest window to the end of the run over which memory grows, as a person would draw it: small drops are allowed.
///
/// Memory grows from one point to the next if it rises, or if it stays above where the window began and does not fall below
/// `drop_tolerance` of the most that it was. Points must ascend in time; those at the time of the one before take its place.
#[must_use]
pub fn growth_window(points: &[MemoryPoint], rules: &WindowRules) -> Option<SuspiciousWindow> {
    let places = places_in_time(points);
    let points: Vec<MemoryPoint> = places.iter().map(|&at| points[at]).collect();
    let begin = growth_begins(&points, rules.drop_tolerance);
    let window = &points[begin..];
    let (first, last) = (window.first()?, window.last()?);
    let increase = last.bytes - first.bytes;
    let is_small = increase < rules.least_increase || (increase as f64) < rules.least_increase_share * first.bytes as f64;
    let is_small = is_small || increase < least_told(&points);
    if window.len() < 2 || !covers_enough(window, &points, rules) || is_small {
        return None;
    }
    let part = strongest_part(window, rules).filter(|&(from, to)| (from, to) != (0, window.len() - 1));
    let stretch = |from: usize, to: usize| {
        let (a, b) = (&points[from], &points[to]);
        let score = rate(a, b);
        Stretch { first: places[from], last: places[to], from_nanos: a.nanos, to_nanos: b.nanos, score }
    };
    Some(SuspiciousWindow {
        kind: WindowKind::Growth,
        stretch: stretch(begin, points.len() - 1),
        strongest_part: part.map(|(from, to)| stretch(begin + from, begin + to)),
        bytes: Some((first.bytes, last.bytes)),
        average: None,
    })
}

/// The end of the run, of at least the share that a growing window must cover, over which the line through memory with the least squares
/// is steepest. Of equal ones the shortest.
///
/// It tends to swallow what happens at the start; [`growth_window`] was found to do better.
#[must_use]
pub fn regression_window(points: &[MemoryPoint], rules: &WindowRules) -> Option<SuspiciousWindow> {
    let places = places_in_time(points);
    let points: Vec<MemoryPoint> = places.iter().map(|&at| points[at]).collect();
    let last = points.last()?;
    let mut line = Line::default();
    let mut best: Option<(f64, usize)> = None;
    for (at, point) in points.iter().enumerate().rev() {
        line.add(-seconds(point.nanos, last.nanos), point.bytes as f64 - last.bytes as f64);
        if points.len() - at < 2 || !covers_enough(&points[at..], &points, rules) {
            continue;
        }
        if let Some(slope) = line.slope().filter(|&slope| best.is_none_or(|(steepest, _)| slope > steepest)) {
            best = Some((slope, at));
        }
    }
    let (score, at) = best.filter(|&(slope, _)| slope > rules.least_slope)?;
    let first = &points[at];
    if score * seconds(first.nanos, last.nanos) < least_told(&points) as f64 {
        return None;
    }
    Some(SuspiciousWindow {
        kind: WindowKind::GrowthByRegression,
        stretch: Stretch { first: places[at], last: places[points.len() - 1], from_nanos: first.nanos, to_nanos: last.nanos, score },
        strongest_part: None,
        bytes: Some((first.bytes, last.bytes)),
        average: None,
    })
}

/// The least increase that is none of rounding alone: a GC log tells whole MiB, so that from 2 to 3 may be next to nothing. Two units, where
/// all numbers are whole multiples of some KiB; 0 where they are finer.
fn least_told(points: &[MemoryPoint]) -> u64 {
    let bits = points.iter().fold(0, |bits, point| bits | point.bytes);
    match bits.trailing_zeros() {
        exponent @ 10..63 => 2 << exponent,
        _ => 0,
    }
}

/// The places of the points that count: of those at one time, and of those that seem to lie before others, the last one.
fn places_in_time(points: &[MemoryPoint]) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::with_capacity(points.len());
    for (at, point) in points.iter().enumerate() {
        while places.last().is_some_and(|&before| points[before].nanos >= point.nanos) {
            places.pop();
        }
        places.push(at);
    }
    places
}

/// Where the longest growing window to the end begins: the greedy way to it finds the longest one.
pub(super) fn growth_begins(points: &[MemoryPoint], drop_tolerance: f64) -> usize {
    let mut begin = 0;
    let mut highest = points.first().map_or(0, |first| first.bytes);
    for at in 1..points.len() {
        let (before, now) = (points[at - 1].bytes, points[at].bytes);
        let stays = now > points[begin].bytes && now as f64 >= drop_tolerance * highest as f64;
        if now > before || stays {
            highest = highest.max(now);
        } else {
            begin = at;
            highest = now;
        }
    }
    begin
}

/// Whether a window covers the share of all collections that is asked for.
fn covers_enough(window: &[MemoryPoint], all: &[MemoryPoint], rules: &WindowRules) -> bool {
    let covered = |points: &[MemoryPoint]| match points {
        [first, .., last] => last.collections.saturating_sub(first.collections) + 1,
        points => points.len() as u64,
    };
    // A share of a number misses a round one by a hair.
    covered(window) as f64 + 1e-9 >= rules.least_growth_cover * covered(all) as f64
}

/// Bytes per second from one point to another.
fn rate(from: &MemoryPoint, to: &MemoryPoint) -> f64 {
    (i128::from(to.bytes) - i128::from(from.bytes)) as f64 / seconds(from.nanos, to.nanos)
}

/// The part of a window, from one point to another, that grows most per second; of equal ones the earliest and then the shortest.
///
/// What is steepest to a point comes from the lower convex hull of all points far enough before it, and as the hull is walked on and
/// never back but for what it loses, that takes time in proportion to the points. All is compared in whole numbers.
pub(super) fn strongest_part(window: &[MemoryPoint], rules: &WindowRules) -> Option<(usize, usize)> {
    let length = window.len();
    let of = |share: f64| share * length as f64;
    let least = rules.least_part_points.max((of(rules.least_part) - 1e-9).ceil() as usize).max(2);
    let most = least.max((of(rules.most_part) + 1e-9).floor() as usize);
    if least > length {
        return None;
    }
    // Longer parts can be cut in two, one of which grows as fast: where they are allowed they change nothing.
    if most < 2 * least - 2 {
        return strongest_of_lengths(window, least, most);
    }
    let steepest = steepest_rise(window, least)?;
    // On the line of that slope no point is above the first one of a part, and its last one is on it.
    let after = |at: usize| i128::from(window[at].nanos) - i128::from(window[0].nanos);
    let above = |at: usize| i128::from(window[at].bytes) * steepest.nanos - after(at) * steepest.bytes;
    let mut highest_later = i128::MIN;
    let mut first = None;
    for at in (0..=length - least).rev() {
        highest_later = highest_later.max(above(at + least - 1));
        if highest_later == above(at) {
            first = Some(at);
        }
    }
    let first = first?;
    let last = (first + least - 1..length).find(|&last| above(last) == above(first))?;
    Some((first, last))
}

/// A rise: so many bytes in so many nanoseconds.
#[derive(Debug, Clone, Copy)]
struct Rise {
    bytes: i128,
    nanos: i128,
}

impl Rise {
    fn between(from: &MemoryPoint, to: &MemoryPoint) -> Self {
        Self { bytes: i128::from(to.bytes) - i128::from(from.bytes), nanos: i128::from(to.nanos) - i128::from(from.nanos) }
    }

    fn is_steeper(self, than: Self) -> bool {
        self.bytes * than.nanos > than.bytes * self.nanos
    }
}

/// The steepest rise from a point to one that is so many points away or more, counted with both.
fn steepest_rise(window: &[MemoryPoint], least: usize) -> Option<Rise> {
    let mut hull: Vec<usize> = Vec::new();
    let mut tangent = 0;
    let mut best: Option<Rise> = None;
    for last in least - 1..window.len() {
        let joins = last + 1 - least;
        let is_above_hull = |hull: &[usize]| {
            let [.., before, top] = hull else { return false };
            let (left, right) = (Rise::between(&window[*before], &window[*top]), Rise::between(&window[*top], &window[joins]));
            !right.is_steeper(left)
        };
        while is_above_hull(&hull) {
            hull.pop();
        }
        hull.push(joins);
        tangent = tangent.min(hull.len() - 1);
        let rise = |of: usize| Rise::between(&window[hull[of]], &window[last]);
        // What lies left of a tangent that was steeper before cannot win later.
        while tangent + 1 < hull.len() && !rise(tangent).is_steeper(rise(tangent + 1)) {
            tangent += 1;
        }
        let found = rise(tangent);
        if best.is_none_or(|best| found.is_steeper(best)) {
            best = Some(found);
        }
    }
    best
}

/// The same by trying all parts of these lengths, in points.
fn strongest_of_lengths(window: &[MemoryPoint], least: usize, most: usize) -> Option<(usize, usize)> {
    let mut best: Option<(Rise, (usize, usize))> = None;
    for first in 0..=window.len() - least {
        for last in first + least - 1..window.len().min(first + most) {
            let rise = Rise::between(&window[first], &window[last]);
            if best.is_none_or(|(best, _)| rise.is_steeper(best)) {
                best = Some((rise, (first, last)));
            }
        }
    }
    best.map(|best| best.1)
}

/// A line with the least squares through points that come one by one (Welford's method).
#[derive(Debug, Default)]
struct Line {
    points: f64,
    mean_x: f64,
    mean_y: f64,
    sum_xx: f64,
    sum_xy: f64,
}

impl Line {
    fn add(&mut self, x: f64, y: f64) {
        self.points += 1.0;
        let from_mean_x = x - self.mean_x;
        self.mean_x += from_mean_x / self.points;
        self.mean_y += (y - self.mean_y) / self.points;
        self.sum_xx += from_mean_x * (x - self.mean_x);
        self.sum_xy += from_mean_x * (y - self.mean_y);
    }

    fn slope(&self) -> Option<f64> {
        (self.sum_xx > 0.0).then(|| self.sum_xy / self.sum_xx)
    }
}
