//! Which object is in which node: all that a graph is made of before its numbers are computed.

use roaring::RoaringBitmap;

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::heap::HeapState;
use crate::keepers::reference_graph::parts::GraphNodeKind;

/// In no node.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A node of classes; the group is the first one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Set {
    pub(super) kind: GraphNodeKind,
    pub(super) objects: RoaringBitmap,
    pub(super) weak: bool,
    pub(super) below: bool,
}

/// Disjoint sets of objects.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Partition {
    pub(super) sets: Vec<Set>,
    pub(super) over_weak: bool,
}

impl Partition {
    /// The group, as far as it is in the heap.
    pub(super) fn of_group(heap: &HeapState, group: &RoaringBitmap) -> Self {
        let objects = group.iter().take_while(|&object| (object as usize) < heap.len()).collect();
        Self { sets: vec![Set { kind: GraphNodeKind::Group, objects, weak: false, below: false }], over_weak: false }
    }

    pub(super) fn add(&mut self, class: TypeIndex, objects: RoaringBitmap, weak: bool, below: bool) {
        self.sets.push(Set { kind: GraphNodeKind::Class(class), objects, weak, below });
    }

    /// The node of every object.
    pub(super) fn node_of(&self, heap: &HeapState) -> NodeOf {
        let mut node_of = NodeOf(vec![NOWHERE; heap.len()]);
        for (at, set) in self.sets.iter().enumerate() {
            set.objects.iter().for_each(|object| node_of.0[object as usize] = at as u16);
        }
        node_of
    }
}

/// The node of every object, 2 bytes each.
#[derive(Debug)]
pub(super) struct NodeOf(pub(super) Vec<u16>);

impl NodeOf {
    #[inline]
    pub(super) fn get(&self, object: ObjectIndex) -> Option<usize> {
        let at = self.0[object.at()];
        (at != NOWHERE).then_some(usize::from(at))
    }
}
