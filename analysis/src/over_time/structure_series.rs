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
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::growth::{Growth, clock_of};
use super::leaf_changes::LeafChanges;
use super::structure_growth::{Change, Judged, SizeChanges, judge};
use super::tracked_objects::TrackedObjects;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::grouping::deep_leaves_of;
use crate::grouping::list::Grouping;
use crate::heap::HeapState;
use crate::keepers::closure::totals_of;
use crate::structures::library::Library;
use crate::structures::sizes::{Fill, OwnedStructures, StructureSizes, add_deep_sizes, structures_by_owner};
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
    question: Option<LeafQuestion>,
    /// What those in question hold at the last point, by the groupings of the question.
    leaves: Vec<MemoryTree>,
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
    /// At the latest point.
    sizes: StructureSizes,
    within: Option<usize>,
    /// Of traces, the heads of the last point.
    heads: Option<TrackedObjects>,
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
    /// Heads, inner objects and content, those of data structures within them, too.
    pub nested: NodeTotals,
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
        Self {
            library,
            points: Vec::new(),
            numbers: FxHashMap::default(),
            rows: Vec::new(),
            is_chosen: false,
            question: None,
            leaves: Vec::new(),
        }
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

    /// Adds the next heap state. Only where it `is_last` it is found out what data structures reach.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], and what reading the dump again may fail with.
    pub fn observe(&mut self, heap: &HeapState, is_last: bool, progress: &Progress) -> Result<()> {
        let mut found = structures_by_owner(heap, &self.library, progress)?;
        let point = self.points.len();
        if is_last {
            add_deep_sizes(heap, &mut found, progress)?;
            self.leaves = self.leaves_of(heap, &found, progress)?;
        }
        self.points.push(StructurePoint {
            time_millis: heap.time_millis,
            allocated_bytes: heap.origins.as_ref().and_then(|origins| i64::try_from(origins.allocated_bytes?).ok()),
            heap: heap.kept_objects().fold(NodeTotals::default(), |sum, object| sum.saturating_add(totals_of(heap, object))),
        });
        let mut numbers = Vec::with_capacity(found.len());
        for row in &found {
            let next = self.rows.len();
            let number = *self.numbers.entry((row.owner.clone(), row.class.clone())).or_insert(next);
            if number == next {
                self.rows.push(Row { owner: row.owner.clone(), class: row.class.clone(), ..Row::default() });
            }
            numbers.push(number);
        }
        for (row, &number) in found.iter().zip(&numbers) {
            let at = StructureAtPoint { heads: row.heads, retained: row.sizes.retained, nested: row.sizes.nested, fill: row.fill };
            let known = &mut self.rows[number];
            known.at.push((point, at));
            (known.sizes, known.within) = (row.sizes, row.within.map(|within| numbers[within]));
            if is_last && heap.origins.is_some() {
                known.heads = Some(TrackedObjects::new(heap, &row.objects)?);
            }
        }
        Ok(())
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

    /// What was found; `state` reads the heap state of a point again, where growth begins.
    ///
    /// # Errors
    /// As [`StructureFinder::observe`], and those of `state`.
    pub fn finish<H: Borrow<HeapState>>(self, state: impl FnOnce(usize) -> Result<H>, progress: &Progress) -> Result<StructureReport> {
        let Some(last) = self.points.len().checked_sub(1) else {
            return Ok(StructureReport { points: Vec::new(), start: 0, rows: Vec::new(), leaves: Vec::new() });
        };
        let clock = clock_of(self.points.iter().map(|point| (point.allocated_bytes, point.time_millis)));
        let start = self.start(&clock);
        let mut from: FxHashMap<(String, String), StructureSizes> = FxHashMap::default();
        let mut survivors: Vec<Option<u64>> = vec![None; self.rows.len()];
        let mut leaves = self.leaves.clone();
        if start < last {
            let heap = state(start)?;
            let heap = heap.borrow();
            let mut found = structures_by_owner(heap, &self.library, progress)?;
            add_deep_sizes(heap, &mut found, progress)?;
            leaves = self.leaves_of(heap, &found, progress)?;
            for (row, survivors) in self.rows.iter().zip(&mut survivors) {
                if let Some(heads) = &row.heads {
                    *survivors = heads.alive_in(heap, progress)?.map(|alive| alive.len());
                }
            }
            from.extend(found.into_iter().map(|row| ((row.owner, row.class), row.sizes)));
        } else {
            from.extend(self.rows.iter().map(|row| ((row.owner.clone(), row.class.clone()), row.sizes)));
        }
        let groupings = self.question.as_ref().map_or(&[][..], |question| &question.groupings);
        let leaves = leaves.iter().zip(&self.leaves).zip(groupings).map(|((from, to), by)| LeafChanges::between(from, to, by)).collect();
        let mut report = StructureReport { points: self.points, start, rows: Vec::new(), leaves };
        let heap = report.heap();
        let mut told: Vec<(usize, StructureOverTime)> = Vec::new();
        for (number, (row, survivors)) in self.rows.into_iter().zip(survivors).enumerate() {
            // What the last point no longer has did not grow.
            if row.at.last().is_none_or(|(point, _)| *point != last) {
                continue;
            }
            let mut points = vec![StructureAtPoint::default(); report.points.len()];
            row.at.into_iter().for_each(|(point, found)| points[point] = found);
            let key = (row.owner, row.class);
            let sizes = [from.get(&key).copied().unwrap_or_default(), row.sizes];
            let retained = |count: fn(NodeTotals) -> u64| -> Vec<u64> { points.iter().map(|point| count(point.retained)).collect() };
            let (_, growth) = Growth::of_objects_or_bytes(&retained(|totals| totals.objects), &retained(|totals| totals.bytes), &clock);
            let judged = judge(&sizes[0], &SizeChanges::between(&sizes[0], &sizes[1]), heap);
            let ((owner, class), heads, within) = (key, [points[start].heads, points[last].heads], row.within);
            told.push((number, StructureOverTime { owner, class, points, heads, sizes, growth, judged, within, survivors }));
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
}
