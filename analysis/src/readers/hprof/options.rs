//! How a heap state is to be loaded.

use crate::heap::{SizePolicy, TypeSize};

/// How a dump is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadOptions {
    /// Which objects count, over which references.
    pub policy: SizePolicy,
    /// Read names of threads and class loaders out of the heap (a little more reading).
    pub names: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { policy: SizePolicy::default(), names: true }
    }
}

/// The fixed size of a type's instances, for streaming histograms.
pub(crate) fn instance_bytes(size: TypeSize) -> u64 {
    size.array_bytes(0)
}
