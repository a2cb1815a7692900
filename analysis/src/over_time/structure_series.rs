//! Data structures at all points of a series, told by their owners: their sizes, how they go, which of them lie within others.
//!
//! Told is what changed from where growth begins, which is behind the start of the program, or from the first point of those that somebody
//! has chosen. Objects of dumps have no identity over time. What stays the same is the way of fields that leads to a data structure, so one of
//! an owner at both ends is taken for the same; of several it is not guessed which is which. Objects of traces are followed themselves.

#[cfg(test)]
mod tests;

use std::borrow::Borrow;
use std::sync::Arc;

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::growth::{Growth, clock_of};
use super::leaf_changes::LeafChanges;
use super::structure_growth::{Change, HighGrowth, Judged, SizeChanges, judge};
use super::tracked_objects::TrackedObjects;
use super::windows::end_fall;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::grouping::deep_leaves_of;
use crate::grouping::list::Grouping;
use crate::heap::HeapState;
use crate::keepers::closure::{Closures, totals_of};
use crate::structures::library::Library;
use crate::structures::sizes::{Fill, OwnedStructures, StructureSizes, add_deep_sizes, add_sizes, largest, structures_by_owner};
use crate::trees::memory_tree::{MemoryTree, NodeTotals};

/// Collects the heap states of a series, one after the other in the order of time. Only numbers are kept of each state.
#[derive(Debug)]
pub struct StructureFinder {
    library: Arc<Library>,
    points: Vec<StructurePoint>,
    numbers: FxHashMap<(String, String), usize>,
    rows: Vec<Row>,
    /// Somebody has chosen where the series begins.
    is_chosen: bool,
    much: HighGrowth,
    question: Option<LeafQuestion>,
}

/// Of which data structures it is asked what they hold, and by what that is to be grouped.
#[derive(Debug, Clone)]
pub struct LeafQuestion {
    /// The way of fields that leads to them, or its end.
    pub owner: String,
    /// Each makes a list of its own.
    pub groupings: Vec<Grouping>,
}

impl LeafQuestion {
    /// Whether it is about this owner.
    #[must_use]
    pub fn is_about(&self, owner: &str) -> bool {
        owner.strip_suffix(&*self.owner).is_some_and(|before| before.is_empty() || before.ends_with(['.', '$']))
    }
}

#[derive(Debug, Default)]
struct Row {
    owner: String,
    class: String,
    at: Vec<(usize, StructureAtPoint)>,
}

/// One point of the series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StructurePoint {
    /// When it was.
    pub time_millis: i64,
    /// How much had been allocated until then, where known.
    pub allocated_bytes: Option<i64>,
    /// All objects that count.
    pub heap: NodeTotals,
}

/// Data structures of one owner and class at one point; nothing where there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct StructureAtPoint {
    /// How many heads there are.
    pub heads: u64,
    /// What could be collected without them.
    pub retained: NodeTotals,
    /// How well they are filled.
    pub fill: Fill,
}

/// Data structures of one owner and class over time.
#[derive(Debug, Clone, PartialEq)]
pub struct StructureOverTime {
    /// The way of fields that leads to them.
    pub owner: String,
    /// The class of their heads.
    pub class: String,
    /// What they are at every point.
    pub points: Vec<StructureAtPoint>,
    /// How many heads there are where growth begins, and at the last point.
    pub heads: [u64; 2],
    /// Their sizes at these points.
    pub sizes: [StructureSizes; 2],
    /// How what they retain goes.
    pub growth: Growth,
    /// What it means.
    pub judged: Judged,
    /// The number of those that alone keep all of these alive at the last point.
    pub within: Option<usize>,
    /// How many heads are the same at both; `None` where objects have no identity.
    pub survivors: Option<u64>,
}

impl StructureOverTime {
    /// How the sizes changed between them.
    #[must_use]
    pub fn changes(&self) -> SizeChanges {
        SizeChanges::between(&self.sizes[0], &self.sizes[1])
    }

