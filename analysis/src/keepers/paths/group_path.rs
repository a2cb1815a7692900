//! A path that many objects share, class by class.

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::heap::Slot;
use crate::keepers::paths::Holder;

/// One step of a merged path: objects of one class that hold those of the step before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupStep {
    /// Class of the holding objects.
    pub class: TypeIndex,
    /// How they refer to what is before them; elements of arrays have the index 0, whichever they are.
    pub slot: Slot,
    /// Distinct objects of this step on this path.
    pub objects: u64,
    /// Members of the group that are held over this step, also those whose paths part further on.
    pub members: u64,
    /// One of the objects.
    pub sample: ObjectIndex,
    /// Objects of the class also hold each other (a list, a tree).
    pub repeated: bool,
}

/// A path that many members share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupPath {
    /// Where it begins.
    pub holder: Holder,
    /// Members that it holds.
    pub members: u64,
    /// In which round it was found, from 0.
    pub round: u32,
    /// From the group to the holder, without both.
    pub steps: Vec<GroupStep>,
}
