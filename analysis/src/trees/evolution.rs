//! Trees over time, merged by key: the union tree with one series per node.
//!
//! Absent is 0, and takes no room, see `columns`. Deep and retained sizes are known at some points only, see `sizes`. The max
//! tree and the growth tree are columns of the union tree, not trees of their own.

mod columns;
mod errors;
mod find;
mod merge;
mod rests;
mod same;
mod sizes;
#[cfg(test)]
mod tests;
mod union;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

pub use errors::joint_error;
pub use merge::Pushed;

use columns::{Column, Columns};
use serde::{Deserialize, Serialize};

use super::memory_tree::{REST_NAME, children_in_preorder};
use super::node_references::NodeReferences;
use crate::base::ids::{NodeIndex, RoleIndex};
use crate::trees::memory_tree::{NodeTotals, SizeKind};
use crate::trees::subject::Subject;

/// Which number of a node is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Number of objects.
    #[default]
    Objects,
    /// Shallow bytes.
    Bytes,
    /// Bytes of the node's objects and all that they reach.
    Deep,
    /// Bytes that the GC could collect if the node's objects went.
    Retained,
}

impl Metric {
    /// All of them, from the quickest to compute to the one that says most about leaks.
    pub const ALL: [Self; 4] = [Self::Objects, Self::Bytes, Self::Deep, Self::Retained];

    /// The size that has to be computed from references; `None` for numbers that every point has.
    #[must_use]
    pub fn size_kind(self) -> Option<SizeKind> {
        match self {
            Self::Objects | Self::Bytes => None,
            Self::Deep => Some(SizeKind::Deep),
            Self::Retained => Some(SizeKind::Retained),
        }
    }

    /// That number of totals, which have objects and bytes alone: bytes for all but objects.
    #[must_use]
    pub fn of(self, totals: NodeTotals) -> u64 {
        if self == Self::Objects { totals.objects } else { totals.bytes }
    }

    fn column(self) -> Column {
        match self {
            Self::Objects => Column::Objects,
            Self::Bytes => Column::Bytes,
            Self::Deep => Column::Deep,
            Self::Retained => Column::Retained,
        }
    }
}

impl From<SizeKind> for Metric {
    fn from(kind: SizeKind) -> Self {
        match kind {
            SizeKind::Deep => Self::Deep,
            SizeKind::Retained => Self::Retained,
        }
    }
}

/// What times of points are.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointTime {
    /// Milliseconds; what 0 means is the input's choice.
    #[default]
    Clock,
    /// How far several processes are through the run of each: so many of [`WHOLE_RUN`].
    ShareOfRuns,
    /// Only numbers: the points are the ends of several runs, and this one is called so.
    #[serde(skip)]
    EndOfRun(String),
}

/// The time of the end, where times are shares of runs.
pub const WHOLE_RUN: i64 = 100_000;

/// How far several processes are through the run of each, in words: `33 % of each run`.
#[must_use]
pub fn share_of_runs(time: i64) -> String {
    match time {
        0 => "the start of each run".to_owned(),
        WHOLE_RUN => "the end of each run".to_owned(),
        _ => format!("{:.0} % of each run", percent_of_runs(time)),
    }
}

/// How far that is, in percent.
#[must_use]
pub fn percent_of_runs(time: i64) -> f64 {
    time as f64 * 100.0 / WHOLE_RUN as f64
}

/// One point of the time axis.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PointInfo {
    /// As [`Self::time`] says, milliseconds if it says nothing.
    pub time_millis: i64,
    /// What that is.
    pub time: PointTime,
    /// The number of the GC, where known.
    pub gc: Option<u64>,
    /// A text for the time label.
    pub label: Option<String>,
}

impl PointInfo {
    /// Whether points are the ends of several runs, and no moments of one: then nothing lies between them.
    #[must_use]
    pub fn are_runs(points: &[Self]) -> bool {
        points.iter().any(|point| point.run().is_some())
    }

    /// What the run is called whose end it is, where points are the ends of several.
    #[must_use]
    pub fn run(&self) -> Option<&str> {
        if let PointTime::EndOfRun(run) = &self.time { Some(run) } else { None }
    }
}

/// One node of the union tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvolutionNode {
    /// Full key.
    pub key: Arc<str>,
    /// Display text.
    pub name: Arc<str>,
    /// Index into [`Evolution::roles`].
    pub role: RoleIndex,
    /// The parent; the root is its own parent.
    pub parent: NodeIndex,
    /// One past the last node of this subtree.
    pub subtree_end: u32,
    /// Distance from the root.
    pub level: u16,
    /// The first point at which the node is present.
    pub first_seen: u32,
}

/// The union of all trees of a dataset, with a value series per node.
#[derive(Debug, Clone, Default)]
pub struct Evolution {
    /// What the dataset is called.
    pub title: String,
    /// How the numbers were made (size and edge policy), one sentence; empty if the input does not say.
    pub policy: String,
    /// What the objects are.
    pub subject: Subject,
    /// The time axis, ordered.
    pub points: Vec<PointInfo>,
    /// Names of the criteria; entry 0 is the root's empty role.
    pub roles: Vec<Arc<str>>,
    /// Preorder, siblings sorted by key; empty only for an empty dataset.
    pub nodes: Vec<EvolutionNode>,
    /// All numbers of all nodes at all points.
    columns: Columns,
    /// References per point, in union node indices; `None` where the input has none.
    pub references: Vec<Option<Arc<NodeReferences>>>,
}

