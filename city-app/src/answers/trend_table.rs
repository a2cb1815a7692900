//! Groups with their statistics over time as rows: which are listed, in which order, and which are drawn as lines.
//!
//! The numbers are those of [`analysis::GroupTrend`]; here they are only chosen and sorted.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use analysis::{Evolution, GroupTrend, Metric, NodeIndex, Statistic, Trend, joint_error, like, share_error};
use serde::Serialize;

use crate::base::words::short_place_contains;

/// Standard errors of the statistics of a group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrendErrors {
    /// Of the largest volume, in bytes.
    pub maximum_volume_error: u64,
    /// By point, in bytes.
    pub volume_error: Vec<u64>,
    /// Of the objects at the last point.
    pub live_error: u64,
    /// Of the objects that were created after the first point.
    pub created_error: u64,
    /// Of those that were collected.
    pub collected_error: u64,
    /// Of the share of the created ones that was collected by the last point.
    pub collected_share_error: f64,
}

impl TrendErrors {
    /// Of the statistics of a group at these points; `None` if it is known exactly at all of them.
    #[must_use]
    pub fn of(evolution: &Evolution, points: Range<usize>, trend: &GroupTrend) -> Option<Self> {
        let error = |metric, point| evolution.error(metric, trend.node, point);
        let volume_error: Vec<u64> = points.clone().map(|point| error(Metric::Bytes, point).unwrap_or(0)).collect();
        let live_error = error(Metric::Objects, points.end.saturating_sub(1)).unwrap_or(0);
        // As if the steps were independent of each other.
        let objects = evolution.series(Metric::Objects, trend.node);
        let of_steps = |is_counted: fn(u64, u64) -> bool| {
            let steps = points.clone().skip(1).filter(|&to| is_counted(objects[to - 1], objects[to]));
            joint_error(steps.map(|to| evolution.change_error(Metric::Objects, trend.node, to - 1, to))).unwrap_or(0)
        };
        let (created_error, collected_error) = (of_steps(|from, to| to > from), of_steps(|from, to| to < from));
        let largest = (0..volume_error.len()).max_by_key(|&at| trend.volume.get(at));
        let maximum_volume_error = largest.map_or(0, |at| volume_error[at]);
        let is_estimate = points.clone().any(|point| evolution.is_estimate(trend.node, point));
        let collected_share_error = share_error([trend.collected, trend.created], [collected_error, created_error]);
        is_estimate.then_some(Self {
            maximum_volume_error,
            volume_error,
            live_error,
            created_error,
            collected_error,
            collected_share_error,
        })
    }
}

/// Lines that are drawn until somebody chooses others.
pub const LINES_AT_FIRST: usize = 5;

/// What rows can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrendColumn {
    /// The most suspicious first: those that keep growing, then how many statistics have a positive trend, then growth.
    Trends,
    /// The name of the group.
    Name,
    /// The largest volume of all points.
    Maximum,
    /// The volume at the last point.
    Volume,
    /// Objects at the last point.
    Live,
    /// Objects created.
    Created,
    /// Objects collected.
    Collected,
    /// Collected per created object.
    Share,
}

/// How rows are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrendSort {
    /// By what.
    pub column: TrendColumn,
    /// The largest first.
    pub descending: bool,
}

impl Default for TrendSort {
    fn default() -> Self {
        Self { column: TrendColumn::Trends, descending: true }
    }
}

impl TrendSort {
    /// The order after a click on a heading: large numbers first, names from A to Z, and turned by a second click.
    #[must_use]
    pub fn clicked(self, column: TrendColumn) -> Self {
        let descending = if self.column == column { !self.descending } else { column != TrendColumn::Name };
        Self { column, descending }
    }
}

/// Which rows are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrendFilter {
    /// Words of which one must be in the name; those with `-` in front must not. `*` is any text.
    pub text: String,
    /// All of these have a positive trend.
    pub positive: Vec<Statistic>,
    /// It keeps growing.
    pub keeps_growing: bool,
}

