//! Finding leaks in a series of heap states: what grows without end, through which fields it is held, where to cut.
//!
//! Every object gets a *holder*: the way of fields, from a static field or a thread down to the object, on which only
//! fields that matter to people stand (static fields, and instance fields of the application's classes; `holders`).
//! Holders are comparable over time, addresses are not. What a holder holds is a series; `over_time/growth` tells endless growth
//! from start-up, warm-up, bounded caches and saw-teeth. Of a chain of holders that grow, the *accumulating* one is the
//! lowest that does not grow by its own number: one list that gets longer, not the thousand elements that each hold something.
//! For each of these, `field_cut` finds the smallest set of fields that must let go, with what the GC could then collect.
//!
//! One heap state has no series. It is told who owns much (`owners`: fields, objects, classes, class loaders, several
//! fields together, and where objects accumulate) and what is wasted (`waste`).
//!
//! | word | what it means |
//! |---|---|
//! | field holder | a way of fields that holds objects, in one heap state (`holders`); [`crate::Holder`] is only where a path begins |
//! | holder over time | the same holder in all states of a series (`series`) |
//! | way | from where the walk began to one object (`held_heap`), and its names one after the other, the chain (`chains`) |
//! | field cut | the fields that must let go so that a group dies (`field_cut`; asked for one group: `group_cut`) |
//! | least cut | the fewest edges between classes of a drawn graph, which is another question (`keepers/reference_graph`) |
//! | mark | what a person knows: a place is needed, or not (`marks`); findings follow it, and what is not needed is one (`unneeded`) |
//! | kind | what a finding is; each stands in one file with its search, title, meaning and advice (`growing`, `waste`, `owners`) |

mod candidates;
mod chains;
mod cleanups;
mod collection_kinds;
mod collections;
mod dominance;
mod equal_keys;
mod field_cut;
#[cfg(test)]
mod field_cut_tests;
mod field_references;
mod findings;
mod group_cut;
mod group_kinds;
mod growing;
mod growing_collection;
mod held_heap;
mod holders;
mod kinds;
mod let_go;
mod loaders;
mod marks;
mod own_structures;
mod owners;
mod report;
mod samples;
mod series;
mod structure;
#[cfg(test)]
mod tests;
mod told;
mod unneeded;
mod waste;

pub use equal_keys::EqualKeys;
pub use findings::{Cut, Evidence, FindReport, Finding, FindingKind, GrewSince, Keeper, Severity, Verdict, WasteTotals, is_field_name};
pub use group_cut::{GroupCut, GroupCutField, group_cut};
pub use group_kinds::{CHURNING_TYPE, GROWING_GROUP, GROWING_IN_PROCESSES, GROWN_GROUP, OPEN_ONE_PROCESS};
pub use growing_collection::{GrowingCollection, GrowingElements};
pub use kinds::finding_kinds;
pub use marks::{ChainPart, FaultyReference, Mark, MarkKind, Marks, Place};
pub use samples::{SAMPLED_KINDS, sampled_report};
pub use series::LeakFinder;
pub use unneeded::UNNEEDED;
