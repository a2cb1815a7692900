//! What of an evolution gets a place in the city: the max tree, where a district shows its largest groups and its strongest
//! growers one by one and all others together.

use std::collections::BTreeSet;
use std::sync::Arc;

use analysis::{Evolution, Metric, NodeIndex};
use layout::{AreaMode, WeightedTree};

use super::point_range::PointRange;
use crate::base::settings::CitySettings;
use crate::base::words;

/// Of a district that shows so many of its largest groups, this share of that number of strongest growers stand there as well.
const GROWERS_PER_LARGEST: f64 = 1.0 / 3.0;

/// The lot of a block is larger than it ever gets by this factor: in a city that grows while it is watched, the sum of many groups
/// hardly ever rests, and each time that it outgrew its lot all buildings would move.
const BLOCK_HEADROOM: f64 = 1.3;

/// Which groups of a district stand there one by one.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Selecting {
    /// So many of the largest; `None` is all.
    pub(crate) largest: Option<u32>,
    /// The strongest growers as well, and all others as one block; otherwise they are left out.
    pub(crate) others: bool,
    /// Keys of districts of which all groups stand there.
    pub(crate) opened: Arc<BTreeSet<String>>,
}

impl Selecting {
    /// As the settings say.
    pub(crate) fn of(settings: &CitySettings) -> Self {
        Self { largest: settings.child_count, others: settings.others, opened: Arc::new(settings.opened.clone()) }
    }

    /// How many of the largest groups of a district stand there; `None` where all do.
    pub(crate) fn largest_of(&self, evolution: &Evolution, district: NodeIndex) -> Option<usize> {
        let count = self.largest?;
        let is_opened = !self.opened.is_empty() && self.opened.contains(&*evolution.nodes[district.at()].key);
        (!is_opened).then(|| usize::try_from(count.max(1)).unwrap_or(usize::MAX))
    }

    /// How many of the strongest growers beside so many of the largest.
    pub(crate) fn growers_beside(&self, largest: usize) -> usize {
        if self.others { (largest as f64 * GROWERS_PER_LARGEST).ceil() as usize } else { 0 }
    }
}

/// Groups of a district without a plot of their own: together they are one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Others {
    /// The district.
    pub of: NodeIndex,
    /// Its groups that stand in the block; each has objects at some point.
    pub groups: Vec<NodeIndex>,
}

impl Others {
    /// What they have together. Deep and retained sizes of several groups may overlap: there it is their sum.
    #[must_use]
    pub fn value(&self, evolution: &Evolution, metric: Metric, point: usize) -> u64 {
        self.groups.iter().fold(0, |sum: u64, &group| sum.saturating_add(evolution.value(metric, group, point)))
    }

    /// What the largest of them has.
    #[must_use]
    pub fn largest(&self, evolution: &Evolution, metric: Metric, point: usize) -> u64 {
        self.groups.iter().map(|&group| evolution.value(metric, group, point)).max().unwrap_or(0)
    }

    /// The most that they have together at one of these points.
    #[must_use]
    pub fn max_in(&self, evolution: &Evolution, metric: Metric, points: PointRange) -> u64 {
        points.points().map(|point| self.value(evolution, metric, point)).max().unwrap_or(0)
    }

    /// `12 others`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} others", words::count(self.groups.len() as u64))
    }
}

/// The largest value of a node at some points.
pub(crate) fn max_in(evolution: &Evolution, metric: Metric, node: NodeIndex, points: PointRange) -> u64 {
    if points == PointRange::whole(evolution.points.len()) {
        return evolution.max(metric, node);
    }
    points.points().map(|point| evolution.value(metric, node, point)).max().unwrap_or(0)
}

/// The max tree, pruned as was chosen: what the layout sees. The block of a district has the number of the district, beyond all
/// nodes.
pub(crate) struct MaxTree<'a> {
    evolution: &'a Evolution,
    metric: Metric,
    area_mode: AreaMode,
    selecting: &'a Selecting,
    room: PointRange,
    /// For each union node its largest value.
    max: Vec<u64>,
}