impl TrendFilter {
    /// Whether a row is listed.
    #[must_use]
    pub fn lets_through(&self, name: &str, trend: &GroupTrend) -> bool {
        let lower = name.to_lowercase();
        let fits = |word: &str| match word.contains('*') {
            true => like(&lower, word),
            false => lower.contains(word) || short_place_contains(name, word),
        };
        let text = self.text.to_lowercase();
        let (without, with): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| word.starts_with('-'));
        let unwanted = without.iter().map(|word| &word[1..]).any(|word| !word.is_empty() && fits(word));
        (with.is_empty() || with.into_iter().any(fits))
            && !unwanted
            && self.positive.iter().all(|&statistic| trend.trend(statistic) == Some(Trend::Positive))
            && (!self.keeps_growing || trend.growth.keeps_growing())
    }
}

/// The places of the rows that are listed, in their order. `trends` come with the most suspicious first.
#[must_use]
pub fn listed_rows(evolution: &Evolution, trends: &[GroupTrend], filter: &TrendFilter, sort: TrendSort) -> Vec<usize> {
    let name = |row: usize| &*evolution.nodes[trends[row].node.at()].name;
    let mut rows: Vec<usize> = (0..trends.len()).filter(|&row| filter.lets_through(name(row), &trends[row])).collect();
    let number = |row: usize| {
        let trend = &trends[row];
        match sort.column {
            TrendColumn::Trends | TrendColumn::Name | TrendColumn::Share => 0,
            TrendColumn::Maximum => trend.maximum_volume(),
            TrendColumn::Volume => trend.volume.last().copied().unwrap_or(0),
            TrendColumn::Live => trend.live,
            TrendColumn::Created => trend.created,
            TrendColumn::Collected => trend.collected,
        }
    };
    match sort.column {
        TrendColumn::Trends => rows.sort_by_key(|&row| (!trends[row].growth.keeps_growing(), row)),
        TrendColumn::Name => rows.sort_by(|&a, &b| name(b).cmp(name(a)).then(a.cmp(&b))),
        TrendColumn::Share => rows.sort_by(|&a, &b| by_share(last_share(&trends[b]), last_share(&trends[a])).then(a.cmp(&b))),
        _ => rows.sort_by_key(|&row| (Reverse(number(row)), row)),
    }
    if !sort.descending {
        rows.reverse();
    }
    rows
}

/// Collected per created object at the last point; `None` before anything was created.
#[must_use]
pub fn last_share(trend: &GroupTrend) -> Option<f64> {
    trend.collected_share.last().copied().flatten()
}

/// Unknown ones are smallest.
fn by_share(a: Option<f64>, b: Option<f64>) -> Ordering {
    a.unwrap_or(-1.0).total_cmp(&b.unwrap_or(-1.0))
}

/// The groups that are drawn as lines: the first ones of the list, until somebody chooses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines(Option<Vec<NodeIndex>>);

impl Lines {
    /// The lines to draw, in the order in which they got their colors.
    #[must_use]
    pub fn drawn(&self, trends: &[GroupTrend], rows: &[usize]) -> Vec<NodeIndex> {
        match &self.0 {
            Some(chosen) => chosen.clone(),
            None => rows.iter().take(LINES_AT_FIRST).map(|&row| trends[row].node).collect(),
        }
    }

    /// Draws another line, or one less; `drawn` are those that are there, of at most `most`.
    pub fn toggle(&mut self, drawn: &[NodeIndex], node: NodeIndex, most: usize) {
        let mut chosen = drawn.to_vec();
        match chosen.iter().position(|&other| other == node) {
            Some(at) => drop(chosen.remove(at)),
            None if chosen.len() < most => chosen.push(node),
            None => {}
        }
        self.0 = Some(chosen);
    }

    /// Back to the first ones of the list.
    pub fn reset(&mut self) {
        self.0 = None;
    }

    /// Whether somebody has chosen.
    #[must_use]
    pub fn are_chosen(&self) -> bool {
        self.0.is_some()
    }

