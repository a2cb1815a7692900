//! The dominator tree of all objects that count, and what each of them retains.

use std::sync::OnceLock;

use super::graph::Graph;
use super::semi_nca::immediate_dominators;
use crate::heap::{HeapState, RowStarts, Rows};
use crate::{NO_OBJECT, ObjectIndex, Progress, Result};

/// Marks objects that do not count.
const NOT_COUNTED: u32 = NO_OBJECT - 1;

/// The immediate dominator and the retained size of every object that counts in one heap state.
#[derive(Debug)]
pub struct Dominators {
    /// By object: the immediate dominator, [`NO_OBJECT`] for top-level objects, [`NOT_COUNTED`].
    parents: Vec<u32>,
    retained: Vec<u64>,
    /// By object what it dominates immediately; the last row holds the top level.
    children: OnceLock<Rows>,
}

impl Dominators {
    /// Computes the dominator tree of the objects that count in a heap.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn of(heap: &HeapState, progress: &Progress) -> Result<Self> {
        let graph = Graph::new(heap, progress)?;
        let tree = immediate_dominators(&graph, progress)?;
        debug_assert_eq!(tree.objects.len() as u64, heap.kept.len() + 1, "every object that counts is reached");
        let mut retained = vec![0_u64; heap.len()];
        let mut parents = vec![NOT_COUNTED; heap.len()];
        for (&object, &dominator) in tree.objects.iter().zip(&tree.dominators).skip(1).rev() {
            let dominator = tree.objects[dominator as usize];
            parents[object as usize] = dominator;
            retained[object as usize] += heap.bytes_of(ObjectIndex(object));
            if dominator != NO_OBJECT {
                retained[dominator as usize] += retained[object as usize];
            }
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
        self.retained[object.at()]
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

    fn child_rows(&self) -> &Rows {
        self.children.get_or_init(|| {
            let row_of = |parent: u32| if parent == NO_OBJECT { self.parents.len() } else { parent as usize };
            let counted = || (0_u32..).zip(&self.parents).filter(|&(_, &parent)| parent != NOT_COUNTED);
            let mut lengths = vec![0_u32; self.parents.len() + 1];
            counted().for_each(|(_, &parent)| lengths[row_of(parent)] += 1);
            let starts = RowStarts::from_lengths(lengths.len(), |row| lengths[row]);
            let mut entries = vec![0; starts.total() as usize];
            // Filled from the end of each row, so that the lengths serve as cursors.
            for (object, &parent) in (0..self.parents.len() as u32).zip(&self.parents).rev().filter(|&(_, &parent)| parent != NOT_COUNTED) {
                let row = row_of(parent);
                lengths[row] -= 1;
                entries[starts.start(row) as usize + lengths[row] as usize] = object;
            }
            Rows { starts, entries }
        })
    }
}
