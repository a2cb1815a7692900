//! Which groups are listed with their statistics: what `trends` and `counts` share.

use analysis::{GroupTrend, Statistic, Trend, like};
use clap::{Args, ValueEnum};

/// Which groups are listed.
#[derive(Debug, Clone, Args)]
pub struct RowFilterArgs {
    /// List only groups for which all of these have a positive trend
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    positive: Vec<StatisticArg>,
    /// List only groups whose name is like this, * is any text; of several, one must fit
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,
    /// Do not list groups whose name is like this
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
}

/// A statistic by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatisticArg {
    /// The largest volume so far
    Maximum,
    /// The volume
    Volume,
    /// Collected objects per created one
    Collected,
}

impl StatisticArg {
    fn statistic(self) -> Statistic {
        match self {
            Self::Maximum => Statistic::MaximumVolume,
            Self::Volume => Statistic::Volume,
            Self::Collected => Statistic::CollectedShare,
        }
    }
}

impl RowFilterArgs {
    /// Whether everything is listed.
    pub(in crate::cli) fn lists_all(&self) -> bool {
        self.positive.is_empty() && self.include.is_empty() && self.exclude.is_empty()
    }

    /// The statistics that must have a positive trend.
    pub(in crate::cli) fn positive(&self) -> Vec<Statistic> {
        self.positive.iter().map(|arg| arg.statistic()).collect()
    }

    /// Whether they have.
    pub(in crate::cli) fn rises(&self, trend: &GroupTrend) -> bool {
        self.positive.iter().all(|arg| trend.trend(arg.statistic()) == Some(Trend::Positive))
    }

    /// Whether groups of this name are listed.
    pub(in crate::cli) fn is_in_scope(&self, name: &str) -> bool {
        let fits = |patterns: &[String]| patterns.iter().any(|pattern| like(name, pattern));
        (self.include.is_empty() || fits(&self.include)) && !fits(&self.exclude)
    }
}
