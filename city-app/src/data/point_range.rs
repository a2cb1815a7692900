//! A part of the time axis: the points that a user has selected to look at.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use analysis::{EndFall, Evolution, Metric, NodeIndex, end_fall, judged_points};

/// Points from one to another, both included. Points are counted from 0 here and from 1 where users see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointRange {
    /// The first one: growth is counted from there.
    pub first: usize,
    /// The last one.
    pub last: usize,
}

impl PointRange {
    /// The points between two, whichever comes first.
    #[must_use]
    pub fn between(a: usize, b: usize) -> Self {
        Self { first: a.min(b), last: a.max(b) }
    }

    /// All of so many points; one of none is that of a single point.
    #[must_use]
    pub fn whole(points: usize) -> Self {
        Self { first: 0, last: points.saturating_sub(1) }
    }

    /// The points that a run is judged by unless somebody selects others: all of them, or where memory falls at the end, as after a
    /// shutdown, those before that.
    #[must_use]
    pub fn judged(evolution: &Evolution) -> Self {
        Self::whole(memory_of(evolution).map_or(evolution.points.len(), |bytes| judged_points(&bytes)))
    }

    /// What of it lies on an axis of so many points, if that is a part of it in which something can grow.
    #[must_use]
    pub fn as_part_of(self, points: usize) -> Option<Self> {
        let whole = Self::whole(points);
        let part = Self { first: self.first.min(whole.last), last: self.last.min(whole.last) };
        (part.first < part.last && part != whole).then_some(part)
    }

    /// How many points it has.
    #[must_use]
    pub fn count(self) -> usize {
        self.last - self.first + 1
    }

    /// Whether a point lies in it.
    #[must_use]
    pub fn contains(self, point: usize) -> bool {
        (self.first..=self.last).contains(&point)
    }

    /// That these were chosen of so many points, one sentence without its full stop.
    #[must_use]
    pub fn chosen_in_words(self, of: usize) -> String {
        format!("Points {self} of {of} were chosen")
    }

    /// The same, to go through its points.
    #[must_use]
    pub fn points(self) -> Range<usize> {
        self.first..self.last + 1
    }
}

/// How memory falls at the end of a run, if it does.
#[must_use]
pub fn end_fall_of(evolution: &Evolution) -> Option<EndFall> {
    memory_of(evolution).and_then(|bytes| end_fall(&bytes))
}

/// Bytes of the whole heap at every point of one run.
fn memory_of(evolution: &Evolution) -> Option<Cow<'_, [u64]>> {
    (!evolution.nodes.is_empty() && !evolution.is_of_runs()).then(|| evolution.series(Metric::Bytes, NodeIndex::ROOT))
}

/// As users count: `2 to 9`.
impl fmt::Display for PointRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.first + 1, self.last + 1)
    }
}

/// The stretch of time that charts show, of a longer axis: in milliseconds, or in numbers of points where times tell nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeenTime {
    /// Where it begins.
    pub from: i64,
    /// Where it ends, later than that.
    pub to: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_axis_has_two_points_at_least_and_is_not_all_of_it() {
        let part = |a, b, points| PointRange::between(a, b).as_part_of(points).map(|part| (part.first, part.last));
        assert_eq!(part(7, 2, 10), Some((2, 7)));
        assert_eq!(part(2, 70, 10), Some((2, 9)));
        assert_eq!((part(0, 9, 10), part(4, 4, 10), part(12, 40, 10), part(0, 1, 0)), (None, None, None, None));
        let some = PointRange::between(2, 4);
        assert_eq!((some.count(), some.points(), some.contains(4), some.contains(5)), (3, 2..5, true, false));
        assert_eq!(PointRange::whole(0), PointRange::whole(1));
    }
}
