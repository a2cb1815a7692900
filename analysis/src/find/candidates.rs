//! Which ways accumulate: those whose growth goes on, is not that of longer ways, and does not go by itself.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::chains::Variable;
use super::growing::buffer::doubling_begins;
use super::held_heap::HeldHeap;
use super::holders::{FINALIZER_QUEUE, FieldHolderKind, is_application};
use super::series::{Held, HolderOverTime, LeakFinder};
use crate::base::class_names::is_primitive_array;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::told::OWN_OBJECTS_SHARE;
use crate::over_time::growth::{Growth, onset};
use crate::trees::evolution::Metric;
use crate::trees::memory_tree::NodeTotals;

/// Growth below this share of the heap is no finding; caches of the JVM itself may take more.
const LEAST_SHARE: f64 = 0.004;
/// Growth of which this share goes when the next full collection clears references is none.
const LEAVING_SHARE: f64 = 0.5;
const LEAST_FOREIGN_SHARE: f64 = 0.01;
/// Measured by the least of the last points, one of so many parts of all.
const LATE_PARTS: usize = 4;
/// Or if variables of its methods hold this share of the bytes of the class that grows most.
const OWN_VARIABLES_SHARE: f64 = 0.5;
/// A way accumulates unless this share of its growth is no more than what its new holders would hold on average: then
/// the holders accumulate somewhere else.
const SHARE_OF_NEW_SOURCES: f64 = 0.5;
/// A new holder would hold something between what each held then and what each holds now: those of then may just have been empty.
const PART_NOW: f64 = 2.0 / 3.0;
/// A longer way with this share of the growth is told instead.
const LONGER_WAY_SHARE: f64 = 0.6;
/// The JVM has one for every object whose finalizer is to run: they grow with these objects, which are told.
const FINALIZERS: [&str; 2] = ["java.lang.ref.Finalizer", "java.lang.ref.FinalReference"];
/// How fast something grows is asked of at least this share of the time.
const LEAST_SHARE_OF_TIME: f64 = 0.25;

/// Growth of one way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) way: u32,
    pub(super) grown_bytes: u64,
    pub(super) more_objects: bool,
    /// A buffer is made larger in steps, which are as high as it was, and as far apart as it is old.
    pub(super) doubles: bool,
    /// The first point after the start.
    pub(super) begins: usize,
    /// Whether nothing in it is the application's own.
    pub(super) is_foreign: bool,
    /// What it adds per unit of the clock.
    pub(super) rate: f64,
}

/// The bytes that a way holds more at the end than at a point.
fn growth_since(series: &[Held], begins: usize) -> u64 {
    series[series.len() - 1].totals.bytes.saturating_sub(series[begins].totals.bytes)
}

/// Whether most of the growth of a way is what its new holders would hold on average. Those that held something just before and after the
/// begin are not new, as where a method was moving a map's entries into a larger table.
fn is_of_new_sources(series: &[Held], begins: usize) -> bool {
    let last = series[series.len() - 1];
    let mut around = [begins.saturating_sub(1), begins, begins + 1].map(|at| series[at].sources);
    around.sort_unstable();
    let each = |bytes: u64, sources: u64| if sources == 0 { None } else { Some(bytes as f64 / sources as f64) };
    let Some(each_now) = each(last.totals.bytes, last.sources) else { return false };
    let each_then = each(series[begins].totals.bytes, around[1]).unwrap_or(each_now);
    let each_of_new = PART_NOW * each_now + (1.0 - PART_NOW) * each_then;
    last.sources.saturating_sub(around[1]) as f64 * each_of_new > SHARE_OF_NEW_SOURCES * growth_since(series, begins) as f64
}

