//! Class objects and classes, which own and are owned by rules of their own.

use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::heap::ObjectBits;
use crate::keepers::ownership::graph::Graph;

/// Marks types whose class object is an entry or missing.
pub(crate) const NO_CLASS: u32 = u32::MAX;

/// Which objects are late, and the class objects that are no entries.
pub(crate) struct LateObjects {
    pub(crate) objects: ObjectBits,
    pub(crate) classes: Vec<ClassNode>,
    /// By type the position of its class object in `classes`, or [`NO_CLASS`].
    pub(crate) class_of_type: Vec<u32>,
}

impl LateObjects {
    pub(crate) fn find(graph: &Graph<'_>) -> Self {
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

/// A class object that is no entry.
pub(crate) struct ClassNode {
    pub(crate) object: u32,
    pub(crate) late: bool,
}
