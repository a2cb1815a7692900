//! How sure numbers over time are. Most objects of a trace have sites that are estimated from sampled allocations: groups by
//! them are sure up to a standard error, which differs from point to point.
//!
//! Memory: as much as objects and bytes themselves, in evolutions with an estimate at any point; nothing in others.

use super::columns::Column;
use super::{Evolution, Metric};
use crate::base::ids::NodeIndex;
use crate::trees::subject::Subject;

impl Evolution {
    /// The standard error of a node's objects or bytes at a point: with about two thirds certainty they are off by no more.
    /// `None` where they are known exactly, and for sizes that were computed from references.
    #[must_use]
    pub fn error(&self, metric: Metric, node: NodeIndex, point: usize) -> Option<u64> {
        let column = match metric {
            Metric::Objects => Column::ObjectsError,
            Metric::Bytes => Column::BytesError,
            Metric::Deep | Metric::Retained => return None,
        };
        Some(self.columns.value(column, node, point)).filter(|&error| error > 0)
    }

    /// The standard error of a difference of two points, as if their estimates were independent: what both have in common
    /// cancels out, so that it is off by less rather than by more. Of garbage, which piles up, the later point has all that the earlier
    /// one has, so it is that of what came between. `None` where both are known exactly, or are one.
    #[must_use]
    pub fn change_error(&self, metric: Metric, node: NodeIndex, from: usize, to: usize) -> Option<u64> {
        if self.subject == Subject::Garbage {
            let [before, after] = [from.min(to), from.max(to)].map(|point| self.error(metric, node, point).unwrap_or(0) as f64);
            let between = (after.powi(2) - before.powi(2)).max(0.0).sqrt().ceil() as u64;
            return Some(between).filter(|&error| error > 0);
        }
        let both = [from, to].into_iter().filter(|_| from != to);
        joint_error(both.map(|point| self.error(metric, node, point)))
    }

    /// Whether there is an estimate at any point.
    #[must_use]
    pub fn has_estimates(&self) -> bool {
        (0..self.points.len()).any(|point| self.columns.is_known(Column::ObjectsError, point))
    }

    /// Whether a node's objects are told from others by an estimate, so that all that is computed of them is one, too.
    #[must_use]
    pub fn is_estimate(&self, node: NodeIndex, point: usize) -> bool {
        self.error(Metric::Objects, node, point).is_some() || self.error(Metric::Bytes, node, point).is_some()
    }
}

/// The standard error of a sum or difference of numbers that are independent of each other; `None` if all are exact.
#[must_use]
pub fn joint_error(errors: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    let squares: f64 = errors.into_iter().flatten().map(|error| error as f64 * error as f64).sum();
    // Rounded up, as each of them is.
    (squares > 0.0).then(|| squares.sqrt().ceil() as u64)
}
