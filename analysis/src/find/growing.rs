//! The kinds of leaks: one file for each, and the list of them.
//!
//! What grows is found among all holders ([`crate::LeakFinder`]); a detector says whether it is of its kind, and in which words. The
//! first one of the list that knows it tells it.

pub(super) mod buffer;
mod class_loaders;
mod container;
mod roots;
mod shared;
mod thread;

use super::findings::FindingKind;
use super::holders::FieldHolderKind;
use crate::trees::memory_tree::NodeTotals;

/// All kinds, the most telling first; everything that grows is of one of them.
pub(super) static DETECTORS: [&GrowthDetector; 6] =
    [&shared::DETECTOR, &class_loaders::DETECTOR, &thread::DETECTOR, &roots::DETECTOR, &buffer::DETECTOR, &container::DETECTOR];

/// One kind of leak.
pub(super) struct GrowthDetector {
    pub(super) kind: FindingKind,
    pub(super) is_it: fn(&Grown<'_>) -> bool,
    pub(super) title: fn(&Grown<'_>) -> String,
    pub(super) advice: fn(&Grown<'_>) -> String,
}

/// What is known of something that keeps growing.
pub(super) struct Grown<'a> {
    /// The last name of the way on which it accumulates.
    pub(super) holder: &'a str,
    pub(super) holder_kind: FieldHolderKind,
    /// Who holds it, as people are told: fields, a variable, a thread.
    pub(super) holders: String,
    /// The fields among these.
    pub(super) fields: Vec<&'a str>,
    /// They are the variable of one thread.
    pub(super) is_variable: bool,
    /// The class to blame.
    pub(super) class: &'a str,
    /// All classes that grow, most bytes first.
    pub(super) classes: &'a [(String, NodeTotals)],
    /// There are more objects, not bytes alone.
    pub(super) more_objects: bool,
}

impl Grown<'_> {
    /// The kind that it is of.
    pub(super) fn detector(&self) -> &'static GrowthDetector {
        DETECTORS.into_iter().find(|detector| (detector.is_it)(self)).unwrap_or(&container::DETECTOR)
    }
}
