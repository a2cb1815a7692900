//! From the nodes of a document to a memory tree: keys, names and roles, duplicate keys, remainders.

use std::borrow::Cow;

use crate::base::error::{Error, Result};
use crate::base::ids::NodeIndex;
use crate::base::warnings::Warnings;
use crate::trees::memory_tree::{
    BuiltTree, KEY_SEPARATOR, MemoryTree, NodeEstimate, NodeSizes, NodeTotals, REST_NAME, REST_PART, SizeKind, TreeBuilder, join_key,
};

/// Nodes without keys get keys made of names, each as long as the path to it. A document could make terabytes of them.
const MAX_MADE_KEY_BYTES: usize = 64 << 20;

/// A classifier as a document lists it.
#[derive(Debug)]
pub(super) struct Classifier {
    pub(super) name: String,
    pub(super) id: i128,
}

/// A node as it stands in a document; texts borrow from the document.
#[derive(Debug, Default)]
pub(super) struct ReadNode<'a> {
    pub(super) parent: u32,
    /// Its position among its siblings.
    position: u32,
    pub(super) level: u32,
    pub(super) children: u32,
    key: Option<Cow<'a, str>>,
    full_key: Option<Cow<'a, str>>,
    name: Option<Cow<'a, str>>,
    role: Option<Cow<'a, str>>,
    classifier_id: Option<i128>,
    objects: Option<u64>,
    objects_alias: Option<u64>,
    bytes: Option<u64>,
    bytes_alias: Option<u64>,
    /// Objects and bytes, deep and retained.
    sizes: [[Option<u64>; 2]; 2],
    /// Of a node whose totals are estimates.
    estimate: Option<NodeEstimate>,
}

/// The place of a size in [`ReadNode::sizes`].
fn place(kind: SizeKind) -> usize {
    match kind {
        SizeKind::Deep => 0,
        SizeKind::Retained => 1,
    }
}

impl<'a> ReadNode<'a> {
    /// A node below another one, nothing of it read yet.
    pub(super) fn child(parent: u32, position: u32, level: u32) -> Self {
        Self { parent, position, level, ..Self::default() }
    }

    /// Keeps the value of a member; of several equal members the last one counts.
    pub(super) fn take(&mut self, member: Member<'a>) {
        match member {
            Member::Key(key) => self.key = Some(key),
            Member::FullKeyText(key) => self.full_key = Some(key),
            // The text form, if there is one, is the one that pointer maps use.
            Member::FullKeyParts(key) if self.full_key.is_none() => self.full_key = Some(key.into()),
            Member::FullKeyParts(_) | Member::Unknown => {}
            Member::Name(name) => self.name = Some(name),
            Member::Role(role) => self.role = Some(role),
            Member::ClassifierId(id) => self.classifier_id = Some(id),
            Member::Objects(count) => self.objects = Some(count),
            Member::ObjectsAlias(count) => self.objects_alias = Some(count),
            Member::Bytes(count) => self.bytes = Some(count),
            Member::BytesAlias(count) => self.bytes_alias = Some(count),
            Member::SizeObjects(kind, count) => self.sizes[place(kind)][0] = Some(count),
            Member::SizeBytes(kind, count) => self.sizes[place(kind)][1] = Some(count),
            Member::Recorded(count) => self.estimate.get_or_insert_default().recorded = count,
            Member::ObjectsError(count) => self.estimate.get_or_insert_default().error.objects = count,
            Member::BytesError(count) => self.estimate.get_or_insert_default().error.bytes = count,
        }
    }
}

/// A document's tree, read and not yet understood.
#[derive(Debug)]
pub(super) struct TreeParts<'a> {
    pub(super) origin: &'a str,
    /// Where the tree stands in the document.
    pub(super) json_path: String,
    pub(super) classifiers: Vec<Classifier>,
    /// In document order: parents before children.
    pub(super) nodes: Vec<ReadNode<'a>>,
}

