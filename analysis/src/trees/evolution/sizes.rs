//! Deep and retained sizes over time. They cost a walk over the heap, so a point may not have them: unknown is not zero.
//!
//! Inputs bring them with their trees, or somebody computes them later, point by point, while the rest is shown
//! ([`Evolution::set_sizes`]). A parent's retained size is not the sum of its children's: what two children own together
//! neither owns alone.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use super::columns::{Column, Numbers};
use super::{Evolution, Metric};
use crate::base::ids::NodeIndex;
use crate::trees::memory_tree::{MemoryTree, NodeSizes, REST_PART, SizeKind, join_key};

/// Where sizes stand.
const SIZES: [(SizeKind, Column); 2] = [(SizeKind::Deep, Column::Deep), (SizeKind::Retained, Column::Retained)];

/// The sizes of a node of a tree, in a cell.
pub(super) fn size_numbers(sizes: &NodeSizes, node: NodeIndex) -> Numbers {
    let mut numbers = Numbers::default();
    for (kind, column) in SIZES {
        numbers[column as usize] = sizes.of(kind).and_then(|sizes| sizes.get(node.at())).map_or(0, |size| size.bytes);
    }
    numbers
}

impl Evolution {
    /// Whether a point has this number. Objects and bytes are known at every point.
    #[must_use]
    pub fn is_known(&self, metric: Metric, point: usize) -> bool {
        match metric {
            Metric::Objects | Metric::Bytes => point < self.points.len(),
            Metric::Deep => self.columns.is_known(Column::Deep, point),
            Metric::Retained => self.columns.is_known(Column::Retained, point),
        }
    }

    /// The value of a node at a point; `None` where it is not known.
    #[must_use]
    pub fn known_value(&self, metric: Metric, node: NodeIndex, point: usize) -> Option<u64> {
        self.is_known(metric, point).then(|| self.value(metric, node, point))
    }

    /// The points that have this number, in order.
    pub fn known_points(&self, metric: Metric) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.points.len()).filter(move |&point| self.is_known(metric, point))
    }

    /// The first and the last of some points that have this number; the same one twice where there is only one.
    #[must_use]
    pub fn known_ends(&self, metric: Metric, points: Range<usize>) -> Option<(usize, usize)> {
        let mut known = (points.start..points.end.min(self.points.len())).filter(|&point| self.is_known(metric, point));
        let first = known.next()?;
        Some((first, known.next_back().unwrap_or(first)))
    }

    /// The values of a node at the points that have this number.
    #[must_use]
    pub fn known_series(&self, metric: Metric, node: NodeIndex) -> Cow<'_, [u64]> {
        let series = self.series(metric, node);
        match metric {
            Metric::Objects | Metric::Bytes => series,
            Metric::Deep | Metric::Retained => self.known_points(metric).map(|point| series[point]).collect(),
        }
    }

    /// Gives a point deep or retained sizes that were computed after its tree was merged. `sizes` are those of `tree`, in
    /// its node order; sizes that are `None` stay as they are.
    ///
    /// Returns whether the point exists and all nodes of the tree were found; otherwise nothing changes.
    pub fn set_sizes(&mut self, point: usize, tree: &MemoryTree, sizes: &NodeSizes) -> bool {
        let Some(places) = self.places_of(tree).filter(|_| point < self.points.len()) else { return false };
        let of_tree = |kind| sizes.of(kind).is_none_or(|sizes| sizes.len() == tree.nodes.len());
        if !of_tree(SizeKind::Deep) || !of_tree(SizeKind::Retained) {
            return false;
        }
        let columns: Vec<Column> = SIZES.into_iter().filter(|&(kind, _)| sizes.of(kind).is_some()).map(|(_, column)| column).collect();
        let numbers = places.into_iter().map(|(at, place)| (place, size_numbers(sizes, at)));
        self.columns.fill(point, &columns, numbers);
        true
    }

    /// Where each node of a tree of this evolution lies; leaves that are districts at another point also lie in the child
    /// that holds their objects. `None` for a tree of something else.
    fn places_of(&self, tree: &MemoryTree) -> Option<Vec<(NodeIndex, NodeIndex)>> {
        if self.nodes.is_empty() {
            return None;
        }
        let mut places = Vec::with_capacity(tree.nodes.len());
        let mut stack = vec![(NodeIndex::ROOT, NodeIndex::ROOT)];
        while let Some((node, place)) = stack.pop() {
            places.push((node, place));
            if tree.is_leaf(node) && !self.is_leaf(place) {
                let rest = join_key(&self.nodes[place.at()].key, REST_PART);
                places.extend(self.children(place).find(|child| self.nodes[child.at()].key == rest).map(|rest| (node, rest)));
                continue;
            }
            let key = |child: NodeIndex| &tree.nodes[child.at()].key;
            let mut arriving: Vec<NodeIndex> = tree.children(node).collect();
            arriving.sort_by(|&a, &b| key(a).cmp(key(b)));
            let mut candidates = self.children(place).peekable();
            for child in arriving {
                while candidates.next_if(|c| self.nodes[c.at()].key.cmp(key(child)) == Ordering::Less).is_some() {}
                // Stays where it is, for a tree that holds a key twice.
                let found = candidates.peek().copied().filter(|c| self.nodes[c.at()].key == *key(child))?;
                stack.push((child, found));
            }
        }
        Some(places)
    }
}
