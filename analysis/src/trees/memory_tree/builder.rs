//! Building a memory tree from nodes in any order.
//!
//! Readers and the grouping add a node after its parent, in whatever order they meet them. `finish` unites siblings
//! with equal keys, sorts siblings by key and lays the nodes out in preorder, all without recursion, because the
//! depth of a tree is the input's choice.

use std::sync::Arc;

use super::{KEY_SEPARATOR, MemoryTree, NodeTotals, ROOT_KEY, RoleTable, TreeNode};
use crate::base::ids::{NodeIndex, RoleIndex};

/// A tree under construction. Nodes are numbered in the order in which they are added; the root is number 0.
#[derive(Debug)]
pub struct TreeBuilder {
    roles: RoleTable,
    nodes: Vec<Pending>,
}

#[derive(Debug)]
struct Pending {
    parent: u32,
    key: Arc<str>,
    name: Arc<str>,
    role: RoleIndex,
    totals: NodeTotals,
}

/// A finished tree and what became of the nodes that were added.
#[derive(Debug)]
pub struct BuiltTree {
    /// The tree.
    pub tree: MemoryTree,
    /// Where each added node lies, by its number.
    pub places: Vec<NodeIndex>,
    /// Keys that occurred more than once under one parent; their counts were summed. Sorted.
    pub duplicate_keys: Vec<Arc<str>>,
}

impl TreeBuilder {
    /// A tree with a root called [`ROOT_KEY`].
    #[must_use]
    pub fn new(totals: NodeTotals) -> Self {
        Self::with_root(ROOT_KEY.into(), ROOT_KEY.into(), "", totals)
    }

    /// A tree with a root of the input's choice.
    #[must_use]
    pub fn with_root(key: Arc<str>, name: Arc<str>, role: &str, totals: NodeTotals) -> Self {
        let mut roles = RoleTable::default();
        let role = roles.number(role);
        Self { roles, nodes: vec![Pending { parent: 0, key, name, role, totals }] }
    }

    /// The number of a criterion, by its name.
    pub fn role(&mut self, name: &str) -> RoleIndex {
        self.roles.number(name)
    }

    /// Adds a node and returns its number. `parent` is the number of a node added before.
    pub fn add(&mut self, parent: u32, key: Arc<str>, name: Arc<str>, role: RoleIndex, totals: NodeTotals) -> u32 {
        debug_assert!((parent as usize) < self.nodes.len(), "parent {parent} of {} nodes", self.nodes.len());
        let number = self.nodes.len() as u32;
        self.nodes.push(Pending { parent, key, name, role, totals });
        number
    }

    /// Adds a node whose key is the parent's key, `#` and the part; a `#` within the part is written `%23`.
    pub fn add_part(&mut self, parent: u32, part: &str, role: RoleIndex, totals: NodeTotals) -> u32 {
        let key = join_key(&self.nodes[parent as usize].key, part);
        self.add(parent, key, part.into(), role, totals)
    }

    /// The key of an added node.
    #[must_use]
    pub fn key(&self, number: u32) -> &str {
        &self.nodes[number as usize].key
    }

    /// The number of an added node's parent; the root is its own.
    #[must_use]
    pub fn parent(&self, number: u32) -> u32 {
        self.nodes[number as usize].parent
    }

    /// Adds to the totals of a node.
    pub fn add_totals(&mut self, number: u32, more: NodeTotals) {
        let totals = &mut self.nodes[number as usize].totals;
        *totals = totals.saturating_add(more);
    }

    /// Sorts, unites and lays out.
    #[must_use]
    pub fn finish(self) -> BuiltTree {
        let Self { roles, nodes } = self;
        let (starts, children) = children_by_parent(&nodes);
        let children_of = |number: u32| &children[starts[number as usize] as usize..starts[number as usize + 1] as usize];

        let mut out: Vec<TreeNode> = Vec::with_capacity(nodes.len());
        let mut places = vec![NodeIndex::ROOT; nodes.len()];
        let mut duplicate_keys = Vec::new();
        // Each entry of the stack is one tree node: the numbers of the added nodes with its key, and its parent.
        let mut stack: Vec<(Vec<u32>, NodeIndex)> = vec![(vec![0], NodeIndex::ROOT)];
        let mut members: Vec<u32> = Vec::new();
        while let Some((group, parent)) = stack.pop() {
            let place = NodeIndex(out.len() as u32);
            let mut totals = NodeTotals::default();
            members.clear();
            for &number in &group {
                places[number as usize] = place;
                totals = totals.saturating_add(nodes[number as usize].totals);
                members.extend_from_slice(children_of(number));
            }
            let first = &nodes[group[0] as usize];
            if group.len() > 1 {
                duplicate_keys.push(first.key.clone());
            }
            out.push(TreeNode { key: first.key.clone(), name: first.name.clone(), role: first.role, parent, subtree_end: 0, totals });
            // A stable sort: of several nodes with one key the first added gives name and role.
            members.sort_by(|&a, &b| nodes[a as usize].key.cmp(&nodes[b as usize].key));
            for group in members.chunk_by(|&a, &b| nodes[a as usize].key == nodes[b as usize].key).rev() {
                stack.push((group.to_vec(), place));
            }
        }
        set_subtree_ends(&mut out);
        let roles = roles_in_use(&mut out, &roles.into_names());
        duplicate_keys.sort();
        BuiltTree { tree: MemoryTree { roles, nodes: out }, places, duplicate_keys }
    }
}