    /// The same lines in an evolution with other numbers.
    pub fn carry_over(&mut self, old: &Evolution, new: &Evolution) {
        if let Some(chosen) = &mut self.0 {
            let places = old.places_in(new);
            *chosen = chosen.iter().filter_map(|node| places.get(node.at()).copied().flatten()).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use analysis::group_trends;

    use super::*;
    use crate::test_sessions::session;

    /// `Leak` grows always, `Saw` up and down, `Steady` not.
    fn shop() -> (Evolution, Vec<GroupTrend>) {
        let points: [&[(&str, u64)]; 4] = [
            &[("Leak", 100), ("Saw", 200), ("Steady", 500)],
            &[("Leak", 200), ("Saw", 900), ("Steady", 500)],
            &[("Leak", 300), ("Saw", 200), ("Steady", 500)],
            &[("Leak", 400), ("Saw", 300), ("Steady", 500)],
        ];
        let evolution = Evolution::clone(&session(&points).evolution);
        let trends = group_trends(&evolution, 0..evolution.points.len(), 0.5, &[], |_| true).collect();
        (evolution, trends)
    }

    fn names(filter: &TrendFilter, column: TrendColumn, descending: bool) -> Vec<String> {
        let (evolution, trends) = shop();
        let rows = listed_rows(&evolution, &trends, filter, TrendSort { column, descending });
        rows.into_iter().map(|row| evolution.nodes[trends[row].node.at()].name.to_string()).collect()
    }

    #[test]
    fn rows_are_sorted_by_every_column() {
        let all = TrendFilter::default();
        assert_eq!(names(&all, TrendColumn::Trends, true)[0], "Leak", "two of its trends are positive");
        assert_eq!(names(&all, TrendColumn::Name, false), ["Leak", "Saw", "Steady"]);
        assert_eq!(names(&all, TrendColumn::Maximum, true), ["Saw", "Steady", "Leak"]);
        assert_eq!(names(&all, TrendColumn::Volume, true), ["Steady", "Leak", "Saw"]);
        // Saw was created 700 and 100 times and collected 700 times, Leak 300 times and never; Steady has no share.
        assert_eq!(names(&all, TrendColumn::Created, true), ["Saw", "Leak", "Steady"]);
        assert_eq!(names(&all, TrendColumn::Share, true), ["Saw", "Leak", "Steady"]);
        let sort = TrendSort::default().clicked(TrendColumn::Name);
        assert_eq!((sort.descending, sort.clicked(TrendColumn::Name).descending), (false, true));
    }

    #[test]
    fn words_statistics_and_lasting_growth_choose_rows() {
        let filter = |text: &str| TrendFilter { text: text.into(), ..TrendFilter::default() };
        assert_eq!(names(&filter("LEAK saw"), TrendColumn::Name, false), ["Leak", "Saw"]);
        assert_eq!(names(&filter("-s*"), TrendColumn::Name, false), ["Leak"]);
        assert_eq!(names(&filter("s* -saw -"), TrendColumn::Name, false), ["Steady"]);
        let rising = TrendFilter { positive: vec![Statistic::Volume], ..TrendFilter::default() };
        assert!(!names(&rising, TrendColumn::Name, false).contains(&"Steady".to_owned()));
        let leaks = TrendFilter { keeps_growing: true, ..TrendFilter::default() };
        assert_eq!(names(&leaks, TrendColumn::Name, false), ["Leak"]);
    }

    #[test]
    fn the_first_rows_are_drawn_until_somebody_chooses() {
        let (evolution, trends) = shop();
        let rows = listed_rows(&evolution, &trends, &TrendFilter::default(), TrendSort::default());
        let mut lines = Lines::default();
        let drawn = lines.drawn(&trends, &rows);
        assert_eq!(drawn, rows.iter().map(|&row| trends[row].node).collect::<Vec<_>>());
        lines.toggle(&drawn, drawn[1], 8);
        let left = lines.drawn(&trends, &rows);
        assert_eq!(left, [drawn[0], drawn[2]]);
        lines.toggle(&left, drawn[1], 2);
        assert_eq!(lines.drawn(&trends, &rows), left, "no more than two");
        lines.toggle(&left, drawn[1], 3);
        assert_eq!(lines.drawn(&trends, &rows), [drawn[0], drawn[2], drawn[1]], "colors of the others stay");
        lines.carry_over(&evolution, &session(&[&[("Steady", 1)]]).evolution);
        assert_eq!(lines.drawn(&trends, &rows), [NodeIndex(1)]);
        lines.reset();
        assert_eq!(lines.drawn(&trends, &rows), drawn);
    }
}