impl LeakFinder {
    /// Ways that accumulate, those that add most per unit of the clock first.
    pub(super) fn candidates(&self, held: &HeldHeap<'_>, numbers: &[u32], progress: &Progress) -> Result<Vec<Candidate>> {
        let Some(last) = self.points.last() else { return Ok(Vec::new()) };
        let clock = self.clock();
        let mut growing: Vec<Candidate> = Vec::new();
        for way in 0..self.ways.len() as u32 {
            let series: Vec<Held> = self.held(way).collect();
            let objects: Vec<u64> = series.iter().map(|held| held.totals.objects).collect();
            let bytes: Vec<u64> = series.iter().map(|held| held.totals.bytes).collect();
            let (metric, growth) = Growth::of_objects_or_bytes(&objects, &bytes, &clock);
            let steady = growth.begins();
            let Some(begins) = steady.or_else(|| doubling_begins(&bytes, &objects)) else { continue };
            let grown_bytes = growth_since(&series, begins);
            let is_queue = self.ways[way as usize].name == FINALIZER_QUEUE;
            if self.is_soft(way) || is_queue && self.points[begins..].iter().any(|point| point.finalizers_rest) {
                continue;
            }
            // More and more threads or handles pile up themselves.
            let is_elsewhere = if self.ways[way as usize].kind.is_root() {
                self.is_in_fields_below(way, begins, grown_bytes)
            } else {
                is_of_new_sources(&series, begins)
            };
            if is_elsewhere {
                continue;
            }
            // What the last point alone holds more, such as a buffer that a method is just working on, is not what keeps growing.
            let late = &series[series.len() - (series.len() / LATE_PARTS).max(1)..];
            let lasting = late.iter().map(|held| held.totals.bytes).min().unwrap_or(0).saturating_sub(series[begins].totals.bytes);
            let share = lasting as f64 / last.heap.bytes as f64;
            if share < LEAST_SHARE || self.is_leaving(held, numbers, way, grown_bytes, progress)? {
                continue;
            }
            let (more_objects, doubles) = (steady.is_some() && metric == Metric::Objects, steady.is_none());
            let mut candidate =
                Candidate { way, grown_bytes, more_objects, doubles, begins, is_foreign: false, rate: rate(&bytes, begins, &clock) };
            if doubles && !self.growing_classes(candidate, true).first().is_some_and(|class| is_primitive_array(&class.0)) {
                // What an array of references holds grows itself if more and more is put into it.
                continue;
            }
            candidate.is_foreign = self.has_no_field(way) && !self.is_own(held, numbers, candidate, progress)?;
            if !candidate.is_foreign || share >= LEAST_FOREIGN_SHARE {
                growing.push(candidate);
            }
        }
        // The longest growth of a longer way, by way.
        let mut below: FxHashMap<u32, u64> = FxHashMap::default();
        for candidate in &growing {
            let mut above = self.ways[candidate.way as usize].parent;
            while let Some(way) = above {
                let most = below.entry(way).or_default();
                *most = (*most).max(candidate.grown_bytes);
                above = self.ways[way as usize].parent;
            }
        }
        growing.retain(|candidate| {
            let longer = below.get(&candidate.way).copied().unwrap_or(0);
            (longer as f64) < LONGER_WAY_SHARE * candidate.grown_bytes as f64 && !self.is_of_finalizers(*candidate)
        });
        growing.sort_by(|a, b| a.is_foreign.cmp(&b.is_foreign).then_with(|| b.rate.total_cmp(&a.rate)).then_with(|| a.way.cmp(&b.way)));
        Ok(growing)
    }

    /// Fields of more and more objects, each of which holds its own part of what grew since a point, by all ways that end with them.
    pub(super) fn scattered_fields(&self, begins: usize) -> FxHashSet<String> {
        let mut by_field: FxHashMap<&str, Vec<Held>> = FxHashMap::default();
        for (way, holder) in (0..).zip(&self.ways).filter(|(_, holder)| holder.kind.is_field()) {
            let sums = by_field.entry(&holder.name).or_insert_with(|| vec![Held::default(); self.points.len()]);
            for (sum, held) in sums.iter_mut().zip(self.held(way)) {
                sum.totals = sum.totals.saturating_add(held.totals);
                sum.sources += held.sources;
            }
        }
        by_field.into_iter().filter(|(_, series)| is_of_new_sources(series, begins)).map(|(name, _)| name.to_owned()).collect()
    }

    /// Whether most of what a thread or another root holds more is held by fields of few objects below it. Each of them grows or does not;
    /// that one variable of `main` holds all of them says nothing.
    fn is_in_fields_below(&self, root: u32, begins: usize, grown_bytes: u64) -> bool {
        let below = (0..self.ways.len() as u32).filter(|&way| {
            let HolderOverTime { parent, kind, .. } = &self.ways[way as usize];
            *parent == Some(root) && kind.is_field()
        });
        let grown = below.filter_map(|way| {
            let series: Vec<Held> = self.held(way).collect();
            (!is_of_new_sources(&series, begins)).then(|| growth_since(&series, begins))
        });
        grown.sum::<u64>() as f64 >= LONGER_WAY_SHARE * grown_bytes as f64
    }

    /// Whether much of what a way holds more goes by itself, when references are cleared.
    fn is_leaving(&self, held: &HeldHeap<'_>, numbers: &[u32], way: u32, grown_bytes: u64, progress: &Progress) -> Result<bool> {
        let leaving = held.leaving(progress)?;
        let is_much = |set: &RoaringBitmap| held.closures.totals(set).bytes as f64 >= LEAVING_SHARE * grown_bytes as f64;
        Ok(!leaving.is_empty()
            && is_much(leaving)
            && holder_of_way(numbers, way).is_some_and(|holder| is_much(&(leaving & held.held_by(holder)))))
    }

    /// Whether a way begins with a soft or weak reference, which lets go when memory gets short.
    fn is_soft(&self, way: u32) -> bool {
        let above = std::iter::successors(Some(way), |&way| self.ways[way as usize].parent);
        above.last().is_some_and(|top| self.ways[top as usize].kind == FieldHolderKind::Soft)
    }

