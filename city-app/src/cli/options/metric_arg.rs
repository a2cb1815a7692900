//! Numbers of groups, as commands are asked for one of them.

use analysis::Metric;
use clap::ValueEnum;

/// A metric by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MetricArg {
    /// Numbers of objects
    Objects,
    /// Shallow bytes
    Bytes,
    /// Bytes of all that the objects reach
    Deep,
    /// Bytes of what dies with them
    Retained,
}

impl From<MetricArg> for Metric {
    fn from(name: MetricArg) -> Self {
        match name {
            MetricArg::Objects => Self::Objects,
            MetricArg::Bytes => Self::Bytes,
            MetricArg::Deep => Self::Deep,
            MetricArg::Retained => Self::Retained,
        }
    }
}
