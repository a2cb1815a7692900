//! Suspicious windows of time: in which reachable memory grows, in which collections take much of the time, in which much is thrown away.
//!
//! The three detectors of "Detection of Suspicious Time Windows in Memory Monitoring" (Weninger, Gander and Mössenböck, MPLR 2019), with
//! its defaults. A good window is short, relevant and intense, and one below a threshold is not shown. All of them take time in
//! proportion to the number of points or collections: what the paper scans again and again is followed from the end, found on a convex
//! hull, or needs no long windows, as of a window that can be cut into two of the allowed length one part is as intense as the whole.

mod end_fall;
mod growth;
mod ratio;
mod rules;
mod start_up;

pub use end_fall::{EndFall, end_fall, judged_points};
pub use growth::{MemoryPoint, growth_window, regression_window};
pub use ratio::{churn_window, overhead_window};
pub use rules::{WindowRules, WindowRulesError};
pub use start_up::{StartUp, start_up};

use serde::{Serialize, Serializer};

use crate::over_time::gc_events::GcEvents;

/// What is suspicious about a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WindowKind {
    /// Memory grows, with small drops at most, to the end.
    Growth,
    /// The end of the run over which a line through memory is steepest.
    GrowthByRegression,
    /// Collections take much of the time.
    GcOverhead,
    /// Much is thrown away per second.
    Churn,
}

impl WindowKind {
    /// As it is written in results.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Growth => "growth",
            Self::GrowthByRegression => "growth_by_regression",
            Self::GcOverhead => "gc_overhead",
            Self::Churn => "churn",
        }
    }

    /// What the score counts.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Growth | Self::GrowthByRegression | Self::Churn => "bytes/s",
            Self::GcOverhead => "share of time",
        }
    }
}

impl Serialize for WindowKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// A stretch of time, and how intense it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// The first of its points; of collections, the first that lies in it.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// When it begins, in nanoseconds on the clock of what was given.
    pub from_nanos: i64,
    /// When it ends.
    pub to_nanos: i64,
    /// Bytes per second, or the share of time, see [`WindowKind::unit`].
    pub score: f64,
}

/// A window that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SuspiciousWindow {
    /// What is suspicious.
    pub kind: WindowKind,
    /// Where; places are those of points for growth, of collections for the others.
    pub stretch: Stretch,
    /// The part of a growing window that grows most per second, unless that is all of it.
    pub strongest_part: Option<Stretch>,
    /// Of growth: bytes at its begin and at its end.
    pub bytes: Option<(u64, u64)>,
    /// Of churn and overhead: the same over the whole run.
    pub average: Option<f64>,
}

impl SuspiciousWindow {
    /// By how many percent memory grew; `None` where it did not grow from anything.
    #[must_use]
    pub fn growth_percent(&self) -> Option<f64> {
        let (begin, end) = self.bytes.filter(|&(begin, _)| begin > 0)?;
        Some((end as f64 / begin as f64 - 1.0) * 100.0)
    }
}

/// All windows of a run that are worth a look, the growing ones first. Growth must cover a part of all collections; points whose
/// collections are not known count as one each.
#[must_use]
pub fn suspicious_windows(memory: &[MemoryPoint], gc: Option<&GcEvents>, rules: &WindowRules) -> Vec<SuspiciousWindow> {
    let growth = growth_window(memory, rules).into_iter().chain(regression_window(memory, rules));
    let of_collections = gc.into_iter().flat_map(|gc| overhead_window(gc, rules).into_iter().chain(churn_window(gc, rules)));
    growth.chain(of_collections).collect()
}

/// Seconds from one moment to another.
fn seconds(from_nanos: i64, to_nanos: i64) -> f64 {
    (i128::from(to_nanos) - i128::from(from_nanos)) as f64 / 1e9
}

#[cfg(test)]
mod tests;
