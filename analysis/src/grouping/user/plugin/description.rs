//! What a plug-in tells about itself, and what it may take.

/// The version of the interface.
pub(crate) const VERSION: i32 = 1;

/// Steps that one call may take: a tenth of a second.
pub(crate) const STEPS_PER_CALL: u64 = 10_000_000;

/// The memory of one instance, in bytes.
pub(crate) const MOST_MEMORY: usize = 64 << 20;

/// What a plug-in tells about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Description {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) example: String,
    pub(crate) cardinality: String,
    /// Names of fields.
    pub(crate) fields: Vec<String>,
}

/// What the functions are imported from.
pub(crate) const MODULE: &str = "memory_city";
