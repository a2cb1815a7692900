//! Why objects live: paths from what the JVM itself holds to an object or a group.
//!
//! A path begins with a [`Holder`]: a static field, a local variable, a thread, a JNI handle. That static fields count
//! as beginnings, and not the class that declares them or its loader, is what people look for in their source; with
//! [`PathOptions::through_classes`] paths go on to the GC roots of the dump, as in Eclipse MAT and VisualVM.
//!
//! Paths go over references that keep alive first. Only what is out of their reach is shown through soft, weak,
//! finalizer or phantom references, in this order.
//!
//! | question | answer | cost |
//! |---|---|---|
//! | nearest holder of every object | [`ClosestHolders`]: one breadth-first search over the heap | 8 bytes per object |
//! | some paths to one object | [`paths_to`]: search over incoming references | those are built |
//! | what the JVM holds of those that lead to a group | [`root_objects`]: a walk against references | those are built |
//! | who holds these, the nearest first | [`group_holders`]: the first and the third | 12 bytes per object |
//! | paths to a group, merged | [`group_paths`]: the tree of the first, and one pass over records for names | 10 bytes per object |

mod closest;
pub(crate) mod group_path;
mod grouped;
mod holder;
pub(crate) mod links;
mod named_edges;
#[cfg(test)]
mod oracle_tests;
mod root_objects;
mod single;
mod step_tree;
#[cfg(test)]
mod tests;

pub use closest::{ClosestHolders, Strength};
pub use grouped::{GroupPaths, group_paths};
pub use holder::{Holder, HolderKind};
pub(crate) use holder::{beginning, general_thread_name, holders};

pub(crate) use named_edges::TreeNames;
pub use named_edges::reference_slots;
pub use root_objects::{GroupHolder, group_holders, root_objects};
pub use single::{PathStep, RootPath, paths_to};

/// What counts as the beginning of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PathOptions {
    /// Paths do not end at static fields but go on over the class object and what holds that, up to a GC root of the
    /// dump.
    pub through_classes: bool,
}
