//! What a heap or its garbage is made of: the shares of all types, of all allocation sites, wherever they lie in the tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Evolution, Metric, NodeIndex, NodeTotals, Subject};

use crate::data::point_range::PointRange;

/// All groups that one step of the grouping makes, those of one name together, the largest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composition {
    /// The whole.
    pub whole: NodeTotals,
    /// The largest, as many as were wanted.
    pub shares: Vec<Share>,
    /// What is left: other names, and what the step did not group.
    pub others: NodeTotals,
    /// How many names are among them.
    pub other_names: usize,
}

/// All groups of one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// What they are called.
    pub name: Arc<str>,
    /// Where they lie, in the order of the tree.
    pub nodes: Vec<NodeIndex>,
    /// How much they have.
    pub totals: NodeTotals,
}

/// The steps of a grouping that say what objects are, outermost first. How old they were is no such step.
#[must_use]
pub fn telling_roles(evolution: &Evolution) -> Vec<Arc<str>> {
    evolution.roles.iter().filter(|role| !role.is_empty() && &***role != "Age").cloned().collect()
}

/// Shares of the groups of one step: of a heap at the last of these points, of garbage what died in them. `most` are told, ordered by
/// `metric`, which is objects or bytes.
#[must_use]
pub fn composition(evolution: &Evolution, range: PointRange, role: &str, metric: Metric, most: usize) -> Composition {
    let at_end = |metric, node| evolution.value(metric, node, range.last);
    let totals = |node| match evolution.subject {
        Subject::Heap => NodeTotals { objects: at_end(Metric::Objects, node), bytes: at_end(Metric::Bytes, node) },
        Subject::Garbage => evolution.died_in(node, range.points()),
    };
    let mut by_name: BTreeMap<&Arc<str>, Share> = BTreeMap::new();
    // A step may make several levels: what lies in a group of the same step is counted there.
    let mut end = 0;
    for (at, info) in evolution.nodes.iter().enumerate() {
        let node = NodeIndex::nth(at);
        if at < end || evolution.role_name(node) != role {
            continue;
        }
        end = info.subtree_end as usize;
        let share = by_name.entry(&info.name).or_insert_with(|| Share {
            name: Arc::clone(&info.name),
            nodes: Vec::new(),
            totals: NodeTotals::default(),
        });
        let of_node = totals(node);
        if of_node != NodeTotals::default() {
            share.nodes.push(node);
            share.totals = share.totals.saturating_add(of_node);
        }
    }
    let mut shares: Vec<Share> = by_name.into_values().filter(|share| !share.nodes.is_empty()).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(metric.of(share.totals)));
    let other_names = shares.len().saturating_sub(most);
    shares.truncate(most);
    let whole = if evolution.nodes.is_empty() { NodeTotals::default() } else { totals(NodeIndex::ROOT) };
    let told = shares.iter().fold(NodeTotals::default(), |sum, share| sum.saturating_add(share.totals));
    let others = whole.saturating_sub(told);
    Composition { whole, shares, others, other_names }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::{garbage_session, session};

    #[test]
    fn all_groups_of_one_name_are_one_share_and_shares_add_up() {
        let session = garbage_session();
        let evolution = &session.evolution;
        assert_eq!(telling_roles(evolution).iter().map(|role| &**role).collect::<Vec<_>>(), ["Type", "Allocation site"]);
        let whole = PointRange::whole(3);
        let by_type = composition(evolution, whole, "Type", Metric::Objects, 10);
        let told: Vec<_> = by_type.shares.iter().map(|share| (&*share.name, share.totals.objects, share.nodes.len())).collect();
        assert_eq!(told, [("app.A", 150, 1), ("app.B", 30, 1)]);
        // One place makes both, the young and the old.
        let by_site = composition(evolution, whole, "Allocation site", Metric::Bytes, 10);
        assert_eq!((by_site.shares.len(), by_site.shares[0].nodes.len(), by_site.shares[0].totals.bytes), (1, 2, 180 * 16));
        // In a part of the time it is what died there; what is not told is among the others.
        let part = composition(evolution, PointRange { first: 1, last: 2 }, "Type", Metric::Objects, 1);
        assert_eq!((part.whole.objects, part.shares[0].totals.objects, part.others.objects, part.other_names), (60, 50, 10, 1));
    }

    #[test]
    fn of_a_heap_it_is_what_lives_at_the_end() {
        let session = session(&[&[("A", 5), ("B", 10)], &[("A", 30), ("B", 10)]]);
        let told = composition(&session.evolution, PointRange { first: 1, last: 1 }, "Type", Metric::Objects, 5);
        assert_eq!(told.shares.iter().map(|share| share.totals.objects).collect::<Vec<_>>(), [30, 10]);
        assert_eq!(composition(&Evolution::default(), PointRange::whole(0), "Type", Metric::Objects, 5).shares, []);
    }
}
