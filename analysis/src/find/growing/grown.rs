//! What detectors of leaks are asked, and what they say.

use crate::find::findings::FindingKind;
use crate::find::holders::FieldHolderKind;
use crate::trees::memory_tree::NodeTotals;

/// One kind of leak.
pub(in crate::find) struct GrowthDetector {
    pub(in crate::find) kind: FindingKind,
    pub(in crate::find) is_it: fn(&Grown<'_>) -> bool,
    pub(in crate::find) title: fn(&Grown<'_>) -> String,
    pub(in crate::find) advice: fn(&Grown<'_>) -> String,
}

/// What is known of something that keeps growing.
pub(in crate::find) struct Grown<'a> {
    /// The last name of the way on which it accumulates.
    pub(in crate::find) holder: &'a str,
    pub(in crate::find) holder_kind: FieldHolderKind,
    /// Who holds it, as people are told: fields, a variable, a thread.
    pub(in crate::find) holders: String,
    /// The fields among these.
    pub(in crate::find) fields: Vec<&'a str>,
    /// They are the variable of one thread.
    pub(in crate::find) is_variable: bool,
    /// The class to blame.
    pub(in crate::find) class: &'a str,
    /// All classes that grow, most bytes first.
    pub(in crate::find) classes: &'a [(String, NodeTotals)],
    /// Loaders of the program that have loaded the same classes, which are held.
    pub(in crate::find) loaders: usize,
    /// There are more objects, not bytes alone.
    pub(in crate::find) more_objects: bool,
}
