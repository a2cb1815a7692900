//! Statistics of groups over time and their smoothed trends: the object view of FindLeaks, for heap states.
//!
//! FindLeaks has six statistics, exponential smoothing and a filter; here are the same from heap states. Its own rule for leaks, a
//! maximum that rises at every point, takes a cache that warms up for a leak and misses one with a single dip: what is a leak here
//! says [`Growth`], as everywhere. Heap states without identity do not show objects that were born and died between two of them, so
//! what was created and collected is a lower bound: the sum of all steps up, and of all steps down. With these bounds
//! `first + created - collected = live` holds at every point.

use std::cmp::Reverse;
use std::ops::Range;

use serde::Serialize;

use crate::base::ids::NodeIndex;
use crate::over_time::growth::Growth;
use crate::trees::evolution::{Evolution, Metric};

/// The smoothing that FindLeaks leaves open: half of the new value, half of what was smoothed before.
pub const DEFAULT_SMOOTHING: f64 = 0.5;
/// Smoothed values that differ by less than this share are equal.
const SAME: f64 = 1e-9;

/// Where a statistic goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// Suspicious: a volume that rises, a share of collected objects that falls.
    Positive,
    /// No change.
    Stable,
    /// The other way round.
    Negative,
}

/// A statistic that has a trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The largest volume so far.
    MaximumVolume,
    /// The volume at a point: bytes of all objects.
    Volume,
    /// Collected objects per created one, so far.
    CollectedShare,
}

impl Statistic {
    /// All of them, in the order of the columns.
    pub const ALL: [Self; 3] = [Self::MaximumVolume, Self::Volume, Self::CollectedShare];
}

/// The statistics of one group of objects.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupTrend {
    /// The group, in the evolution.
    #[serde(skip)]
    pub node: NodeIndex,
    /// Shallow bytes at every point.
    pub volume: Vec<u64>,
    /// Objects at the last point.
    pub live: u64,
    /// Objects created after the first point, at least; all that were created where births were recorded.
    pub created: u64,
    /// Objects collected after the first point, at least; all that were collected where deaths were recorded.
    pub collected: u64,
    /// Collected per created object at every point; `None` before anything was created.
    pub collected_share: Vec<Option<f64>>,
    /// The smoothed volume at every point.
    pub smoothed: Vec<f64>,
    /// The trend of each [`Statistic`]; `None` where it cannot be told.
    pub trends: [Option<Trend>; 3],
    /// How its objects go, or its volume where that keeps growing and they do not.
    pub growth: Growth,
}

/// Exponential smoothing: `s1 = r1`, `sn = alpha * rn + (1 - alpha) * s(n-1)`.
#[must_use]
pub fn smoothed(values: impl IntoIterator<Item = f64>, alpha: f64) -> Vec<f64> {
    let mut last = None;
    let next = |value: f64| {
        let smooth = last.map_or(value, |before: f64| alpha * value + (1.0 - alpha) * before);
        last = Some(smooth);
        smooth
    };
    values.into_iter().map(next).collect()
}

/// The last step of a smoothed series.
#[must_use]
pub fn trend(smoothed: &[f64]) -> Option<Trend> {
    let [.., before, last] = smoothed else { return None };
    let least = SAME * before.abs().max(last.abs());
    Some(match last - before {
        step if step > least => Trend::Positive,
        step if step < -least => Trend::Negative,
        _ => Trend::Stable,
    })
}

impl GroupTrend {
    /// The statistics of a node over some points of an evolution, smoothed with `alpha` (between 0 and 1).
    #[must_use]
    pub fn of(evolution: &Evolution, node: NodeIndex, points: Range<usize>, alpha: f64) -> Self {
        let [volume, objects] =
            [Metric::Bytes, Metric::Objects].map(|metric| evolution.series(metric, node).get(points.clone()).unwrap_or_default().to_vec());
        let (mut created, mut collected) = (vec![0_u64; objects.len().min(1)], vec![0_u64; objects.len().min(1)]);
        let (mut all_created, mut all_collected) = (0_u64, 0_u64);
        for step in objects.windows(2) {
            all_created += step[1].saturating_sub(step[0]);
            all_collected += step[0].saturating_sub(step[1]);
            created.push(all_created);
            collected.push(all_collected);
        }
        let objects_last = objects.last().copied().unwrap_or(0);
        Self::of_series(node, volume, objects_last, [&created, &collected], alpha, &evolution.clock(points))
    }

