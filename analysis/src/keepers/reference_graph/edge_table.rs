//! Edges while they are counted.

use crate::keepers::reference_graph::parts::GraphEdge;
use crate::trees::memory_tree::NodeTotals;

/// Edges by the pair of nodes.
pub(crate) struct EdgeTable {
    nodes: usize,
    at: Vec<u32>,
}

impl EdgeTable {
    /// The table of a finished graph.
    pub(crate) fn of(nodes: usize, edges: &[GraphEdge]) -> Self {
        let mut table = Self::new(nodes);
        edges.iter().zip(0..).for_each(|(edge, at)| table.at[edge.from * nodes + edge.to] = at);
        table
    }

    pub(super) fn new(nodes: usize) -> Self {
        Self { nodes, at: vec![u32::MAX; nodes * nodes] }
    }

    #[inline]
    pub(crate) fn get(&self, from: usize, to: usize) -> Option<usize> {
        let at = self.at[from * self.nodes + to];
        (at != u32::MAX).then_some(at as usize)
    }

    pub(super) fn get_or_add(&mut self, from: usize, to: usize, edges: &mut Vec<GraphEdge>) -> usize {
        let at = &mut self.at[from * self.nodes + to];
        if *at == u32::MAX {
            *at = edges.len() as u32;
            let nothing = NodeTotals::default();
            let (members, freed_members) = (0, 0);
            edges.push(GraphEdge {
                from,
                to,
                sources: 0,
                targets: 0,
                members,
                freed: nothing,
                freed_members,
                slots: Vec::new(),
                weak: true,
            });
        }
        *at as usize
    }
}
