//! Who keeps a building's objects alive, and what it keeps alive: both pointer maps read from one node's side
//! (memory-cities 6).
//!
//! For a reference edge X -> Y the maps tell two numbers: how many objects of X refer to Y (pointed-from) and how many
//! objects of Y are referred to (points-to). Where an input has only one of them, it stands in for the other, capped
//! by the number of objects there.

use analysis::{Evolution, Metric, NodeIndex, NodeReferences};

/// One building on the other side of references from or to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partner {
    /// The other building.
    pub node: NodeIndex,
    /// Objects of the node asked about that take part.
    pub count_here: u64,
    /// Objects of the partner that take part.
    pub count_there: u64,
}

/// All partners of one node at one point. Only buildings (nodes without children) are partners.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Partners {
    /// Buildings whose objects refer to the node; those that keep most of the node's objects alive first.
    pub incoming: Vec<Partner>,
    /// Buildings that the node's objects refer to; those of which most objects are kept alive first.
    pub outgoing: Vec<Partner>,
    /// References within the node: objects that refer, objects that are referred to.
    pub own: Option<Partner>,
}

/// Reads both maps for one building. `None` if the point has no reference data.
#[must_use]
pub fn partners(evolution: &Evolution, node: NodeIndex, point: usize) -> Option<Partners> {
    let references = evolution.references.get(point)?.as_deref()?;
    let edges = Edges { evolution, references, point };
    let mut found = Partners::default();

    let mut sources = Vec::new();
    let mut targets = Vec::new();
    sources.extend(references.pointed_from.row(node).iter().map(|&(from, _)| from));
    targets.extend(references.points_to.row(node).iter().map(|&(to, _)| to));
    // Edges that only the other map knows.
    sources.extend(references.points_to.rows_with(node));
    targets.extend(references.pointed_from.rows_with(node));
    for (list, into_node) in [(&mut sources, true), (&mut targets, false)] {
        list.sort_unstable();
        list.dedup();
        list.retain(|&other| other != node && other.at() < evolution.nodes.len() && evolution.is_leaf(other));
        let partner = |&other: &NodeIndex| {
            let (count_there, count_here) = if into_node { edges.counts(other, node) } else { swap(edges.counts(node, other)) };
            Partner { node: other, count_here, count_there }
        };
        let partners = list.iter().map(partner).filter(|partner| partner.count_here > 0 || partner.count_there > 0);
        if into_node { &mut found.incoming } else { &mut found.outgoing }.extend(partners);
    }
    let key = |partner: &Partner| &evolution.nodes[partner.node.at()].key;
    found.incoming.sort_by(|a, b| (b.count_here, b.count_there).cmp(&(a.count_here, a.count_there)).then_with(|| key(a).cmp(key(b))));
    found.outgoing.sort_by(|a, b| (b.count_there, b.count_here).cmp(&(a.count_there, a.count_here)).then_with(|| key(a).cmp(key(b))));
    let (referring, referred) = edges.counts(node, node);
    found.own = (referring > 0).then_some(Partner { node, count_here: referring, count_there: referred });
    Some(found)
}

fn swap<T>((a, b): (T, T)) -> (T, T) {
    (b, a)
}

struct Edges<'a> {
    evolution: &'a Evolution,
    references: &'a NodeReferences,
    point: usize,
}

impl Edges<'_> {
    /// Objects of `from` that refer to `to`, objects of `to` that `from` refers to.
    fn counts(&self, from: NodeIndex, to: NodeIndex) -> (u64, u64) {
        let sources = self.references.pointed_from.get(to, from);
        let targets = self.references.points_to.get(from, to);
        let objects = |node| self.evolution.value(Metric::Objects, node, self.point);
        let sources_known = sources.or(targets.map(|count| count.min(objects(from)))).unwrap_or(0);
        let targets_known = targets.or(sources.map(|count| count.min(objects(to)))).unwrap_or(0);
        (sources_known, targets_known)
    }
}