impl TreeParts<'_> {
    /// The JSON path of a node.
    pub(super) fn path_of(&self, node: u32) -> String {
        let mut positions = Vec::new();
        let mut at = node;
        while at != 0 {
            positions.push(self.nodes[at as usize].position);
            at = self.nodes[at as usize].parent;
        }
        let mut path = format!("{}.root", self.json_path);
        for position in positions.iter().rev() {
            path.push_str(&format!(".children[{position}]"));
        }
        path
    }

    fn error(&self, node: u32, reason: String) -> Error {
        Error::Document { file: self.origin.to_owned(), reason, json_path: self.path_of(node) }
    }

    fn totals(&self, node: u32) -> Result<NodeTotals> {
        let ReadNode { objects, objects_alias, bytes, bytes_alias, .. } = &self.nodes[node as usize];
        let missing = |name: &str| self.error(node, format!("the node has no member {name:?}"));
        Ok(NodeTotals {
            objects: objects.or(*objects_alias).ok_or_else(|| missing("objects"))?,
            bytes: bytes.or(*bytes_alias).ok_or_else(|| missing("bytes"))?,
        })
    }

    /// The role as written; else the classifier with the node's id; else the classifier of the node's level.
    fn role(&self, node: &ReadNode<'_>) -> String {
        if let Some(role) = &node.role {
            return role.to_string();
        }
        let classifier = match node.classifier_id {
            Some(id) => self.classifiers.iter().find(|classifier| classifier.id == id),
            None => (node.level as usize).checked_sub(1).and_then(|level| self.classifiers.get(level)),
        };
        classifier.map_or(String::new(), |classifier| classifier.name.clone())
    }

    /// Settles keys, names and roles, sums equal keys and adds remainders.
    pub(super) fn into_tree(self, warnings: &Warnings) -> Result<(MemoryTree, NodeSizes)> {
        let mut builder: Option<TreeBuilder> = None;
        let mut made_key_bytes = 0;
        for (at, node) in self.nodes.iter().enumerate() {
            let totals = self.totals(at as u32)?;
            let above = builder.as_ref().map(|builder| builder.key(node.parent));
            let ReadNode { key, full_key, name, .. } = node;
            let (key, name) = match (full_key, key, name) {
                (Some(full), Some(last), name) => (full.as_ref().into(), name.as_ref().unwrap_or(last).as_ref().into()),
                (Some(key), None, Some(name)) | (None, Some(key), Some(name)) => (key.as_ref().into(), name.as_ref().into()),
                (Some(key), None, None) | (None, Some(key), None) => (key.as_ref().into(), last_part(key).into()),
                (None, None, Some(name)) => {
                    made_key_bytes += above.map_or(0, str::len) + name.len();
                    if made_key_bytes > MAX_MADE_KEY_BYTES {
                        let what = format!("{}: the length of all keys made from names", self.origin);
                        return Err(Error::Limit { what, limit: format!("{} MiB", MAX_MADE_KEY_BYTES >> 20) });
                    }
                    (above.map_or_else(|| name.as_ref().into(), |above| join_key(above, name)), name.as_ref().into())
                }
                (None, None, None) => return Err(self.error(at as u32, "the node has no member \"key\"".into())),
            };
            let role = self.role(node);
            match &mut builder {
                None => builder = Some(TreeBuilder::with_root(key, name, &role, totals)),
                Some(builder) => {
                    let role = builder.role(&role);
                    builder.add(node.parent, key, name, role, totals);
                }
            }
        }
        let Some(builder) = builder else { return Err(self.error(0, "the tree has no nodes".into())) };
        let BuiltTree { tree, places, duplicate_keys } = builder.finish();
        if let Some(first) = duplicate_keys.first() {
            let kind = "nodes with one key under one parent were summed";
            warnings.add_many(kind, duplicate_keys.len() as u64, format_args!("{}: {first}", self.origin));
        }
        let nodes = tree.nodes.len();
        let tree = with_remainders(tree, self.origin, warnings);
        let whole = duplicate_keys.is_empty() && tree.nodes.len() == nodes;
        let sizes = self.sizes(whole.then_some(&places), warnings);
        Ok((tree, sizes))
    }

    /// Deep and retained sizes, where every node has them, and errors. `places` are those of the nodes in the tree; `None` for trees
    /// with nodes that were summed or added here, of which nobody knows the sizes.
    fn sizes(&self, places: Option<&Vec<NodeIndex>>, warnings: &Warnings) -> NodeSizes {
        let mut sizes = NodeSizes::default();
        for kind in [SizeKind::Deep, SizeKind::Retained] {
            let size = |node: &ReadNode<'_>| match node.sizes[place(kind)] {
                [Some(objects), Some(bytes)] => Some(NodeTotals { objects, bytes }),
                _ => None,
            };
            if self.nodes.iter().all(|node| node.sizes[place(kind)] == [None; 2]) {
                continue;
            }
            let read: Option<Vec<NodeTotals>> = self.nodes.iter().map(size).collect();
            let (Some(read), Some(places)) = (read, places) else {
                let what = match kind {
                    SizeKind::Deep => "deep sizes that not all nodes have were left out",
                    SizeKind::Retained => "retained sizes that not all nodes have were left out",
                };
                warnings.add(what, format_args!("{} at {}", self.origin, self.json_path));
                continue;
            };
            let mut ordered = vec![NodeTotals::default(); read.len()];
            places.iter().zip(read).for_each(|(place, size)| ordered[place.at()] = size);
            *sizes.of_mut(kind) = Some(ordered);
        }
        sizes.estimates = self.estimates(places, warnings);
        sizes
    }

    /// How sure the totals are of those nodes that are estimates, if any are.
    fn estimates(&self, places: Option<&Vec<NodeIndex>>, warnings: &Warnings) -> Option<Vec<Option<NodeEstimate>>> {
        if self.nodes.iter().all(|node| node.estimate.is_none()) {
            return None;
        }
        let Some(places) = places else {
            let what = "errors of estimates were left out of a tree whose nodes were summed or added to";
            warnings.add(what, format_args!("{} at {}", self.origin, self.json_path));
            return None;
        };
        let mut ordered = vec![None; self.nodes.len()];
        places.iter().zip(&self.nodes).for_each(|(place, node)| ordered[place.at()] = node.estimate);
        Some(ordered)
    }
}

