//! The dominator tree of all objects that count, and what each of them retains.

use std::sync::OnceLock;

use super::byte_column::ByteColumn;
use super::graph::Graph;
use super::late::find_owners;
use super::search::{Search, UNSEEN};
use super::semi_nca::NumberedTree;
use crate::base::error::Result;
use crate::base::huge_pages::zeros;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::heap::{HeapState, References, RowStarts, Rows};

/// Marks objects that do not count.
const NOT_COUNTED: u32 = NO_OBJECT - 1;

/// The immediate dominator and the retained size of every object that counts in one heap state.
///
/// Memory: 8 bytes per object, and 6 more once [`Dominators::children`] or [`Dominators::top_level`] was asked for.
#[derive(Debug)]
pub struct Dominators {
    /// By object: the immediate dominator, [`NO_OBJECT`] for top-level objects, [`NOT_COUNTED`].
    parents: Vec<u32>,
    retained: ByteColumn,
    /// By object what it dominates immediately; the last row holds the top level.
    children: OnceLock<Rows>,
}

impl Dominators {
    /// Computes the dominator tree of the objects that count in a heap.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn of(heap: &HeapState, progress: &Progress) -> Result<Self> {
        Self::finish(search(heap, progress)?, heap, progress)
    }

    /// As [`Dominators::of`], for a heap whose references nobody needs afterwards: they are given back half way,
    /// which lowers the peak of memory.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn of_last_use(heap: &mut HeapState, progress: &Progress) -> Result<Self> {
        let search = search(heap, progress)?;
        heap.references = References::default();
        Self::finish(search, heap, progress)
    }

    fn finish(mut search: Search, heap: &HeapState, progress: &Progress) -> Result<Self> {
        let tree = NumberedTree::build(&mut search, heap, progress)?;
        let owned_classes = find_owners(&mut search, &tree, heap, progress)?;
        let dominators = tree.into_dominators();
        let Search { numbers, late, count, .. } = search;
        let mut objects: Vec<u32> = zeros(count);
        objects[0] = NO_OBJECT;
        progress.for_each((0..).zip(&numbers), |(object, &number)| {
            if number != UNSEEN && !late.objects.has(ObjectIndex(object)) {
                objects[number as usize] = object;
            }
        })?;
        // From numbers to objects. Late objects have their owner's number instead of their own.
        let mut parents = numbers;
        let mut retained = ByteColumn::new(heap.len());
        for object in 0..heap.len() as u32 {
            if (object as usize).is_multiple_of(STRETCH) {
                progress.check()?;
            }
            let parent = &mut parents[object as usize];
            if *parent == UNSEEN {
                *parent = NOT_COUNTED;
                continue;
            }
            let bytes = heap.bytes_of(ObjectIndex(object));
            retained.add(object, bytes);
            if late.objects.has(ObjectIndex(object)) {
                *parent = objects[*parent as usize];
                if *parent != NO_OBJECT {
                    retained.add(*parent, bytes);
                }
            }
        }
        for (number, &dominator) in dominators.iter().enumerate().skip(1).rev() {
            if number.is_multiple_of(STRETCH) {
                progress.check()?;
            }
            let (object, dominator) = (objects[number], objects[dominator as usize]);
            parents[object as usize] = dominator;
            if dominator != NO_OBJECT {
                retained.add(dominator, retained.get(object));
            }
        }
        // Everybody above has counted these already, as if they belonged to the owner of their only instance.
        for (class, instance) in owned_classes {
            parents[class as usize] = instance;
            retained.add(instance, heap.bytes_of(ObjectIndex(class)));
        }
        Ok(Self { parents, retained, children: OnceLock::new() })
    }

    /// The immediate dominator; `None` for top-level objects and for those that do not count.
    #[inline]
    #[must_use]
    pub fn immediate_dominator(&self, object: ObjectIndex) -> Option<ObjectIndex> {
        let parent = self.parents[object.at()];
        (parent < NOT_COUNTED).then_some(ObjectIndex(parent))
    }

    /// The object's own bytes and those of all objects that it dominates; 0 for objects that do not count.
    #[inline]
    #[must_use]
    pub fn retained(&self, object: ObjectIndex) -> u64 {
        self.retained.get(object.0)
    }

    /// All dominators of an object, the immediate one first.
    pub fn dominators(&self, object: ObjectIndex) -> impl Iterator<Item = ObjectIndex> + '_ {
        std::iter::successors(self.immediate_dominator(object), |&object| self.immediate_dominator(object))
    }

    /// The objects that this object dominates immediately, in index order. The first call of this or of
    /// [`Dominators::top_level`] builds the lists.
    #[must_use]
    pub fn children(&self, object: ObjectIndex) -> &[u32] {
        self.child_rows().row(object.at())
    }

    /// Objects that nothing dominates, in index order.
    #[must_use]
    pub fn top_level(&self) -> &[u32] {
        self.child_rows().row(self.parents.len())
    }

    /// Makes the lists of [`Dominators::children`] and [`Dominators::top_level`] now, unless they exist.
    pub(crate) fn list_children(&self, progress: &Progress) -> Result<()> {
        if self.children.get().is_none() {
            let _ = self.children.set(self.listed_children(progress)?);
        }
        Ok(())
    }

    fn child_rows(&self) -> &Rows {
        self.children.get_or_init(|| self.listed_children(&Progress::new()).expect("nobody cancels"))
    }

    fn listed_children(&self, progress: &Progress) -> Result<Rows> {
        let row_of = |parent: u32| if parent == NO_OBJECT { self.parents.len() } else { parent as usize };
        let counted = || (0_u32..).zip(&self.parents).filter(|&(_, &parent)| parent != NOT_COUNTED);
        let mut lengths = vec![0_u32; self.parents.len() + 1];
        progress.for_each(counted(), |(_, &parent)| lengths[row_of(parent)] += 1)?;
        let starts = RowStarts::from_lengths(lengths.len(), |row| lengths[row]);
        let mut entries = vec![0; starts.total() as usize];
        // Filled from the end of each row, so that the lengths serve as cursors.
        let counted = (0..self.parents.len() as u32).zip(&self.parents).rev().filter(|&(_, &parent)| parent != NOT_COUNTED);
        progress.for_each(counted, |(object, &parent)| {
            let row = row_of(parent);
            lengths[row] -= 1;
            entries[starts.start(row) as usize + lengths[row] as usize] = object;
        })?;
        Ok(Rows { starts, entries })
    }
}

fn search(heap: &HeapState, progress: &Progress) -> Result<Search> {
    let graph = Graph::new(heap, progress)?;
    progress.start("Following references", heap.kept.len());
    Search::run(&graph, progress)
}
