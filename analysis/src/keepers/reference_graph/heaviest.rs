//! The heaviest way from every node down to the group: the one to look at first.

use crate::keepers::reference_graph::graph::ReferenceGraph;

impl ReferenceGraph {
    /// For every node the edge to follow to get to the group over as many of its objects as possible, by the narrowest
    /// edge of the way; of equally wide ways the shortest. `None` for the group, and for nodes that do not lead to it.
    /// Ways end: following the edges never comes to a node twice.
    #[must_use]
    pub fn heaviest_edges(&self) -> Vec<Option<usize>> {
        let mut next: Vec<Option<usize>> = vec![None; self.nodes.len()];
        // Width and length of the best way so far; the group's own has no end.
        let mut best: Vec<(u64, std::cmp::Reverse<usize>)> = vec![(0, std::cmp::Reverse(usize::MAX)); self.nodes.len()];
        let mut settled = vec![false; self.nodes.len()];
        best[0] = (u64::MAX, std::cmp::Reverse(0));
        while let Some(at) =
            (0..self.nodes.len()).filter(|&at| !settled[at] && best[at].0 > 0).max_by_key(|&at| (best[at], std::cmp::Reverse(at)))
        {
            settled[at] = true;
            let (width, std::cmp::Reverse(length)) = best[at];
            for (number, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.to == at && !settled[edge.from]) {
                let way = (width.min(edge.members), std::cmp::Reverse(length + 1));
                if way > best[edge.from] {
                    best[edge.from] = way;
                    next[edge.from] = Some(number);
                }
            }
        }
        next
    }

    /// The edges of the heaviest way from a node to the group, in order; empty if there is none.
    #[must_use]
    pub fn way_to_group(&self, node: usize) -> Vec<usize> {
        let next = self.heaviest_edges();
        let mut way = Vec::new();
        let mut at = node;
        while let Some(edge) = next.get(at).copied().flatten() {
            way.push(edge);
            at = self.edges[edge].to;
        }
        way
    }

    /// The root that holds most of the group; of equal ones the first, which tells most.
    #[must_use]
    pub fn main_root(&self) -> Option<usize> {
        (0..self.nodes.len()).filter(|&at| self.is_root(at)).max_by_key(|&at| (self.nodes[at].members, std::cmp::Reverse(at)))
    }
}
