//! A JVM of this machine that can be watched.

use serde::Serialize;

/// A JVM that can be watched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunningJvm {
    /// Process id.
    pub pid: u32,
    /// Main class or archive, with its arguments; empty if the JVM does not say.
    pub command: String,
}

impl RunningJvm {
    /// The main class or archive without its arguments and folders; `JVM` if it does not say.
    #[must_use]
    pub fn program(&self) -> &str {
        let first = self.command.split(' ').next().unwrap_or_default();
        let name = first.rsplit(['/', '\\']).next().unwrap_or(first);
        if name.is_empty() { "JVM" } else { name }
    }
}
