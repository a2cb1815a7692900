//! Two points of a dataset side by side, or two stretches of garbage that piles up: what the rows tell about a node.

use std::sync::Arc;

use analysis::{Evolution, Growth, Metric, NodeIndex};
use serde::Serialize;

use crate::data::input::Run;

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
    /// The stretch of time with which that between the two points above is compared, per second.
    pub against: Option<Against>,
    /// The runs whose ends the points are, where there are several.
    pub runs: Arc<[Run]>,
}

/// Where a group keeps growing, of two points or runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leak {
    /// In the second of two runs and not in the first.
    New,
    /// From the first point to the second, or in both runs.
    Still,
    /// In the first of two runs and not in the second.
    Was,
}

impl Leak {
    /// What is told of it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::New => "NEW LEAK",
            Self::Still => "LEAK",
            Self::Was => "WAS LEAK",
        }
    }
}

/// Another stretch of time, and how long both are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Against {
    /// The point where it begins.
    pub from: usize,
    /// The point where it ends.
    pub to: usize,
    /// How long it is, in seconds; nothing is told per second where that is 0.
    pub seconds: f64,
    /// The same of the stretch that is compared with it.
    pub of_span: f64,
}

/// One of the two stretches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The one that is looked at.
    Here,
    /// The one that it is compared with.
    There,
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
        Self { evolution: Arc::clone(evolution), from: from.min(last), to: to.min(last), metric, against: None, runs: Arc::default() }
    }

    /// The same between the ends of runs.
    #[must_use]
    pub fn of_runs(self, runs: Arc<[Run]>) -> Self {
        Self { runs, ..self }
    }

    /// Whether a node keeps growing, and in which of the runs that are compared.
    #[must_use]
    pub fn leak(&self, node: NodeIndex) -> Option<Leak> {
        if self.runs.is_empty() {
            return self.growth(node).keeps_growing().then_some(Leak::Still);
        }
        let key = &*self.evolution.nodes[node.at()].key;
        let [from, to] =
            [self.from, self.to].map(|at| self.runs.get(at).and_then(|run| run.growth(key)).is_some_and(Growth::keeps_growing));
        match (from, to) {
            (true, true) => Some(Leak::Still),
            (false, true) => Some(Leak::New),
            (true, false) => Some(Leak::Was),
            (false, false) => None,
        }
    }

    /// The same stretch, compared with another one; both are as long as the time between their points.
    #[must_use]
    pub fn compared_with(self, from: usize, to: usize) -> Self {
        let points = &self.evolution.points;
        let last = points.len().saturating_sub(1);
        let seconds = |from: usize, to: usize| {
            let millis = |point: usize| points.get(point).map_or(0, |point| point.time_millis);
            millis(to).saturating_sub(millis(from)).max(0) as f64 / 1000.0
        };
        let (from, to) = (from.min(last), to.min(last));
        let (seconds, of_span) = (seconds(from, to), seconds(self.from, self.to));
        Self { against: Some(Against { from, to, seconds, of_span }), ..self }
    }

    /// Whether both are about the same data, points and metric.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        let what = |span: &Self| (span.from, span.to, span.metric, span.against);
        Arc::ptr_eq(&self.evolution, &other.evolution) && what(self) == what(other)
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
        match self.against {
            None => self.exists_at(node, self.to) || self.exists_at(node, self.from),
            // Of what piles up only what has come in one of the stretches is of interest.
            Some(_) => [Side::Here, Side::There].into_iter().any(|side| {
                [Metric::Objects, Metric::Bytes].into_iter().any(|metric| self.gain(metric, node, side).is_some_and(|gain| gain != 0))
            }),
        }
    }

    /// The points of a stretch, and how long it is.
    fn stretch(&self, side: Side) -> Option<(usize, usize, f64)> {
        let Against { from, to, seconds, of_span } = self.against?;
        Some(if side == Side::Here { (self.from, self.to, of_span) } else { (from, to, seconds) })
    }

    /// How much more a node has at the end of a stretch than at its begin.
    fn gain(&self, metric: Metric, node: NodeIndex, side: Side) -> Option<i128> {
        let (from, to, _) = self.stretch(side)?;
        Some(i128::from(self.value(metric, node, to)) - i128::from(self.value(metric, node, from)))
    }

    /// How much more a node has at the end of a stretch than at its begin, per second; `None` where it has no length, and where nothing is
    /// compared.
    #[must_use]
    pub fn rate(&self, metric: Metric, node: NodeIndex, side: Side) -> Option<f64> {
        let (.., seconds) = self.stretch(side)?;
        let gain = self.gain(metric, node, side)?;
        (seconds > 0.0).then(|| gain as f64 / seconds)
    }

    /// By how much the rate of a node is higher here than there.
    #[must_use]
    pub fn rate_change(&self, metric: Metric, node: NodeIndex) -> Option<f64> {
        Some(self.rate(metric, node, Side::Here)? - self.rate(metric, node, Side::There)?)
    }

    /// The standard error of a rate; `None` if it is exact.
    #[must_use]
    pub fn rate_error(&self, metric: Metric, node: NodeIndex, side: Side) -> Option<u64> {
        let (from, to, seconds) = self.stretch(side)?;
        let error = self.evolution.change_error(metric, node, from, to)?;
        (seconds > 0.0).then(|| (error as f64 / seconds).ceil() as u64)
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
        match self.against {
            None => self.change(self.telling(), node) > 0,
            Some(_) => self.rate_change(self.metric, node).is_some_and(|change| change > 0.0),
        }
    }

    /// What has become of a node.
    #[must_use]
    pub fn mark(&self, node: NodeIndex) -> Mark {
        if self.against.is_some() {
            let rate = |side| self.rate(self.metric, node, side).unwrap_or(0.0);
            return match (rate(Side::There), rate(Side::Here)) {
                (before, now) if before == now => Mark::Unchanged,
                (0.0, _) => Mark::New,
                (_, 0.0) => Mark::Gone,
                (before, now) if now > before => Mark::Grown,
                _ => Mark::Shrunk,
            };
        }
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