/// The key of a node from its parent's key and its own part.
pub(crate) fn join_key(parent: &str, part: &str) -> Arc<str> {
    let mut key = String::with_capacity(parent.len() + 1 + part.len());
    key.push_str(parent);
    key.push(KEY_SEPARATOR);
    push_key_part(&mut key, part);
    key.into()
}

/// A part of a key may itself contain the separator; it is then written `%23` (and `%` is written `%25`), so that
/// different paths never make one key.
fn push_key_part(key: &mut String, part: &str) {
    if !part.contains([KEY_SEPARATOR, '%']) {
        key.push_str(part);
        return;
    }
    for c in part.chars() {
        match c {
            KEY_SEPARATOR => key.push_str("%23"),
            '%' => key.push_str("%25"),
            c => key.push(c),
        }
    }
}

/// Compressed rows: the children of each node in the order in which they were added.
fn children_by_parent(nodes: &[Pending]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; nodes.len() + 1];
    for node in &nodes[1..] {
        starts[node.parent as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut children = vec![0u32; nodes.len() - 1];
    for (number, node) in nodes.iter().enumerate().skip(1) {
        let slot = &mut next[node.parent as usize];
        children[*slot as usize] = number as u32;
        *slot += 1;
    }
    (starts, children)
}

/// Numbers the roles anew in the order of their first use in preorder, so that equal trees have equal numbers.
fn roles_in_use(nodes: &mut [TreeNode], names: &[Arc<str>]) -> Vec<Arc<str>> {
    let mut numbers: Vec<Option<RoleIndex>> = vec![None; names.len()];
    let mut used: Vec<Arc<str>> = vec![names[0].clone()];
    numbers[0] = Some(RoleIndex(0));
    for node in nodes {
        let number = &mut numbers[node.role.0 as usize];
        node.role = *number.get_or_insert_with(|| {
            used.push(names[node.role.0 as usize].clone());
            RoleIndex((used.len() - 1) as u16)
        });
    }
    used
}

/// In preorder a subtree ends where the last subtree of its children ends.
fn set_subtree_ends(nodes: &mut [TreeNode]) {
    for at in (0..nodes.len()).rev() {
        let end = nodes[at].subtree_end.max(at as u32 + 1);
        nodes[at].subtree_end = end;
        let parent = nodes[at].parent.at();
        nodes[parent].subtree_end = nodes[parent].subtree_end.max(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(objects: u64) -> NodeTotals {
        NodeTotals { objects, bytes: 8 * objects }
    }

    #[test]
    fn siblings_are_sorted_and_equal_keys_are_summed_with_their_children() {
        let mut builder = TreeBuilder::new(totals(10));
        let role = builder.role("Type");
        let b = builder.add_part(0, "b", role, totals(1));
        let a = builder.add_part(0, "a", role, totals(2));
        let a_again = builder.add_part(0, "a", role, totals(7));
        builder.add_part(a_again, "y", role, totals(4));
        builder.add_part(a, "y", role, totals(1));
        builder.add_part(a, "x", role, totals(1));
        let BuiltTree { tree, places, duplicate_keys } = builder.finish();
        let keys: Vec<(&str, u64, u32)> = tree.nodes.iter().map(|n| (&*n.key, n.totals.objects, n.subtree_end)).collect();
        assert_eq!(keys, [("Overall", 10, 5), ("Overall#a", 9, 4), ("Overall#a#x", 1, 3), ("Overall#a#y", 5, 4), ("Overall#b", 1, 5)]);
        assert_eq!(places[b as usize], NodeIndex(4));
        assert_eq!(places[a as usize], places[a_again as usize]);
        assert_eq!(duplicate_keys.iter().map(|k| &**k).collect::<Vec<_>>(), ["Overall#a", "Overall#a#y"]);
        assert_eq!(tree.children(NodeIndex::ROOT).count(), 2);
    }

    #[test]
    fn different_paths_never_make_one_key() {
        let mut builder = TreeBuilder::new(totals(0));
        let a = builder.add_part(0, "a", RoleIndex(0), totals(0));
        let ab = builder.add_part(0, "a#b", RoleIndex(0), totals(0));
        let percent = builder.add_part(0, "a%23b", RoleIndex(0), totals(0));
        builder.add_part(a, "b", RoleIndex(0), totals(0));
        let BuiltTree { tree, places, .. } = builder.finish();
        assert_eq!(&*tree.nodes[places[ab as usize].at()].key, "Overall#a%23b");
        assert_eq!(&*tree.nodes[places[ab as usize].at()].name, "a#b");
        assert_eq!(&*tree.nodes[places[percent as usize].at()].key, "Overall#a%2523b");
        assert_eq!(tree.nodes.len(), 5);
    }

    #[test]
    fn a_very_deep_tree_needs_no_stack() {
        let mut builder = TreeBuilder::new(totals(1));
        let mut parent = 0;
        for _ in 0..100_000 {
            parent = builder.add(parent, "k".into(), "k".into(), RoleIndex(0), totals(1));
        }
        let BuiltTree { tree, .. } = builder.finish();
        assert!(tree.nodes.iter().all(|node| node.subtree_end == 100_001));
    }
}
