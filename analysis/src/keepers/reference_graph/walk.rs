//! The walk from a group to what the JVM holds, over the classes that reach most of it.
//!
//! In every round the objects that reference those of the round before are sorted by class. A class that reaches enough
//! of the group becomes a node, and the next round goes on from it. One that does not is forgotten, but may come again:
//! a service that holds one object of the group directly may hold the cache of all others, too.
//!
//! Lists and trees would never end, so an object that references one of its own class joins the node of that one, and a
//! class that has several nodes gets no more: further objects join its last node and are followed at once.
//!
//! In a heap where many hold each other there may be no room left before a root is met that holds enough. Then the walk goes over shortest
//! paths alone.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::partition::{NOWHERE, NodeOf, Partition};
use super::reach::reached;
use super::ways::Ways;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits, TypeKind};
use crate::keepers::closure::Closures;
use crate::keepers::paths::{ClosestHolders, PathOptions};
use crate::keepers::reference_graph::parts::{GraphNodeKind, GraphOptions};

/// Nodes of one class; deeper nesting is folded.
const MOST_OF_A_CLASS: usize = 4;
/// Classes that are shown of a group that many hold, none of them enough of it.
const SHOWN_OF_MANY: usize = 5;
/// Rounds, whatever is left then.
const MOST_ROUNDS: usize = 100;

/// Members of the group that are enough to be shown.
pub(super) fn least_members(members: u64, options: GraphOptions) -> u64 {
    ((members as f64 * options.least_share).ceil() as u64).max(1)
}

pub(super) fn paths_to_roots(
    closures: &Closures<'_>,
    group: &RoaringBitmap,
    options: GraphOptions,
    progress: &Progress,
) -> Result<Partition> {
    let heap = closures.heap();
    heap.references.build_pointed_from(progress)?;
    let ways = Ways::new(closures);
    let held: RoaringBitmap = ways.held.iter().map(|(_, object)| object.0).collect();
    let mut partition = Partition::of_group(heap, group);
    let strong = walk(&ways, &mut partition, options, None, false, progress)?;
    let is_held = |partition: &Partition| partition.sets.iter().any(|set| !set.weak && set.objects.intersection_len(&held) > 0);
    if !strong && !is_held(&partition) {
        let mut over_weak = Partition { over_weak: true, ..Partition::of_group(heap, group) };
        walk(&ways, &mut over_weak, options, None, true, progress)?;
        if is_held(&over_weak) {
            return Ok(over_weak);
        }
    }
    Ok(partition)
}

/// The same over shortest paths alone: it meets roots also where many hold each other, so that there is no room for all of them.
pub(super) fn shortest_paths_to_roots(
    closures: &Closures<'_>,
    group: &RoaringBitmap,
    options: GraphOptions,
    progress: &Progress,
) -> Result<Partition> {
    let heap = closures.heap();
    let mut partition = Partition::of_group(heap, group);
    let only = on_shortest_paths(heap, group, progress)?;
    walk(&Ways::new(closures), &mut partition, options, Some(&only), false, progress)?;
    Ok(partition)
}

/// The objects on the shortest paths from holders to the objects of a group.
fn on_shortest_paths(heap: &HeapState, group: &RoaringBitmap, progress: &Progress) -> Result<ObjectBits> {
    let closest = ClosestHolders::search(heap, PathOptions::default(), &FxHashSet::default(), progress)?;
    let mut on_paths = ObjectBits::new(heap.len());
    progress.for_each(group.iter().take_while(|&object| (object as usize) < heap.len()), |object| {
        let mut at = closest.before(ObjectIndex(object));
        while let Some(object) = at.filter(|&object| !on_paths.has(object)) {
            on_paths.set(object.0);
            at = closest.before(object);
        }
    })?;
    Ok(on_paths)
}

/// A class that might become a node: its objects, and whether they hold by weak references only.
type Candidates = FxHashMap<(TypeIndex, bool), Vec<u32>>;

