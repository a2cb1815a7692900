//! The columns: what they are called, how rows are sorted by them, what stands in a cell.

use analysis::{Metric, NodeIndex, joint_error};

use super::{Leak, Side, Span};
use crate::base::words;

/// What stands for a number that makes no sense, such as growth in percent of nothing.
const NO_NUMBER: &str = "\u{2013}";
/// Ratios are sorted as whole numbers of this fine unit: exact, and in one order for all.
const RATIO_BITS: u32 = 40;
/// The same of numbers per second.
const RATE_PARTS: f64 = 1e6;

/// A column of a tree table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// The name, in the tree.
    Name,
    /// What has become of the node.
    Mark,
    /// Value at the point compared with.
    From(Metric),
    /// Value at the point shown.
    To(Metric),
    /// The difference.
    Change(Metric),
    /// The difference in percent of the value at the point compared with.
    ChangePercent(Metric),
    /// Share of the parent's value at the point shown.
    OfParent(Metric),
    /// Share of the whole heap's value at the point shown.
    OfHeap(Metric),
    /// The difference in percent of that of the whole heap.
    GrowthPortion(Metric),
    /// How it goes at the points from the one compared with to the one shown.
    Growth,
    /// Whether it keeps growing, and in which of two runs.
    Leak,
    /// What came per second in the stretch looked at.
    Rate(Metric),
    /// What came per second in the stretch that it is compared with.
    RateAgainst(Metric),
    /// The difference of the two.
    RateChange(Metric),
}

impl Column {
    /// Where sorting begins when a column is chosen: numbers with the largest, texts with the first.
    #[must_use]
    pub fn descends_first(self) -> bool {
        !matches!(self, Self::Name | Self::Mark | Self::Growth | Self::Leak)
    }

    /// Whether the cells of the column have numbers.
    #[must_use]
    pub fn is_known(self, span: &Span) -> bool {
        match self {
            Self::Name | Self::Mark | Self::Growth | Self::Leak => true,
            Self::From(metric) => span.knows(metric, span.from),
            Self::To(metric) | Self::OfParent(metric) | Self::OfHeap(metric) => span.knows(metric, span.to),
            Self::Change(metric) | Self::ChangePercent(metric) | Self::GrowthPortion(metric) => span.knows_both(metric),
            Self::Rate(_) | Self::RateAgainst(_) | Self::RateChange(_) => self.per_second(span, NodeIndex::ROOT).is_some(),
        }
    }

    /// The number of a cell that tells something per second.
    #[must_use]
    pub fn per_second(self, span: &Span, node: NodeIndex) -> Option<f64> {
        match self {
            Self::Rate(metric) => span.rate(metric, node, Side::Here),
            Self::RateAgainst(metric) => span.rate(metric, node, Side::There),
            Self::RateChange(metric) => span.rate_change(metric, node),
            _ => None,
        }
    }

    /// The number that rows are sorted by; `None` (always last) where the cell has none. Names have none at all.
    #[must_use]
    pub(super) fn sort_key(self, span: &Span, node: NodeIndex) -> Option<i128> {
        if !self.is_known(span) {
            return None;
        }
        match self {
            Self::Name | Self::Growth => None,
            Self::Leak => span.leak(node).map(|leak| leak as i128),
            Self::Mark => Some(span.mark(node) as i128),
            Self::From(metric) => Some(span.value(metric, node, span.from).into()),
            Self::To(metric) => Some(span.value(metric, node, span.to).into()),
            // The heap is the same for all.
            Self::Change(metric) | Self::GrowthPortion(metric) => Some(span.change(metric, node)),
            Self::ChangePercent(metric) => ratio(span.change(metric, node), span.value(metric, node, span.from)),
            Self::OfParent(metric) | Self::OfHeap(metric) => {
                ratio(span.value(metric, node, span.to).into(), self.whole(span, metric, node))
            }
            Self::Rate(_) | Self::RateAgainst(_) | Self::RateChange(_) => {
                self.per_second(span, node).map(|rate| (rate * RATE_PARTS).round() as i128)
            }
        }
    }

