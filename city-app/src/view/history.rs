//! Undo and redo of view changes: selection, time, query, charts, settings, grouping.
//!
//! An entry is the state *before* a change. Changes of the same kind that follow each other without a pause for
//! another kind (dragging the timeline, dragging one slider) are one entry.

use std::sync::Arc;

use analysis::{Evolution, NodeIndex, Subject};

use crate::base::settings::CitySettings;
use crate::data::point_range::PointRange;
use crate::view::over_time::OverTimeView;
use crate::view::panels::DrawerTab;
use crate::view::trees::TreesView;

/// More undo steps than anybody goes back; bounds memory.
const MAX_ENTRIES: usize = 200;

/// Nodes by their keys from the root on: their numbers change when points arrive.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodePaths(Vec<Vec<Arc<str>>>);

impl NodePaths {
    /// The paths of some nodes, in the same order.
    pub fn of(evolution: &Evolution, nodes: impl IntoIterator<Item = NodeIndex>) -> Self {
        let key = |at: &NodeIndex| Arc::clone(&evolution.nodes[at.at()].key);
        Self(nodes.into_iter().map(|node| evolution.path(node).iter().map(key).collect()).collect())
    }

    /// Those that there are.
    pub fn nodes(&self, evolution: &Evolution) -> Vec<NodeIndex> {
        self.0.iter().filter_map(|path| evolution.find_path(path)).collect()
    }
}

/// What undo brings back.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The point shown.
    pub point: usize,
    /// The point that a second city shows.
    pub beside: Option<usize>,
    /// The points that are selected, if not all are.
    pub range: Option<PointRange>,
    /// The selection; the leading node comes last.
    pub selection: NodePaths,
    /// The single object.
    pub object: Option<u64>,
    /// The query that single objects are searched by; empty for all.
    pub query: String,
    /// The chain shown.
    pub chain: NodePaths,
    /// What the JVM holds at its end.
    pub chain_holder: Option<Arc<str>>,
    /// The tab of the drawer, if it is open.
    pub tab: Option<DrawerTab>,
    /// The charts over time.
    pub over_time: OverTimeView,
    /// The tree views.
    pub trees: TreesView,
    /// All settings.
    pub settings: CitySettings,
    /// What the city was of.
    pub subject: Subject,
    /// What heap dumps were grouped by, as it was asked for.
    pub grouping: Vec<String>,
}

/// A step through the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryStep {
    /// To the view before the last change.
    Undo,
    /// To the view that was last undone.
    Redo,
}

/// What changed; equal neighbours are merged unless they are `Once`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// The point.
    Time,
    /// The points that are selected.
    Range,
    /// How many parts charts over time show: one drag of a number.
    ChartCounts,
    /// Numbers of the settings, by name: one drag of a slider.
    Numbers(Vec<String>),
    /// Anything that is a step of its own.
    Once,
}

/// Past and future views.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    past: Vec<Snapshot>,
    future: Vec<Snapshot>,
    last_kind: Option<ChangeKind>,
}

impl History {
    /// Notes the state before a change; forgets what could be redone.
    pub fn record(&mut self, before: Snapshot, kind: ChangeKind) {
        self.future.clear();
        if kind != ChangeKind::Once && self.last_kind.as_ref() == Some(&kind) {
            return;
        }
        if self.past.len() == MAX_ENTRIES {
            self.past.remove(0);
        }
        self.past.push(before);
        self.last_kind = Some(kind);
    }

    /// How many steps can be undone.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.past.len()
    }

    /// Makes one step of all that was noted since there were so many; `before` is what it is undone to.
    pub fn join_since(&mut self, steps: usize, before: Snapshot) {
        self.past.truncate(steps);
        self.record(before, ChangeKind::Once);
    }

    /// What a step leads to, without going there.
    #[must_use]
    pub fn next(&self, step: HistoryStep) -> Option<&Snapshot> {
        match step {
            HistoryStep::Undo => self.past.last(),
            HistoryStep::Redo => self.future.last(),
        }
    }

    /// Takes a step; `now` is where a step back leads.
    pub fn go(&mut self, step: HistoryStep, now: Snapshot) -> Option<Snapshot> {
        let (from, to) = match step {
            HistoryStep::Undo => (&mut self.past, &mut self.future),
            HistoryStep::Redo => (&mut self.future, &mut self.past),
        };
        let there = from.pop()?;
        to.push(now);
        self.last_kind = None;
        Some(there)
    }

    /// Whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Renumbers points when the session is replaced.
    pub fn carry_over(&mut self, point: impl Fn(usize) -> usize) {
        for snapshot in self.past.iter_mut().chain(&mut self.future) {
            snapshot.point = point(snapshot.point);
            snapshot.range = snapshot.range.map(|range| PointRange { first: point(range.first), last: point(range.last) });
        }
    }
}
