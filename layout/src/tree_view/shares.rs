//! Which part of the whole each group has at a point: an interval, within that of its parent.

use super::PrunedTree;

/// An interval of the whole, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Share {
    /// Where it begins.
    pub start: f64,
    /// Where it ends.
    pub end: f64,
}

impl Share {
    /// How long it is.
    #[must_use]
    pub fn len(self) -> f64 {
        self.end - self.start
    }

    /// Whether nothing is there.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() <= 0.0
    }

    /// The same where another interval is the whole.
    #[must_use]
    pub(super) fn within(self, whole: Self) -> Self {
        let place = |at: f64| if whole.is_empty() { 0.0 } else { ((at - whole.start) / whole.len()).clamp(0.0, 1.0) };
        Self { start: place(self.start), end: place(self.end) }
    }
}

impl PrunedTree {
    /// The intervals of all nodes, whose values these are: children in their order, from the begin of their parent on. Where children hold
    /// more than their parent says, they fill it all the same.
    #[must_use]
    pub fn shares(&self, values: &[u64]) -> Vec<Share> {
        let mut shares = vec![Share::default(); self.nodes.len()];
        shares[0].end = if values[0] > 0 { 1.0 } else { 0.0 };
        for (at, node) in self.nodes.iter().enumerate() {
            let own = shares[at];
            let whole = values[at].max(node.children.clone().map(|child| values[child]).sum());
            let mut before = 0_u64;
            let place = |held: u64| own.start + own.len() * (held as f64 / whole.max(1) as f64);
            for child in node.children.clone() {
                let after = before + values[child];
                // Both ends by the same rule, so that neighbours meet.
                shares[child] = Share { start: place(before), end: place(after) };
                before = after;
            }
        }
        shares
    }

    /// The node so many levels below another one whose share, of that one's, has a place in it.
    pub(super) fn at_share(&self, shares: &[Share], root: usize, levels: usize, place: f64) -> Option<usize> {
        let whole = shares[root];
        let place = whole.start + place * whole.len();
        let mut at = root;
        for _ in 0..levels {
            let children = self.nodes[at].children.clone();
            let before = children.len() - children.clone().rev().take_while(|&child| shares[child].end > place).count();
            at = Some(children.start + before).filter(|at| children.contains(at) && shares[*at].start <= place)?;
        }
        Some(at)
    }
}
