//! The nodes of a tree while cells walk down: by parent, step and part.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::error::{Error, Result};
use crate::base::ids::NodeIndex;
use crate::base::warnings::Warnings;
use crate::grouping::Label;
use crate::trees::memory_tree::{BuiltTree, MemoryTree, NodeTotals, REST_NAME, REST_PART, TreeBuilder, join_key};

/// Stands for a label without parts.
const NONE_PART: &str = "(none)";

/// A tree with more nodes is of no use to anybody; the limit keeps labels gone wild from taking all memory.
const MOST_NODES: usize = 1 << 22;

/// Nodes by number; the root is 0, children come after their parents.
pub(in crate::grouping) struct Trie<'n> {
    /// The names of all steps.
    names: &'n [String],
    nodes: Vec<Node>,
    children: FxHashMap<(u32, u32, Arc<str>), u32>,
    /// Which step took a part below a parent first.
    owners: FxHashMap<(u32, Arc<str>), u32>,
    /// The nodes with a share of the bytes that the last walk met, with the bytes per object.
    shares: Vec<(u32, u64)>,
}

struct Node {
    parent: u32,
    /// The step that formed the node.
    step: u32,
    part: Arc<str>,
    totals: NodeTotals,
    /// The objects that end here.
    own: NodeTotals,
    /// The last step of the list that led them here.
    last_step: u32,
    has_children: bool,
}

impl Node {
    fn new(parent: u32, step: u32, part: Arc<str>) -> Self {
        let none = NodeTotals::default();
        Self { parent, step, part, totals: none, own: none, last_step: step, has_children: false }
    }
}

impl<'n> Trie<'n> {
    pub(in crate::grouping) fn new(names: &'n [String]) -> Self {
        let (children, owners) = (FxHashMap::default(), FxHashMap::default());
        Self { names, nodes: vec![Node::new(0, 0, "".into())], children, owners, shares: Vec::new() }
    }

