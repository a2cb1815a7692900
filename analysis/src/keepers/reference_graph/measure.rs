//! From which object is in which node to the graph with all its numbers.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::freed::{Cuts, freed_per_cut};
use super::names::slots_of_edges;
use super::partition::{NodeOf, Partition};
use super::reach::{AT_ONCE, Bits, members_per_bit};
use super::walk::least_members;
use super::ways::Ways;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::keepers::closure::{Closures, FlowMasks};
use crate::keepers::paths::{Holder, HolderKind};
use crate::keepers::reference_graph::edge_table::EdgeTable;
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::{GraphEdge, GraphNode, GraphNodeKind, GraphOptions, LeftOut};
use crate::trees::memory_tree::NodeTotals;

/// Holders that are shown one by one, at most.
const MOST_HOLDERS: usize = 16;
/// Objects between two looks at the cancel flag.
const CHECK_EVERY: usize = 1 << 16;

pub(super) fn measure(closures: &Closures<'_>, partition: Partition, options: GraphOptions, progress: &Progress) -> Result<ReferenceGraph> {
    let heap = closures.heap();
    heap.references.build_pointed_from(progress)?;
    let ways = Ways::new(closures);
    let node_of = partition.node_of(heap);
    let members = &partition.sets[0].objects;
    let mut state = FlowMasks::new(heap.len());

    let found = holders_of(&ways, &node_of);
    let least = least_members(members.iter().filter(|&object| closures.is_live(ObjectIndex(object))).count() as u64, options);
    let (shown, hidden) = choose_holders(&ways, &node_of, members, found, least, &mut state, progress)?;

    let mut nodes: Vec<GraphNode> = partition
        .sets
        .iter()
        .map(|set| GraphNode { weak: set.weak, below: set.below, ..new_node(set.kind, set.objects.clone()) })
        .collect();
    nodes.extend(shown.iter().map(|(kind, _, held)| new_node(*kind, held.clone())));
    for node in &mut nodes {
        node.shallow = closures.totals(&node.objects);
        if let GraphNodeKind::Class(class) = node.kind {
            node.inner = node.objects.iter().filter(|&object| heap.type_of(ObjectIndex(object)) != class).count() as u64;
        }
    }
    let first_holder = partition.sets.len();
    let mut table = EdgeTable::new(nodes.len());
    let mut edges = Vec::new();
    plain_edges(&ways, &partition, &node_of, &mut table, &mut edges, progress)?;
    // Which of its heads an inner object belongs to is not asked.
    let heads = |node: &GraphNode| match (node.kind, node.inner) {
        (GraphNodeKind::Class(class), 1..) => {
            let is_head = |&object: &ObjectIndex| heap.type_of(object) == class && closures.is_live(object);
            Some(node.objects.iter().map(ObjectIndex).filter(is_head).count() as u64)
        }
        _ => None,
    };
    let heads: Vec<Option<u64>> = nodes.iter().map(heads).collect();
    for edge in &mut edges {
        edge.sources = heads[edge.from].unwrap_or(edge.sources);
    }
    slots_of_edges(&ways, &partition, &node_of, &table, &mut edges, progress)?;
    holder_edges(&node_of, first_holder, &shown, &mut table, &mut edges);

    let left_out = left_out(&ways, &partition, &node_of, &hidden, progress)?;
    let graph = Draft { ways: &ways, node_of: &node_of, table: &table, partition: &partition, shown: &shown };
    graph.count_members(&mut nodes, &mut edges, &left_out, &mut state, progress)?;
    for (node, left_out) in nodes.iter_mut().zip(left_out) {
        node.left_out = LeftOut { members: node.left_out.members, ..left_out.counts };
    }
    let holders: Vec<&[Holder]> = shown.iter().map(|(_, holders, _)| &holders[..]).collect();
    let cuts = Cuts { ways: &ways, node_of: &node_of, table: &table, first_holder, holders: &holders };
    freed_per_cut(&cuts, members, &mut nodes, &mut edges, &mut state, progress)?;

    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&at| (edges[at].from, edges[at].to));
    let edges: Vec<GraphEdge> = order.into_iter().map(|at| edges[at].clone()).collect();
    let unexplained_members = nodes.iter().map(|node| node.left_out.members).max().unwrap_or(0);
    let holders = shown.into_iter().map(|(_, holders, _)| holders).collect();
    Ok(ReferenceGraph { options, nodes, edges, over_weak: partition.over_weak, unexplained_members, partition, holders })
}

