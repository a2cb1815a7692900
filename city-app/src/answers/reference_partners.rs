//! Who keeps the objects of a building or district alive, and what they keep alive: both pointer maps read from one node's
//! side.
//!
//! Partners of a building are buildings.  of a district are the nodes outside of it on its own level, districts and
//! buildings, and the buildings on levels above; so everything outside is in exactly one of them. What refers to what
//! within a district is no partner. Maps of our own count distinct objects for districts, too. Where an input counts
//! buildings only, the numbers of the buildings are added up and capped by the number of objects: never too few, and too
//! many where an object refers to several buildings.
//!
//! For a reference edge X -> Y the maps tell two numbers: how many objects of X refer to Y (pointed-from) and how many
//! objects of Y are referred to (points-to). Where an input has only one of them, it stands in for the other, capped
//! by the number of objects there.

use std::collections::BTreeMap;

use analysis::{Evolution, Metric, NodeIndex, NodeReferences};

/// One building or district on the other side of references from or to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferencePartner {
    /// The other one.
    pub node: NodeIndex,
    /// Objects of the node asked about that take part.
    pub count_here: u64,
    /// Objects of the partner that take part.
    pub count_there: u64,
}

/// All partners of one node at one point.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferencePartners {
    /// Those whose objects refer to the node; those that keep most of the node's objects alive first.
    pub incoming: Vec<ReferencePartner>,
    /// Those that the node's objects refer to; those of which most objects are kept alive first.
    pub outgoing: Vec<ReferencePartner>,
    /// References within the node: objects that refer, objects that are referred to.
    pub own: Option<ReferencePartner>,
}

/// Reads both maps for one building or district. `None` if the point has no reference data.
#[must_use]
pub fn reference_partners(evolution: &Evolution, node: NodeIndex, point: usize) -> Option<ReferencePartners> {
    let references = evolution.references.get(point)?.as_deref()?;
    let edges = Edges { evolution, references, point };
    let district = !evolution.is_leaf(node);
    let mut found = ReferencePartners::default();

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
        let is_partner = |other: NodeIndex| if district { is_beside(evolution, node, other) } else { evolution.is_leaf(other) };
        list.retain(|&other| other != node && other.at() < evolution.nodes.len() && is_partner(other));
        let partner = |&other: &NodeIndex| {
            let (count_there, count_here) = if into_node { edges.counts(other, node) } else { swap(edges.counts(node, other)) };
            ReferencePartner { node: other, count_here, count_there }
        };
        let partners = list.iter().map(partner).filter(|partner| partner.count_here > 0 || partner.count_there > 0);
        if into_node { &mut found.incoming } else { &mut found.outgoing }.extend(partners);
    }
    let maps = [&references.points_to, &references.pointed_from];
    if district && maps.iter().all(|map| map.row(node).is_empty() && map.rows_with(node).is_empty()) {
        sum_buildings(&edges, node, &mut found);
    }
    let key = |partner: &ReferencePartner| &evolution.nodes[partner.node.at()].key;
    found.incoming.sort_by(|a, b| (b.count_here, b.count_there).cmp(&(a.count_here, a.count_there)).then_with(|| key(a).cmp(key(b))));
    found.outgoing.sort_by(|a, b| (b.count_there, b.count_here).cmp(&(a.count_there, a.count_here)).then_with(|| key(a).cmp(key(b))));
    let (referring, referred) = edges.counts(node, node);
    found.own = (referring > 0).then_some(ReferencePartner { node, count_here: referring, count_there: referred });
    Some(found)
}

/// Whether a node is the one that stands for its objects on the level of a district, and lies outside of it.
fn is_beside(evolution: &Evolution, district: NodeIndex, other: NodeIndex) -> bool {
    let level = |node: NodeIndex| evolution.nodes[node.at()].level;
    other != district && (level(other) == level(district) || evolution.is_leaf(other) && level(other) < level(district))
}