    /// Whether the numbers of the column can have an error: objects and bytes at a point, and their changes.
    #[must_use]
    pub fn has_error(self) -> bool {
        let (Self::From(metric)
        | Self::To(metric)
        | Self::Change(metric)
        | Self::Rate(metric)
        | Self::RateAgainst(metric)
        | Self::RateChange(metric)) = self
        else {
            return false;
        };
        matches!(metric, Metric::Objects | Metric::Bytes)
    }

    /// The standard error of a cell; `None` if it is exact.
    #[must_use]
    pub fn error(self, span: &Span, node: NodeIndex) -> Option<u64> {
        match self {
            Self::From(metric) => span.evolution.error(metric, node, span.from),
            Self::To(metric) => span.evolution.error(metric, node, span.to),
            Self::Change(metric) => span.evolution.change_error(metric, node, span.from, span.to),
            Self::Rate(metric) => span.rate_error(metric, node, Side::Here),
            Self::RateAgainst(metric) => span.rate_error(metric, node, Side::There),
            Self::RateChange(metric) => joint_error([Self::Rate(metric), Self::RateAgainst(metric)].map(|of| of.error(span, node))),
            Self::Name
            | Self::Mark
            | Self::ChangePercent(_)
            | Self::OfParent(_)
            | Self::OfHeap(_)
            | Self::GrowthPortion(_)
            | Self::Growth
            | Self::Leak => None,
        }
    }

    /// The share of a whole that a cell tells, `0.0..=1.0`, for its bar.
    #[must_use]
    pub fn fraction(self, span: &Span, node: NodeIndex) -> Option<f32> {
        let (Self::OfParent(metric) | Self::OfHeap(metric)) = self else { return None };
        let whole = self.whole(span, metric, node);
        (whole > 0).then(|| (span.value(metric, node, span.to) as f64 / whole as f64).min(1.0) as f32)
    }

    fn whole(self, span: &Span, metric: Metric, node: NodeIndex) -> u64 {
        let of = match self {
            Self::OfParent(_) => span.evolution.nodes[node.at()].parent,
            _ => NodeIndex::ROOT,
        };
        span.value(metric, of, span.to)
    }

    /// The cell for people.
    #[must_use]
    pub fn text(self, span: &Span, node: NodeIndex) -> String {
        if !self.is_known(span) {
            return NO_NUMBER.to_owned();
        }
        match self {
            Self::Name => span.name(node).to_owned(),
            Self::Mark => span.mark(node).text().to_owned(),
            Self::From(metric) => value(span, metric, node, span.from),
            Self::To(metric) => value(span, metric, node, span.to),
            Self::Change(metric) => match span.change(metric, node) {
                0 => "0".to_owned(),
                change => words::estimated_change(metric, change, self.error(span, node)),
            },
            Self::ChangePercent(metric) => percent(span.change(metric, node), span.value(metric, node, span.from)),
            Self::OfParent(metric) | Self::OfHeap(metric) => {
                words::share(span.value(metric, node, span.to), self.whole(span, metric, node))
            }
            Self::GrowthPortion(metric) => portion(span, metric, node).map_or_else(|| NO_NUMBER.to_owned(), words::portion),
            Self::Growth => span.growth(node).key().to_owned(),
            Self::Leak => span.leak(node).map_or("", Leak::text).to_owned(),
            Self::Rate(metric) | Self::RateAgainst(metric) | Self::RateChange(metric) => {
                let rate = self.per_second(span, node).unwrap_or(0.0);
                let number = match rate.abs() {
                    small if metric == Metric::Objects && small > 0.0 && small < 9.95 => format!("{small:.1}"),
                    large => words::bare(metric, large.round() as u64),
                };
                let sign = match self {
                    Self::RateChange(_) if rate > 0.0 => "+",
                    _ if rate < 0.0 => "\u{2212}",
                    _ => "",
                };
                format!("{sign}{number}{}", words::plus_minus(metric, self.error(span, node)))
            }
        }
    }