fn new_node(kind: GraphNodeKind, objects: RoaringBitmap) -> GraphNode {
    let nothing = NodeTotals::default();
    GraphNode {
        kind,
        objects,
        inner: 0,
        shallow: nothing,
        members: 0,
        retained: nothing,
        retained_members: 0,
        left_out: LeftOut::default(),
        weak: false,
        below: false,
    }
}

/// Holders of shown objects with what they hold, in order of first mention.
fn holders_of(ways: &Ways<'_>, node_of: &NodeOf) -> Vec<Held> {
    let mut found: Vec<Held> = Vec::new();
    let mut known: FxHashMap<Holder, usize> = FxHashMap::default();
    for &(holder, object) in ways.held.iter().filter(|(_, object)| node_of.get(*object).is_some()) {
        let at = *known.entry(holder).or_insert_with(|| {
            found.push((holder, RoaringBitmap::new()));
            found.len() - 1
        });
        found[at].1.insert(object.0);
    }
    found
}

/// A node of holders: what it is, whom it stands for, what they hold.
type Holding = (GraphNodeKind, Vec<Holder>, RoaringBitmap);

/// A holder and what it holds.
type Held = (Holder, RoaringBitmap);

/// Holders of enough of the group, those that hold most first, one by one; the others by kind if they hold enough
/// together. The rest is hidden. Classes are always one.
fn choose_holders(
    ways: &Ways<'_>,
    node_of: &NodeOf,
    members: &RoaringBitmap,
    found: Vec<Held>,
    least: u64,
    state: &mut FlowMasks,
    progress: &Progress,
) -> Result<(Vec<Holding>, Vec<Held>)> {
    let (single, mut rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|(holder, _)| holder.kind() != HolderKind::Class);
    let reach = reach_of(ways, node_of, members, &single.iter().map(|(_, held)| held).collect::<Vec<_>>(), &|_, _| true, state, progress)?;
    let mut ranked: Vec<(u64, Held)> = reach.into_iter().zip(single).collect();
    // Stable: equal ones stay in the order in which they tell most.
    ranked.sort_by_key(|&(reach, _)| std::cmp::Reverse(reach));
    let mut shown: Vec<Holding> = Vec::new();
    for (reach, (holder, held)) in ranked {
        if reach >= least && shown.len() < MOST_HOLDERS {
            shown.push((GraphNodeKind::Holder(holder), vec![holder], held));
        } else {
            rest.push((holder, held));
        }
    }
    let mut kinds: Vec<HolderKind> = rest.iter().map(|(holder, _)| holder.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let together = |kind: HolderKind| -> RoaringBitmap {
        rest.iter().filter(|(holder, _)| holder.kind() == kind).fold(RoaringBitmap::new(), |all, (_, held)| all | held)
    };
    let of_kind: Vec<RoaringBitmap> = kinds.iter().map(|&kind| together(kind)).collect();
    let reach = reach_of(ways, node_of, members, &of_kind.iter().collect::<Vec<_>>(), &|_, _| true, state, progress)?;
    for ((kind, held), reach) in kinds.into_iter().zip(of_kind).zip(reach) {
        if reach >= least {
            let (taken, left): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(holder, _)| holder.kind() == kind);
            rest = left;
            let holders: Vec<Holder> = taken.into_iter().map(|(holder, _)| holder).collect();
            let node = match *holders {
                [holder] => GraphNodeKind::Holder(holder),
                _ => GraphNodeKind::Holders(kind, holders.len() as u32),
            };
            shown.push((node, holders, held));
        }
    }
    Ok((shown, rest))
}

