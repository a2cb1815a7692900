//! From references between objects to references between nodes.

use crate::base::ids::NodeIndex;
use crate::grouping::engine::cells::Cells;
use crate::heap::HeapState;

/// What both directions read.
#[derive(Clone, Copy)]
pub(in crate::grouping) struct View<'a> {
    pub(in crate::grouping) heap: &'a HeapState,
    pub(in crate::grouping) cells: &'a Cells,
    /// All nodes that hold a cell, sorted.
    pub(super) nodes: &'a [Box<[NodeIndex]>],
    pub(super) node_count: usize,
}

/// Counted objects of one cell that see a node on the other side: cell, node, objects.
pub(in crate::grouping) struct Seen {
    pub(in crate::grouping) cell: u32,
    pub(in crate::grouping) node: u32,
    pub(in crate::grouping) objects: u64,
}

/// Spreads sets of cells over the nodes above them.
pub(in crate::grouping) struct Expander<'a> {
    view: &'a View<'a>,
    seen: rustc_hash::FxHashMap<u64, u64>,
    /// The round in which each node was met last.
    met: Vec<u32>,
    round: u32,
}

impl<'a> Expander<'a> {
    pub(in crate::grouping) fn new(view: &'a View<'a>) -> Self {
        Self { view, seen: rustc_hash::FxHashMap::default(), met: vec![0; view.node_count], round: 0 }
    }

    /// Counts `objects` of `cell`, each of which sees all of `others`, once for every node above any of `others`.
    pub(in crate::grouping) fn add(&mut self, cell: u32, others: impl IntoIterator<Item = u32>, objects: u64) {
        if self.round == u32::MAX {
            self.met.fill(0);
            self.round = 0;
        }
        self.round += 1;
        for other in others {
            for node in &self.view.nodes[other as usize] {
                if std::mem::replace(&mut self.met[node.at()], self.round) != self.round {
                    *self.seen.entry(u64::from(node.0) << 32 | u64::from(cell)).or_default() += objects;
                }
            }
        }
    }

    /// What was counted, in no order.
    pub(in crate::grouping) fn into_unsorted(self) -> Vec<Seen> {
        let split = |(key, objects): (u64, u64)| Seen { cell: key as u32, node: (key >> 32) as u32, objects };
        self.seen.into_iter().map(split).collect()
    }
}
