//! What data structures hold at two points, group by group: which elements came, and where from.
//!
//! Source: "Analyzing Data Structure Growth Over Time" (ICPE 2019), section 5: the difference of the classified leaves.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::structure_growth::Change;
use crate::grouping::list::Grouping;
use crate::trees::memory_tree::{MemoryTree, NodeTotals};

/// What data structures hold at two points, by one grouping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeafChanges {
    /// What it is grouped by, outermost first.
    pub by: Vec<String>,
    /// Each group before its parts, those that grew most first; what is numbered is in the order of its numbers.
    pub groups: Vec<LeafChange>,
}

/// One of the groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeafChange {
    /// How many groups it lies in.
    pub depth: usize,
    /// What the group is called.
    pub name: String,
    /// At the earlier point.
    pub from: NodeTotals,
    /// At the later point.
    pub to: NodeTotals,
}

impl LeafChange {
    /// Between them.
    #[must_use]
    pub fn change(&self) -> Change {
        Change::between(self.from, self.to)
    }
}

/// The nodes above the groups: the root, and the step from data structures to what they hold.
const ABOVE: usize = 2;

impl LeafChanges {
    /// Of two trees of leaves that are grouped alike.
    pub(crate) fn between(from: &MemoryTree, to: &MemoryTree, by: &Grouping) -> Self {
        let by = by.classifiers().iter().map(|classifier| classifier.info().name.into_owned()).collect();
        Self { by, groups: groups(from, to) }
    }
}

/// The number that a name begins with.
fn number_of(name: &str) -> Option<u64> {
    name[..name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len())].parse().ok()
}

/// A group that one tree lacks has nothing there.
fn groups(from: &MemoryTree, to: &MemoryTree) -> Vec<LeafChange> {
    // By key the group, and by the key of what it lies in its parts.
    let mut groups: FxHashMap<Arc<str>, LeafChange> = FxHashMap::default();
    let mut parts: FxHashMap<Arc<str>, Vec<Arc<str>>> = FxHashMap::default();
    let mut top: Vec<Arc<str>> = Vec::new();
    for (tree, is_first) in [(from, true), (to, false)] {
        let mut depths: Vec<usize> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            let depth = if depths.is_empty() { 0 } else { depths[node.parent.at()] + 1 };
            depths.push(depth);
            let Some(depth) = depth.checked_sub(ABOVE) else { continue };
            let nothing = NodeTotals::default();
            let group = groups.entry(node.key.clone()).or_insert_with(|| {
                let above = &tree.nodes[node.parent.at()].key;
                let beside = if depth == 0 { &mut top } else { parts.entry(above.clone()).or_default() };
                beside.push(node.key.clone());
                LeafChange { depth, name: node.name.to_string(), from: nothing, to: nothing }
            });
            *(if is_first { &mut group.from } else { &mut group.to }) = node.totals;
        }
    }
    let by_growth = |keys: &mut Vec<Arc<str>>| {
        let number = |key: &Arc<str>| number_of(&groups[key].name);
        // The last one is taken first.
        match keys.iter().any(|key| number(key).is_some()) {
            // What has no number comes after all that have one.
            true => keys.sort_by_key(|key| (number(key).is_some(), std::cmp::Reverse(number(key)))),
            false => keys.sort_by(|a, b| groups[a].change().bytes.cmp(&groups[b].change().bytes).then_with(|| b.cmp(a))),
        }
    };
    by_growth(&mut top);
    parts.values_mut().for_each(by_growth);
    let mut open = top;
    let mut rows = Vec::with_capacity(groups.len());
    while let Some(key) = open.pop() {
        open.extend(parts.remove(&key).unwrap_or_default());
        rows.extend(groups.get(&key).cloned());
    }
    rows
}
