//! Roots as the JVM shows them.

use trace_format::RootRecordKind;

/// A root as the JVM shows it; methods are resolved later.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawRoot {
    /// Why.
    pub(crate) kind: RootRecordKind,
    /// The object.
    pub(crate) object: u64,
    /// Thread id; 0 if none.
    pub(crate) thread: u64,
    /// Depth of the frame.
    pub(crate) depth: Option<u32>,
    /// What the JVM calls the method; 0 if none.
    pub(crate) method: usize,
    /// Where in the method.
    pub(crate) location: i64,
    /// The slot of a local variable.
    pub(crate) slot: Option<u32>,
}