///  of a district from those of its buildings.
fn sum_buildings(edges: &Edges<'_>, district: NodeIndex, found: &mut ReferencePartners) {
    let evolution = edges.evolution;
    let inside = district.0..evolution.nodes[district.at()].subtree_end;
    let level = evolution.nodes[district.at()].level;
    let mut sums = [BTreeMap::new(), BTreeMap::new()];
    for building in inside.clone().map(NodeIndex).filter(|&node| evolution.is_leaf(node)) {
        let Some(partners) = reference_partners(evolution, building, edges.point) else { return };
        for (list, sums) in [partners.incoming, partners.outgoing].into_iter().zip(&mut sums) {
            for partner in list.into_iter().filter(|partner| !inside.contains(&partner.node.0)) {
                let mut beside = partner.node;
                while evolution.nodes[beside.at()].level > level {
                    beside = evolution.nodes[beside.at()].parent;
                }
                let (here, there): &mut (u64, u64) = sums.entry(beside).or_default();
                (*here, *there) = (here.saturating_add(partner.count_here), there.saturating_add(partner.count_there));
            }
        }
    }
    let objects = |node| evolution.value(Metric::Objects, node, edges.point);
    let [incoming, outgoing] = sums.map(|sums| {
        let partner = |(node, (here, there)): (NodeIndex, (u64, u64))| ReferencePartner {
            node,
            count_here: here.min(objects(district)),
            count_there: there.min(objects(node)),
        };
        sums.into_iter().map(partner).collect()
    });
    (found.incoming, found.outgoing) = (incoming, outgoing);
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

#[cfg(test)]
mod tests {
    use analysis::{MemoryTree, NodeSizes, NodeTotals, Progress, ReferenceMap, TimePoint, TreeBuilder, Warnings};

    use super::*;

    /// Two districts of two buildings, and a building beside them: 0 Overall, 1 a, 2 a#x, 3 a#y, 4 b, 5 b#u, 6 b#v, 7 c.
    fn tree() -> MemoryTree {
        let totals = |objects| NodeTotals { objects, bytes: objects };
        let mut builder = TreeBuilder::new(totals(50));
        let role = builder.role("Type");
        for (district, inside) in [("a", ["x", "y"]), ("b", ["u", "v"])] {
            let district = builder.add_part(0, district, role, totals(20));
            for part in inside {
                builder.add_part(district, part, role, totals(10));
            }
        }
        builder.add_part(0, "c", role, totals(10));
        builder.finish().tree
    }

    fn evolution(points_to: &[(u32, u32, u64)]) -> Evolution {
        let tree = tree();
        let entries = points_to.iter().map(|&(from, to, count)| (NodeIndex(from), NodeIndex(to), count)).collect();
        let points_to = ReferenceMap::from_entries(entries);
        let references = Some(NodeReferences { points_to, pointed_from: ReferenceMap::default() });
        let point = TimePoint { time_millis: 0, gc: None, label: None, tree, references, sizes: NodeSizes::default() };
        Evolution::from_points("t", "", vec![point], &Progress::new(), &Warnings::new()).expect("a tree with nodes")
    }

    fn listed(partners: &[ReferencePartner]) -> Vec<(u32, u64, u64)> {
        partners.iter().map(|p| (p.node.0, p.count_here, p.count_there)).collect()
    }

    #[test]
    fn a_district_has_partners_on_its_own_level_and_counts_that_are_its_own() {
        // x and y refer to the same 7 objects of u, so a refers to 7, not to 14.
        let evolution = evolution(&[(1, 4, 7), (1, 5, 7), (2, 4, 7), (2, 5, 7), (3, 5, 7), (1, 2, 3), (3, 2, 3), (7, 1, 4), (7, 3, 4)]);
        let a = reference_partners(&evolution, NodeIndex(1), 0).expect("there are maps");
        assert_eq!(listed(&a.outgoing), [(4, 7, 7)], "the district b, and not its building u");
        assert_eq!(listed(&a.incoming), [(7, 4, 4)], "the building c stands on the level of the districts");
        let x = reference_partners(&evolution, NodeIndex(2), 0).expect("there are maps");
        assert_eq!((listed(&x.outgoing), listed(&x.incoming)), (vec![(5, 7, 7)], vec![(3, 3, 3)]), "buildings have buildings");
    }

    #[test]
    fn where_only_buildings_are_counted_a_district_has_their_sum_up_to_its_objects() {
        let evolution = evolution(&[(2, 5, 9), (3, 5, 8), (3, 6, 8), (2, 3, 5), (7, 2, 1), (7, 3, 1)]);
        let a = reference_partners(&evolution, NodeIndex(1), 0).expect("there are maps");
        // 9 + 8 + 8 = 25 are more than the 20 objects of either district.
        assert_eq!(listed(&a.outgoing), [(4, 20, 20)]);
        assert_eq!(listed(&a.incoming), [(7, 2, 2)]);
        let root = reference_partners(&evolution, NodeIndex::ROOT, 0).expect("there are maps");
        assert_eq!((root.incoming, root.outgoing), (vec![], vec![]));
    }
}
