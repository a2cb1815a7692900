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
//! [`Dominators`] answers for single objects.

mod dominators;
mod graph;
mod semi_nca;
#[cfg(test)]
mod tests;

pub use dominators::Dominators;
