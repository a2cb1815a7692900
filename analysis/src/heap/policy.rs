//! Which decisions lie behind the numbers of a heap state.

use std::fmt;

/// How numbers were made. Printed with them, because one dump gives different answers under different policies.
///
/// The default follows Eclipse MAT: reachable objects only, over every reference, weak and soft ones included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SizePolicy {
    /// Unreachable objects count too.
    pub keep_unreachable: bool,
    /// Referents of weak, soft, phantom and finalizer references keep nothing alive, and are no references at all.
    pub strong_only: bool,
}

impl fmt::Display for SizePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let objects = if self.keep_unreachable { "all objects, unreachable ones too" } else { "reachable objects" };
        let edges = if self.strong_only { "strong references only" } else { "all references incl. weak and soft" };
        write!(f, "{objects}; {edges}; shallow sizes as Eclipse MAT")
    }
}
