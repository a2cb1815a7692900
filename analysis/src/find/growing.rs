//! The kinds of leaks: one file for each, and the list of them.
//!
//! What grows is found among all holders ([`crate::LeakFinder`]); a detector says whether it is of its kind, and in which words. The
//! first one of the list that knows it tells it.

pub(super) mod buffer;
mod class_loaders;
mod container;
pub(super) mod grown;
mod roots;
mod shared;
mod thread;

use grown::{Grown, GrowthDetector};

/// All kinds, the most telling first; everything that grows is of one of them.
pub(super) static DETECTORS: &[&GrowthDetector] =
    &[&shared::DETECTOR, &class_loaders::DETECTOR, &thread::DETECTOR, &roots::DETECTOR, &buffer::DETECTOR, &container::DETECTOR];

/// The kind that something which grows is of.
pub(super) fn detector_of(grown: &Grown<'_>) -> &'static GrowthDetector {
    DETECTORS.iter().copied().find(|detector| (detector.is_it)(grown)).unwrap_or(&container::DETECTOR)
}
