//! Paths of many objects merged into one tree by what the objects on them are and how they refer to each other.
//!
//! The root stands for the group, its children for the kinds of objects that hold members, and so on; leaves are
//! holders. Objects are handled farthest first, each hands what it holds to the object before it, so the work is one
//! step per object on any path, even for a list of a million elements, whose paths have half a billion steps in all.
//!
//! Objects of one class that hold each other in turn (lists, trees, buckets) are one step, or lists would be as deep
//! as they are long and search trees would have as many paths as elements.

use rustc_hash::FxHashMap;

use super::named_edges::TreeNames;
use super::{ClosestHolders, Holder};
use crate::base::error::{Error, Result};
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::heap::{HeapState, ObjectBits, Slot};
use crate::keepers::paths::group_path::{GroupPath, GroupStep};

/// More kinds of paths are not told apart; what is left goes to paths that exist.
const MOST_NODES: usize = if cfg!(test) { 64 } else { 1 << 16 };
/// Deeper down, a step that occurred among the last few is the same one.
const DEPTH_OF_LOOPS: u32 = 24;
/// How far such a step is looked for.
const LOOK_BACK: usize = 8;

/// What a step goes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Via {
    /// The group itself.
    Start,
    /// Objects of this class hold through this slot.
    Reference(TypeIndex, Slot),
    /// The end.
    Holder(Holder),
}

#[derive(Debug)]
struct StepNode {
    parent: u32,
    depth: u32,
    via: Via,
    /// Members of the group that are held over this step.
    members: u64,
    repeated: bool,
}

/// An object as part of a step, and where its path goes on.
#[derive(Debug, Clone, Copy)]
struct Place {
    node: u32,
    object: ObjectIndex,
    /// The next object's place, or with [`END`] the node of the holder; before the object is handled another place of the same
    /// object, or [`END`].
    next: u32,
}

/// Marks ends in [`Place::next`].
const END: u32 = 1 << 31;

/// What objects hold that were not handled yet. Theirs are lists of places, linked by [`Place::next`]: millions of objects
/// hold something at a time, and none has an allocation of its own.
#[derive(Default)]
struct Held {
    /// By object: its first place.
    first: FxHashMap<u32, u32>,
    /// By place: members of the group.
    members: Vec<u64>,
}

/// The merged paths of a group.
///
/// Memory: 16 bytes per object on any path (24 while they are merged), a little more where objects are part of several steps.
pub(super) struct StepTree {
    nodes: Vec<StepNode>,
    children: FxHashMap<(u32, Via), u32>,
    /// Places of objects, farthest first: each one's next comes behind it.
    order: Vec<u32>,
    places: Vec<Place>,
}

impl StepTree {
    /// Merges the shortest paths of these objects.
    pub(super) fn merge(heap: &HeapState, closest: &ClosestHolders, members: &ObjectBits, progress: &Progress) -> Result<Self> {
        let on_paths = objects_on_paths(closest, members, heap.len(), progress)?;
        let names = TreeNames::read(heap, closest, &on_paths, progress)?;
        progress.start("Merging paths", closest.order().len() as u64);
        let start = StepNode { parent: 0, depth: 0, via: Via::Start, members: 0, repeated: false };
        let mut tree = Self { nodes: vec![start], children: FxHashMap::default(), order: Vec::new(), places: Vec::new() };
        let mut held = Held::default();
        // Objects since the last look, and what was looked for in lists of what is held.
        let (mut handled, mut work) = (0, 0);
        for &object in closest.order().iter().rev() {
            // Each object is looked up several times in tables that are larger than any cache.
            if work >= STRETCH / 8 {
                progress.advance(handled)?;
                (handled, work) = (0, 0);
            }
            (handled, work) = (handled + 1, work + 1);
            let object = ObjectIndex(object);
            if !on_paths.has(object) {
                continue;
            }
            if members.has(object) {
                tree.nodes[0].members += 1;
                tree.hold(&mut held, object, 0, 1, &mut work)?;
            }
            let before = closest.before(object);
            let via = match before {
                None => closest.holder(object).map(Via::Holder),
                Some(before) => Some(Via::Reference(heap.type_of(before), names.slot(heap, before, object))),
            };
            let mut place = held.first.remove(&object.0).unwrap_or(END);
            while place != END {
                let (Place { node, next: following, .. }, members) = (tree.places[place as usize], held.members[place as usize]);
                tree.order.push(place);
                tree.places[place as usize].next = match (before, via) {
                    (_, None) => END,
                    (None, Some(via)) => {
                        let end = tree.child(node, via);
                        tree.nodes[end as usize].members += members;
                        END | end
                    }
                    (Some(before), Some(via)) => {
                        let next = tree.step(node, via);
                        // Steps that are the same node again have counted these members before.
                        if tree.nodes[next as usize].depth > tree.nodes[node as usize].depth {
                            tree.nodes[next as usize].members += members;
                        }
                        tree.hold(&mut held, before, next, members, &mut work)?
                    }
                };
                place = following;
            }
        }
        Ok(tree)
    }

