//! Trend charts: the parts of a group over time, a series for each of those that matter most and one for all others together.
//!
//! A chart has the children of one node of an [`Evolution`]; those of one of its parts are the next chart. So the values of a chart are
//! those of the trees, point by point, and the parts of a chart add up to the series that was drilled into.
//!
//! Source: TrendViz (Weninger, Gander, Mössenböck, ICPE 2019), with the sort orders, the five series and `Other` of its section 3.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use serde::Serialize;

use crate::base::ids::NodeIndex;
use crate::trees::evolution::{Evolution, Metric};

/// Series of a chart besides the one for all others, unless somebody wants more or fewer.
const USUAL_SERIES: usize = 5;

/// A part grows similarly strongly as the one that grows most if it grows by this share of it.
const SIMILAR: f64 = 0.75;

/// By what the parts of a group are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ChartOrder {
    /// The value at the first point.
    Start,
    /// The value at the last point.
    End,
    /// The mean of all points, each of which counts alike.
    Average,
    /// By how much the value grew.
    #[default]
    Absolute,
    /// To which multiple the value grew; what was not there at first comes before all others.
    Relative,
}

impl ChartOrder {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Start, Self::End, Self::Average, Self::Absolute, Self::Relative];
}

/// What a chart shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChartRules {
    /// The number of each part.
    pub metric: Metric,
    /// Which parts come first.
    pub order: ChartOrder,
    /// How many parts have a series of their own.
    pub most: usize,
    /// Whether all others have one together. Deep and retained sizes of several groups overlap, so that their sum means nothing: they
    /// have none.
    pub has_other: bool,
}

impl Default for ChartRules {
    fn default() -> Self {
        Self { metric: Metric::default(), order: ChartOrder::default(), most: USUAL_SERIES, has_other: true }
    }
}

/// The parts of a group over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrendChart {
    /// The points that have a value in each series: those at which the metric is known.
    pub points: Vec<usize>,
    /// The parts that matter most, the first one first.
    pub series: Vec<PartSeries>,
    /// All other parts together, if there are some and they are wanted.
    pub other: Option<OtherSeries>,
}

/// One part of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartSeries {
    /// Which one.
    pub node: NodeIndex,
    /// At every point of the chart.
    pub values: Vec<u64>,
}

/// Parts of a group that have no series of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherSeries {
    /// How many they are.
    pub parts: usize,
    /// At every point of the chart.
    pub values: Vec<u64>,
}

/// What a part is ranked by.
#[derive(Debug, Clone, Copy)]
struct Rank {
    node: NodeIndex,
    first: u64,
    last: u64,
    sum: u128,
}

impl Rank {
    fn growth(&self) -> i128 {
        i128::from(self.last) - i128::from(self.first)
    }

    /// Nothing that stays nothing is as large as before.
    fn multiple(&self) -> (u64, u64) {
        if self.first == 0 && self.last == 0 { (1, 1) } else { (self.last, self.first) }
    }
}

