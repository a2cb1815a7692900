//! The objects of some groups at one point, found again at every other point: a selection that stays the same objects.

use std::sync::Arc;

use analysis::{Progress, Result, TrackedObjects};

use super::PointHeaps;

/// How many of some objects live at each point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracked {
    /// Objects that are followed.
    pub objects: u64,
    /// By point: how many of them live there. `None` at points of other files, whose objects are others, and of heap states
    /// that know no object of this one.
    pub alive: Vec<Option<u64>>,
}

impl PointHeaps {
    /// Whether a group at this point can be followed: objects of traces are the same from state to state, and there is
    /// another state.
    #[must_use]
    pub fn can_track(&self, point: usize) -> bool {
        let points = self.places();
        let Some(place) = points.get(point) else { return false };
        let others = points.iter().filter(|other| other.file == place.file).count();
        others > 1 && place.has_identity
    }

    /// Follows the objects that these groups have at a point. Reads all states of the trace, one after the other, and keeps
    /// none but that of the point.
    ///
    /// # Errors
    /// As [`PointHeaps::load`], and for heap dumps, which do not say which objects are the same.
    pub fn tracked(&self, point: usize, keys: &[Arc<str>], progress: &Progress) -> Result<Tracked> {
        let (place, points) = (self.place(point)?, self.places());
        let of_point = self.load(point, progress)?;
        let tracked = TrackedObjects::new(&of_point.heap, &of_point.members_of_all(keys, progress)?)?;
        let mut alive = vec![None; points.len()];
        alive[point] = Some(tracked.len() as u64);
        let mut others: Vec<(usize, usize)> = points
            .iter()
            .enumerate()
            .filter(|(at, other)| *at != point && other.file == place.file)
            .map(|(at, other)| (other.dump, at))
            .collect();
        // A trace makes each state from the one before.
        others.sort_unstable();
        for (read, &(_, at)) in others.iter().enumerate() {
            progress.part(format!("Heap state {} of {}", read + 1, others.len()));
            alive[at] = tracked.alive_in(&self.heap(at, progress)?, progress)?.map(|alive| alive.len());
        }
        progress.part("");
        Ok(Tracked { objects: tracked.len() as u64, alive })
    }
}
