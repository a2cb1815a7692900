//! One run beside others.

use std::sync::Arc;

use analysis::{Evolution, Growth, NodeIndex};

use crate::data::point_range::PointRange;

/// One of several runs.
#[derive(Debug, Clone)]
pub struct Run {
    /// What it is called.
    pub title: String,
    /// The points by which it is judged, the last one being its end.
    pub judged: PointRange,
    /// All of its points.
    pub evolution: Arc<Evolution>,
}

impl Run {
    /// How a group goes in it; `None` where it has no such group.
    #[must_use]
    pub fn growth(&self, key: &str) -> Option<Growth> {
        self.evolution.find_key(key).map(|node| self.growth_of(node))
    }

    fn growth_of(&self, node: NodeIndex) -> Growth {
        Growth::of_group(&self.evolution, node, self.judged.points()).1
    }

    /// Its end, and of how many points.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.evolution.points.len() {
            1 => self.title.clone(),
            points => format!("{} at its point {} of {points}", self.title, self.judged.last + 1),
        }
    }
}