    /// The cell for programs: plain numbers, shares and percent with four digits after the point; empty where there is none.
    #[must_use]
    pub fn raw(self, span: &Span, node: NodeIndex) -> String {
        if !self.is_known(span) {
            return String::new();
        }
        let percent = |part: f64, whole: u64| if whole == 0 { String::new() } else { format!("{:.4}", 100.0 * part / whole as f64) };
        match self {
            Self::Name | Self::Mark | Self::Growth | Self::Leak => self.text(span, node),
            Self::From(metric) => span.value(metric, node, span.from).to_string(),
            Self::To(metric) => span.value(metric, node, span.to).to_string(),
            Self::Change(metric) => span.change(metric, node).to_string(),
            Self::ChangePercent(metric) => percent(span.change(metric, node) as f64, span.value(metric, node, span.from)),
            Self::OfParent(metric) | Self::OfHeap(metric) => {
                percent(span.value(metric, node, span.to) as f64, self.whole(span, metric, node))
            }
            Self::GrowthPortion(metric) => portion(span, metric, node).map_or_else(String::new, |percent| format!("{percent:.4}")),
            Self::Rate(_) | Self::RateAgainst(_) | Self::RateChange(_) => {
                self.per_second(span, node).map_or_else(String::new, |rate| format!("{rate:.4}"))
            }
        }
    }

    /// What the column is called in tables for programs.
    #[must_use]
    pub fn raw_title(self) -> String {
        let of = words::metric_word;
        match self {
            Self::Name => "name".to_owned(),
            Self::Mark => "mark".to_owned(),
            Self::From(metric) => format!("{}_from", of(metric)),
            Self::To(metric) => of(metric).to_owned(),
            Self::Change(metric) => format!("{}_change", of(metric)),
            Self::ChangePercent(metric) => format!("{}_change_percent", of(metric)),
            Self::OfParent(metric) => format!("{}_percent_of_parent", of(metric)),
            Self::OfHeap(metric) => format!("{}_percent_of_heap", of(metric)),
            Self::GrowthPortion(metric) => format!("{}_growth_portion", of(metric)),
            Self::Growth => "growth".to_owned(),
            Self::Leak => "leak".to_owned(),
            Self::Rate(metric) => format!("{}_per_second", of(metric)),
            Self::RateAgainst(metric) => format!("{}_per_second_against", of(metric)),
            Self::RateChange(metric) => format!("{}_per_second_change", of(metric)),
        }
    }
}

/// The heap growth portion.
fn portion(span: &Span, metric: Metric, node: NodeIndex) -> Option<f64> {
    span.evolution.growth_portion(metric, node, span.from, span.to)
}

fn value(span: &Span, metric: Metric, node: NodeIndex, point: usize) -> String {
    words::estimated(metric, span.value(metric, node, point), span.evolution.error(metric, node, point))
}

/// A ratio as a whole number: values have 64 bits, so the shifted part fits.
fn ratio(part: i128, whole: u64) -> Option<i128> {
    (whole > 0).then(|| (part << RATIO_BITS) / i128::from(whole))
}