/// How many members each set of shown objects reaches.
fn reach_of(
    ways: &Ways<'_>,
    node_of: &NodeOf,
    members: &RoaringBitmap,
    sets: &[&RoaringBitmap],
    passes: &dyn Fn(usize, usize) -> bool,
    state: &mut FlowMasks,
    progress: &Progress,
) -> Result<Vec<u64>> {
    let mut reach = Vec::with_capacity(sets.len());
    for sets in sets.chunks(AT_ONCE) {
        let starts = start_bits(sets.iter().copied(), progress)?;
        let at = |object: ObjectIndex| starts.get(&object.0).copied().unwrap_or(0);
        let bits = Bits { at: &at, over: &|from, to| (passes(from, to), 0) };
        reach.extend_from_slice(&members_per_bit(ways, node_of, members, &bits, state, progress)?[..sets.len()]);
    }
    Ok(reach)
}

/// Per object the bits of the sets that it is in.
fn start_bits<'a>(sets: impl Iterator<Item = &'a RoaringBitmap>, progress: &Progress) -> Result<FxHashMap<u32, u128>> {
    let mut starts: FxHashMap<u32, u128> = FxHashMap::default();
    for (bit, set) in sets.enumerate() {
        progress.for_each(set, |object| *starts.entry(object).or_insert(0) |= 1 << bit)?;
    }
    Ok(starts)
}

/// References between nodes of objects.
fn plain_edges(
    ways: &Ways<'_>,
    partition: &Partition,
    node_of: &NodeOf,
    table: &mut EdgeTable,
    edges: &mut Vec<GraphEdge>,
    progress: &Progress,
) -> Result<()> {
    progress.start("Counting references", partition.sets.iter().map(|set| set.objects.len()).sum());
    let mut targets: Vec<RoaringBitmap> = Vec::new();
    let mut last_source: Vec<u32> = Vec::new();
    for (from, set) in partition.sets.iter().enumerate() {
        for (number, source) in set.objects.iter().enumerate() {
            if number % CHECK_EVERY == CHECK_EVERY - 1 {
                progress.advance(CHECK_EVERY as u64)?;
            }
            let object = ObjectIndex(source);
            if !ways.closures.is_live(object) {
                continue;
            }
            let mut weak: Option<Option<usize>> = None;
            for (position, &target) in ways.of(object).iter().enumerate() {
                let Some(to) = node_of.get(ObjectIndex(target)) else { continue };
                let at = table.get_or_add(from, to, edges);
                if at == targets.len() {
                    targets.push(RoaringBitmap::new());
                    last_source.push(u32::MAX);
                }
                targets[at].insert(target);
                if last_source[at] != source {
                    last_source[at] = source;
                    edges[at].sources += 1;
                }
                let weak = *weak.get_or_insert_with(|| ways.heap.weak_referents.position_in(object));
                edges[at].weak &= weak == Some(position);
            }
        }
    }
    for (edge, targets) in edges.iter_mut().zip(targets) {
        edge.targets = targets.len();
    }
    Ok(())
}

/// From holders to the nodes of what they hold.
fn holder_edges(node_of: &NodeOf, first_holder: usize, shown: &[Holding], table: &mut EdgeTable, edges: &mut Vec<GraphEdge>) {
    for (number, (_, holders, held)) in shown.iter().enumerate() {
        for object in held {
            let Some(to) = node_of.get(ObjectIndex(object)) else { continue };
            let at = table.get_or_add(first_holder + number, to, edges);
            edges[at].targets += 1;
        }
        for to in 0..first_holder {
            if let Some(at) = table.get(first_holder + number, to) {
                let edge = &mut edges[at];
                edge.sources = holders.len() as u64;
                edge.weak = false;
                edge.slots = match **holders {
                    [holder] => vec![(Ways::slot_of(holder), edge.targets)],
                    _ => Vec::new(),
                };
            }
        }
    }
}

/// What is not shown, per node.
struct Hidden {
    counts: LeftOut,
    /// Objects of the node that it references.
    targets: RoaringBitmap,
}

