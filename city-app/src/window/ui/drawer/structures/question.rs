//! What is asked of which heaps.

use std::sync::Arc;

use crate::data::input::PointHeaps;
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Of which heaps, and of which of their points.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) heaps: Arc<PointHeaps>,
    pub(super) points: usize,
    pub(super) range: PointRange,
    /// Somebody has chosen these points.
    pub(super) is_chosen: bool,
}

impl Question {
    pub(super) fn of(session: &Session, heaps: &Arc<PointHeaps>) -> Self {
        let points = session.evolution.points.len();
        let usual = [PointRange::whole(points), PointRange::judged(&session.evolution)];
        Self { heaps: Arc::clone(heaps), points, range: session.range, is_chosen: !usual.contains(&session.range) }
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        let of = |question: &Self| (question.points, question.range, question.is_chosen);
        let is_described_alike = || {
            let [own, others] = [self, other].map(|question| question.heaps.library());
            Arc::ptr_eq(&own, &others) || own == others
        };
        self.heaps.has_heaps_of(&other.heaps) && of(self) == of(other) && is_described_alike()
    }
}
