//! Which two points are compared, and what they come to in total.

use analysis::{Metric, NodeIndex};
use rayon::prelude::*;

use super::{Mark, Span};
use crate::answers::windows::SuggestedRange;
use crate::data::point_range::PointRange;

/// A point, by its number or by its place relative to the one shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointChoice {
    /// The first one.
    First,
    /// The one before the one shown.
    BeforeShown,
    /// The one shown.
    Shown,
    /// The last one.
    Last,
    /// A certain one, from 0.
    Number(usize),
}

impl PointChoice {
    /// All choices on an axis of this many points.
    pub fn all(points: usize) -> impl Iterator<Item = Self> {
        [Self::First, Self::BeforeShown, Self::Shown, Self::Last].into_iter().chain((0..points).map(Self::Number))
    }

    /// The point meant (from 0) while another one is shown and some are selected; never beyond the axis.
    #[must_use]
    pub fn point(self, shown: usize, range: PointRange, points: usize) -> usize {
        let point = match self {
            Self::First => range.first,
            Self::BeforeShown => shown.saturating_sub(1),
            Self::Shown => shown,
            Self::Last => range.last,
            Self::Number(point) => point,
        };
        point.min(points.saturating_sub(1))
    }

    /// What it is called, where all points are looked at or only some.
    #[must_use]
    pub fn text(self, are_all: bool) -> String {
        match self {
            Self::First if !are_all => "First selected".to_owned(),
            Self::Last if !are_all => "Last selected".to_owned(),
            Self::First => "First point".to_owned(),
            Self::BeforeShown => "Point before".to_owned(),
            Self::Shown => "Point shown".to_owned(),
            Self::Last => "Last point".to_owned(),
            Self::Number(point) => format!("Point {}", point + 1),
        }
    }
}

/// A stretch of time that garbage is told of per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StretchChoice {
    /// From the first point to the last one.
    Whole,
    /// The points that are selected.
    Selected,
    /// What comes before these.
    Before,
    /// What comes after them.
    After,
    /// One that is worth a look, by its place among these.
    Suggested(usize),
}

impl StretchChoice {
    /// Those that there are, with their points: what has no length is none, and where no points are selected nothing is before or after.
    pub fn all(range: PointRange, points: usize, suggested: &[SuggestedRange]) -> impl Iterator<Item = (Self, PointRange)> {
        let whole = PointRange::whole(points);
        let selected = range.as_part_of(points);
        let of_selected = selected.map(|range| {
            let (before, after) = (PointRange { first: 0, last: range.first }, PointRange { first: range.last, last: whole.last });
            [(Self::Selected, range), (Self::Before, before), (Self::After, after)]
        });
        let suggested = suggested.iter().enumerate().map(|(at, suggested)| (Self::Suggested(at), suggested.range));
        let all = std::iter::once((Self::Whole, whole)).chain(of_selected.into_iter().flatten()).chain(suggested);
        all.filter(|(_, range)| range.first < range.last)
    }

    /// What it is called.
    #[must_use]
    pub fn text(self, suggested: &[SuggestedRange]) -> &'static str {
        match self {
            Self::Whole => "All points",
            Self::Selected => "Selected points",
            Self::Before => "Before the selected",
            Self::After => "After the selected",
            Self::Suggested(at) => suggested.get(at).map_or("", |suggested| suggested.name),
        }
    }
}

/// How many buildings came, went and changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    counts: [u64; 5],
}

impl Totals {
    /// Counts buildings: nodes without children that are there at one of the points.
    #[must_use]
    pub fn of(span: &Span) -> Self {
        let nodes = (0..span.evolution.nodes.len()).into_par_iter().map(NodeIndex::nth);
        let marks = nodes.filter(|&node| span.evolution.is_leaf(node) && span.is_there(node)).map(|node| span.mark(node));
        let add = |mut counts: [u64; 5], mark: Mark| {
            counts[mark as usize] += 1;
            counts
        };
        let join = |a: [u64; 5], b: [u64; 5]| std::array::from_fn(|at| a[at] + b[at]);
        Self { counts: marks.fold(|| [0; 5], add).reduce(|| [0; 5], join) }
    }

    /// How many buildings have this mark.
    #[must_use]
    pub fn count(&self, mark: Mark) -> u64 {
        self.counts[mark as usize]
    }
}

/// A value of the whole heap at one point; 0 for a dataset without nodes.
#[must_use]
pub fn heap_value(span: &Span, metric: Metric, point: usize) -> u64 {
    if span.evolution.nodes.is_empty() { 0 } else { span.value(metric, NodeIndex::ROOT, point) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn points_are_meant_relative_to_the_one_shown_and_stay_on_the_axis() {
        let meant =
            |choice: PointChoice| [(0, 5), (3, 5), (9, 0)].map(|(shown, points)| choice.point(shown, PointRange::whole(points), points));
        assert_eq!(meant(PointChoice::First), [0, 0, 0]);
        assert_eq!(meant(PointChoice::BeforeShown), [0, 2, 0]);
        assert_eq!(meant(PointChoice::Shown), [0, 3, 0]);
        assert_eq!(meant(PointChoice::Last), [4, 4, 0]);
        assert_eq!(meant(PointChoice::Number(7)), [4, 4, 0]);
        assert_eq!(PointChoice::all(2).count(), 6);
        let selected = PointRange::between(1, 3);
        assert_eq!([PointChoice::First, PointChoice::Last, PointChoice::Shown].map(|choice| choice.point(4, selected, 5)), [1, 3, 4]);
    }

    #[test]
    fn buildings_are_counted_by_what_became_of_them() {
        let session = session(&[&[("A", 1), ("B", 2), ("C", 3), ("D", 4)], &[("A", 2), ("C", 3), ("D", 1), ("E", 9), ("F", 1)]]);
        let span = Span::new(&session.evolution, 0, 1, Metric::Objects);
        let totals = Totals::of(&span);
        let counts = [Mark::New, Mark::Grown, Mark::Unchanged, Mark::Shrunk, Mark::Gone].map(|mark| totals.count(mark));
        assert_eq!(counts, [2, 1, 1, 1, 1]);
        let unknown = Totals::of(&Span::new(&session.evolution, 0, 1, Metric::Retained));
        assert_eq!(unknown, totals, "bytes tell what a size does not that was never computed");
        assert_eq!((heap_value(&span, Metric::Objects, 0), heap_value(&span, Metric::Bytes, 1)), (10, 16 * 16));
    }

    #[test]
    fn stretches_are_offered_where_they_have_a_length() {
        let suggested =
            [SuggestedRange { name: "Much is thrown away", range: PointRange { first: 2, last: 4 }, millis: (0, 0), why: String::new() }];
        let told = |range| -> Vec<(StretchChoice, usize, usize)> {
            StretchChoice::all(range, 6, &suggested).map(|(choice, range)| (choice, range.first, range.last)).collect()
        };
        let (whole, churn) = ((StretchChoice::Whole, 0, 5), (StretchChoice::Suggested(0), 2, 4));
        assert_eq!(told(PointRange::whole(6)), [whole, churn]);
        let from_the_begin = PointRange { first: 0, last: 3 };
        assert_eq!(told(from_the_begin), [whole, (StretchChoice::Selected, 0, 3), (StretchChoice::After, 3, 5), churn]);
        assert_eq!(StretchChoice::Suggested(0).text(&suggested), "Much is thrown away");
    }
}