    /// Whether they have a part in the growth that nothing says will stop.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.judged.pattern.is_growth() && matches!(self.growth, Growth::KeepsGrowing { .. } | Growth::TooFewPoints)
    }

    /// What to do next, one sentence.
    #[must_use]
    pub fn next_step(&self) -> &'static str {
        match self.growth {
            Growth::RisesAndFalls | Growth::CameBack if self.judged.pattern.is_growth() => {
                "Watch it over a longer time first: it matters only if its tops get higher."
            }
            Growth::LeveledOff | Growth::OneStep if self.judged.pattern.is_growth() => {
                "Nothing to do, unless it is larger than it need be: it no longer grows."
            }
            _ => self.judged.pattern.next_step(),
        }
    }

    /// How evenly what they retain grows, in bytes from the first point at which they are on: 1 where it only rises, 0 where it ends no
    /// higher than it began; between them how far it rose as a share of all its ups and downs. `None` where it does not change, or
    /// there is one point.
    #[must_use]
    pub fn steadiness(&self) -> Option<f64> {
        let points: Vec<f64> = self.points.iter().skip_while(|point| point.heads == 0).map(|point| point.retained.bytes as f64).collect();
        let moved: f64 = points.windows(2).map(|step| (step[1] - step[0]).abs()).sum();
        let rose = points.last()? - points.first()?;
        (moved > 0.0).then(|| (rose / moved).max(0.0))
    }

    /// Whether there are none where growth begins.
    #[must_use]
    pub fn is_born(&self) -> bool {
        self.heads[0] == 0
    }

    /// Whether those of both points are the same for sure; of dumps if there is only one at both.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        let [from, to] = self.heads;
        from == to && self.survivors.map_or(from == 1, |survivors| survivors == from)
    }
}

/// What is known of the data structures of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct StructureReport {
    /// The points.
    pub points: Vec<StructurePoint>,
    /// The number of the point where growth begins, from 0.
    pub start: usize,
    /// Which of all points these are, one sentence without its full stop, where memory fell at the end.
    pub judged: Option<String>,
    /// All that the last point has, those whose retained size grew most first.
    pub rows: Vec<StructureOverTime>,
    /// What those that were asked for hold at these points, by grouping; nothing where nobody asked.
    pub leaves: Vec<LeafChanges>,
}

impl StructureReport {
    /// The heap where growth begins, and at the last point.
    #[must_use]
    pub fn heaps(&self) -> [NodeTotals; 2] {
        [self.points.get(self.start), self.points.last()].map(|point| point.map_or(NodeTotals::default(), |point| point.heap))
    }

    /// Whether nothing can have changed: there is one point.
    #[must_use]
    pub fn is_one_point(&self) -> bool {
        self.points.len() == 1
    }

    /// How it changed.
    #[must_use]
    pub fn heap(&self) -> Change {
        let [from, to] = self.heaps();
        Change::between(from, to)
    }

    /// Those of an owner and class.
    #[must_use]
    pub fn find(&self, owner: &str, class: &str) -> Option<&StructureOverTime> {
        self.rows.iter().find(|row| row.owner == owner && row.class == class)
    }
}

