//! From cells to the nodes of a memory tree.
//!
//! Every cell walks down from the root as its labels say and makes the nodes it needs (traces-classifiers-closures
//! B.4). Afterwards its totals are added once to each node on any of its ways, however often the ways meet.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cells::Cells;
use super::{Label, Labeling};
use crate::memory_tree::{BuiltTree, REST_NAME, REST_PART};
use crate::{MemoryTree, NodeIndex, NodeTotals, RoleIndex, TreeBuilder, Warnings};

/// Stands for a label without parts.
const NONE_PART: &str = "(none)";

/// A tree, and where the cells are in it.
pub(super) struct Placed {
    pub(super) tree: MemoryTree,
    /// The leaves of each cell, sorted.
    pub(super) leaves: Vec<Box<[NodeIndex]>>,
    /// The leaves of each cell and their ancestors, sorted.
    pub(super) nodes: Vec<Box<[NodeIndex]>>,
}

/// Lays out the tree.
pub(super) fn place(cells: &Cells, labelings: &[Labeling<'_>], names: &[String], warnings: &Warnings) -> Placed {
    let mut trie = Trie::new(names);
    // The nodes in which each cell's ways end, as numbers of the builder.
    let mut ends: Vec<Vec<u32>> = (0..cells.len())
        .map(|cell| {
            let labels = cells.labels(cell).iter().zip(labelings).map(|(&label, labeling)| &labeling.labels[label as usize]);
            let mut ends = vec![0];
            for (classifier, label) in labels.enumerate() {
                ends = trie.descend(&ends, classifier, label, warnings);
            }
            ends
        })
        .collect();
    trie.part_own_objects(&mut ends);

    let mut builder = trie.builder;
    let mut ways: Vec<u32> = Vec::new();
    for (cell, ends) in ends.iter().enumerate() {
        ways.clear();
        ways.push(0);
        for &end in ends {
            let mut at = end;
            while at != 0 {
                ways.push(at);
                at = builder.parent(at);
            }
        }
        ways.sort_unstable();
        ways.dedup();
        ways.iter().for_each(|&at| builder.add_totals(at, cells.totals[cell]));
    }
    let BuiltTree { tree, places, duplicate_keys } = builder.finish();
    debug_assert!(duplicate_keys.is_empty(), "nodes with equal keys were parted before: {duplicate_keys:?}");

    let sorted = |mut nodes: Vec<NodeIndex>| {
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_boxed_slice()
    };
    let leaves: Vec<Box<[NodeIndex]>> = ends.iter().map(|ends| sorted(ends.iter().map(|&end| places[end as usize]).collect())).collect();
    let up = |node: &NodeIndex| std::iter::successors(Some(*node), |&node| (node != NodeIndex::ROOT).then(|| tree.nodes[node.at()].parent));
    let nodes = leaves.iter().map(|leaves| sorted(leaves.iter().flat_map(up).collect())).collect();
    Placed { tree, leaves, nodes }
}

/// Nodes by parent, classifier and part.
struct Trie {
    builder: TreeBuilder,
    roles: Vec<RoleIndex>,
    names: Vec<String>,
    children: FxHashMap<(u32, usize, Arc<str>), u32>,
    /// Which classifier took a part below a parent first.
    owners: FxHashMap<(u32, Arc<str>), usize>,
    inner: Vec<bool>,
}

impl Trie {
    fn new(names: &[String]) -> Self {
        let mut builder = TreeBuilder::new(NodeTotals::default());
        let roles = names.iter().map(|name| builder.role(name)).collect();
        Self { builder, roles, names: names.to_vec(), children: FxHashMap::default(), owners: FxHashMap::default(), inner: vec![false] }
    }

    /// The nodes below `from` that a label leads to.
    fn descend(&mut self, from: &[u32], classifier: usize, label: &Label, warnings: &Warnings) -> Vec<u32> {
        let chains = match label {
            Label::Chains(chains) => chains,
            Label::Accepted | Label::Rejected => return from.to_vec(),
        };
        let none: Arc<str> = NONE_PART.into();
        let mut ends = Vec::with_capacity(from.len() * chains.len());
        for &parent in from {
            if chains.is_empty() {
                ends.push(self.child(parent, classifier, &none, warnings));
            }
            for chain in chains {
                let chain = if chain.is_empty() { std::slice::from_ref(&none) } else { chain };
                ends.push(chain.iter().fold(parent, |at, part| self.child(at, classifier, part, warnings)));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn child(&mut self, parent: u32, classifier: usize, part: &Arc<str>, warnings: &Warnings) -> u32 {
        if let Some(&known) = self.children.get(&(parent, classifier, part.clone())) {
            return known;
        }
        // Below the end of a hierarchy the next classifier may find a name that the hierarchy itself goes on with.
        let owner = *self.owners.entry((parent, part.clone())).or_insert(classifier);
        let role = self.roles[classifier];
        let number = if owner == classifier {
            self.builder.add_part(parent, part, role, NodeTotals::default())
        } else {
            warnings.add("two classifiers gave one name below one node; the later one says which it is", part);
            let part = format!("{part} ({})", self.names[classifier]);
            self.builder.add_part(parent, &part, role, NodeTotals::default())
        };
        self.children.insert((parent, classifier, part.clone()), number);
        self.inner[parent as usize] = true;
        self.inner.push(false);
        number
    }

    /// Objects that end in a node with children get a leaf of their own beside these children: only leaves are
    /// buildings, and every object is in one.
    fn part_own_objects(&mut self, ends: &mut [Vec<u32>]) {
        let mut rests: FxHashMap<u32, u32> = FxHashMap::default();
        for end in ends.iter_mut().flatten().filter(|end| self.inner[**end as usize]) {
            *end = *rests.entry(*end).or_insert_with(|| {
                let key = crate::memory_tree::join_key(self.builder.key(*end), REST_PART);
                let role = *self.roles.last().expect("a grouping has classifiers");
                self.builder.add(*end, key, REST_NAME.into(), role, NodeTotals::default())
            });
        }
    }
}