    /// Whether what grows is the JVM's own list and queue of finalizers.
    fn is_of_finalizers(&self, candidate: Candidate) -> bool {
        let most = || self.growing_classes(candidate, true).into_iter().next();
        candidate.is_foreign && most().is_some_and(|(class, _)| FINALIZERS.contains(&&*class))
    }

    /// Whether a way has no field of the application on it.
    fn has_no_field(&self, way: u32) -> bool {
        let mut at = Some(way);
        while let Some(way) = at {
            let HolderOverTime { name, kind, parent } = &self.ways[way as usize];
            if kind.is_field() && is_application(name) {
                return false;
            }
            at = *parent;
        }
        true
    }

    /// Whether growth without a field of the application is the application's own all the same: objects of its classes, or
    /// what local variables of its methods hold.
    fn is_own(&self, held: &HeldHeap<'_>, numbers: &[u32], candidate: Candidate, progress: &Progress) -> Result<bool> {
        let classes = self.growing_classes(candidate, true);
        let objects = |classes: &[(String, NodeTotals)]| classes.iter().map(|class| class.1.objects).sum::<u64>() as f64;
        let own: Vec<_> = classes.iter().filter(|class| is_application(&class.0)).cloned().collect();
        if !own.is_empty() && objects(&own) >= OWN_OBJECTS_SHARE * objects(&classes) {
            return Ok(true);
        }
        let (Some(holder), Some((most, _))) = (holder_of_way(numbers, candidate.way), classes.first()) else { return Ok(false) };
        let heap = held.closures.heap();
        let group = held.held_by(holder);
        let sample = group.iter().map(ObjectIndex).find(|&object| *heap.type_info(heap.type_of(object)).name == **most);
        let Some(variables) = held.bytes_by_variable(holder, &group, sample, progress)? else { return Ok(false) };
        let bytes =
            |of: &dyn Fn(&Variable) -> bool| variables.iter().filter(|of_one| of(&of_one.0)).map(|of_one| of_one.1).sum::<u64>() as f64;
        Ok(bytes(&|variable| held.is_in_method_of_application(*variable)) >= OWN_VARIABLES_SHARE * bytes(&|_| true))
    }

    /// Classes by their growth in bytes after the start, most first, of what a way holds, with longer ways or without.
    pub(super) fn growing_classes(&self, candidate: Candidate, with_longer: bool) -> Vec<(String, NodeTotals)> {
        let Candidate { way, begins, .. } = candidate;
        let below = |mut at: u32| loop {
            if at == way {
                return true;
            }
            if !with_longer {
                return false;
            }
            match self.ways[at as usize].parent {
                Some(parent) => at = parent,
                None => return false,
            }
        };
        let sums = |point: &super::series::Point| {
            let mut sums: FxHashMap<u32, NodeTotals> = FxHashMap::default();
            let mut rows: Vec<_> = point.classes.iter().filter(|((at, _), _)| below(*at)).collect();
            rows.sort_unstable_by_key(|row| *row.0);
            for ((_, class), totals) in rows {
                let sum = sums.entry(*class).or_default();
                *sum = sum.saturating_add(*totals);
            }
            sums
        };
        let (Some(start), Some(last)) = (self.points.get(begins), self.points.last()) else { return Vec::new() };
        let (start, last) = (sums(start), sums(last));
        let mut grown: Vec<(String, NodeTotals)> = last
            .into_iter()
            .map(|(class, totals)| {
                (self.class_names[class as usize].clone(), totals.saturating_sub(start.get(&class).copied().unwrap_or_default()))
            })
            .filter(|(_, grown)| grown.bytes > 0)
            .collect();
        grown.sort_by(|a, b| b.1.bytes.cmp(&a.1.bytes).then_with(|| a.0.cmp(&b.0)));
        grown
    }
}

/// What a series adds per unit of the clock since it began to grow; where the clock tells nothing, per point.
pub(super) fn rate(bytes: &[u64], begins: usize, clock: &[i64]) -> f64 {
    let from = onset(bytes, begins);
    let (Some(last), Some(end)) = (bytes.last(), clock.last()) else { return 0.0 };
    let whole = end.saturating_sub(clock[0]) as f64;
    // What begins late may have made a large step.
    let share = if whole > 0.0 { end.saturating_sub(clock[from]) as f64 / whole } else { (bytes.len() - from) as f64 / bytes.len() as f64 };
    last.saturating_sub(bytes[from]) as f64 / share.max(LEAST_SHARE_OF_TIME)
}

/// The holder of the last heap state that has this way.
pub(super) fn holder_of_way(numbers: &[u32], way: u32) -> Option<u32> {
    numbers.iter().position(|&number| number == way).map(|holder| holder as u32)
}