impl StructureFinder {
    /// No points yet; `library` says what data structures are.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Self {
        let (points, numbers, rows) = <_>::default();
        Self { library, points, numbers, rows, is_chosen: false, much: HighGrowth::default(), question: None }
    }

    /// The same with another measure of what is much.
    #[must_use]
    pub fn with_high_growth(self, much: HighGrowth) -> Self {
        Self { much, ..self }
    }

    /// The same for points that somebody has chosen: growth is told from the first of them.
    #[must_use]
    pub fn of_chosen_states(self) -> Self {
        Self { is_chosen: true, ..self }
    }

    /// The same that also finds out what some of them hold.
    #[must_use]
    pub fn with_question(self, question: LeafQuestion) -> Self {
        Self { question: Some(question), ..self }
    }

    /// Adds the next heap state; the last one is for [`StructureFinder::finish`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], and what reading the dump again may fail with.
    pub fn observe(&mut self, heap: &HeapState, progress: &Progress) -> Result<()> {
        let found = structures_by_owner(heap, &self.library, progress)?;
        self.add(heap, &found);
        Ok(())
    }

    /// Adds a point; returns the numbers of the rows.
    fn add(&mut self, heap: &HeapState, found: &[OwnedStructures]) -> Vec<usize> {
        let point = self.points.len();
        self.points.push(StructurePoint { time_millis: heap.time_millis, allocated_bytes: heap.allocated_bytes(), heap: totals(heap) });
        let mut numbers = Vec::with_capacity(found.len());
        for row in found {
            let next = self.rows.len();
            let number = *self.numbers.entry((row.owner.clone(), row.class.clone())).or_insert(next);
            if number == next {
                self.rows.push(Row { owner: row.owner.clone(), class: row.class.clone(), ..Row::default() });
            }
            let at = StructureAtPoint { heads: row.heads, retained: row.sizes.retained, fill: row.fill };
            self.rows[number].at.push((point, at));
            numbers.push(number);
        }
        numbers
    }

    /// What those in question hold.
    fn leaves_of(&self, heap: &HeapState, found: &[OwnedStructures], progress: &Progress) -> Result<Vec<MemoryTree>> {
        let Some(question) = &self.question else { return Ok(Vec::new()) };
        let mut heads = RoaringBitmap::new();
        found.iter().filter(|row| question.is_about(&row.owner)).for_each(|row| heads |= &row.objects);
        question.groupings.iter().map(|by| deep_leaves_of(heap, heads.clone(), &self.library, by, progress)).collect()
    }

    /// The point from which growth is told.
    fn start(&self, clock: &[i64]) -> usize {
        let of = |count: fn(NodeTotals) -> u64| -> Vec<u64> { self.points.iter().map(|point| count(point.heap)).collect() };
        let (_, growth) = Growth::of_objects_or_bytes(&of(|totals| totals.objects), &of(|totals| totals.bytes), clock);
        growth.begins().filter(|_| !self.is_chosen).unwrap_or(0)
    }

    /// Adds the last heap state and tells what was found. Where memory fell at the end, as after a shutdown, the run is what was before.
    ///
    /// `state` gives heap states by their numbers from 0: the one after those that were added, perhaps the one before a fall, and the one
    /// where growth begins.
    ///
    /// # Errors
    /// As [`StructureFinder::observe`], and those of `state`.
    pub fn finish<H: Borrow<HeapState>>(
        mut self,
        mut state: impl FnMut(usize) -> Result<H>,
        progress: &Progress,
    ) -> Result<StructureReport> {
        let mut heap = state(self.points.len())?;
        let all: Vec<u64> = self.points.iter().map(|point| point.heap.bytes).chain([totals(heap.borrow()).bytes]).collect();
        let mut judged = None;
        if let Some(fall) = end_fall(&all).filter(|_| !self.is_chosen) {
            judged = Some(fall.words(all.len()));
            // Two heap states at once are one too many.
            drop(heap);
            self.points.truncate(fall.begins - 1);
            self.rows.iter_mut().for_each(|row| row.at.retain(|(point, _)| point + 1 < fall.begins));
            heap = state(fall.begins - 1)?;
        }
        let last = self.points.len();
        let end = self.end_of(heap.borrow(), progress)?;
        drop(heap);
        let clock = clock_of(self.points.iter().map(|point| (point.allocated_bytes, point.time_millis)));
        let start = self.start(&clock);
        let begin = match start < last {
            true => self.begin_of(state(start)?.borrow(), &end, progress)?,
            false => Begin::same_as(&end),
        };
        let groupings = self.question.as_ref().map_or(&[][..], |question| &question.groupings);
        let leaves = begin.leaves.iter().zip(&end.leaves).zip(groupings);
        let leaves = leaves.map(|((from, to), by)| LeafChanges::between(from, to, by)).collect();
        let mut report = StructureReport { points: self.points, start, judged, rows: Vec::new(), leaves };
        let heap = report.heap();
        let mut told: Vec<(usize, StructureOverTime)> = Vec::new();
        for (of_end, begin) in end.rows.into_iter().zip(begin.rows) {
            let row = std::mem::take(&mut self.rows[of_end.number]);
            let mut points = vec![StructureAtPoint::default(); report.points.len()];
            row.at.into_iter().for_each(|(point, found)| points[point] = found);
            let sizes = [begin.sizes, of_end.sizes];
            let retained = |count: fn(NodeTotals) -> u64| -> Vec<u64> { points.iter().map(|point| count(point.retained)).collect() };
            let (_, growth) = Growth::of_objects_or_bytes(&retained(|totals| totals.objects), &retained(|totals| totals.bytes), &clock);
            let judged = judge(&sizes[0], &SizeChanges::between(&sizes[0], &sizes[1]), heap, self.much);
            let (heads, within, survivors) = ([points[start].heads, points[last].heads], of_end.within, begin.survivors);
            let (owner, class) = (row.owner, row.class);
            told.push((of_end.number, StructureOverTime { owner, class, points, heads, sizes, growth, judged, within, survivors }));
        }
        let order = |of: &StructureOverTime| {
            let changes = of.changes();
            (-changes.retained.bytes, -changes.nested.bytes, std::cmp::Reverse(of.sizes[1].retained.bytes))
        };
        let by_name = |a: &StructureOverTime, b: &StructureOverTime| (&a.owner, &a.class).cmp(&(&b.owner, &b.class));
        told.sort_by(|(_, a), (_, b)| order(a).cmp(&order(b)).then_with(|| by_name(a, b)));
        let place: FxHashMap<usize, usize> = told.iter().enumerate().map(|(place, (number, _))| (*number, place)).collect();
        let moved = |row: StructureOverTime| StructureOverTime { within: row.within.map(|number| place[&number]), ..row };
        report.rows = told.into_iter().map(|(_, row)| moved(row)).collect();
        Ok(report)
    }

    /// All that is told of the last heap state.
    fn end_of(&mut self, heap: &HeapState, progress: &Progress) -> Result<End> {
        let mut found = structures_by_owner(heap, &self.library, progress)?;
        add_sizes(heap, &self.library, &mut found, progress)?;
        add_deep_sizes(&Closures::new(heap, progress)?, largest(&mut found), progress)?;
        let numbers = self.add(heap, &found);
        let leaves = self.leaves_of(heap, &found, progress)?;
        let row = |(row, &number): (OwnedStructures, &usize)| {
            let heads = heap.origins.is_some().then(|| TrackedObjects::new(heap, &row.objects)).transpose()?;
            let within = row.within.map(|within| numbers[within]);
            Ok(EndRow { number, key: (row.owner, row.class), sizes: row.sizes, within, heads })
        };
        let rows = found.into_iter().zip(&numbers).map(row).collect::<Result<_>>()?;
        Ok(End { rows, leaves })
    }

    /// What the rows of the end are where growth begins.
    fn begin_of(&self, heap: &HeapState, end: &End, progress: &Progress) -> Result<Begin> {
        let mut found = structures_by_owner(heap, &self.library, progress)?;
        add_sizes(heap, &self.library, &mut found, progress)?;
        // What is reached is compared, so it is asked of those of which it is known at the end.
        let reached = end.rows.iter().filter(|row| row.sizes.deep.is_some());
        let reached: FxHashSet<(&str, &str)> = reached.map(|row| (&*row.key.0, &*row.key.1)).collect();
        let is_reached = |row: &OwnedStructures| reached.contains(&(&*row.owner, &*row.class));
        let asked = found.iter_mut().filter(|row| is_reached(row)).collect();
        add_deep_sizes(&Closures::new(heap, progress)?, asked, progress)?;
        let leaves = self.leaves_of(heap, &found, progress)?;
        let known: FxHashMap<(String, String), OwnedStructures> =
            found.into_iter().map(|row| ((row.owner.clone(), row.class.clone()), row)).collect();
        let row = |of: &EndRow| {
            let nothing = StructureSizes { deep: of.sizes.deep.map(|_| NodeTotals::default()), ..StructureSizes::default() };
            let Some(known) = known.get(&of.key) else { return Ok(BeginRow { sizes: nothing, survivors: None }) };
            let alive = match &of.heads {
                Some(heads) => heads.alive_in(heap, progress)?,
                None => None,
            };
            Ok(BeginRow { sizes: known.sizes, survivors: alive.map(|alive| alive.intersection_len(&known.objects)) })
        };
        let rows = end.rows.iter().map(row).collect::<Result<_>>()?;
        Ok(Begin { rows, leaves })
    }
}

/// All that the last heap state has.
struct End {
    rows: Vec<EndRow>,
    /// What those in question hold, by the groupings of the question.
    leaves: Vec<MemoryTree>,
}

struct EndRow {
    number: usize,
    key: (String, String),
    sizes: StructureSizes,
    within: Option<usize>,
    /// Of traces, to find them again.
    heads: Option<TrackedObjects>,
}

/// What the rows of the end are where growth begins, in their order.
struct Begin {
    rows: Vec<BeginRow>,
    leaves: Vec<MemoryTree>,
}

struct BeginRow {
    sizes: StructureSizes,
    survivors: Option<u64>,
}

impl Begin {
    fn same_as(end: &End) -> Self {
        Self { rows: end.rows.iter().map(|row| BeginRow { sizes: row.sizes, survivors: None }).collect(), leaves: end.leaves.clone() }
    }
}

/// All objects that count.
fn totals(heap: &HeapState) -> NodeTotals {
    heap.kept_objects().fold(NodeTotals::default(), |sum, object| sum.saturating_add(totals_of(heap, object)))
}