    /// The statistics of a group from its volume at every point, its objects at the last one, and all that was created and
    /// collected until each point; `clock` is that of [`Growth::of`], and growth is that over as many points as it has, from the first on.
    #[must_use]
    pub fn of_series(node: NodeIndex, volume: Vec<u64>, live: u64, [created, collected]: [&[u64]; 2], alpha: f64, clock: &[i64]) -> Self {
        let last = |values: &[u64]| values.last().copied().unwrap_or(0);
        let initially = (live + last(collected)).saturating_sub(last(created));
        let objects: Vec<u64> =
            created.iter().zip(collected).map(|(created, collected)| (initially + created).saturating_sub(*collected)).collect();
        let judged = clock.len().min(objects.len()).min(volume.len());
        let (_, growth) = Growth::of_objects_or_bytes(&objects[..judged], &volume[..judged], clock);
        let share = |(&created, &collected): (&u64, &u64)| (created > 0).then(|| collected as f64 / created as f64);
        let collected_share: Vec<Option<f64>> = created.iter().zip(collected).map(share).collect();
        let mut most = 0;
        let maximum: Vec<f64> = volume
            .iter()
            .map(|&volume| {
                most = volume.max(most);
                most as f64
            })
            .collect();
        let smooth_volume = smoothed(volume.iter().map(|&volume| volume as f64), alpha);
        let known: Vec<f64> = collected_share.iter().copied().flatten().collect();
        // Falling means that more and more stay.
        let share = trend(&smoothed(known.iter().copied(), alpha)).map(|trend| match trend {
            Trend::Positive => Trend::Negative,
            Trend::Negative => Trend::Positive,
            Trend::Stable => Trend::Stable,
        });
        let trends = [trend(&smoothed(maximum.iter().copied(), alpha)), trend(&smooth_volume), share];
        Self {
            node,
            volume,
            live,
            created: last(created),
            collected: last(collected),
            collected_share,
            smoothed: smooth_volume,
            trends,
            growth,
        }
    }

    /// The largest volume of all points, in bytes.
    #[must_use]
    pub fn maximum_volume(&self) -> u64 {
        self.volume.iter().copied().max().unwrap_or(0)
    }

    /// Volume at the last point less that at the first.
    #[must_use]
    pub fn gained(&self) -> i128 {
        let first = self.volume.first().copied().unwrap_or(0);
        i128::from(self.volume.last().copied().unwrap_or(0)) - i128::from(first)
    }

    /// The trend of a statistic.
    #[must_use]
    pub fn trend(&self, statistic: Statistic) -> Option<Trend> {
        self.trends[statistic as usize]
    }

    fn positive(&self) -> usize {
        self.trends.iter().filter(|&&trend| trend == Some(Trend::Positive)).count()
    }
}

