//! What was created and collected of every group, with the statistics and trends of FindLeaks.
//!
//! Counted from allocations and deaths where a trace has them: exactly, or with an error where they were sampled. Else from
//! heap states, whose objects have an identity: what two of them did not both hold was created or collected in between. What was born
//! and died between two states is not seen then, so both counts are lower bounds. Either way, at every point
//!
//! ```text
//! initially live + created - collected = live
//! ```

use std::ops::RangeInclusive;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Lifetime, Lifetimes, Unseen, error_of, in_parts, weight};
use crate::base::error::{Error, Result};
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine::grouped::group;
use crate::grouping::list::Grouping;
use crate::grouping::state_changes;
use crate::heap::HeapState;
use crate::over_time::trends::{DEFAULT_SMOOTHING, GroupTrend};
use crate::over_time::windows::judged_points;
use crate::trees::evolution::{Evolution, Metric};
use crate::trees::memory_tree::{NodeSizes, TimePoint};

/// The most points of a series that is counted from events; of more collections some are left out, evenly.
const MOST_POINTS: usize = 100;

/// How created and collected objects were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CountsBasis {
    /// Every allocation and death was seen.
    Exact,
    /// Some were seen, with a known probability.
    Sampled,
    /// Two heap states each were compared; created and collected are lower bounds.
    BetweenStates,
    /// Of some allocations a JFR recording tells; when objects died nobody does.
    AllocationSamples,
}

/// The statistics of one group.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedGroup {
    /// Full key.
    pub key: Arc<str>,
    /// Display text.
    pub name: Arc<str>,
    /// The classifier that formed it; empty for the whole heap.
    pub role: Arc<str>,
    /// Distance from the whole heap.
    pub level: u16,
    /// Objects at the first point.
    pub initially_live: u64,
    /// Volumes, counts and trends.
    pub trend: GroupTrend,
    /// Standard error of what was created, in objects; 0 if it was counted.
    pub created_error: u64,
    /// Standard error of what was collected, in objects; 0 if it was counted.
    pub collected_error: u64,
    /// How sure it is what lives; `None` if that was counted.
    pub live_errors: Option<LiveErrors>,
}

/// Standard errors of what lives, and of its counterpart.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveErrors {
    /// Of the objects at the first point.
    pub initially: u64,
    /// Of the objects at the last point.
    pub live: u64,
    /// Of the volume at every point, in bytes.
    pub volume: Vec<u64>,
    /// Of the share of created objects that was collected by the last point; 0 if none was created.
    pub share: f64,
}

/// Counts of all groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Counts {
    /// How they were counted.
    pub basis: CountsBasis,
    /// How many collections had ended at each point. The last point of counts from events is the end of the window, or that of
    /// the trace: one more than there were collections.
    pub points: Vec<u32>,
    /// The whole heap first, then groups in preorder, siblings by key.
    pub groups: Vec<CountedGroup>,
}

/// How counts are told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountRules {
    /// Smooths series ([`crate::smoothed`]).
    pub alpha: f64,
    /// Somebody has chosen the points: growth is judged up to the last one, whatever happens there.
    pub are_chosen: bool,
}

impl Default for CountRules {
    fn default() -> Self {
        Self { alpha: DEFAULT_SMOOTHING, are_chosen: false }
    }
}

impl CountRules {
    /// A clock that tells nothing, of the points by which growth is judged, given the bytes of the whole heap at all points.
    fn clock(self, heap: &[u64]) -> Vec<i64> {
        vec![0; if self.are_chosen { heap.len() } else { judged_points(heap) }]
    }
}

