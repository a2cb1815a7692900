//! What the objects of trees are.

use serde::{Deserialize, Serialize};

/// What the objects of trees over time are, at each point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Those that live then.
    #[default]
    Heap,
    /// Those that have died until then, since the first point was looked at: garbage that piles up.
    Garbage,
}

impl Subject {
    /// What all of them together are called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heap => "Heap",
            Self::Garbage => "Garbage",
        }
    }
}
