//! Two points of a dataset side by side: what the rows tell about a node.

use std::sync::Arc;

use analysis::{Evolution, Growth, Metric, NodeIndex};
use serde::Serialize;

/// An evolution, the point shown and the point that it is compared with.
#[derive(Debug, Clone)]
pub struct Span {
    /// Trees over time.
    pub evolution: Arc<Evolution>,
    /// The point that growth is counted from.
    pub from: usize,
    /// The point shown.
    pub to: usize,
    /// What growth means.
    pub metric: Metric,
}

/// What has become of a node between two points. Ordered as a list of causes wants them: what came first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Was not there.
    New,
    /// Has more.
    Grown,
    /// Has as much as before.
    Unchanged,
    /// Has less.
    Shrunk,
    /// Is no longer there.
    Gone,
}

impl Mark {
    /// One word.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Grown => "grown",
            Self::Unchanged => "unchanged",
            Self::Shrunk => "shrunk",
            Self::Gone => "gone",
        }
    }
}

impl Span {
    /// Points beyond the axis become the last one.
    #[must_use]
    pub fn new(evolution: &Arc<Evolution>, from: usize, to: usize, metric: Metric) -> Self {
        let last = evolution.points.len().saturating_sub(1);
        Self { evolution: Arc::clone(evolution), from: from.min(last), to: to.min(last), metric }
    }

    /// Whether both are about the same data, points and metric.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.evolution, &other.evolution) && (self.from, self.to, self.metric) == (other.from, other.to, other.metric)
    }

    /// Whether a point has this number: deep and retained sizes have to be computed first.
    #[must_use]
    pub fn knows(&self, metric: Metric, point: usize) -> bool {
        self.evolution.is_known(metric, point)
    }

    /// A value of a node at one point; 0 where it is not known.
    #[must_use]
    pub fn value(&self, metric: Metric, node: NodeIndex, point: usize) -> u64 {
        self.evolution.value(metric, node, point)
    }

    /// How a node goes at the points from the one compared with to the one shown.
    #[must_use]
    pub fn growth(&self, node: NodeIndex) -> Growth {
        Growth::of_group(&self.evolution, node, self.from..self.to + 1).1
    }

    /// Value at the point shown less value at the other one.
    #[must_use]
    pub fn change(&self, metric: Metric, node: NodeIndex) -> i128 {
        let at = |point: usize| i128::from(self.value(metric, node, point));
        at(self.to) - at(self.from)
    }

    /// A node that holds something at one of the points. Others are of no interest to either.
    #[must_use]
    pub fn is_there(&self, node: NodeIndex) -> bool {
        self.exists_at(node, self.to) || self.exists_at(node, self.from)
    }

    fn exists_at(&self, node: NodeIndex, point: usize) -> bool {
        self.value(Metric::Objects, node, point) > 0 || self.value(Metric::Bytes, node, point) > 0
    }

    /// Whether both points have this number.
    #[must_use]
    pub fn knows_both(&self, metric: Metric) -> bool {
        self.knows(metric, self.from) && self.knows(metric, self.to)
    }

    /// What tells whether a node grew: the metric, or bytes where that is not known at both points.
    fn telling(&self) -> Metric {
        if self.knows_both(self.metric) { self.metric } else { Metric::Bytes }
    }

    /// More at the point shown.
    #[must_use]
    pub fn grows(&self, node: NodeIndex) -> bool {
        self.change(self.telling(), node) > 0
    }

    /// What has become of a node.
    #[must_use]
    pub fn mark(&self, node: NodeIndex) -> Mark {
        match (self.exists_at(node, self.from), self.exists_at(node, self.to), self.change(self.telling(), node)) {
            (false, true, _) => Mark::New,
            (true, false, _) => Mark::Gone,
            (.., 1..) => Mark::Grown,
            (.., 0) => Mark::Unchanged,
            _ => Mark::Shrunk,
        }
    }

    /// What a node is called; the root is the heap.
    #[must_use]
    pub fn name(&self, node: NodeIndex) -> &str {
        match self.evolution.nodes.get(node.at()) {
            _ if node == NodeIndex::ROOT => self.evolution.subject.name(),
            Some(info) if info.name.is_empty() => &info.key,
            Some(info) => &info.name,
            None => "",
        }
    }
}