    /// The nodes below `from` that the labels of one cell lead to, sorted. `steps` are the labels with the numbers of
    /// their steps.
    pub(in crate::grouping) fn walk<'l>(&mut self, from: u32, steps: impl IntoIterator<Item = (u32, Cow<'l, Label>)>) -> Result<Vec<u32>> {
        let mut ends = vec![from];
        self.shares.clear();
        for (step, label) in steps {
            ends = self.descend(&ends, step, &label);
            check_size(self.size())?;
        }
        Ok(ends)
    }

    /// How many nodes there are.
    pub(in crate::grouping) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The name of a step.
    pub(in crate::grouping) fn name_of(&self, step: u32) -> Arc<str> {
        self.names[step as usize].as_str().into()
    }

    fn descend(&mut self, from: &[u32], step: u32, label: &Label) -> Vec<u32> {
        let chains = match label {
            Label::Chains(chains) => chains,
            Label::Shares(shares) => return self.share(from, step, shares),
            Label::Accepted | Label::Rejected => return from.to_vec(),
        };
        let none: Arc<str> = NONE_PART.into();
        let mut ends = Vec::with_capacity(from.len() * chains.len());
        for &parent in from {
            if chains.is_empty() {
                ends.push(self.child(parent, step, &none));
            }
            for chain in chains {
                let chain = if chain.is_empty() { std::slice::from_ref(&none) } else { chain };
                ends.push(chain.iter().fold(parent, |at, part| self.child(at, step, part)));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn share(&mut self, from: &[u32], step: u32, shares: &[(Arc<str>, u64)]) -> Vec<u32> {
        let mut ends = Vec::with_capacity(from.len() * shares.len());
        for &parent in from {
            if shares.is_empty() {
                ends.push(self.child(parent, step, &NONE_PART.into()));
            }
            for (part, bytes) in shares {
                let end = self.child(parent, step, part);
                self.shares.push((end, *bytes));
                ends.push(end);
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// The child that a step formed for a part, made if it is new.
    pub(in crate::grouping) fn child(&mut self, parent: u32, step: u32, part: &Arc<str>) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.children.entry((parent, step, part.clone())).or_insert(next);
        if number == next {
            self.nodes.push(Node::new(parent, step, part.clone()));
            self.nodes[parent as usize].has_children = true;
            self.owners.entry((parent, part.clone())).or_insert(step);
        }
        number
    }

    /// Adds the totals of a cell once to every node between `top` and its ends, both included, however often the ways
    /// meet. `last_step` is the last step of the list that led to the ends; the ends are those of the last walk, which
    /// knows the nodes with a share of the bytes.
    pub(in crate::grouping) fn add_totals(&mut self, top: u32, ends: &[u32], last_step: u32, totals: NodeTotals) {
        let mut ways = vec![(top, totals)];
        for &end in ends {
            let start = ways.len();
            let mut at = end;
            while at != top {
                ways.push((at, totals));
                at = self.nodes[at as usize].parent;
            }
            if !self.shares.is_empty() {
                // From the top down: below a node with a share, everything is part of it.
                let mut share = None;
                for (at, totals) in ways[start..].iter_mut().rev() {
                    share = self.shares.iter().find(|(node, _)| node == at).map(|&(_, bytes)| bytes).or(share);
                    totals.bytes = share.map_or(totals.bytes, |bytes| totals.objects.saturating_mul(bytes));
                }
            }
            let of_end = ways.get(start).map_or(totals, |&(_, totals)| totals);
            let end = &mut self.nodes[end as usize];
            (end.own, end.last_step) = (end.own.saturating_add(of_end), last_step);
        }
        ways.sort_unstable_by_key(|&(at, _)| at);
        ways.dedup_by_key(|&mut (at, _)| at);
        for (at, totals) in ways {
            let node = &mut self.nodes[at as usize].totals;
            *node = node.saturating_add(totals);
        }
    }

    /// Hangs the children of another root below `at`, and returns the new number of each of its nodes.
    pub(in crate::grouping) fn graft(&mut self, at: u32, branch: &Trie<'_>) -> Vec<u32> {
        let mut numbers = vec![at];
        for node in &branch.nodes[1..] {
            let number = self.child(numbers[node.parent as usize], node.step, &node.part);
            let grown = &mut self.nodes[number as usize];
            (grown.totals, grown.own) = (grown.totals.saturating_add(node.totals), grown.own.saturating_add(node.own));
            grown.last_step = node.last_step;
            numbers.push(number);
        }
        numbers
    }

    /// Makes the memory tree.
    ///
    /// Objects that end in a node with children get a leaf of their own beside these children: only leaves are
    /// buildings, and every object is in one.
    pub(in crate::grouping) fn finish(self, warnings: &Warnings) -> Finished {
        let Self { names, nodes, owners, .. } = self;
        let mut builder = TreeBuilder::new(nodes[0].totals);
        let roles: Vec<_> = names.iter().map(|name| builder.role(name)).collect();
        let mut numbers = vec![0_u32];
        for node in &nodes[1..] {
            let parent = numbers[node.parent as usize];
            let role = roles[node.step as usize];
            // Below the end of a hierarchy the next step may find a name that the hierarchy itself goes on with.
            numbers.push(if owners[&(node.parent, node.part.clone())] == node.step {
                builder.add_part(parent, &node.part, role, node.totals)
            } else {
                warnings.add("two classifiers gave one name below one node; the later one says which it is", &node.part);
                builder.add_part(parent, &format!("{} ({})", node.part, names[node.step as usize]), role, node.totals)
            });
        }
        let mut leaves = numbers.clone();
        for (node, leaf) in nodes.iter().zip(&mut leaves).filter(|(node, _)| node.has_children && node.own != NodeTotals::default()) {
            let key = join_key(builder.key(*leaf), REST_PART);
            *leaf = builder.add(*leaf, key, REST_NAME.into(), roles[node.last_step as usize], node.own);
        }
        let BuiltTree { tree, places, duplicate_keys } = builder.finish();
        debug_assert!(duplicate_keys.is_empty(), "nodes with equal keys were parted before: {duplicate_keys:?}");
        let place = |numbers: Vec<u32>| numbers.into_iter().map(|number| places[number as usize]).collect();
        Finished { nodes: place(numbers), leaves: place(leaves), tree }
    }
}

/// Fails when so many nodes are too many.
pub(in crate::grouping) fn check_size(nodes: usize) -> Result<()> {
    if nodes > MOST_NODES {
        let limit = format!("{MOST_NODES}; use coarser classifiers or filters");
        return Err(Error::Limit { what: "the number of nodes of the tree".into(), limit });
    }
    Ok(())
}

/// A tree, and where the nodes of the trie are in it.
pub(in crate::grouping) struct Finished {
    pub(in crate::grouping) tree: MemoryTree,
    /// The place of each node.
    pub(in crate::grouping) nodes: Vec<NodeIndex>,
    /// The leaf with the objects that end in each node.
    pub(in crate::grouping) leaves: Vec<NodeIndex>,
}
