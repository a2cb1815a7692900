//! References between the nodes of a tree: pointer maps.
//!
//! `points_to[A][B]` is the number of **distinct objects in B** that any object in A references; `pointed_from[B][A]`
//! is the number of **distinct objects in A** that reference any object in B. Nodes are inner
//! nodes too; an inner node's entry counts distinct objects, so it is no sum of its children's entries.

use crate::base::ids::NodeIndex;

/// Rows of (partner, count), sorted by partner.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferenceMap {
    /// `starts[n]..starts[n + 1]` are the entries of node `n`; one more entry than nodes.
    pub starts: Vec<u32>,
    /// Partners and counts.
    pub entries: Vec<(NodeIndex, u64)>,
    /// The same pairs by partner: `column_starts[p]..column_starts[p + 1]` are the rows that name partner `p`.
    column_starts: Vec<u32>,
    column_rows: Vec<NodeIndex>,
}

impl ReferenceMap {
    /// Builds the rows of a tree with `nodes` nodes from (row, partner, count) in any order; counts of equal pairs are summed.
    #[must_use]
    pub fn from_entries(nodes: usize, mut entries: Vec<(NodeIndex, NodeIndex, u64)>) -> Self {
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
        let mut starts = vec![0u32; nodes + 1];
        for &(row, _, _) in &entries {
            starts[row.at() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self::from_rows(starts, entries.into_iter().map(|(_, partner, count)| (partner, count)).collect())
    }

    /// Takes over rows: `starts[n]..starts[n + 1]` are the entries of node `n`, sorted by partner.
    #[must_use]
    pub fn from_rows(starts: Vec<u32>, entries: Vec<(NodeIndex, u64)>) -> Self {
        let columns = entries.iter().map(|entry| entry.0.at() + 1).max().unwrap_or(0);
        let mut column_starts = vec![0_u32; columns + 1];
        for (partner, _) in &entries {
            column_starts[partner.at() + 1] += 1;
        }
        for at in 1..column_starts.len() {
            column_starts[at] += column_starts[at - 1];
        }
        let mut next = column_starts.clone();
        let mut column_rows = vec![NodeIndex(0); entries.len()];
        for (row, range) in (0..).zip(starts.windows(2)) {
            for (partner, _) in &entries[range[0] as usize..range[1] as usize] {
                column_rows[next[partner.at()] as usize] = NodeIndex(row);
                next[partner.at()] += 1;
            }
        }
        Self { starts, entries, column_starts, column_rows }
    }

    /// Whether no node has an entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The partners of a node with their counts, sorted by partner; empty for nodes the map does not know.
    #[must_use]
    pub fn row(&self, node: NodeIndex) -> &[(NodeIndex, u64)] {
        match (self.starts.get(node.at()), self.starts.get(node.at() + 1)) {
            (Some(&start), Some(&end)) => &self.entries[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The nodes whose rows name this partner, ascending.
    #[must_use]
    pub fn rows_with(&self, partner: NodeIndex) -> &[NodeIndex] {
        match (self.column_starts.get(partner.at()), self.column_starts.get(partner.at() + 1)) {
            (Some(&start), Some(&end)) => &self.column_rows[start as usize..end as usize],
            _ => &[],
        }
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
            let map = ReferenceMap::from_entries(20, entries);
            for partner in (0..30).map(NodeIndex) {
                let expected: Vec<_> = (0..20).map(NodeIndex).filter(|&row| map.get(row, partner).is_some()).collect();
                prop_assert_eq!(map.rows_with(partner), expected.as_slice());
            }
        }
    }
}
