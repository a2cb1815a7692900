//! The selected buildings and districts: one that leads, and others that were added to it.
//!
//! What can be asked of one node only (a flight, the way to the cause) is asked of the leading one, the last that was
//! chosen. What can be asked of several is asked of all of them together.

use std::collections::BTreeSet;

use analysis::{Evolution, NodeIndex};

/// A selection of nodes, empty by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    lead: Option<NodeIndex>,
    /// Never holds the leading one; empty without one.
    also: BTreeSet<NodeIndex>,
}

impl From<Option<NodeIndex>> for Selection {
    fn from(lead: Option<NodeIndex>) -> Self {
        Self { lead, also: BTreeSet::new() }
    }
}

impl From<NodeIndex> for Selection {
    fn from(node: NodeIndex) -> Self {
        Some(node).into()
    }
}

/// All of them; the last one leads.
impl FromIterator<NodeIndex> for Selection {
    fn from_iter<T: IntoIterator<Item = NodeIndex>>(nodes: T) -> Self {
        nodes.into_iter().fold(Self::default(), |selection, node| selection.with(node))
    }
}

impl Selection {
    /// The node that was chosen last.
    #[must_use]
    pub fn lead(&self) -> Option<NodeIndex> {
        self.lead
    }

    /// Whether a node is selected.
    #[must_use]
    pub fn contains(&self, node: NodeIndex) -> bool {
        self.lead == Some(node) || self.also.contains(&node)
    }

    /// How many nodes are selected.
    #[must_use]
    pub fn len(&self) -> usize {
        self.also.len() + usize::from(self.lead.is_some())
    }

    /// Nothing is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lead.is_none()
    }

    /// Several nodes are selected.
    #[must_use]
    pub fn is_joint(&self) -> bool {
        !self.also.is_empty()
    }

    /// The selected nodes in the order of the tree.
    #[must_use]
    pub fn nodes(&self) -> Vec<NodeIndex> {
        let mut nodes = self.leading_last();
        nodes.sort_unstable();
        nodes
    }

    /// The selected nodes but the leading one, in the order of the tree.
    pub fn others(&self) -> impl Iterator<Item = NodeIndex> + '_ {
        self.also.iter().copied()
    }

    /// The selected nodes, the leading one last.
    #[must_use]
    pub fn leading_last(&self) -> Vec<NodeIndex> {
        self.also.iter().copied().chain(self.lead).collect()
    }

    /// The selected nodes that lie in no other selected one: together they hold every selected object.
    #[must_use]
    pub fn outermost(&self, evolution: &Evolution) -> Vec<NodeIndex> {
        let lies_inside = |node: NodeIndex| evolution.path(node).iter().any(|&around| around != node && self.contains(around));
        self.nodes().into_iter().filter(|&node| !lies_inside(node)).collect()
    }

    /// The smallest district around all of them; of a single node the node itself.
    #[must_use]
    pub fn enclosing(&self, evolution: &Evolution) -> Option<NodeIndex> {
        let mut paths = self.nodes().into_iter().map(|node| evolution.path(node));
        let mut common = paths.next()?;
        for path in paths {
            let shared = common.iter().zip(&path).take_while(|(a, b)| a == b).count();
            common.truncate(shared);
        }
        common.last().copied()
    }

    /// The selection after a click with Ctrl: the node is added and leads, or is taken away if it was selected.
    #[must_use]
    pub fn toggled(&self, node: NodeIndex) -> Self {
        if !self.contains(node) {
            return self.with(node);
        }
        let mut left = self.nodes();
        left.retain(|&other| other != node);
        let lead = self.lead.filter(|&lead| lead != node).or(left.last().copied());
        Self { also: left.into_iter().filter(|&other| Some(other) != lead).collect(), lead }
    }

    /// The selection in other numbers; nodes without one are dropped.
    #[must_use]
    pub fn map(&self, number: impl Fn(NodeIndex) -> Option<NodeIndex>) -> Self {
        self.leading_last().into_iter().filter_map(number).collect()
    }

    fn with(&self, node: NodeIndex) -> Self {
        let mut also = self.also.clone();
        also.extend(self.lead);
        also.remove(&node);
        Self { lead: Some(node), also }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    const A: NodeIndex = NodeIndex(1);
    const B: NodeIndex = NodeIndex(2);
    const C: NodeIndex = NodeIndex(3);

    #[test]
    fn the_last_one_added_leads_and_what_is_taken_away_hands_over() {
        let two = Selection::from(C).toggled(A);
        assert_eq!((two.lead(), two.nodes(), two.is_joint()), (Some(A), vec![A, C], true));
        assert_eq!(two.toggled(A), Selection::from(C));
        let three = two.toggled(B);
        assert_eq!((three.toggled(C).lead(), three.toggled(C).nodes()), (Some(B), vec![A, B]), "the lead stays");
        assert_eq!(Selection::from(A).toggled(A), Selection::default());
        assert_eq!([A, B, A].into_iter().collect::<Selection>(), Selection::from(B).toggled(A), "nobody is in it twice");
    }

    #[test]
    fn nodes_that_are_gone_are_dropped_and_another_one_leads() {
        let all: Selection = [A, B, C].into_iter().collect();
        let left = all.map(|node| (node != C).then_some(NodeIndex(node.0 + 10)));
        assert_eq!((left.nodes(), left.lead()), (vec![NodeIndex(11), NodeIndex(12)], Some(NodeIndex(12))));
        assert!(all.map(|_| None).is_empty());
    }

    #[test]
    fn what_lies_in_a_selected_district_counts_once_and_the_smallest_district_encloses_all() {
        let evolution = &session(&[&[("A", 1), ("B", 2), ("C", 3)]]).evolution;
        let nested: Selection = [A, NodeIndex::ROOT].into_iter().collect();
        assert_eq!(nested.outermost(evolution), [NodeIndex::ROOT]);
        let beside: Selection = [A, C].into_iter().collect();
        assert_eq!((beside.outermost(evolution), beside.enclosing(evolution)), (vec![A, C], Some(NodeIndex::ROOT)));
        assert_eq!(Selection::from(B).enclosing(evolution), Some(B));
        assert_eq!(Selection::default().enclosing(evolution), None);
    }
}