impl<'a> MaxTree<'a> {
    pub(crate) fn new(evolution: &'a Evolution, metric: Metric, room: PointRange, area_mode: AreaMode, selecting: &'a Selecting) -> Self {
        let max = (0..evolution.nodes.len()).map(|at| max_in(evolution, metric, NodeIndex::nth(at), room)).collect();
        Self { evolution, metric, area_mode, selecting, room, max }
    }

    /// Growth over all points: the plan is that of all of them, whichever are selected.
    fn growth(&self, node: NodeIndex) -> i128 {
        self.evolution.growth(self.metric, node, 0..self.evolution.points.len())
    }

    /// Largest maximum first; ties: larger growth, then key.
    fn rank(&self, a: NodeIndex, b: NodeIndex) -> std::cmp::Ordering {
        let key = |node: NodeIndex| &self.evolution.nodes[node.at()].key;
        self.max[b.at()]
            .cmp(&self.max[a.at()])
            .then_with(|| self.growth(b).cmp(&self.growth(a)))
            .then_with(|| key(a).cmp(key(b)))
            .then_with(|| a.cmp(&b))
    }

    /// The groups of a district that stand there one by one, the largest first, and those that do not.
    fn divided(&self, district: NodeIndex) -> (Vec<NodeIndex>, Vec<NodeIndex>) {
        let mut shown: Vec<NodeIndex> = self.evolution.children(district).collect();
        let mut others = Vec::new();
        if let Some(count) = self.selecting.largest_of(self.evolution, district).filter(|&count| count < shown.len()) {
            shown.select_nth_unstable_by(count, |&a, &b| self.rank(a, b));
            others = shown.split_off(count);
            others.retain(|&node| self.max[node.at()] > 0);
            let growers = self.selecting.growers_beside(count);
            others.sort_by_cached_key(|&node| (std::cmp::Reverse(self.growth(node)), node));
            let growing = others.partition_point(|&node| self.growth(node) > 0).min(growers);
            shown.extend(others.drain(..growing));
            // A block of one would only hide its name.
            if self.selecting.others && others.len() == 1 {
                shown.append(&mut others);
            }
        }
        shown.sort_unstable_by(|&a, &b| self.rank(a, b));
        (shown, others)
    }

    /// Of a chain of districts that hold nothing but the next one its last: they are one district in the city.
    fn end_of_chain(&self, node: NodeIndex) -> NodeIndex {
        let mut end = node;
        loop {
            let mut children = self.evolution.children(end).filter(|child| self.max[child.at()] > 0);
            match (children.next(), children.next()) {
                (Some(only), None) if !self.evolution.is_leaf(only) => end = only,
                _ => return end,
            }
        }
    }

    /// The block of a district that stands in the plan under this number.
    pub(crate) fn district_of_block(&self, number: usize) -> Option<NodeIndex> {
        number.checked_sub(self.evolution.nodes.len()).map(NodeIndex::nth)
    }
}

impl WeightedTree for MaxTree<'_> {
    fn root(&self) -> usize {
        0
    }

    fn children(&self, node: usize) -> Vec<usize> {
        if self.district_of_block(node).is_some() {
            return Vec::new();
        }
        let (shown, others) = self.divided(NodeIndex::nth(node));
        let block = (self.selecting.others && !others.is_empty()).then_some(self.evolution.nodes.len() + node);
        shown.into_iter().map(|child| self.end_of_chain(child).at()).chain(block).collect()
    }

    fn weight(&self, leaf: usize) -> f64 {
        match self.district_of_block(leaf) {
            Some(of) => {
                let most = Others { of, groups: self.divided(of).1 }.max_in(self.evolution, self.metric, self.room);
                BLOCK_HEADROOM * self.area_mode.area(most as f64)
            }
            None => self.area_mode.area(self.max[leaf] as f64),
        }
    }
}
