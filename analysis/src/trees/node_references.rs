//! References between the nodes of a tree: pointer maps.
//!
//! `points_to[A][B]` is the number of **distinct objects in B** that any object in A references; `pointed_from[B][A]`
//! is the number of **distinct objects in A** that reference any object in B. Nodes are inner
//! nodes too; an inner node's entry counts distinct objects, so it is no sum of its children's entries.

use std::ops::Range;

use crate::base::ids::NodeIndex;

/// Rows of (partner, count), sorted by partner. Memory follows the entries: nodes without one take none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferenceMap {
    rows: FilledRows,
    /// Partners and counts.
    pub entries: Vec<(NodeIndex, u64)>,
    /// The same pairs by partner.
    columns: FilledRows,
    column_rows: Vec<NodeIndex>,
}

/// Where the rows that are not empty stand in a list of entries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct FilledRows {
    /// Ascending.
    rows: Vec<NodeIndex>,
    /// By row: one past its last entry.
    ends: Vec<u32>,
}

impl FilledRows {
    /// From the row of every entry, ascending.
    fn of(rows_of_entries: impl Iterator<Item = NodeIndex>) -> Self {
        let mut filled = Self::default();
        for (at, row) in (1..).zip(rows_of_entries) {
            if filled.rows.last() != Some(&row) {
                filled.rows.push(row);
                filled.ends.push(at);
            } else if let Some(end) = filled.ends.last_mut() {
                *end = at;
            }
        }
        filled
    }

    fn entries(&self, row: NodeIndex) -> Range<usize> {
        self.rows.binary_search(&row).map_or(0..0, |at| self.range(at))
    }

    fn range(&self, at: usize) -> Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[at] as usize
    }
}

impl ReferenceMap {
    /// From (row, partner, count) in any order; counts of equal pairs are summed.
    #[must_use]
    pub fn from_entries(mut entries: Vec<(NodeIndex, NodeIndex, u64)>) -> Self {
        if !entries.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1)) {
            entries.sort_unstable_by_key(|&(row, partner, _)| (row, partner));
            entries.dedup_by(|later, first| {
                let same = (later.0, later.1) == (first.0, first.1);
                if same {
                    first.2 = first.2.saturating_add(later.2);
                }
                same
            });
        }
        let mut by_partner: Vec<(NodeIndex, NodeIndex)> = entries.iter().map(|&(row, partner, _)| (partner, row)).collect();
        by_partner.sort_unstable();
        Self {
            rows: FilledRows::of(entries.iter().map(|entry| entry.0)),
            entries: entries.into_iter().map(|(_, partner, count)| (partner, count)).collect(),
            columns: FilledRows::of(by_partner.iter().map(|pair| pair.0)),
            column_rows: by_partner.into_iter().map(|(_, row)| row).collect(),
        }
    }

    /// Whether no node has an entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The partners of a node with their counts, sorted by partner; empty for nodes the map does not know.
    #[must_use]
    pub fn row(&self, node: NodeIndex) -> &[(NodeIndex, u64)] {
        &self.entries[self.rows.entries(node)]
    }

    /// All rows that are not empty, ascending by their node.
    pub fn rows(&self) -> impl Iterator<Item = (NodeIndex, &[(NodeIndex, u64)])> + '_ {
        self.rows.rows.iter().enumerate().map(|(at, &node)| (node, &self.entries[self.rows.range(at)]))
    }

    /// The nodes whose rows name this partner, ascending.
    #[must_use]
    pub fn rows_with(&self, partner: NodeIndex) -> &[NodeIndex] {
        &self.column_rows[self.columns.entries(partner)]
    }

    /// The count of one pair; `None` if the map has no such entry.
    #[must_use]
    pub fn get(&self, node: NodeIndex, partner: NodeIndex) -> Option<u64> {
        let row = self.row(node);
        row.binary_search_by_key(&partner, |&(p, _)| p).ok().map(|at| row[at].1)
    }
}

/// Both pointer maps of one tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeReferences {
    /// Row A, partner B: distinct objects in B referenced from A.
    pub points_to: ReferenceMap,
    /// Row B, partner A: distinct objects in A that reference B.
    pub pointed_from: ReferenceMap,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_and_columns_hold_the_same_pairs(entries in prop::collection::vec((0_u32..20, 0_u32..25, 1_u64..9), 0..80)) {
            let entries = entries.into_iter().map(|(row, partner, count)| (NodeIndex(row), NodeIndex(partner), count)).collect();
            let map = ReferenceMap::from_entries(entries);
            for partner in (0..30).map(NodeIndex) {
                let expected: Vec<_> = (0..20).map(NodeIndex).filter(|&row| map.get(row, partner).is_some()).collect();
                prop_assert_eq!(map.rows_with(partner), expected.as_slice());
            }
        }
    }
}
