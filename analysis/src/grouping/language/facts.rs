//! What scripts often ask of a heap state, worked out once.

use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use crate::base::ids::ObjectIndex;
use crate::heap::{HeapState, ObjectBits, RootKind};

/// Owned beside the heap state, because values of scripts borrow nothing.
#[derive(Debug)]
pub(crate) struct HeapFacts {
    /// The objects that count.
    pub(super) kept: ObjectBits,
    /// Number of the set of kinds of each object that is a root.
    root_sets: FxHashMap<u32, u32>,
    /// Sets of kinds; number 0 is the empty one.
    pub(super) kinds: Vec<Vec<&'static str>>,
    /// By type.
    pub(super) type_names: Vec<ImmutableString>,
}

impl HeapFacts {
    pub(crate) fn new(heap: &HeapState) -> Self {
        let mut roots: Vec<(u32, RootKind)> = heap.roots.iter().map(|root| (root.object.0, root.kind)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut numbers: FxHashMap<Vec<RootKind>, u32> = FxHashMap::default();
        let mut kinds = vec![Vec::new()];
        let root_sets = roots
            .chunk_by(|a, b| a.0 == b.0)
            .map(|of_object| {
                let set: Vec<RootKind> = of_object.iter().map(|&(_, kind)| kind).collect();
                let number = *numbers.entry(set).or_insert_with_key(|set| {
                    kinds.push(set.iter().map(|kind| kind.name()).collect());
                    (kinds.len() - 1) as u32
                });
                (of_object[0].0, number)
            })
            .collect();
        let type_names = heap.types.iter().map(|info| info.name.as_ref().into()).collect();
        Self { kept: ObjectBits::from_bitmap(&heap.kept, heap.len()), root_sets, kinds, type_names }
    }

    /// The number of the set of root kinds of an object.
    pub(super) fn root_set(&self, object: ObjectIndex) -> u32 {
        self.root_sets.get(&object.0).copied().unwrap_or(0)
    }

    /// References to an object from objects that count.
    pub(super) fn incoming(&self, heap: &HeapState, object: ObjectIndex) -> usize {
        heap.pointed_from(object).iter().filter(|&&source| self.kept.has(ObjectIndex(source))).count()
    }
}
