//! What collapsed stacks count.

use analysis::Metric;
use clap::ValueEnum;

/// What is counted of stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CollapsedUnit {
    /// Their bytes
    Bytes,
    /// Their objects
    Objects,
}

impl From<CollapsedUnit> for Metric {
    fn from(unit: CollapsedUnit) -> Self {
        match unit {
            CollapsedUnit::Bytes => Self::Bytes,
            CollapsedUnit::Objects => Self::Objects,
        }
    }
}
