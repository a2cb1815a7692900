//! Finding leaks in a series of heap states: what grows without end, through which fields it is held, where to cut.
//!
//! Every object gets a *holder*: the way of fields, from a static field or a thread down to the object, on which only
//! fields that matter to people stand (static fields, and instance fields of the application's classes; `holders`).
//! Holders are comparable over time, addresses are not. What a holder holds is a series; `growth` tells endless growth
//! from start-up, warm-up, bounded caches and saw-teeth. Of a chain of holders that grow, the *accumulating* one is the
//! lowest that does not grow by its own number: one list that gets longer, not the thousand elements that each hold something.
//! For each of these, `cut` finds the smallest set of fields that must let go, with what the GC could then collect.
//!
//! One heap state has no series. It is told who owns much (`owners`: fields, objects, classes, class loaders, several
//! fields together, and where objects accumulate) and what is wasted (`waste`).

mod cleanups;
mod cut;
#[cfg(test)]
mod cut_tests;
mod digits;
mod dominance;
mod field_references;
mod findings;
mod group;
mod growth;
mod held_heap;
mod holders;
mod let_go;
mod owners;
mod report;
mod series;
#[cfg(test)]
mod tests;
mod told;
mod waste;
mod ways;

pub use findings::{Cut, Evidence, FindReport, Finding, FindingKind, Keeper, Severity, Verdict, WasteTotals};
pub use group::{GroupCut, GroupCutField, group_cut};
pub use growth::{growth_begins, told_until, too_few_states};
pub use series::LeakFinder;