fn left_out(
    ways: &Ways<'_>,
    partition: &Partition,
    node_of: &NodeOf,
    hidden: &[(Holder, RoaringBitmap)],
    progress: &Progress,
) -> Result<Vec<Hidden>> {
    let mut all = Vec::new();
    for set in &partition.sets {
        let (mut objects, mut targets) = (RoaringBitmap::new(), RoaringBitmap::new());
        for object in set.objects.iter().map(ObjectIndex) {
            // Who else references a class or thread does not keep it alive.
            if ways.ends_paths(object) || !ways.closures.is_live(object) {
                continue;
            }
            progress.for_each(ways.sources(object), |source| {
                if node_of.get(source).is_none() && (partition.over_weak || !ways.is_weak(source, object.0)) {
                    objects.insert(source.0);
                    targets.insert(object.0);
                }
            })?;
        }
        let mut holders = 0;
        for (_, held) in hidden {
            let held = held & &set.objects;
            holders += u64::from(!held.is_empty());
            targets |= held;
        }
        let classes: FxHashSet<_> = objects.iter().map(|object| ways.heap.type_of(ObjectIndex(object))).collect();
        all.push(Hidden { counts: LeftOut { objects: objects.len(), classes: classes.len() as u64, holders, members: 0 }, targets });
    }
    Ok(all)
}

/// What is needed to count who reaches what.
struct Draft<'a> {
    ways: &'a Ways<'a>,
    node_of: &'a NodeOf,
    table: &'a EdgeTable,
    partition: &'a Partition,
    shown: &'a [Holding],
}

impl Draft<'_> {
    /// Members that nodes, edges and what is left out reach. Questions are numbered: nodes of objects, their edges, holders
    /// (whose edges start at different objects), what is left out.
    fn count_members(
        &self,
        nodes: &mut [GraphNode],
        edges: &mut [GraphEdge],
        hidden: &[Hidden],
        state: &mut FlowMasks,
        progress: &Progress,
    ) -> Result<()> {
        let sets = self.partition.sets.len();
        let members = &self.partition.sets[0].objects;
        let pass: Vec<bool> =
            edges.iter().map(|edge| !edge.weak || self.partition.over_weak || nodes.get(edge.from).is_some_and(|node| node.weak)).collect();
        let questions = sets + edges.len();
        for first in (0..questions).step_by(AT_ONCE) {
            let bit = |question: usize| match question.checked_sub(first) {
                Some(bit) if bit < AT_ONCE => 1_u128 << bit,
                _ => 0,
            };
            let at = |object: ObjectIndex| self.node_of.get(object).map_or(0, bit);
            let over = |from: usize, to: usize| self.table.get(from, to).map_or((true, 0), |edge| (pass[edge], bit(sets + edge)));
            let counts = members_per_bit(self.ways, self.node_of, members, &Bits { at: &at, over: &over }, state, progress)?;
            for (question, count) in (first..questions).zip(counts) {
                match question.checked_sub(sets) {
                    None => nodes[question].members = count,
                    Some(edge) => edges[edge].members = count,
                }
            }
        }
        // Starts at single objects: holders, their edges, what is left out.
        let mut starts: Vec<(Start, RoaringBitmap)> = Vec::new();
        for (number, (_, _, held)) in self.shown.iter().enumerate() {
            starts.push((Start::Node(sets + number), held.clone()));
            for to in 0..sets {
                if let Some(edge) = self.table.get(sets + number, to) {
                    starts.push((Start::Edge(edge), held & &self.partition.sets[to].objects));
                }
            }
        }
        starts.extend(hidden.iter().enumerate().map(|(at, hidden)| (Start::LeftOut(at), hidden.targets.clone())));
        let reach = {
            let sets: Vec<&RoaringBitmap> = starts.iter().map(|(_, set)| set).collect();
            let passes = |from: usize, to: usize| self.table.get(from, to).is_none_or(|edge| pass[edge]);
            reach_of(self.ways, self.node_of, members, &sets, &passes, state, progress)?
        };
        for ((start, _), reach) in starts.iter().zip(reach) {
            match *start {
                Start::Node(node) => nodes[node].members = reach,
                Start::Edge(edge) => edges[edge].members = reach,
                Start::LeftOut(node) => nodes[node].left_out.members = reach,
            }
        }
        Ok(())
    }
}

enum Start {
    Node(usize),
    Edge(usize),
    LeftOut(usize),
}
