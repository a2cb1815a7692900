//! Where the heap state of a point is.

use std::path::PathBuf;

/// Where a point's heap dump is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointSource {
    /// The file.
    pub file: PathBuf,
    /// Which dump of it, or which state of a trace, from 0.
    pub dump: usize,
    /// It is a trace, whose objects are the same from state to state.
    pub has_identity: bool,
    /// No thread of the program ran any more: what they held is gone.
    pub is_ending: bool,
}

impl PointSource {
    /// A dump of a file, from 0.
    #[must_use]
    pub fn dump(file: impl Into<PathBuf>, dump: usize) -> Self {
        Self { file: file.into(), dump, has_identity: false, is_ending: false }
    }

    /// A state of a trace, from 0.
    #[must_use]
    pub fn state(file: impl Into<PathBuf>, state: usize, is_ending: bool) -> Self {
        Self { file: file.into(), dump: state, has_identity: true, is_ending }
    }
}

/// The points that tell what a program keeps: all but those at its end, when its threads have let go of what they held; all where there
/// are no others.
pub(crate) fn judged(points: &[PointSource]) -> Vec<usize> {
    let alive: Vec<usize> = (0..points.len()).filter(|&at| !points[at].is_ending).collect();
    if alive.is_empty() { (0..points.len()).collect() } else { alive }
}
