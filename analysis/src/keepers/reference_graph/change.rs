//! Changes by hand: expanding nodes, pulling parts out, merging, taking away.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::fold::unfold;
use super::partition::{NodeOf, Partition, Set};
use super::reach::reached;
use super::ways::Ways;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::keepers::closure::Closures;
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::GraphNodeKind;

/// Classes that one expansion adds, at most.
const MOST_ADDED: usize = 12;
/// Nodes, at most: numbers of nodes are small, and nobody reads more.
const MOST_NODES: usize = 500;

/// Where an expansion goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the objects that reference the node's.
    PointedFrom,
    /// To the objects that the node's reference.
    PointsTo,
}

/// Some of the objects of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Those that objects of this node reference, or this holder holds.
    ReferencedBy(usize),
    /// Those that reference objects of this node.
    Referencing(usize),
    /// One.
    Object(ObjectIndex),
}

/// One step from a graph to the next. What makes no sense changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GraphChange {
    /// Adds the neighbours of a node, class by class, those first that reach most of the group. Objects that are in a node
    /// already stay there; if they are only a part of it, the part becomes a node of its own, unless that would cut up a
    /// cycle.
    Expand(usize, Direction),
    /// Makes a part of a node a node of its own.
    Extract(usize, Part),
    /// Puts the objects of the second node into the first, if both are of one class.
    Merge(usize, usize),
    /// Shows the inner objects of data structures that are in a node as nodes of their own.
    Unfold(usize),
    /// Takes a node away, with all that nothing connects to the group then.
    Remove(usize),
}

pub(super) fn change(closures: &Closures<'_>, graph: &ReferenceGraph, change: &GraphChange, progress: &Progress) -> Result<Partition> {
    let mut partition = graph.partition.clone();
    let is_class = |node: usize| node > 0 && node < graph.partition.sets.len();
    match *change {
        GraphChange::Expand(node, direction) if node < partition.sets.len() => {
            closures.heap().references.build_pointed_from(progress)?;
            expand(closures, graph, &mut partition, node, direction, progress)?;
        }
        GraphChange::Extract(node, part) if is_class(node) => {
            closures.heap().references.build_pointed_from(progress)?;
            let part = part_of(closures, graph, node, part, progress)?;
            split(graph, &mut partition, node, &part);
        }
        GraphChange::Merge(into, node)
            if is_class(into) && is_class(node) && into != node && partition.sets[into].kind == partition.sets[node].kind =>
        {
            let removed = partition.sets.remove(node);
            let into = if into > node { into - 1 } else { into };
            let set = &mut partition.sets[into];
            set.objects |= removed.objects;
            set.weak &= removed.weak;
            set.below &= removed.below;
        }
        GraphChange::Unfold(node) if is_class(node) => unfold(&mut partition, closures.heap(), node, MOST_NODES),
        GraphChange::Remove(node) if is_class(node) => {
            let connected = connected_without(graph, node);
            let mut at = 0;
            partition.sets.retain(|_| {
                at += 1;
                connected[at - 1]
            });
        }
        _ => {}
    }
    Ok(partition)
}

/// Makes a part of a node a node of its own, right behind it. Data structures stay whole.
fn split(graph: &ReferenceGraph, partition: &mut Partition, node: usize, part: &RoaringBitmap) {
    let set = &mut partition.sets[node];
    let part = part & &set.objects;
    if graph.nodes[node].inner > 0 || part.is_empty() || part.len() == set.objects.len() || partition.sets.len() >= MOST_NODES {
        return;
    }
    let set = &mut partition.sets[node];
    set.objects -= &part;
    let part = Set { objects: part, ..set.clone() };
    partition.sets.insert(node + 1, part);
}

fn part_of(closures: &Closures<'_>, graph: &ReferenceGraph, node: usize, part: Part, progress: &Progress) -> Result<RoaringBitmap> {
    let ways = Ways::new(closures);
    let objects = &graph.nodes[node].objects;
    let those = |is_one: &dyn Fn(u32) -> bool| -> Result<RoaringBitmap> {
        let mut those = RoaringBitmap::new();
        progress.for_each(objects, |object| those.extend(Some(object).filter(|&object| is_one(object))))?;
        Ok(those)
    };
    Ok(match part {
        Part::Object(object) => std::iter::once(object.0).collect(),
        Part::ReferencedBy(other) => match graph.nodes.get(other) {
            Some(other_node) if graph.is_root(other) => &other_node.objects & objects,
            Some(other_node) => those(&|object| ways.sources(ObjectIndex(object)).any(|source| other_node.objects.contains(source.0)))?,
            None => RoaringBitmap::new(),
        },
        Part::Referencing(other) => match graph.nodes.get(other) {
            Some(other) => those(&|object| ways.of(ObjectIndex(object)).iter().any(|&target| other.objects.contains(target)))?,
            None => RoaringBitmap::new(),
        },
    })
}