    /// Notes that this object, which was not handled yet, holds members as a part of a step. Returns its place there.
    fn hold(&mut self, held: &mut Held, object: ObjectIndex, node: u32, members: u64, work: &mut usize) -> Result<u32> {
        let new = u32::try_from(self.places.len()).unwrap_or(END);
        let mut last = None;
        let mut at = *held.first.entry(object.0).or_insert(new);
        while let Some(place) = self.places.get_mut(at as usize) {
            if place.node == node {
                held.members[at as usize] += members;
                return Ok(at);
            }
            *work += 1;
            (last, at) = (Some(at), place.next);
        }
        if new & END != 0 {
            return Err(Error::Limit { what: "the number of objects on paths".into(), limit: "2^31".into() });
        }
        if let Some(last) = last {
            self.places[last as usize].next = new;
        }
        self.places.push(Place { node, object, next: END });
        held.members.push(members);
        Ok(new)
    }

    fn child(&mut self, parent: u32, via: Via) -> u32 {
        let next = self.nodes.len() as u32;
        let depth = self.nodes[parent as usize].depth + 1;
        let nodes = &mut self.nodes;
        *self.children.entry((parent, via)).or_insert_with(|| {
            nodes.push(StepNode { parent, depth, via, members: 0, repeated: false });
            next
        })
    }

    /// The node of the step from `node` over `via`; an earlier one where objects of one class hold each other.
    fn step(&mut self, node: u32, via: Via) -> u32 {
        let class_of = |via: Via| match via {
            Via::Reference(class, _) => Some(class),
            _ => None,
        };
        let here = &self.nodes[node as usize];
        if class_of(here.via).is_some() && class_of(here.via) == class_of(via) {
            self.nodes[node as usize].repeated = true;
            return node;
        }
        let full = self.nodes.len() >= MOST_NODES;
        if here.depth >= DEPTH_OF_LOOPS || full {
            let same = |&at: &u32| match full {
                true => class_of(self.nodes[at as usize].via) == class_of(via),
                false => self.nodes[at as usize].via == via,
            };
            let found =
                std::iter::successors(Some(node), |&at| (at != 0).then(|| self.nodes[at as usize].parent)).take(LOOK_BACK).find(same);
            if let Some(found) = found {
                self.nodes[found as usize].repeated = true;
                return found;
            }
            if full && !self.children.contains_key(&(node, via)) {
                return node;
            }
        }
        self.child(node, via)
    }

    /// How many different paths there are.
    pub(super) fn path_count(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.via, Via::Holder(_))).count()
    }

    /// Different paths, those of most members first: all of at least `least` members or else one, at most `most`.
    pub(super) fn paths(&self, least: u64, most: usize, progress: &Progress) -> Result<Vec<GroupPath>> {
        let mut ends: Vec<(u64, Holder, u32)> = (0_u32..)
            .zip(&self.nodes)
            .filter_map(|(at, node)| match node.via {
                Via::Holder(holder) => Some((node.members, holder, at)),
                _ => None,
            })
            .collect();
        ends.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let shown = ends.iter().take_while(|end| end.0 >= least).count().max(1).min(most);
        ends.truncate(shown);
        let objects = self.objects_of(&ends.iter().map(|end| end.2).collect::<Vec<_>>(), progress)?;
        let path = |(members, holder, end)| GroupPath { holder, members, round: 0, steps: self.steps_to(end, &objects) };
        Ok(ends.into_iter().map(path).collect())
    }

    /// How many objects of each step lead to each of these ends, and one of them, by end and node.
    fn objects_of(&self, ends: &[u32], progress: &Progress) -> Result<FxHashMap<(u32, u32), (u64, ObjectIndex)>> {
        let mut counts: FxHashMap<(u32, u32), (u64, ObjectIndex)> = FxHashMap::default();
        let mut end_of = vec![0_u32; self.places.len()];
        progress.for_each(self.order.iter().rev(), |&at| {
            let Place { node, object, next } = self.places[at as usize];
            let end = if next & END == END { next & !END } else { end_of[next as usize] };
            end_of[at as usize] = end;
            if ends.contains(&end) {
                counts.entry((end, node)).or_insert((0, object)).0 += 1;
            }
        })?;
        Ok(counts)
    }

    /// The steps from the group to this end, without both.
    fn steps_to(&self, end: u32, objects: &FxHashMap<(u32, u32), (u64, ObjectIndex)>) -> Vec<GroupStep> {
        let mut steps = Vec::new();
        let mut at = self.nodes[end as usize].parent;
        while let StepNode { parent, via: Via::Reference(class, slot), members, repeated, .. } = self.nodes[at as usize] {
            let (objects, sample) = objects.get(&(end, at)).copied().unwrap_or((0, ObjectIndex(0)));
            steps.push(GroupStep { class, slot, objects, members, sample, repeated: repeated && objects > 1 });
            at = parent;
        }
        steps.reverse();
        steps
    }
}

/// Members and everything before them on their paths.
fn objects_on_paths(closest: &ClosestHolders, members: &ObjectBits, objects: usize, progress: &Progress) -> Result<ObjectBits> {
    let mut on_paths = ObjectBits::new(objects);
    progress.for_each(closest.order(), |&object| {
        let mut next = members.has(ObjectIndex(object)).then_some(ObjectIndex(object));
        while let Some(at) = next.filter(|at| on_paths.set(at.0)) {
            next = closest.before(at);
        }
    })?;
    Ok(on_paths)
}
