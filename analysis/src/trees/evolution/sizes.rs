//! Deep and retained sizes over time. They cost a walk over the heap, so a point may not have them: unknown is not zero.
//!
//! Inputs bring them with their trees, or somebody computes them later, point by point, while the rest is shown
//! ([`Evolution::set_sizes`]). A parent's retained size is not the sum of its children's: what two children own together
//! neither owns alone.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{Evolution, Metric};
use crate::base::ids::NodeIndex;
use crate::trees::memory_tree::{MemoryTree, NodeSizes, REST_PART, SizeKind, join_key};

/// One size in bytes, per node and point.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SizeColumn {
    /// Laid out like [`Evolution::bytes`]: empty while no point is known, 0 at points that are not.
    values: Vec<u64>,
    /// Whether a point is known; empty stands for none.
    known: Vec<bool>,
}

impl SizeColumn {
    /// The values of a node, one per point; empty while no point is known.
    pub(super) fn series(&self, node: NodeIndex) -> &[u64] {
        let n = self.known.len();
        self.values.get(node.at() * n..(node.at() + 1) * n).unwrap_or(&[])
    }

    pub(super) fn is_known(&self, point: usize) -> bool {
        self.known.get(point).copied().unwrap_or(false)
    }

    /// Makes one of `points` points known. Where a node is named twice, which only trees made by hand do, the larger
    /// size counts.
    pub(super) fn fill(&mut self, nodes: usize, points: usize, point: usize, sizes: impl Iterator<Item = (NodeIndex, u64)>) {
        if self.values.is_empty() {
            (self.values, self.known) = (vec![0; nodes * points], vec![false; points]);
        }
        self.known[point] = true;
        self.values.iter_mut().skip(point).step_by(points).for_each(|value| *value = 0);
        for (node, bytes) in sizes {
            let cell = &mut self.values[node.at() * points + point];
            *cell = bytes.max(*cell);
        }
    }

    /// Makes room for an unknown point at `at`, among `nodes` nodes; `moved` says which node's series goes where.
    pub(super) fn insert_point(&mut self, nodes: usize, at: usize, moved: impl Iterator<Item = (usize, NodeIndex)>) {
        let n = self.known.len();
        if self.values.is_empty() {
            return;
        }
        let mut values = vec![0; nodes * (n + 1)];
        for (from, to) in moved {
            copy_around(&self.values[from * n..(from + 1) * n], &mut values[to.at() * (n + 1)..(to.at() + 1) * (n + 1)], at);
        }
        self.values = values;
        self.known.insert(at, false);
    }

    /// Keeps these points only.
    pub(super) fn keep_points(&mut self, kept: &[usize]) {
        let n = self.known.len();
        if n > 0 {
            self.values = thinned(&self.values, n, kept);
            self.known = kept.iter().map(|&t| self.known[t]).collect();
        }
        if !self.known.contains(&true) {
            *self = Self::default();
        }
    }
}

/// Copies a series into one with a new point at `at`.
pub(super) fn copy_around(old: &[u64], new: &mut [u64], at: usize) {
    new[..at].copy_from_slice(&old[..at]);
    new[at + 1..].copy_from_slice(&old[at..]);
}

/// Some points of series of `n` points each.
pub(super) fn thinned(values: &[u64], n: usize, kept: &[usize]) -> Vec<u64> {
    values.chunks_exact(n).flat_map(|series| kept.iter().map(|&t| series[t])).collect()
}

impl Evolution {
    /// Whether a point has this number. Objects and bytes are known at every point.
    #[must_use]
    pub fn is_known(&self, metric: Metric, point: usize) -> bool {
        match metric {
            Metric::Objects | Metric::Bytes => point < self.points.len(),
            Metric::Deep => self.deep.is_known(point),
            Metric::Retained => self.retained.is_known(point),
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

    /// The values of a node at the points that have this number.
    #[must_use]
    pub fn known_series(&self, metric: Metric, node: NodeIndex) -> Cow<'_, [u64]> {
        let series = self.series(metric, node);
        match metric {
            Metric::Objects | Metric::Bytes => Cow::Borrowed(series),
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
        let (nodes, points) = (self.nodes.len(), self.points.len());
        for (kind, column) in [(SizeKind::Deep, &mut self.deep), (SizeKind::Retained, &mut self.retained)] {
            if let Some(sizes) = sizes.of(kind) {
                column.fill(nodes, points, point, places.iter().map(|&(at, place)| (place, sizes[at.at()].bytes)));
            }
        }
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
