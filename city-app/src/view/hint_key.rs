//! Which hint is meant.

use analysis::NodeIndex;

/// Where a hint sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The timeline.
    Timeline,
    /// A part of a chart over time: the number of the chart from 0, and the group.
    Part(usize, NodeIndex),
    /// A building of the city.
    Building(NodeIndex),
    /// The graph of keepers.
    Graph,
    /// A finding, by its number from 0.
    Finding(usize),
}

/// Which hint is meant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HintKey {
    /// What it is about, as the file of texts names it.
    pub id: String,
    /// Where it sits.
    pub anchor: Anchor,
}
