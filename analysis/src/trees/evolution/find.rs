//! Finding nodes and saying where they are.

use super::{Evolution, EvolutionNode};
use crate::base::error::{Error, Result};
use crate::base::ids::NodeIndex;
use crate::trees::memory_tree::KEY_SEPARATOR;

/// What the root is called in texts.
const ROOT_NAME: &str = "Heap";

/// How many candidates an ambiguous request lists.
const CANDIDATES_LISTED: usize = 5;

impl Evolution {
    /// The node with this full key; the first in preorder where an input uses a key in several places.
    #[must_use]
    pub fn find_key(&self, key: &str) -> Option<NodeIndex> {
        self.nodes.iter().position(|node| &*node.key == key).map(|at| NodeIndex(at as u32))
    }

    /// The node whose path has these keys, the root's first. Equal keys in other places are no match.
    #[must_use]
    pub fn find_path(&self, keys: &[impl AsRef<str>]) -> Option<NodeIndex> {
        let (root, below) = keys.split_first()?;
        let key = |node: NodeIndex| &*self.nodes[node.at()].key;
        let start = Some(NodeIndex::ROOT).filter(|_| !self.nodes.is_empty() && key(NodeIndex::ROOT) == root.as_ref());
        below.iter().fold(start, |at, wanted| self.children(at?).find(|&child| key(child) == wanted.as_ref()))
    }

    /// Nodes meant by a text: those with this full key if there are any, else nodes whose key ends with `#text` or whose
    /// name is the text, else those whose name is a class name that ends with `.text`, or whose key does when `.` stands
    /// between its parts (`java.util` is what `Overall#java#util` ends with). `Heap` means the root where nothing else does.
    /// In preorder.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<NodeIndex> {
        let exact = self.nodes_where(|node| &*node.key == text);
        if !exact.is_empty() {
            return exact;
        }
        let ends_with = |key: &str| key.strip_suffix(text).is_some_and(|before| before.ends_with(KEY_SEPARATOR));
        let named = self.nodes_where(|node| &*node.name == text || ends_with(&node.key));
        if !named.is_empty() || text.is_empty() {
            return named;
        }
        if text == ROOT_NAME && !self.nodes.is_empty() {
            return vec![NodeIndex::ROOT];
        }
        let ends_after_dot = |name: &str| name.strip_suffix(text).is_some_and(|before| before.ends_with('.'));
        let has_dots = text.contains('.');
        self.nodes_where(|node| ends_after_dot(&node.name) || (has_dots && ends_after_dot(&node.key.replace(KEY_SEPARATOR, "."))))
    }

    fn nodes_where(&self, wanted: impl Fn(&EvolutionNode) -> bool) -> Vec<NodeIndex> {
        self.nodes.iter().enumerate().filter(|(_, node)| wanted(node)).map(|(at, _)| NodeIndex(at as u32)).collect()
    }

    /// The one node meant by a text, as [`Self::find`] has it. Buildings go before districts, so that a type is found by
    /// its name although its package has the same one. The error lists the candidates.
    pub fn find_one(&self, text: &str) -> Result<NodeIndex> {
        let found = self.find(text);
        let leaves: Vec<NodeIndex> = found.iter().copied().filter(|&node| self.is_leaf(node)).collect();
        match (found.as_slice(), leaves.as_slice()) {
            (&[one], _) | (_, &[one]) => Ok(one),
            ([], _) => {
                let like = text.to_lowercase();
                let alike = self.nodes_where(|node| !like.is_empty() && node.name.to_lowercase().contains(&like));
                let others = if alike.is_empty() { String::new() } else { format!("; alike are {}", self.some_keys(&alike)) };
                Err(Error::Request(format!("no group is called {text:?}; give a full key, its end, or a name{others}")))
            }
            _ => Err(Error::Request(format!("{text:?} means {} groups; give one of the keys {}", found.len(), self.some_keys(&found)))),
        }
    }

    /// The first few keys, for messages.
    fn some_keys(&self, nodes: &[NodeIndex]) -> String {
        let mut keys: Vec<&str> = nodes.iter().take(CANDIDATES_LISTED).map(|node| &*self.nodes[node.at()].key).collect();
        if nodes.len() > CANDIDATES_LISTED {
            keys.push("…");
        }
        keys.join(", ")
    }

    /// The nodes from the root to this one.
    #[must_use]
    pub fn path(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let mut path = vec![node];
        let mut at = node;
        while at != NodeIndex::ROOT {
            at = self.nodes[at.at()].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The pieces of the path text: (role, name) from the root to the node. The root is (empty, what the whole is called).
    #[must_use]
    pub fn path_pieces(&self, node: NodeIndex) -> Vec<(&str, &str)> {
        let piece = |at: NodeIndex| match at {
            NodeIndex::ROOT => ("", self.subject.name()),
            at => (self.role_name(at), &*self.nodes[at.at()].name),
        };
        self.path(node).into_iter().map(piece).collect()
    }

    /// `Heap -> Type: X -> Allocation Site: Y`.
    #[must_use]
    pub fn path_text(&self, node: NodeIndex) -> String {
        let mut text = String::new();
        for (role, name) in self.path_pieces(node) {
            if !text.is_empty() {
                text.push_str(" -> ");
            }
            if !role.is_empty() {
                text.push_str(role);
                text.push_str(": ");
            }
            text.push_str(name);
        }
        text
    }

    /// The name of the criterion that formed a node; empty for the root.
    #[must_use]
    pub fn role_name(&self, node: NodeIndex) -> &str {
        self.roles.get(self.nodes[node.at()].role.0 as usize).map_or("", |name| name)
    }
}
