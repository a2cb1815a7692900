//! Paths to one object, the shortest first.
//!
//! As in Eclipse MAT a search goes back over incoming references and enters every object once, so paths part at the
//! object where they differ and never meet again: each tells something new, and cycles end by themselves.

use rustc_hash::FxHashMap;

use super::holder::holders;
use super::named_edges::reference_slots;
use super::{Holder, PathOptions};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::{HeapState, Slot};
use crate::keepers::paths::links::Links;

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: usize = 1 << 16;

/// A path from a holder to an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootPath {
    /// What holds the first object.
    pub holder: Holder,
    /// From the first object to the one that was asked for; never empty.
    pub steps: Vec<PathStep>,
    /// A soft, weak, phantom or finalizer reference is part of it: it does not keep the object alive.
    pub weak: bool,
}

/// One object of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathStep {
    /// The object.
    pub object: ObjectIndex,
    /// How it refers to the next one; `None` for the last.
    pub slot: Option<Slot>,
}

/// At most `most` paths to an object, the shortest first; over weak references only if there are no others. Empty if
/// nothing holds it.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn paths_to(heap: &HeapState, object: ObjectIndex, options: PathOptions, most: usize, progress: &Progress) -> Result<Vec<RootPath>> {
    heap.references.build_pointed_from(progress)?;
    progress.start("Looking for paths", 0);
    let mut search = Backward::new(heap, options);
    let mut found = search.run(object, false, most, progress)?;
    let weak = found.is_empty();
    if weak {
        found = search.run(object, true, most, progress)?;
    }
    let edges: Vec<_> = found.iter().flat_map(|(_, objects)| objects.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    let mut names = reference_slots(heap, &edges, progress)?.into_iter();
    let path = |(holder, objects): (Holder, Vec<ObjectIndex>)| {
        let last = objects.len() - 1;
        let step = |(at, object)| PathStep { object, slot: if at == last { None } else { names.next() } };
        RootPath { holder, steps: objects.into_iter().enumerate().map(step).collect(), weak }
    };
    Ok(found.into_iter().map(path).collect())
}

struct Backward<'a> {
    heap: &'a HeapState,
    through_classes: bool,
    links: Links,
    holders: FxHashMap<ObjectIndex, Vec<Holder>>,
    /// Objects by type, for the way from a class object back to its instances; made when one is met.
    instances: Option<FxHashMap<TypeIndex, Vec<u32>>>,
}

impl<'a> Backward<'a> {
    fn new(heap: &'a HeapState, options: PathOptions) -> Self {
        let mut by_object: FxHashMap<ObjectIndex, Vec<Holder>> = FxHashMap::default();
        for (holder, object) in holders(heap, options) {
            let of_object = by_object.entry(object).or_default();
            // One object may have many JNI handles.
            if !of_object.contains(&holder) {
                of_object.push(holder);
            }
        }
        Self { heap, through_classes: options.through_classes, links: Links::new(heap, options), holders: by_object, instances: None }
    }

    /// Holders with the objects from the first to `target`.
    fn run(&mut self, target: ObjectIndex, over_weak: bool, most: usize, progress: &Progress) -> Result<Vec<(Holder, Vec<ObjectIndex>)>> {
        let mut found = Vec::new();
        // Every object that was entered, with the next one on the way to the target.
        let mut next_of: FxHashMap<ObjectIndex, ObjectIndex> = FxHashMap::default();
        next_of.insert(target, target);
        let mut queue = vec![target];
        let mut at = 0;
        while let Some(&object) = queue.get(at) {
            at += 1;
            if at.is_multiple_of(CHECK_EVERY) {
                progress.check()?;
            }
            for &holder in self.holders.get(&object).map_or(&[][..], Vec::as_slice) {
                let step = |&at: &ObjectIndex| Some(next_of[&at]).filter(|&next| next != at);
                found.push((holder, std::iter::successors(Some(object), step).collect()));
                if found.len() >= most {
                    return Ok(found);
                }
            }
            for source in self.sources(object, over_weak, progress)? {
                if let std::collections::hash_map::Entry::Vacant(entry) = next_of.entry(source) {
                    entry.insert(object);
                    queue.push(source);
                }
            }
        }
        Ok(found)
    }

    /// The objects that refer to this one, in index order.
    fn sources(&mut self, object: ObjectIndex, over_weak: bool, progress: &Progress) -> Result<Vec<ObjectIndex>> {
        let heap = self.heap;
        let holds = |&source: &ObjectIndex| {
            let row = self.links.of(heap, source);
            let weak = if over_weak { None } else { heap.weak_referents.position_in(source) };
            // A long array is not searched for every element that it is known to hold.
            weak.is_none() && row.len() == heap.points_to(source).len()
                || row.iter().enumerate().any(|(at, &target)| target == object.0 && Some(at) != weak)
        };
        let mut sources: Vec<ObjectIndex> = Vec::new();
        progress.for_each(heap.pointed_from(object), |&source| sources.extend(Some(ObjectIndex(source)).filter(holds)))?;
        sources.dedup();
        if self.through_classes
            && let Some(class) = heap.described_type(object)
        {
            if self.instances.is_none() {
                let mut by_type: FxHashMap<TypeIndex, Vec<u32>> = FxHashMap::default();
                progress.for_each(heap.kept_objects(), |object| by_type.entry(heap.type_of(object)).or_default().push(object.0))?;
                self.instances = Some(by_type);
            }
            let instances = self.instances.iter();
            sources.extend(instances.filter_map(|by_type| by_type.get(&class)).flatten().copied().map(ObjectIndex));
        }
        Ok(sources)
    }
}