impl Evolution {
    /// Whether its points are the ends of several runs, and no moments of one.
    #[must_use]
    pub fn is_of_runs(&self) -> bool {
        PointInfo::are_runs(&self.points)
    }

    /// Whether its points tell how far the runs of several processes are: then there is no clock, and nothing a second.
    #[must_use]
    pub fn is_of_shares(&self) -> bool {
        self.points.iter().any(|point| point.time == PointTime::ShareOfRuns)
    }

    /// Nodes with these numbers, those of the first node first and of each one per point: for what is no union of trees.
    ///
    /// # Panics
    /// When they are not as many as nodes times points.
    #[must_use]
    pub fn of_numbers(points: Vec<PointInfo>, roles: Vec<Arc<str>>, nodes: Vec<EvolutionNode>, objects: &[u64], bytes: &[u64]) -> Self {
        let count = points.len();
        assert_eq!((objects.len(), bytes.len()), (count * nodes.len(), count * nodes.len()), "one number per node and point");
        let known = std::array::from_fn(|column| vec![true; if column < 2 { count } else { 0 }]);
        let columns = Columns::built(count, known, nodes.len(), |node, cells| {
            let cell = |point: usize| {
                let [objects, bytes] = [objects, bytes].map(|numbers| numbers[node.at() * count + point]);
                (objects > 0 || bytes > 0).then_some((point as u32, [objects, bytes, 0, 0, 0, 0]))
            };
            cells.extend((0..count).filter_map(cell));
        });
        Self { references: vec![None; count], points, roles, nodes, columns, ..Self::default() }
    }

    /// The times of these points in milliseconds; none of those that are not there.
    #[must_use]
    pub fn clock(&self, points: Range<usize>) -> Vec<i64> {
        self.points.get(points).unwrap_or_default().iter().map(|point| point.time_millis).collect()
    }

    /// The series of a node, one value per point; 0 where it is not known ([`Self::is_known`]), and empty where no point
    /// is.
    #[must_use]
    pub fn series(&self, metric: Metric, node: NodeIndex) -> Cow<'_, [u64]> {
        self.columns.series(metric.column(), node)
    }

    /// The value of a node at one point; 0 where it is not known ([`Self::known_value`] tells).
    #[must_use]
    pub fn value(&self, metric: Metric, node: NodeIndex, point: usize) -> u64 {
        self.columns.value(metric.column(), node, point)
    }

    /// The max tree: the largest value over all points that are known.
    #[must_use]
    pub fn max(&self, metric: Metric, node: NodeIndex) -> u64 {
        self.columns.stored(metric.column(), node).iter().copied().max().unwrap_or(0)
    }

    /// The growth tree of some points: last minus first value, of those that are known; negative when it shrank.
    #[must_use]
    pub fn growth(&self, metric: Metric, node: NodeIndex, points: Range<usize>) -> i128 {
        let at = |point| i128::from(self.value(metric, node, point));
        self.known_ends(metric, points).map_or(0, |(first, last)| at(last) - at(first))
    }

    /// The heap growth portion: how many percent of the heap's growth between two points are that of a node, in the same metric.
    /// Above 100 where the rest shrank, negative for nodes that shrank; `None` where the heap
    /// has not grown, and where a size is not known.
    #[must_use]
    pub fn growth_portion(&self, metric: Metric, node: NodeIndex, from: usize, to: usize) -> Option<f64> {
        let growth = |node| {
            let [from, to] = [from, to].map(|point| self.known_value(metric, node, point).map(i128::from));
            Some(to? - from?)
        };
        let heap = growth(NodeIndex::ROOT).filter(|&growth| growth > 0)?;
        Some(100.0 * growth(node)? as f64 / heap as f64)
    }

    /// What died of a node in some points of garbage that piles up ([`Subject::Garbage`]); at the first point of all it is what died until
    /// then, too.
    #[must_use]
    pub fn died_in(&self, node: NodeIndex, points: Range<usize>) -> NodeTotals {
        let died = |metric| {
            let before = if points.start == 0 { 0 } else { self.value(metric, node, points.start) };
            self.value(metric, node, points.end.saturating_sub(1)).saturating_sub(before)
        };
        NodeTotals { objects: died(Metric::Objects), bytes: died(Metric::Bytes) }
    }

    /// The children of a node, sorted by key.
    pub fn children(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        children_in_preorder(node, |node| self.nodes[node.at()].subtree_end)
    }

    /// Whether a node stands for the objects of its parent that are grouped no further.
    #[must_use]
    pub fn is_rest(&self, node: NodeIndex) -> bool {
        self.nodes.get(node.at()).is_some_and(|info| &*info.name == REST_NAME)
    }

    /// A building: a node without children in any tree.
    #[must_use]
    pub fn is_leaf(&self, node: NodeIndex) -> bool {
        self.nodes[node.at()].subtree_end == node.0 + 1
    }
}
