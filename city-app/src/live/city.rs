//! From events to a growing evolution. Pure: knows no thread and no network.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Evolution, NodeReferences, PointerMap, TimePoint, Warnings};

use super::frames::PointerDirection;
use super::{LiveError, LiveEvent};

/// Maps that arrived before their tree are kept up to this number.
const MAX_EARLY_MAPS: usize = 1024;

/// What has arrived so far.
#[derive(Debug, Default)]
pub struct LiveCity {
    evolution: Arc<Evolution>,
    /// Maps whose tree has not arrived yet, by time.
    early: BTreeMap<i64, Vec<(PointerDirection, PointerMap)>>,
    /// Everything that was left out.
    pub warnings: Warnings,
    /// What the source is doing.
    pub status: String,
    /// How the source ended, once it has.
    pub ended: Option<Result<String, LiveError>>,
}

impl LiveCity {
    /// Nothing has arrived.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything that has arrived, merged. Cheap: a shared value, copied only when the next point arrives.
    #[must_use]
    pub fn evolution(&self) -> Arc<Evolution> {
        Arc::clone(&self.evolution)
    }

    /// Takes one event; true when the evolution has changed.
    pub fn take(&mut self, event: LiveEvent) -> bool {
        match event {
            LiveEvent::Status(status) => self.status = status,
            LiveEvent::Named { title, policy } => {
                let evolution = Arc::make_mut(&mut self.evolution);
                evolution.title = title;
                evolution.policy = policy;
            }
            LiveEvent::Point(point) => return self.take_point(*point),
            LiveEvent::Pointers(direction, map) => return self.take_pointers(direction, map),
            LiveEvent::Warning(warning) => self.warnings.add_many(&warning.kind, warning.count, &warning.first),
            LiveEvent::Ended(end) => self.ended = Some(end),
        }
        false
    }

    fn take_point(&mut self, point: TimePoint) -> bool {
        let time = point.time_millis;
        let pushed = Arc::make_mut(&mut self.evolution).push_point(point, &self.warnings);
        if pushed.point.is_some() {
            for (direction, map) in self.early.remove(&time).unwrap_or_default() {
                self.take_pointers(direction, map);
            }
        }
        pushed.point.is_some()
    }

    fn take_pointers(&mut self, direction: PointerDirection, map: PointerMap) -> bool {
        let Some(time) = map.time_millis.filter(|_| map.recorded) else { return false };
        let Ok(point) = self.evolution.points.binary_search_by_key(&time, |point| point.time_millis) else {
            if self.early.values().map(Vec::len).sum::<usize>() < MAX_EARLY_MAPS {
                self.early.entry(time).or_default().push((direction, map));
            } else {
                self.warnings.add("references without a tree", format_args!("time {time} ms"));
            }
            return false;
        };
        let evolution = Arc::make_mut(&mut self.evolution);
        let rows = map.resolve(evolution.nodes.iter().map(|node| &*node.key), &format!("time {time} ms"), &self.warnings);
        let references: &mut NodeReferences = Arc::make_mut(evolution.references[point].get_or_insert_default());
        match direction {
            PointerDirection::PointsTo => references.points_to = rows,
            PointerDirection::PointedFrom => references.pointed_from = rows,
        }
        true
    }
}
