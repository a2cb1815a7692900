//! What ownership sees of a heap: from where the roots enter it, and who references whom.

use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::heap::{HeapState, ObjectBits, Rules, kept_classes, starting_roots};

/// The objects that count, the references between them, and the objects that hang at the virtual root above all.
pub(super) struct Graph<'a> {
    pub(super) heap: &'a HeapState,
    /// Objects that the virtual root references, in the order of their first mention; each once.
    pub(super) entries: Vec<u32>,
    is_entry: ObjectBits,
    /// The class object of every type where it exists and is no entry, else [`NO_OBJECT`].
    class_objects: Vec<u32>,
}

impl<'a> Graph<'a> {
    /// Finds the entries. Where unreachable objects count too, they hang at the virtual root through a smallest set of
    /// them that reaches all others.
    pub(super) fn new(heap: &'a HeapState, progress: &Progress) -> Result<Self> {
        let mut is_entry = ObjectBits::new(heap.len());
        let mut entries =
            starting_roots(&heap.roots, &heap.threads).map(|root| root.0).filter(|&root| is_entry.set(root)).collect::<Vec<u32>>();
        if heap.policy.rules == Rules::VisualVm {
            // Nothing owns a class object.
            let classes = heap.types.iter().filter_map(|info| info.class_object).filter(|class| heap.kept.contains(class.0));
            entries.extend(classes.map(|class| class.0).filter(|&class| is_entry.set(class)));
        }
        let classes = kept_classes(&heap.types, heap.policy);
        let class_objects = classes.into_iter().map(|class| class.map_or(NO_OBJECT, |class| class.0)).collect();
        let mut graph = Self { heap, entries, is_entry, class_objects };
        if heap.policy.keep_unreachable {
            let more = graph.unreached_sources(progress)?;
            for &object in &more {
                graph.is_entry.set(object);
            }
            graph.entries.extend(more);
        }
        // What is an entry needs no other reason to live, so references to it decide nothing.
        for class in &mut graph.class_objects {
            if *class != NO_OBJECT && graph.is_entry.has(ObjectIndex(*class)) {
                *class = NO_OBJECT;
            }
        }
        Ok(graph)
    }

    /// Whether the virtual root references an object.
    #[inline]
    pub(super) fn is_entry(&self, object: u32) -> bool {
        self.is_entry.has(ObjectIndex(object))
    }

    /// The class object of a type; [`NO_OBJECT`] if there is none or if it is an entry.
    #[inline]
    pub(super) fn class_object(&self, type_number: usize) -> u32 {
        self.class_objects[type_number]
    }

    /// The objects that an object references, and its class object as [`Graph::class_object`] tells it.
    #[inline]
    pub(super) fn targets(&self, object: u32) -> (&'a [u32], u32) {
        let object = ObjectIndex(object);
        (self.heap.points_to(object), self.class_objects[self.heap.type_of(object).at()])
    }

    /// A smallest set of objects from which all objects are reached that the entries do not reach: of each group of
    /// objects that reach each other and that nobody else reaches, the first one. A depth-first search over all of them
    /// enters such a group at its first object and finishes that one after the whole group; what finishes last
    /// of all belongs to such a group, and so does what finishes last among those that it does not reach.
    fn unreached_sources(&self, progress: &Progress) -> Result<Vec<u32>> {
        progress.start("Finding unreachable objects", self.heap.len() as u64);
        let mut seen = ObjectBits::new(self.heap.len());
        let mut ignored = Vec::new();
        for &entry in &self.entries {
            self.finish(entry, &mut seen, &mut ignored, progress)?;
            ignored.clear();
        }
        let mut reached_again = seen.clone();
        let mut finished = Vec::new();
        for object in 0..self.heap.len() as u32 {
            self.finish(object, &mut seen, &mut finished, progress)?;
        }
        let mut sources = Vec::new();
        for &object in finished.iter().rev() {
            if !reached_again.has(ObjectIndex(object)) {
                sources.push(object);
                self.finish(object, &mut reached_again, &mut ignored, progress)?;
                ignored.clear();
            }
        }
        sources.sort_unstable();
        Ok(sources)
    }

    /// All objects that the entries reach, each as a depth-first search leaves it for good.
    pub(super) fn finish_order(&self, progress: &Progress) -> Result<Vec<u32>> {
        let mut seen = ObjectBits::new(self.heap.len());
        let mut finished = Vec::with_capacity(self.heap.kept.len() as usize);
        for &entry in &self.entries {
            self.finish(entry, &mut seen, &mut finished, progress)?;
        }
        Ok(finished)
    }

    /// Searches on from an object and appends what was not seen before, each object as the search leaves it.
    fn finish(&self, from: u32, seen: &mut ObjectBits, finished: &mut Vec<u32>, progress: &Progress) -> Result<()> {
        if !seen.set(from) {
            return Ok(());
        }
        let mut path = vec![(from, 0_u32)];
        while let Some((object, next)) = path.last_mut() {
            let (row, class) = self.targets(*object);
            let target = match row.get(*next as usize) {
                Some(&target) => target,
                None if *next as usize == row.len() && class != NO_OBJECT => class,
                None => {
                    finished.push(*object);
                    if finished.len().is_multiple_of(STRETCH) {
                        progress.advance(STRETCH as u64)?;
                    }
                    path.pop();
                    continue;
                }
            };
            *next += 1;
            if seen.set(target) {
                path.push((target, 0));
            }
        }
        Ok(())
    }
}