impl TrendChart {
    /// The chart of a group over some points. Which of its parts come first is judged by those that are `ranked`, which are some of them.
    #[must_use]
    pub fn of(evolution: &Evolution, group: NodeIndex, points: Range<usize>, ranked: Range<usize>, rules: &ChartRules) -> Self {
        let ChartRules { metric, order, most, has_other } = *rules;
        let points: Vec<usize> = evolution.known_points(metric).filter(|point| points.contains(point)).collect();
        let judged: Vec<usize> = points.iter().copied().filter(|point| ranked.contains(point)).collect();
        let values = |node| -> Vec<u64> {
            let series = evolution.series(metric, node);
            points.iter().map(|&point| series[point]).collect()
        };
        let is_empty = evolution.nodes.is_empty();
        let children = || Some(group).filter(|_| !is_empty).into_iter().flat_map(|group| evolution.children(group));
        let mut ranks: Vec<Rank> = Vec::new();
        let mut sums = vec![0_u64; points.len()];
        for node in children() {
            let series = evolution.series(metric, node);
            let at = |point: Option<&usize>| point.map_or(0, |&point| series[point]);
            for (all, &point) in sums.iter_mut().zip(&points) {
                *all = all.saturating_add(series[point]);
            }
            let sum = judged.iter().map(|&point| u128::from(series[point])).sum();
            ranks.push(Rank { node, first: at(judged.first()), last: at(judged.last()), sum });
        }
        let parts = ranks.len();
        ranks.sort_by(|a, b| {
            // What stands for all that is grouped no further is no part to look into.
            let is_rest = |rank: &Rank| evolution.is_rest(rank.node);
            let key = |rank: &Rank| &evolution.nodes[rank.node.at()].key;
            let growth = b.growth().cmp(&a.growth());
            let by_order = match order {
                ChartOrder::Start => b.first.cmp(&a.first),
                ChartOrder::End => b.last.cmp(&a.last),
                ChartOrder::Average => b.sum.cmp(&a.sum),
                ChartOrder::Absolute => growth,
                ChartOrder::Relative => by_multiple(b.multiple(), a.multiple()),
            };
            is_rest(a).cmp(&is_rest(b)).then(by_order).then(growth).then_with(|| key(a).cmp(key(b)))
        });
        let shown = ranks.iter().filter(|rank| !evolution.is_rest(rank.node)).take(most);
        let series: Vec<PartSeries> = shown.map(|rank| PartSeries { node: rank.node, values: values(rank.node) }).collect();
        let others = parts - series.len();
        let can_be_added = matches!(metric, Metric::Objects | Metric::Bytes);
        let other = (has_other && can_be_added && others > 0).then(|| {
            for part in &series {
                sums.iter_mut().zip(&part.values).for_each(|(left, value)| *left = left.saturating_sub(*value));
            }
            OtherSeries { parts: others, values: sums }
        });
        Self { points, series, other }
    }
}

