//! Which nodes a filter leaves in the table.

use analysis::NodeIndex;
use rayon::prelude::*;

use super::Span;
use crate::base::words::short_place_contains;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Filter {
    /// A part of the name, in any case; empty asks for nothing.
    pub(super) text: String,
    /// Only nodes that grow, and what they lie in.
    pub(super) only_growing: bool,
}

/// The answer for every node.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// The node has a row: it is meant, or lies in a node that is meant, or a node that is meant lies in it.
    pub(super) shown: Vec<bool>,
    /// The node is meant, or lies in a node that is.
    pub(super) inside: Vec<bool>,
    /// A node that is meant lies in it: it has to be unfolded to show that one.
    pub(super) leads: Vec<bool>,
    /// How many nodes are meant.
    pub(super) matches: usize,
}

impl Filter {
    /// `None` where nothing is asked for.
    pub(super) fn kept(&self, span: &Span) -> Option<Kept> {
        let text = self.text.trim().to_lowercase();
        if text.is_empty() && !self.only_growing {
            return None;
        }
        let nodes = &span.evolution.nodes;
        let node_at = |at: usize| NodeIndex(at as u32);
        let is_named = |name: &str| contains_ignoring_case(name, &text) || short_place_contains(name, &text);
        let mut named: Vec<bool> = (0..nodes.len()).into_par_iter().map(|at| is_named(span.name(node_at(at)))).collect();
        let mut there: Vec<bool> = (0..nodes.len())
            .into_par_iter()
            .map(|at| if self.only_growing { span.grows(node_at(at)) } else { span.is_there(node_at(at)) })
            .collect();
        // Preorder: children come after their parents. From the back, what is below a node is known before it.
        let mut leads = vec![false; nodes.len()];
        for at in (0..nodes.len()).rev() {
            let parent = nodes[at].parent.at();
            there[at] &= span.is_there(node_at(at));
            named[at] &= there[at];
            if parent != at {
                there[parent] |= self.only_growing && there[at];
                leads[parent] |= named[at] || leads[at];
            }
        }
        let matches = named.iter().filter(|&&named| named).count();
        let mut inside = named;
        for at in 1..nodes.len() {
            inside[at] |= inside[nodes[at].parent.at()];
        }
        let shown = (0..nodes.len()).map(|at| there[at] && (inside[at] || leads[at])).collect();
        Some(Kept { shown, inside, leads, matches })
    }
}

/// Whether a text contains another one, which is in lower case.
fn contains_ignoring_case(text: &str, lower: &str) -> bool {
    if !text.is_ascii() || !lower.is_ascii() {
        return text.to_lowercase().contains(lower);
    }
    lower.is_empty() || text.as_bytes().windows(lower.len()).any(|piece| piece.eq_ignore_ascii_case(lower.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::contains_ignoring_case;

    #[test]
    fn letter_case_does_not_matter() {
        for (text, part, found) in [
            ("java.util.HashMap", "hashm", true),
            ("java.util.HashMap", "", true),
            ("Map", "hashmap", false),
            ("Größe", "gröss", false),
            ("GRÖSSE", "größ", false),
            ("GRÖSSE", "grös", true),
        ] {
            assert_eq!(contains_ignoring_case(text, part), found, "{part} in {text}");
        }
    }
}