/// Counts from allocations and deaths. The points are the collections of these
/// numbers, ascending, or all without them, and the end of the trace or of the window ([`Lifetimes::within`]).
///
/// Objects whose allocation was seen are counted from their birth; what the first heap state held besides is initially live, if
/// the lives have it. Memory: besides that of a grouping 32 bytes per node and point, and 16 more where allocations were sampled.
///
/// # Errors
/// As [`group`].
pub fn event_counts(
    lifetimes: &Lifetimes,
    grouping: &Grouping,
    only: Option<&[u32]>,
    rules: CountRules,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Counts> {
    refuse_transformer(grouping)?;
    let lives = lifetimes.counted();
    let heap = lifetimes.heap(lives.iter().map(|life| &life.lifetime))?;
    let grouped = group(&heap, grouping, progress, warnings)?;
    let points = points(&lifetimes.points, only);
    progress.start("Counting births and deaths", heap.len() as u64);

    // By node and point: created, collected, bytes of both; summed up over the points below.
    let mut steps = vec![[0.0_f64; 4]; grouped.tree.nodes.len() * points.len()];
    // Of created, collected and live objects, of those initially live, and of those among these that were collected.
    let mut variances = vec![[0.0_f64; 5]; grouped.tree.nodes.len()];
    // By node and point: by how much the variance of the volume steps.
    let are_sampled = lifetimes.are_sampled();
    let mut volume_variances = vec![0_i128; if are_sampled { steps.len() } else { 0 }];
    // By node: objects and bytes that were there.
    let mut initial = vec![(0.0_f64, 0.0_f64); grouped.tree.nodes.len()];
    for (object, Unseen { lifetime, initially }) in (0_u32..).zip(&lives) {
        if object % (1 << 16) == 0 {
            progress.check()?;
        }
        let Lifetime { born, died, bytes, .. } = *lifetime;
        let ((objects, variance), bytes) = (weight(lifetime), bytes as f64);
        let created_at = points.partition_point(|&ended| ended <= born);
        let collected_at = died.map(|number| points.partition_point(|&ended| ended < number)).filter(|&at| at < points.len());
        let of_bytes = in_parts(variance * bytes * bytes);
        for &NodeIndex(node) in grouped.nodes_of(&heap, ObjectIndex(object)) {
            let [of_created, of_collected, of_live, of_initial, of_initial_collected] = &mut variances[node as usize];
            let first = node as usize * points.len();
            let begins_at = if *initially { 0 } else { created_at };
            if *initially {
                let sums = &mut initial[node as usize];
                *sums = (sums.0 + objects, sums.1 + objects * bytes);
                *of_initial += variance;
                *of_initial_collected += if collected_at.is_some() { variance } else { 0.0 };
            } else if created_at < points.len() {
                let step = &mut steps[first + created_at];
                (step[0], step[2]) = (step[0] + objects, step[2] + objects * bytes);
                *of_created += variance;
            }
            if begins_at < points.len() {
                *of_live += if collected_at.is_none() { variance } else { 0.0 };
                if let Some(sum) = volume_variances.get_mut(first + begins_at) {
                    *sum += of_bytes;
                }
            }
            if let Some(at) = collected_at {
                let step = &mut steps[first + at];
                (step[1], step[3]) = (step[1] + objects, step[3] + objects * bytes);
                *of_collected += variance;
                if let Some(sum) = volume_variances.get_mut(first + at) {
                    *sum -= of_bytes;
                }
            }
        }
    }
    let mut levels = vec![0_u16; grouped.tree.nodes.len()];
    let mut groups = Vec::with_capacity(levels.len());
    let mut clock = Vec::new();
    for (at, node) in grouped.tree.nodes.iter().enumerate() {
        levels[at] = if at == 0 { 0 } else { levels[node.parent.at()].saturating_add(1) };
        let mut sums = [0.0_f64; 4];
        let running = steps[at * points.len()..][..points.len()].iter().map(|step| {
            sums.iter_mut().zip(step).for_each(|(sum, step)| *sum += step);
            sums
        });
        let running: Vec<[f64; 4]> = running.collect();
        let rounded = |at: usize| running.iter().map(|sums| sums[at].round() as u64).collect::<Vec<u64>>();
        let volume: Vec<u64> = running.iter().map(|sums| (initial[at].1 + sums[2] - sums[3]).max(0.0).round() as u64).collect();
        if at == 0 {
            clock = rules.clock(&volume);
        }
        let (created, collected) = (rounded(0), rounded(1));
        let initially_live = initial[at].0.round() as u64;
        let live = (initially_live + created.last().copied().unwrap_or(0)).saturating_sub(collected.last().copied().unwrap_or(0));
        let [of_created, of_collected, _, _, of_initial_collected] = variances[at];
        let [created_error, collected_error, live_error, initial_error, _] = variances[at].map(|variance| variance.sqrt().ceil() as u64);
        // Of a ratio of sums: an object may be part of both, of what was created alone, or of what was collected alone.
        let (all, gone) = (running.last().map_or(0.0, |sums| sums[0]), running.last().map_or(0.0, |sums| sums[1]));
        let share = if all > 0.0 {
            let of_both = of_collected - of_initial_collected;
            let (share, of_created_alone) = (gone / all, (of_created - of_both).max(0.0));
            (of_both * (1.0 - share).powi(2) + of_created_alone * share.powi(2) + of_initial_collected).sqrt() / all
        } else {
            0.0
        };
        let of_volume = volume_variances.chunks(points.len()).nth(at).map(|steps| {
            let running = steps.iter().scan(0, |sum: &mut i128, step| {
                *sum += step;
                Some(error_of(*sum))
            });
            running.collect()
        });
        groups.push(CountedGroup {
            key: node.key.clone(),
            name: node.name.clone(),
            role: grouped.tree.role_of(NodeIndex(at as u32)).into(),
            level: levels[at],
            initially_live,
            trend: GroupTrend::of_series(NodeIndex(at as u32), volume, live, [&created, &collected], rules.alpha, &clock),
            created_error,
            collected_error,
            live_errors: of_volume.map(|volume| LiveErrors { initially: initial_error, live: live_error, volume, share }),
        });
    }
    let basis = if are_sampled { CountsBasis::Sampled } else { CountsBasis::Exact };
    Ok(Counts { basis, points, groups })
}

/// Counts from so many heap states of one trace, which `state` makes one after another.
///
/// Only groupings by what never changes (type, size, allocation site, thread) can be counted so.
///
/// # Errors
/// [`Error::Request`] if objects change their groups; else as [`state_changes`], and those of `state`.
pub fn state_counts(
    states: usize,
    mut state: impl FnMut(usize) -> Result<HeapState>,
    grouping: &Grouping,
    rules: CountRules,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Counts> {
    refuse_transformer(grouping)?;
    let mut trees = Vec::with_capacity(states);
    let mut points = Vec::with_capacity(states);
    // By key: created and collected at each step.
    let mut steps: FxHashMap<Arc<str>, Vec<(usize, u64, u64)>> = FxHashMap::default();
    // By key: squares of their errors, summed up.
    let mut variances: FxHashMap<Arc<str>, [f64; 2]> = FxHashMap::default();
    let mut before: Option<HeapState> = None;
    for at in 0..states {
        let after = state(at)?;
        points.push(after.origins.as_ref().map_or(0, |origins| origins.collections));
        if let Some(before) = &before {
            let changed = state_changes(before, &after, grouping, progress, warnings)?;
            for (node, change) in changed.tree.nodes.iter().zip(&changed.changes) {
                if change.moved_in.objects + change.moved_out.objects > 0 {
                    let advice = "count by what never changes, as type, or by allocation site where that is no estimate";
                    let message = format!("objects do not stay in their groups by {grouping}; {advice}");
                    return Err(Error::Request(message));
                }
                let (born, died) = (change.born.objects, change.died.objects);
                if born > 0 || died > 0 {
                    steps.entry(node.key.clone()).or_default().push((at, born, died));
                }
            }
            for (node, error) in changed.tree.nodes.iter().zip(changed.errors.iter().flatten()) {
                let squares = [error.born, error.died].map(|error| (error.objects as f64).powi(2));
                let sums = variances.entry(node.key.clone()).or_default();
                sums.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
            }
        }
        let grouped = group(&after, grouping, progress, warnings)?;
        let sizes = NodeSizes { estimates: grouped.estimates(&after, progress)?, ..NodeSizes::default() };
        // The time axis counts states: two of them may have one time.
        trees.push(TimePoint { time_millis: at as i64, gc: None, label: None, tree: grouped.tree, references: None, sizes });
        before = Some(after);
    }
    let evolution = Evolution::from_points("", "", trees, progress, warnings)?;
    let times: Vec<usize> = evolution.points.iter().map(|point| point.time_millis as usize).collect();
    let clock = if evolution.nodes.is_empty() { Vec::new() } else { rules.clock(&evolution.series(Metric::Bytes, NodeIndex::ROOT)) };
    let counted = |at: usize| {
        let (node, info) = (NodeIndex(at as u32), &evolution.nodes[at]);
        let objects = evolution.series(Metric::Objects, node);
        let of_group = steps.get(&info.key).map_or(&[][..], Vec::as_slice);
        let until =
            |time: usize, which: fn(&(usize, u64, u64)) -> u64| of_group.iter().filter(|step| step.0 <= time).map(which).sum::<u64>();
        let created: Vec<u64> = times.iter().map(|&time| until(time, |step| step.1)).collect();
        let collected: Vec<u64> = times.iter().map(|&time| until(time, |step| step.2)).collect();
        let volume = evolution.series(Metric::Bytes, node).into_owned();
        let live = objects.last().copied().unwrap_or(0);
        let of_changes = variances.get(&info.key).copied().unwrap_or_default();
        let [created_error, collected_error] = of_changes.map(|variance| variance.sqrt().ceil() as u64);
        let error = |metric, point| evolution.error(metric, node, point).unwrap_or(0);
        let live_errors = evolution.has_estimates().then(|| LiveErrors {
            initially: error(Metric::Objects, 0),
            live: error(Metric::Objects, times.len().saturating_sub(1)),
            volume: (0..times.len()).map(|point| error(Metric::Bytes, point)).collect(),
            share: share_error(
                [collected.last(), created.last()].map(|count| count.copied().unwrap_or(0)),
                [collected_error, created_error],
            ),
        });
        CountedGroup {
            key: info.key.clone(),
            name: info.name.clone(),
            role: evolution.roles.get(info.role.0 as usize).cloned().unwrap_or_default(),
            level: info.level,
            initially_live: objects.first().copied().unwrap_or(0),
            trend: GroupTrend::of_series(node, volume, live, [&created, &collected], rules.alpha, &clock),
            created_error,
            collected_error,
            live_errors,
        }
    };
    let groups = (0..evolution.nodes.len()).map(counted).collect();
    let points = times.iter().filter_map(|&time| points.get(time).copied()).collect();
    Ok(Counts { basis: CountsBasis::BetweenStates, points, groups })
}

/// The standard error of a share, given a part, the whole and their errors: as if these were independent, which is never too little for
/// a part of the whole. 0 of nothing.
#[must_use]
pub fn share_error([part, whole]: [u64; 2], [of_part, of_whole]: [u64; 2]) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    let share = part as f64 / whole as f64;
    (of_part as f64).hypot(share * of_whole as f64) / whole as f64
}

fn refuse_transformer(grouping: &Grouping) -> Result<()> {
    match grouping.transformation() {
        Some(then) => Err(Error::Request(format!("what {} leads to is not counted; leave out this step", then.transformer.info().name))),
        None => Ok(()),
    }
}

/// The collections of a window, or those of these numbers, and its end.
fn points(window: &RangeInclusive<u32>, only: Option<&[u32]>) -> Vec<u32> {
    let (first, end) = (*window.start(), *window.end());
    let numbers: Vec<u32> = match only {
        Some(numbers) => numbers.iter().copied().filter(|number| (first..end).contains(number)).collect(),
        None => (first..end).collect(),
    };
    let every = numbers.len().div_ceil(MOST_POINTS).max(1);
    let mut points: Vec<u32> = numbers.into_iter().rev().step_by(every).collect();
    points.reverse();
    points.push(end);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_judged_before_a_fall_unless_somebody_has_chosen_the_points() {
        let heap = [10, 20, 30, 40, 50, 60, 70, 80, 90, 10];
        let judged = |are_chosen| CountRules { are_chosen, ..CountRules::default() }.clock(&heap).len();
        assert_eq!([judged(false), judged(true)], [9, 10]);
    }
}