/// A change in percent with its sign.
fn percent(change: i128, of: u64) -> String {
    if of == 0 {
        return NO_NUMBER.to_owned();
    }
    let percent = 100.0 * change.unsigned_abs() as f64 / of as f64;
    let sign = match change {
        0 => return "0 %".to_owned(),
        1.. => "+",
        _ => "\u{2212}",
    };
    match percent {
        ..0.05 => format!("{sign}< 0.1 %"),
        ..1000.0 => format!("{sign}{percent:.1} %"),
        _ => format!("{sign}{} %", words::count(percent.round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::answers::tree_table::Mark;
    use crate::test_sessions::session;

    fn span(points: &[&[(&str, u64)]], from: usize, to: usize) -> Span {
        Span::new(&Arc::clone(&session(points).evolution), from, to, Metric::Objects)
    }

    #[test]
    fn cells_tell_values_shares_and_changes() {
        // A grows from 1,000 to 3,000 of 4,000 objects; an object takes 16 bytes.
        let span = span(&[&[("A", 1000), ("B", 1000)], &[("A", 3000), ("B", 1000)]], 0, 1);
        let a = NodeIndex(1);
        let text = |column: Column| column.text(&span, a);
        assert_eq!(text(Column::Name), "A");
        assert_eq!(text(Column::To(Metric::Objects)), "3,000");
        assert_eq!(text(Column::From(Metric::Bytes)), "15.6 KiB");
        assert_eq!(text(Column::Change(Metric::Objects)), "+2,000");
        assert_eq!(text(Column::ChangePercent(Metric::Objects)), "+200.0 %");
        assert_eq!(text(Column::OfHeap(Metric::Objects)), "75.0 %");
        assert_eq!((text(Column::GrowthPortion(Metric::Objects)), text(Column::Growth)), ("100.0 %".into(), "too_few_points".into()));
        assert_eq!(text(Column::Mark), "grown");
        assert_eq!(Column::OfParent(Metric::Bytes).raw(&span, a), "75.0000");
        assert_eq!(Column::Change(Metric::Bytes).raw(&span, a), "32000");
        assert_eq!(Column::OfHeap(Metric::Objects).fraction(&span, a), Some(0.75));
        assert_eq!(Column::Name.text(&span, NodeIndex::ROOT), "Heap");
    }

    #[test]
    fn what_comes_and_goes_is_marked_and_has_no_percentage() {
        let span = span(&[&[("A", 5), ("B", 0), ("C", 7)], &[("A", 0), ("B", 5), ("C", 7)]], 0, 1);
        let cells = |node| (Column::Mark.text(&span, node), Column::ChangePercent(Metric::Objects).text(&span, node));
        assert_eq!(cells(NodeIndex(1)), ("gone".into(), "\u{2212}100.0 %".into()));
        assert_eq!(cells(NodeIndex(2)), ("new".into(), "\u{2013}".into()));
        assert_eq!(cells(NodeIndex(3)), ("unchanged".into(), "0 %".into()));
    }

    #[test]
    fn sizes_that_nobody_computed_are_not_zero() {
        let span = span(&[&[("A", 5)], &[("A", 6)]], 0, 1);
        for column in [Column::To(Metric::Retained), Column::Change(Metric::Deep), Column::OfHeap(Metric::Retained)] {
            let cell = (column.sort_key(&span, NodeIndex(1)), column.text(&span, NodeIndex(1)), column.raw(&span, NodeIndex(1)));
            assert_eq!(cell, (None, "\u{2013}".into(), String::new()));
        }
    }

    #[test]
    fn small_and_large_percentages_stay_short() {
        assert_eq!(percent(1, 1_000_000), "+< 0.1 %");
        assert_eq!(percent(-999, 1000), "\u{2212}99.9 %");
        assert_eq!(percent(123_456, 10), "+1,234,560 %");
    }

    #[test]
    fn two_stretches_are_compared_per_second() {
        // Points are a second apart: 10 in the first second, then 200 in two.
        let points: [&[(&str, u64)]; 4] = [&[("A", 0), ("B", 1)], &[("A", 10), ("B", 1)], &[("A", 110), ("B", 2)], &[("A", 210), ("B", 2)]];
        let span = span(&points, 1, 3).compared_with(0, 1);
        let against = span.against.expect("is compared");
        let text = |column: Column| column.text(&span, NodeIndex(1));
        let (here, there) = (200.0 / against.of_span, 10.0 / against.seconds);
        assert!(against.seconds > 0.0 && against.of_span > against.seconds);
        assert_eq!(Column::Rate(Metric::Objects).per_second(&span, NodeIndex(1)), Some(here));
        assert_eq!(Column::RateChange(Metric::Objects).raw(&span, NodeIndex(1)), format!("{:.4}", here - there));
        assert!(text(Column::RateChange(Metric::Bytes)).starts_with('+'), "{}", text(Column::RateChange(Metric::Bytes)));
        assert_eq!((span.mark(NodeIndex(1)), span.mark(NodeIndex(2))), (Mark::Grown, Mark::New));
        assert!(span.is_there(NodeIndex(2)) && span.grows(NodeIndex(1)));
        // Of one point nothing is told per second.
        let none = Span::new(&span.evolution, 2, 2, Metric::Objects).compared_with(0, 1);
        assert_eq!(
            (Column::Rate(Metric::Objects).text(&none, NodeIndex(1)), Column::RateChange(Metric::Objects).raw(&none, NodeIndex(1))),
            (NO_NUMBER.into(), String::new())
        );
    }
}