/// Which nodes of objects hang together with the group if one is taken away.
fn connected_without(graph: &ReferenceGraph, without: usize) -> Vec<bool> {
    let mut connected = vec![false; graph.partition.sets.len()];
    connected[0] = true;
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        for edge in &graph.edges {
            for (one, other) in [(edge.from, edge.to), (edge.to, edge.from)] {
                if one == at && other != without && connected.get(other) == Some(&false) {
                    connected[other] = true;
                    work.push(other);
                }
            }
        }
    }
    connected
}

fn expand(
    closures: &Closures<'_>,
    graph: &ReferenceGraph,
    partition: &mut Partition,
    node: usize,
    direction: Direction,
    progress: &Progress,
) -> Result<()> {
    let ways = Ways::new(closures);
    let node_of = partition.node_of(closures.heap());
    let neighbours = neighbours(&ways, &partition.sets[node].objects, direction, partition.over_weak, progress)?;
    let mut added: FxHashMap<TypeIndex, RoaringBitmap> = FxHashMap::default();
    let mut known: FxHashMap<usize, RoaringBitmap> = FxHashMap::default();
    progress.for_each(&neighbours, |object| {
        match node_of.get(ObjectIndex(object)) {
            Some(other) => known.entry(other).or_default().insert(object),
            None => added.entry(ways.heap.type_of(ObjectIndex(object))).or_default().insert(object),
        };
    })?;
    let mut added: Vec<(TypeIndex, RoaringBitmap)> = added.into_iter().collect();
    added.sort_by_key(|&(class, _)| class);
    let reach = match direction {
        Direction::PointedFrom => reach_of_sets(&ways, &node_of, partition, &added, progress)?,
        Direction::PointsTo => vec![0; added.len()],
    };
    let mut ranked: Vec<(u64, u64, usize)> = reach.into_iter().zip(0..).map(|(reach, at)| (reach, added[at].1.len(), at)).collect();
    ranked.sort_by_key(|&(reach, objects, at)| (std::cmp::Reverse((reach, objects)), at));
    ranked.truncate(MOST_ADDED.min(MOST_NODES.saturating_sub(partition.sets.len())));

    let below = direction == Direction::PointsTo && (node == 0 || partition.sets[node].below);
    let mut parts: Vec<(usize, RoaringBitmap)> = known.into_iter().collect();
    // From the last one on, so that numbers stay valid.
    parts.sort_by_key(|&(other, _)| std::cmp::Reverse(other));
    for (other, part) in parts {
        if other != 0 && other != node && !on_a_cycle(graph, node, other) {
            split(graph, partition, other, &part);
        }
    }
    for (_, _, at) in ranked {
        let (class, objects) = (added[at].0, std::mem::take(&mut added[at].1));
        partition.add(class, objects, false, below);
    }
    Ok(())
}

fn reach_of_sets(
    ways: &Ways<'_>,
    node_of: &NodeOf,
    partition: &Partition,
    sets: &[(TypeIndex, RoaringBitmap)],
    progress: &Progress,
) -> Result<Vec<u64>> {
    let sets: Vec<&RoaringBitmap> = sets.iter().map(|(_, objects)| objects).collect();
    reached(ways, node_of, &partition.sets[0].objects, &sets, progress)
}

fn neighbours(
    ways: &Ways<'_>,
    objects: &RoaringBitmap,
    direction: Direction,
    over_weak: bool,
    progress: &Progress,
) -> Result<RoaringBitmap> {
    let mut found = RoaringBitmap::new();
    progress.for_each(objects.iter().map(ObjectIndex).filter(|&object| ways.closures.is_live(object)), |object| match direction {
        Direction::PointedFrom => {
            found.extend(ways.sources(object).filter(|&source| over_weak || !ways.is_weak(source, object.0)).map(|source| source.0));
        }
        Direction::PointsTo => found.extend(ways.of(object)),
    })?;
    Ok(found)
}

/// Whether each of two nodes leads to the other.
fn on_a_cycle(graph: &ReferenceGraph, one: usize, other: usize) -> bool {
    let leads = |from: usize, to: usize| {
        let mut seen = vec![false; graph.nodes.len()];
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            if at == to {
                return true;
            }
            for edge in graph.edges.iter().filter(|edge| edge.from == at) {
                if !std::mem::replace(&mut seen[edge.to], true) {
                    work.push(edge.to);
                }
            }
        }
        false
    };
    leads(one, other) && leads(other, one)
}

impl ReferenceGraph {
    /// Whether two nodes could be merged.
    #[must_use]
    pub fn can_merge(&self, one: usize, other: usize) -> bool {
        let class = |at: usize| match self.nodes.get(at)?.kind {
            GraphNodeKind::Class(class) => Some(class),
            _ => None,
        };
        one != other && class(one).is_some() && class(one) == class(other)
    }
}
