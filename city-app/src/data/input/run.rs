//! One run beside others.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

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
    /// Its groups by key, made when the first one is asked for.
    by_key: OnceLock<HashMap<Arc<str>, NodeIndex>>,
}

impl Run {
    /// A run that is judged by some of its points.
    #[must_use]
    pub fn new(title: String, judged: PointRange, evolution: Arc<Evolution>) -> Self {
        Self { title, judged, evolution, by_key: OnceLock::new() }
    }

    /// How a group goes in it; `None` where it has no such group.
    #[must_use]
    pub fn growth(&self, key: &str) -> Option<Growth> {
        let node = *self.by_key().get(key)?;
        Some(Growth::of_group(&self.evolution, node, self.judged.points()).1)
    }

    /// Of equal keys the first one.
    fn by_key(&self) -> &HashMap<Arc<str>, NodeIndex> {
        self.by_key.get_or_init(|| {
            let nodes = &self.evolution.nodes;
            (0..nodes.len()).rev().map(NodeIndex::nth).map(|node| (Arc::clone(&nodes[node.at()].key), node)).collect()
        })
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
