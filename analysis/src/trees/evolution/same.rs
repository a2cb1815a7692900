//! What two evolutions of one dataset have in common, when one has more points than the other.

use std::cmp::Ordering;

use super::Evolution;
use crate::base::ids::NodeIndex;

impl Evolution {
    /// For each node of this evolution the node of `other` with the same keys from the root on, if there is one.
    ///
    /// One joint walk, because siblings are sorted by key in both. Equal keys below other parents are no match.
    #[must_use]
    pub fn places_in(&self, other: &Self) -> Vec<Option<NodeIndex>> {
        let mut places = vec![None; self.nodes.len()];
        if self.nodes.is_empty() || other.nodes.is_empty() {
            return places;
        }
        places[0] = Some(NodeIndex::ROOT);
        let mut stack = vec![(NodeIndex::ROOT, NodeIndex::ROOT)];
        while let Some((ours, theirs)) = stack.pop() {
            let mut candidates = other.children(theirs).peekable();
            for child in self.children(ours) {
                let key = &self.nodes[child.at()].key;
                while candidates.next_if(|c| other.nodes[c.at()].key.cmp(key) == Ordering::Less).is_some() {}
                if let Some(place) = candidates.next_if(|c| other.nodes[c.at()].key == *key) {
                    places[child.at()] = Some(place);
                    stack.push((child, place));
                }
            }
        }
        places
    }
}
