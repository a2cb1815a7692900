//! Objects that own nobody and are looked at last.
//!
//! A third to a half of a heap are objects without references: primitive arrays, boxed numbers. They lie on no way to
//! anything else, so the dominator tree is built without them and their owner is then the nearest common ancestor of
//! those that reference them. Class objects that reference nothing but entries are late, too; without that nearly no
//! array would be, because class objects of arrays are no GC roots.

use super::graph::Graph;
use super::search::{Search, UNSEEN};
use super::semi_nca::NumberedTree;
use crate::heap::{HeapState, ObjectBits};
use crate::{NO_OBJECT, ObjectIndex};

/// A class object that is no entry.
pub(super) struct ClassNode {
    pub(super) object: u32,
    pub(super) late: bool,
}

/// Marks types whose class object is an entry or missing.
pub(super) const NO_CLASS: u32 = u32::MAX;

/// Which objects are late, and the class objects that are no entries.
pub(super) struct LateObjects {
    pub(super) objects: ObjectBits,
    pub(super) classes: Vec<ClassNode>,
    /// By type the position of its class object in `classes`, or [`NO_CLASS`].
    pub(super) class_of_type: Vec<u32>,
}

impl LateObjects {
    pub(super) fn find(graph: &Graph<'_>) -> Self {
        let heap = graph.heap;
        let mut class_objects: Vec<u32> =
            (0..heap.types.len()).map(|at| graph.class_object(at)).filter(|&class| class != NO_OBJECT).collect();
        class_objects.sort_unstable();
        class_objects.dedup();
        let is_late = |&object: &u32| {
            let (row, class) = graph.targets(object);
            class == NO_OBJECT && row.iter().all(|&target| target == object || graph.is_entry(target))
        };
        let classes: Vec<ClassNode> = class_objects.iter().map(|&object| ClassNode { object, late: is_late(&object) }).collect();
        let position = |at: usize| class_objects.binary_search(&graph.class_object(at)).map_or(NO_CLASS, |position| position as u32);
        let class_of_type: Vec<u32> = (0..heap.types.len()).map(position).collect();
        let mut objects = ObjectBits::new(heap.len());
        for object in 0..heap.len() as u32 {
            if heap.points_to(ObjectIndex(object)).is_empty() && !graph.is_entry(object) {
                let class = class_of_type[heap.type_of(ObjectIndex(object)).at()];
                if class == NO_CLASS || classes[class as usize].late {
                    objects.set(object);
                }
            }
        }
        for class in &classes {
            if class.late {
                objects.set(class.object);
            } else {
                objects.clear(class.object);
            }
        }
        Self { objects, classes, class_of_type }
    }
}

/// Turns the number of each object into the number of its owner, for late objects. Returns late class objects that
/// belong to a late object: their only instance, which nothing but them follows.
pub(super) fn find_owners(search: &mut Search, tree: &NumberedTree, heap: &HeapState) -> Vec<(u32, u32)> {
    let Search { numbers, late_others, late, .. } = search;
    for (source, object) in std::mem::take(late_others).iter() {
        let owner = &mut numbers[object as usize];
        *owner = tree.common(*owner, source);
    }
    // The late object that is the only reason so far.
    let mut only = vec![NO_OBJECT; late.classes.len()];
    for object in 0..heap.len() as u32 {
        let class = late.class_of_type[heap.type_of(ObjectIndex(object)).at()];
        let number = numbers[object as usize];
        let Some(node) = late.classes.get(class as usize).filter(|node| node.late && number != UNSEEN) else { continue };
        let owner = &mut numbers[node.object as usize];
        if *owner == UNSEEN {
            *owner = number;
            if late.objects.has(ObjectIndex(object)) {
                only[class as usize] = object;
            }
        } else {
            *owner = tree.common(*owner, number);
            only[class as usize] = NO_OBJECT;
        }
    }
    let owned = late.classes.iter().zip(only).filter(|&(_, only)| only != NO_OBJECT);
    owned.map(|(class, only)| (class.object, only)).collect()
}
