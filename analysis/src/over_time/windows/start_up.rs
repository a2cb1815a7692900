//! The start of a run: memory rises while the program loads what it needs, and hardly afterwards.

use super::MemoryPoint;

/// The points at which the program starts up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StartUp {
    /// The point at which it ends, where the run after it begins.
    pub ends: usize,
    /// Bytes at the first point, and the most that there were in it.
    pub bytes: (u64, u64),
    /// How many times faster memory rises in it than afterwards; `None` where it does not rise afterwards.
    pub times_faster: Option<f64>,
}

/// It takes at most one of so many parts of the points and of the time.
const PARTS: usize = 3;
/// Fewer points have no start of their own.
const FEWEST_POINTS: usize = 6;
/// Memory rises in it by this share of the most that there is, at least.
const LEAST_RISE: f64 = 0.25;
/// And so many times faster than afterwards.
const LEAST_TIMES: f64 = 4.0;
/// A peak is a part of it where memory falls again by this share of the rise.
const PEAK: f64 = 0.1;

/// The start of a run, if it has one: it ends where memory lies highest above the even growth from the first point to the last one,
/// or, where that is a peak, at the lowest point after it.
#[must_use]
pub fn start_up(memory: &[MemoryPoint]) -> Option<StartUp> {
    let (first, last) = (memory.first()?, memory.last()?);
    if memory.len() < FEWEST_POINTS {
        return None;
    }
    // Points that are all of one time are told apart by their numbers.
    let is_timed = last.nanos > first.nanos;
    let time = |at: usize| if is_timed { (i128::from(memory[at].nanos) - i128::from(first.nanos)) as f64 } else { at as f64 };
    let bytes = |at: usize| memory[at].bytes as f64;
    let end = memory.len() - 1;
    let begin = bytes(0);
    let even = |at: usize| begin + (bytes(end) - begin) * time(at) / time(end);
    let latest = (1..=end / PARTS).take_while(|&at| time(at) * PARTS as f64 <= time(end)).last()?;
    let knee = (1..=latest).max_by(|&a, &b| (bytes(a) - even(a)).total_cmp(&(bytes(b) - even(b))).then(b.cmp(&a)))?;
    let rise = bytes(knee) - begin;
    let most = memory.iter().map(|point| point.bytes).max().unwrap_or(0) as f64;
    if rise <= 0.0 || rise < LEAST_RISE * most {
        return None;
    }
    let lowest = (knee..=latest).min_by(|&a, &b| bytes(a).total_cmp(&bytes(b)))?;
    let ends = if bytes(lowest) < bytes(knee) - PEAK * rise { lowest } else { knee };
    let after = (bytes(end) - bytes(ends)) / (time(end) - time(ends));
    let times_faster = (after > 0.0).then(|| rise / time(knee) / after);
    (times_faster.is_none_or(|times| times >= LEAST_TIMES)).then_some(StartUp {
        ends,
        bytes: (memory[0].bytes, memory[knee].bytes),
        times_faster,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_times(points: &[(i64, u64)]) -> Option<StartUp> {
        let point = |(at, &(secs, bytes)): (usize, &(i64, u64))| MemoryPoint { nanos: secs * 1_000_000_000, bytes, collections: at as u64 };
        start_up(&points.iter().enumerate().map(point).collect::<Vec<_>>())
    }

    fn ends(bytes: &[u64]) -> Option<usize> {
        at_times(&(0..).zip(bytes.iter().copied()).collect::<Vec<_>>()).map(|start| start.ends)
    }

    #[test]
    fn a_run_starts_up_where_memory_rises_much_faster_than_afterwards() {
        for (bytes, expected) in [
            // It levels off, or goes on growing slowly.
            (&[10, 60, 90, 91, 90, 92, 91, 92, 90, 91][..], Some(2)),
            (&[10, 80, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108], Some(2)),
            // A peak, and the growth after it.
            (&[20, 300, 150, 155, 160, 165, 170, 175, 180, 185, 190, 195], Some(2)),
            // Even growth, faster growth, waves, nothing.
            (&[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], None),
            (&[10, 11, 13, 17, 25, 41, 73, 137, 265, 521], None),
            (&[50, 50, 50, 50, 50, 50, 50, 50], None),
            (&[90, 50, 40, 50, 40, 50, 40, 50], None),
            // Too little of what there is, too few points.
            (&[100, 120, 120, 121, 120, 122, 121, 120, 121, 120], None),
            (&[10, 90, 90, 90, 90], None),
            (&[], None),
        ] {
            assert_eq!(ends(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn it_is_measured_in_time_and_not_in_points() {
        // The same points close to one another at the start: growth is even in time.
        let early = at_times(&[(0, 10), (10, 20), (20, 30), (30, 40), (40, 50), (50, 60), (60, 70)]);
        assert_eq!(early, None);
        let steep = at_times(&[(0, 10), (1, 50), (2, 90), (20, 92), (40, 93), (60, 95), (80, 97)]).expect("it rises at the start");
        assert_eq!((steep.ends, steep.bytes), (2, (10, 90)));
        assert!(steep.times_faster.is_some_and(|times| times > 100.0), "{steep:?}");
    }
}