/// Extends the partition, over these objects `only` if some are given; whether something strong was found beyond the group.
fn walk(
    ways: &Ways<'_>,
    partition: &mut Partition,
    options: GraphOptions,
    only: Option<&ObjectBits>,
    over_weak: bool,
    progress: &Progress,
) -> Result<bool> {
    let heap = ways.heap;
    let mut node_of = partition.node_of(heap);
    let members = partition.sets[0].objects.clone();
    let least = least_members(members.iter().filter(|&object| ways.closures.is_live(ObjectIndex(object))).count() as u64, options);
    let mut of_class: FxHashMap<TypeIndex, Vec<usize>> = FxHashMap::default();
    let mut frontier: Vec<u32> = members.iter().filter(|&object| ways.closures.is_live(ObjectIndex(object))).collect();
    progress.start("Following references to the roots", MOST_ROUNDS as u64);
    for round in 0..MOST_ROUNDS {
        let candidates = referrers(ways, partition, &mut node_of, &of_class, frontier, (only, over_weak), progress)?;
        let mut candidates: Vec<((TypeIndex, bool), RoaringBitmap)> = candidates
            .into_iter()
            .map(|(key, objects)| {
                objects.iter().for_each(|&object| node_of.0[object as usize] = NOWHERE);
                (key, objects.into_iter().collect())
            })
            .collect();
        candidates.sort_by_key(|&(key, _)| key);
        let starts: Vec<&RoaringBitmap> = candidates.iter().map(|(_, objects)| objects).collect();
        let reach = reached(ways, &node_of, &members, &starts, progress)?;
        let mut ranked: Vec<(u64, usize)> = reach.into_iter().zip(0..).collect();
        ranked.sort_by_key(|&(reach, at)| (std::cmp::Reverse(reach), at));
        let room = options.most_nodes.saturating_sub(partition.sets.len() - 1);
        // Something is shown even of a group that a thousand classes hold.
        let dispersed = round == 0 && ranked.first().is_some_and(|&(reach, _)| reach < least);
        ranked.retain(|&(reach, _)| if dispersed { reach > 0 } else { reach >= least });
        ranked.truncate(if dispersed { room.min(SHOWN_OF_MANY) } else { room });
        if ranked.is_empty() {
            break;
        }
        frontier = Vec::new();
        for (_, at) in ranked {
            let ((class, weak), objects) = (candidates[at].0, std::mem::take(&mut candidates[at].1));
            let node = partition.sets.len();
            objects.iter().for_each(|object| node_of.0[object as usize] = node as u16);
            if !weak {
                of_class.entry(class).or_default().push(node);
                frontier.extend(objects.iter().filter(|&object| !ways.ends_paths(ObjectIndex(object))));
            }
            partition.add(class, objects, weak, false);
        }
        progress.advance(1)?;
    }
    Ok(partition.sets[1..].iter().any(|set| !set.weak))
}

/// Everything outside of the graph that references the objects of the frontier, by class. Objects that join a node are
/// added to it and followed. Candidates are marked in `node_of` with a number beyond all nodes.
fn referrers(
    ways: &Ways<'_>,
    partition: &mut Partition,
    node_of: &mut NodeOf,
    of_class: &FxHashMap<TypeIndex, Vec<usize>>,
    frontier: Vec<u32>,
    (only, over_weak): (Option<&ObjectBits>, bool),
    progress: &Progress,
) -> Result<Candidates> {
    const CANDIDATE: u16 = NOWHERE - 1;
    let heap = ways.heap;
    let mut candidates: Candidates = FxHashMap::default();
    let mut joined: FxHashMap<usize, RoaringBitmap> = FxHashMap::default();
    let mut work = frontier;
    // A reference object may hold one object weakly and the next one strongly.
    let mut weakly: RoaringBitmap = RoaringBitmap::new();
    while let Some(object) = work.pop() {
        let object = ObjectIndex(object);
        let node = node_of.0[object.at()];
        progress.for_each(ways.sources(object), |source| {
            if node_of.0[source.at()] != NOWHERE || only.is_some_and(|only| !only.has(source)) {
                return;
            }
            if !over_weak && ways.is_weak(source, object.0) {
                weakly.insert(source.0);
                return;
            }
            let class = heap.type_of(source);
            let is_instance = heap.type_info(class).kind == TypeKind::Instance && !ways.ends_paths(source);
            let own = (is_instance && node != 0 && class == heap.type_of(object)).then_some(usize::from(node));
            let full = || of_class.get(&class).filter(|nodes| nodes.len() >= MOST_OF_A_CLASS).and_then(|nodes| nodes.last().copied());
            match own.or_else(full) {
                Some(node) => {
                    node_of.0[source.at()] = node as u16;
                    joined.entry(node).or_default().insert(source.0);
                    if !ways.ends_paths(source) {
                        work.push(source.0);
                    }
                }
                None => {
                    node_of.0[source.at()] = CANDIDATE;
                    candidates.entry((class, false)).or_default().push(source.0);
                }
            }
        })?;
    }
    for object in weakly {
        if node_of.0[object as usize] == NOWHERE {
            candidates.entry((heap.type_of(ObjectIndex(object)), true)).or_default().push(object);
        }
    }
    let joined: Vec<(usize, RoaringBitmap)> = joined.into_iter().collect();
    for (node, objects) in joined {
        debug_assert!(matches!(partition.sets[node].kind, GraphNodeKind::Class(_)));
        partition.sets[node].objects |= objects;
    }
    Ok(candidates)
}
