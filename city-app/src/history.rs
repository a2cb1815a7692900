//! Undo and redo of view changes: selection, time, settings.
//!
//! An entry is the state *before* a change. Changes of the same kind that follow each other without a pause for
//! another kind (dragging the timeline, dragging one slider) are one entry.

use std::sync::Arc;

use analysis::NodeIndex;

use crate::settings::CitySettings;

/// More undo steps than anybody goes back; bounds memory.
const MAX_ENTRIES: usize = 200;

/// What undo brings back.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The point shown.
    pub point: usize,
    /// The selection.
    pub selection: Option<NodeIndex>,
    /// The single object.
    pub object: Option<u64>,
    /// The chain shown.
    pub chain: Vec<NodeIndex>,
    /// What the JVM holds at its end.
    pub chain_holder: Option<Arc<str>>,
    /// All settings.
    pub settings: CitySettings,
}

/// What changed; equal neighbours are merged unless they are `Once`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// The point.
    Time,
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

    /// The view before the last change; `now` can be redone.
    pub fn undo(&mut self, now: Snapshot) -> Option<Snapshot> {
        let before = self.past.pop()?;
        self.future.push(now);
        self.last_kind = None;
        Some(before)
    }

    /// The view that was last undone.
    pub fn redo(&mut self, now: Snapshot) -> Option<Snapshot> {
        let after = self.future.pop()?;
        self.past.push(now);
        self.last_kind = None;
        Some(after)
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

    /// Renumbers nodes and points when the session is replaced; nodes that are gone are deselected.
    pub fn carry_over(&mut self, map: impl Fn(NodeIndex) -> Option<NodeIndex>, point: impl Fn(usize) -> usize) {
        for snapshot in self.past.iter_mut().chain(&mut self.future) {
            snapshot.point = point(snapshot.point);
            snapshot.selection = snapshot.selection.and_then(&map);
            snapshot.chain = snapshot.chain.iter().copied().filter_map(&map).collect();
        }
    }
}