/// The leaves of an evolution with their trends over some points: those first that have most positive trends, then those that grew most.
/// Only groups that `wanted` lets through by their name, and for which all statistics in `positive` have a positive
/// trend. What is left out changes no number of the others.
///
/// The series of a group are made when it is its turn: those of all groups are as many numbers as groups times points.
pub fn group_trends<'e, F: Fn(&str) -> bool>(
    evolution: &'e Evolution,
    points: Range<usize>,
    alpha: f64,
    positive: &[Statistic],
    wanted: F,
) -> impl ExactSizeIterator<Item = GroupTrend> + use<'e, F> {
    let leaves = (1..evolution.nodes.len() as u32).map(NodeIndex).filter(|&node| evolution.is_leaf(node));
    let wanted = leaves.filter(|&node| wanted(&evolution.nodes[node.at()].name));
    let of = move |node| GroupTrend::of(evolution, node, points.clone(), alpha);
    let mut places: Vec<(Reverse<usize>, Reverse<i128>, NodeIndex)> = wanted
        .map(&of)
        .filter(|row| positive.iter().all(|&statistic| row.trend(statistic) == Some(Trend::Positive)))
        .map(|row| (Reverse(row.positive()), Reverse(row.gained()), row.node))
        .collect();
    places.sort_unstable();
    places.into_iter().map(move |(_, _, node)| of(node))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::progress::Progress;
    use crate::base::warnings::Warnings;
    use crate::trees::memory_tree::{NodeTotals, TimePoint, TreeBuilder};

    /// A flat evolution: for each class its objects at every point; an object has 10 bytes.
    fn evolution(classes: &[(&str, &[u64])]) -> Evolution {
        let points = classes.first().map_or(0, |class| class.1.len());
        let point = |at: usize| {
            let totals = |objects: u64| NodeTotals { objects, bytes: objects * 10 };
            let mut builder = TreeBuilder::new(totals(classes.iter().map(|class| class.1[at]).sum()));
            let role = builder.role("Type");
            for (name, series) in classes {
                if series[at] > 0 {
                    builder.add_part(0, name, role, totals(series[at]));
                }
            }
            let tree = builder.finish().tree;
            TimePoint { time_millis: at as i64, gc: None, label: None, tree, references: None, sizes: Default::default() }
        };
        Evolution::from_points("", "", (0..points).map(point).collect(), &Progress::new(), &Warnings::new()).expect("an evolution")
    }

    #[test]
    fn the_published_vectors_are_smoothed_as_published() {
        assert_eq!(smoothed([10.0, 20.0, 18.0, 30.0], 0.5), [10.0, 15.0, 16.5, 23.25]);
        for length in 2..=4 {
            assert_eq!(trend(&smoothed([10.0, 20.0, 18.0, 30.0], 0.5)[..length]), Some(Trend::Positive), "in spite of the dip");
        }
        let share = smoothed([0.5, 0.4, 0.45], 0.5);
        assert!((share[1] - 0.45).abs() < 1e-12 && (share[2] - 0.45).abs() < 1e-12);
        assert_eq!(trend(&share), Some(Trend::Stable));
        assert_eq!(trend(&[1.0]), None);
    }

    #[test]
    fn six_statistics_are_those_computed_by_hand() {
        let evolution = evolution(&[("app.Order", &[10, 30, 20, 40])]);
        let node = evolution.find_one("app.Order").expect("it is there");
        let row = GroupTrend::of(&evolution, node, 0..evolution.points.len(), 0.5);
        assert_eq!((row.maximum_volume(), row.volume[3], row.live, row.created, row.collected), (400, 400, 40, 40, 10));
        assert_eq!(row.collected_share, [None, Some(0.0), Some(0.5), Some(0.25)]);
        assert_eq!(row.smoothed, [100.0, 200.0, 200.0, 300.0]);
        // The maximum goes 100, 300, 300, 400; the share is smoothed to 0, 0.25, 0.25.
        assert_eq!(row.trends, [Some(Trend::Positive), Some(Trend::Positive), Some(Trend::Stable)]);
        assert_eq!(row.growth, Growth::RisesAndFalls, "it shrank once, and the points are few");
    }

    #[test]
    fn three_points_tell_no_leak() {
        for (series, keeps_growing) in [(&[10, 20, 30][..], false), (&[10, 20, 30, 40], true)] {
            let evolution = evolution(&[("app.Order", series)]);
            let node = evolution.find_one("app.Order").expect("it is there");
            assert_eq!(
                GroupTrend::of(&evolution, node, 0..evolution.points.len(), 0.5).growth.keeps_growing(),
                keeps_growing,
                "{series:?}"
            );
        }
    }

    #[test]
    fn a_leaking_class_passes_all_boxes_and_a_steady_one_none() {
        let evolution = evolution(&[
            ("app.Leak", &[100, 190, 210, 300, 390]),
            ("app.Saw", &[100, 200, 100, 200, 100]),
            ("app.Steady", &[500, 500, 500, 500, 500]),
            ("java.util.Date", &[1, 2, 3, 4, 900]),
        ]);
        let names =
            |rows: &[GroupTrend]| -> Vec<String> { rows.iter().map(|row| evolution.nodes[row.node.at()].name.to_string()).collect() };
        let app: fn(&str) -> bool = |name| name.starts_with("app.");
        let volumes = [Statistic::MaximumVolume, Statistic::Volume];
        let listed = |positive: &[Statistic], wanted: fn(&str) -> bool| {
            group_trends(&evolution, 0..evolution.points.len(), 0.5, positive, wanted).collect::<Vec<_>>()
        };
        let rows = listed(&volumes, app);
        assert_eq!(names(&rows), ["app.Leak"]);
        assert!(rows[0].growth.keeps_growing());
        assert_eq!(names(&listed(&volumes, |_| true)), ["java.util.Date", "app.Leak"], "most growth first");
        let all = listed(&[], app);
        let steady = all.iter().find(|row| row.live == 500).expect("it is listed");
        assert_eq!(steady.trends, [Some(Trend::Stable), Some(Trend::Stable), None], "nothing was created: no share");
    }

    proptest! {
        #[test]
        fn what_was_there_and_created_less_collected_is_what_lives(series in proptest::collection::vec(0_u64..50, 2..12)) {
            let steady = vec![1; series.len()];
            let evolution = evolution(&[("A", &series), ("B", &steady)]);
            if let Ok(node) = evolution.find_one("A") {
                let row = GroupTrend::of(&evolution, node, 0..evolution.points.len(), 0.3);
                prop_assert_eq!(series[0] + row.created - row.collected, row.live);
                prop_assert!(row.smoothed.iter().all(|&value| value <= row.maximum_volume() as f64 + 1e-6));
            }
        }
    }
}