/// Compares `a.0 / a.1` with `b.0 / b.1`; what began with nothing is above all.
fn by_multiple(a: (u64, u64), b: (u64, u64)) -> Ordering {
    match (a.1 == 0, b.1 == 0) {
        (true, true) => Ordering::Equal,
        (false, false) => (u128::from(a.0) * u128::from(b.1)).cmp(&(u128::from(b.0) * u128::from(a.1))),
        (is_new, _) => {
            if is_new {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
    }
}

/// A part of a group that grows as the strongest one does, or nearly so.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LeadingPart {
    /// Which one.
    #[serde(skip)]
    pub node: NodeIndex,
    /// By how much it grew.
    pub growth: u64,
    /// How many percent of the growth of the whole heap that is; `None` if the heap has not grown.
    pub portion: Option<f64>,
}

/// The part of a group that grows most over some points, and those that grow nearly as much; none if no part grows.
#[must_use]
pub fn leading_parts(evolution: &Evolution, group: NodeIndex, points: Range<usize>, metric: Metric) -> Vec<LeadingPart> {
    if evolution.nodes.is_empty() {
        return Vec::new();
    }
    let parts = evolution.children(group).filter(|&node| !evolution.is_rest(node));
    let grown = |node| u64::try_from(evolution.growth(metric, node, points.clone())).ok().filter(|&growth| growth > 0);
    let mut growing: Vec<(NodeIndex, u64)> = parts.filter_map(|node| Some((node, grown(node)?))).collect();
    growing.sort_by(|a, b| {
        let key = |node: NodeIndex| &evolution.nodes[node.at()].key;
        Reverse(a.1).cmp(&Reverse(b.1)).then_with(|| key(a.0).cmp(key(b.0)))
    });
    let least = growing.first().map_or(0.0, |&(_, most)| SIMILAR * most as f64);
    let (first, last) = (points.start, points.end.saturating_sub(1));
    growing
        .into_iter()
        .take_while(|&(_, growth)| growth as f64 >= least)
        .map(|(node, growth)| LeadingPart { node, growth, portion: evolution.growth_portion(metric, node, first, last) })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::ids::RoleIndex;
    use crate::fixture::cases;
    use crate::trees::evolution::{EvolutionNode, PointInfo};

    /// A heap of so many groups, one below the whole each, with these values at each point.
    fn evolution(groups: &[(&str, &[u64])]) -> Evolution {
        let points = groups.first().map_or(0, |(_, values)| values.len());
        let infos = (0..points as i64).map(|at| PointInfo { time_millis: 1000 * at, ..PointInfo::default() }).collect();
        let node = |(at, name): (usize, &str)| EvolutionNode {
            key: name.into(),
            name: name.into(),
            role: RoleIndex(0),
            parent: NodeIndex::ROOT,
            subtree_end: if at == 0 { groups.len() as u32 + 1 } else { at as u32 + 1 },
            level: u16::from(at > 0),
            first_seen: 0,
        };
        let nodes = std::iter::once("Overall").chain(groups.iter().map(|(name, _)| *name)).enumerate().map(node).collect();
        let total = (0..points).map(|point| groups.iter().map(|(_, values)| values[point]).sum());
        let values: Vec<u64> = total.chain(groups.iter().flat_map(|(_, values)| values.iter().copied())).collect();
        Evolution::of_numbers(infos, vec!["Type".into()], nodes, &values, &values)
    }

    /// Nine types over four collections.
    fn nine_types() -> Evolution {
        evolution(&[
            ("Buf", &[60, 50, 40, 30]),
            ("Cfg", &[20, 20, 20, 20]),
            ("Date", &[10, 30, 60, 90]),
            ("HashMap", &[40, 41, 40, 42]),
            ("Key", &[0, 2, 4, 8]),
            ("Location", &[5, 25, 50, 80]),
            ("String", &[120, 118, 121, 125]),
            ("Tmp", &[0, 90, 5, 0]),
            ("char[]", &[300, 310, 305, 320]),
        ])
    }

    /// Everything that is shown, at every point.
    fn sums(chart: &TrendChart) -> Vec<u64> {
        let shown = || chart.series.iter().map(|part| &part.values).chain(chart.other.as_ref().map(|other| &other.values));
        (0..chart.points.len()).map(|at| shown().map(|values| values[at]).sum()).collect()
    }

    fn names(evolution: &Evolution, nodes: impl IntoIterator<Item = NodeIndex>) -> Vec<&str> {
        nodes.into_iter().map(|node| &*evolution.nodes[node.at()].name).collect()
    }

    /// The chart of the whole heap over some points, ranked by all of them.
    fn chart(evolution: &Evolution, points: Range<usize>, rules: &ChartRules) -> TrendChart {
        TrendChart::of(evolution, NodeIndex::ROOT, points.clone(), points, rules)
    }

    #[test]
    fn parts_are_ranked_by_every_order() {
        let evolution = nine_types();
        for (order, expected) in [
            (ChartOrder::Start, ["char[]", "String", "Buf", "HashMap", "Cfg"]),
            (ChartOrder::End, ["char[]", "String", "Date", "Location", "HashMap"]),
            // 308.75, 121, 47.5, 45, 40.75
            (ChartOrder::Average, ["char[]", "String", "Date", "Buf", "HashMap"]),
            (ChartOrder::Absolute, ["Date", "Location", "char[]", "Key", "String"]),
            // From nothing, then to the 16, 9, 1.067 and 1.05 fold.
            (ChartOrder::Relative, ["Key", "Location", "Date", "char[]", "HashMap"]),
        ] {
            let chart = chart(&evolution, 0..4, &ChartRules { order, ..ChartRules::default() });
            assert_eq!(names(&evolution, chart.series.iter().map(|part| part.node)), expected, "{order:?}");
        }
    }

    #[test]
    fn parts_may_be_ranked_by_some_of_the_points_that_are_drawn() {
        let evolution = nine_types();
        let rules = ChartRules { most: 2, ..ChartRules::default() };
        // From the first to the second point, and from the third to the fourth.
        for (ranked, expected) in [(0..2, ["Tmp", "Date"]), (2..4, ["Date", "Location"])] {
            let chart = TrendChart::of(&evolution, NodeIndex::ROOT, 0..4, ranked, &rules);
            assert_eq!((names(&evolution, chart.series.iter().map(|part| part.node)), chart.points.len()), (expected.to_vec(), 4));
        }
    }

    #[test]
    fn all_others_are_one_series_and_everything_adds_up() {
        let five = chart(&nine_types(), 0..4, &ChartRules::default());
        assert_eq!(five.other, Some(OtherSeries { parts: 4, values: vec![120, 201, 105, 92] }));
        assert_eq!((five.points.len(), sums(&five)), (4, vec![555, 686, 645, 715]));
        let without = chart(&nine_types(), 0..4, &ChartRules { has_other: false, ..ChartRules::default() });
        assert_eq!((without.other, without.series), (None, five.series));
        let all = chart(&nine_types(), 1..3, &ChartRules { most: 100, ..ChartRules::default() });
        assert_eq!((all.series.len(), sums(&all), all.other), (9, vec![686, 645], None));
    }

    #[test]
    fn sizes_that_overlap_are_never_added_and_unknown_ones_have_no_point() {
        let rules = ChartRules { metric: Metric::Retained, ..ChartRules::default() };
        let chart = chart(&nine_types(), 0..4, &rules);
        assert_eq!((chart.points.len(), chart.other), (0, None));
    }

    #[test]
    fn a_part_has_no_chart_and_neither_has_nothing() {
        let leaf = TrendChart::of(&nine_types(), NodeIndex(3), 0..4, 0..4, &ChartRules::default());
        assert_eq!((leaf.series.len(), leaf.other), (0, None));
        assert_eq!(chart(&Evolution::default(), 0..0, &ChartRules::default()).series.len(), 0);
    }

    #[test]
    fn the_strongest_growers_are_those_near_the_first_one() {
        let evolution = nine_types();
        let leading = leading_parts(&evolution, NodeIndex::ROOT, 0..4, Metric::Objects);
        assert_eq!(names(&evolution, leading.iter().map(|part| part.node)), ["Date", "Location"], "char[] grows by 20 of 80");
        assert_eq!((leading[0].growth, leading[0].portion), (80, Some(50.0)));
        assert!(leading_parts(&evolution, NodeIndex::ROOT, 2..3, Metric::Objects).is_empty());
        assert!(leading_parts(&evolution, NodeIndex(1), 0..4, Metric::Objects).is_empty(), "it has no parts");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(64)))]
        #[test]
        fn charts_tell_what_the_trees_tell(
            values in prop::collection::vec(prop::collection::vec(0_u64..50, 6), 1..12),
            most in 0_usize..8,
            order in prop::sample::select(ChartOrder::ALL.to_vec()),
            start in 0_usize..5,
        ) {
            let texts: Vec<String> = (0..values.len()).map(|at| format!("g{at:02}")).collect();
            let groups: Vec<(&str, &[u64])> = texts.iter().map(String::as_str).zip(values.iter().map(Vec::as_slice)).collect();
            let evolution = evolution(&groups);
            let chart = chart(&evolution, start..6, &ChartRules { order, most, ..ChartRules::default() });
            prop_assert_eq!(chart.series.len(), most.min(values.len()));
            for part in &chart.series {
                prop_assert_eq!(&part.values[..], &values[part.node.at() - 1][start..]);
            }
            let expected: Vec<u64> = (start..6).map(|point| values.iter().map(|values| values[point]).sum()).collect();
            prop_assert_eq!(sums(&chart), expected);
        }
    }
}