/// The last part of a full key.
fn last_part(key: &str) -> &str {
    key.rsplit(KEY_SEPARATOR).next().unwrap_or(key)
}

/// Adds a leaf for what a parent counts and its children do not; counts parents that hold less than their children.
fn with_remainders(tree: MemoryTree, origin: &str, warnings: &Warnings) -> MemoryTree {
    let mut below = vec![NodeTotals::default(); tree.nodes.len()];
    for node in &tree.nodes[1..] {
        let sum = &mut below[node.parent.at()];
        *sum = sum.saturating_add(node.totals);
    }
    let inner = || tree.nodes.iter().enumerate().filter(|&(at, _)| !tree.is_leaf(NodeIndex(at as u32)));
    let mut smaller = inner().filter(|&(at, node)| below[at].saturating_sub(node.totals) != NodeTotals::default()).map(|(_, node)| node);
    if let Some(first) = smaller.next() {
        let kind = "nodes count less than their children together; an object in several groups counts once above them";
        warnings.add_many(kind, 1 + smaller.count() as u64, format_args!("{origin}: {}", first.key));
    }
    let rests: Vec<(usize, NodeTotals)> =
        inner().map(|(at, node)| (at, node.totals.saturating_sub(below[at]))).filter(|&(_, rest)| rest != NodeTotals::default()).collect();
    if rests.is_empty() {
        return tree;
    }
    let root = tree.root();
    let mut builder = TreeBuilder::with_root(root.key.clone(), root.name.clone(), tree.role_of(NodeIndex::ROOT), root.totals);
    for (at, node) in tree.nodes.iter().enumerate().skip(1) {
        let role = builder.role(tree.role_of(NodeIndex(at as u32)));
        builder.add(node.parent.0, node.key.clone(), node.name.clone(), role, node.totals);
    }
    for (at, rest) in rests {
        let first_child = NodeIndex(at as u32 + 1);
        let role = builder.role(tree.role_of(first_child));
        let key = join_key(&tree.nodes[at].key, REST_PART);
        builder.add(at as u32, key, REST_NAME.into(), role, rest);
    }
    builder.finish().tree
}

/// A member of a node that means something to us.
#[derive(Debug)]
pub(crate) enum Member<'a> {
    Key(Cow<'a, str>),
    FullKeyText(Cow<'a, str>),
    FullKeyParts(String),
    Name(Cow<'a, str>),
    Role(Cow<'a, str>),
    ClassifierId(i128),
    Objects(u64),
    ObjectsAlias(u64),
    Bytes(u64),
    BytesAlias(u64),
    SizeObjects(SizeKind, u64),
    SizeBytes(SizeKind, u64),
    Recorded(u64),
    ObjectsError(u64),
    BytesError(u64),
    Unknown,
}
