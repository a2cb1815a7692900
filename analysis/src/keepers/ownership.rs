//! Who owns what: the dominator tree of a heap and retained sizes.
//!
//! An object *dominates* another if every path from the GC roots to the other one passes it: without it, the other
//! one would be garbage. The nearest dominator is the *immediate* one; objects without any are *top level*. The
//! *retained size* of an object is its own size plus those of all objects that it dominates.
//!
//! The paths are those of Eclipse MAT: over all references that the heap holds (which ones it holds is its policy),
//! from an object to its class object, from a class object to super class, loader and statics, and from a thread to
//! what its stack references.
//!
//! Memory: references beside the search tree are kept as distances between depth-first numbers, two to three bytes each,
//! and [`Dominators::of_last_use`] gives the references of the heap back before anything else grows. So the peak is
//! 14 bytes per object above what the heap state itself takes, and hardly above what reading it took. Measured with
//! `examples/ownership_cost.rs`: 31 bytes per object, heap state included, for the dump of `tests/java/BigHeap.java`
//! (9.8 million objects, 22.4 million references); 25 bytes for one of 100 million objects and 195 million references
//! (`examples/synthetic_dump.rs`), 2.4 GB in all.
//!
//! [`Dominators`] answers for single objects. A group of objects retains more than its objects one by one: what is
//! shared by several of them, too. [`retained_by_group`] answers for all groups of a heap at once, [`class_sizes`]
//! for all classes.

mod byte_column;
mod dominators;
mod graph;
mod group_retained;
mod group_sets;
mod incoming;
mod late;
mod late_objects;
mod search;
mod semi_nca;
#[cfg(test)]
mod tests;
mod varints;

pub use dominators::Dominators;
pub(crate) use group_retained::retained_and_keepers;
pub use group_retained::{ClassSizes, ObjectGroups, class_sizes, retained_by_group};
