//! What ownership sees of a heap: from where the roots enter it, and who references whom.

use crate::heap::{HeapState, starting_roots};
use crate::{NO_OBJECT, ObjectIndex, Progress, Result};

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 20;

/// The objects that count, the references between them, and the objects that hang at the virtual root above all.
pub(super) struct Graph<'a> {
    pub(super) heap: &'a HeapState,
    /// Objects that the virtual root references, in the order of their first mention; each once.
    pub(super) entries: Vec<u32>,
    /// The class object of every type where it exists and is no entry, else [`NO_OBJECT`].
    class_objects: Vec<u32>,
}

impl<'a> Graph<'a> {
    /// Finds the entries. Where unreachable objects count too, they hang at the virtual root through a smallest set of
    /// them that reaches all others.
    pub(super) fn new(heap: &'a HeapState, progress: &Progress) -> Result<Self> {
        let mut is_entry = vec![0_u64; heap.len().div_ceil(64)];
        let entries: Vec<u32> =
            starting_roots(&heap.roots, &heap.threads).map(|root| root.0).filter(|&root| set(&mut is_entry, root)).collect();
        let class_objects = heap.types.iter().map(|info| info.class_object.map_or(NO_OBJECT, |class| class.0)).collect();
        let mut graph = Self { heap, entries, class_objects };
        if heap.policy.keep_unreachable {
            let more = graph.unreached_sources(progress)?;
            for &object in &more {
                set(&mut is_entry, object);
            }
            graph.entries.extend(more);
        }
        // What is an entry needs no other reason to live, so references to it decide nothing.
        for class in &mut graph.class_objects {
            if *class != NO_OBJECT && is_set(&is_entry, *class) {
                *class = NO_OBJECT;
            }
        }
        Ok(graph)
    }

    /// The objects that an object references; the class object, where it matters, comes last.
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
        let mut seen = vec![0_u64; self.heap.len().div_ceil(64)];
        let mut ignored = Vec::new();
        for &entry in &self.entries {
            self.finish_order(entry, &mut seen, &mut ignored, progress)?;
            ignored.clear();
        }
        let mut reached_again = seen.clone();
        let mut finished = Vec::new();
        for object in 0..self.heap.len() as u32 {
            self.finish_order(object, &mut seen, &mut finished, progress)?;
        }
        let mut sources = Vec::new();
        for &object in finished.iter().rev() {
            if !is_set(&reached_again, object) {
                sources.push(object);
                self.finish_order(object, &mut reached_again, &mut ignored, progress)?;
                ignored.clear();
            }
        }
        sources.sort_unstable();
        Ok(sources)
    }

    /// Appends what is reached from an object and not seen before, each object after all that it leads to.
    fn finish_order(&self, from: u32, seen: &mut [u64], finished: &mut Vec<u32>, progress: &Progress) -> Result<()> {
        if !set(seen, from) {
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
                    if (finished.len() as u32).is_multiple_of(CHECK_EVERY) {
                        progress.advance(u64::from(CHECK_EVERY))?;
                    }
                    path.pop();
                    continue;
                }
            };
            *next += 1;
            if set(seen, target) {
                path.push((target, 0));
            }
        }
        Ok(())
    }
}

/// Sets the bit of an object; whether it was clear before.
#[inline]
pub(super) fn set(bits: &mut [u64], object: u32) -> bool {
    let word = &mut bits[object as usize / 64];
    let bit = 1 << (object % 64);
    let clear = *word & bit == 0;
    *word |= bit;
    clear
}

/// Whether the bit of an object is set.
#[inline]
pub(super) fn is_set(bits: &[u64], object: u32) -> bool {
    bits[object as usize / 64] >> (object % 64) & 1 == 1
}
