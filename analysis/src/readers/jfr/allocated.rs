//! What a program allocated in a stretch of time, as the samples of the JDK Flight Recorder tell.
//!
//! Of some allocations the JVM writes an event (`jdk.ObjectAllocationSample`, JDK 16 and later) with what was allocated, where, by whom,
//! and a weight: the bytes that the thread had allocated since its event before. The sum of the weights is all that threads had allocated
//! when they wrote their last events; which part of it a group has is an estimate. With weights `w`, of a group that has the share `p` of
//! the bytes, its variance is `(1 - p)` times the sum of `w²` over its events, as of independent draws. JDK 11 to 15 tell of the allocations
//! for which a thread takes a new buffer instead, which are read the same way, with the size of the buffer as weight.
//!
//! Nobody tells when objects die, how many a weight stands for, or how large each of them is.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::recording::{AllocationSum, Allocations, JfrRecording};
use super::tables::NameIndex;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine::grouped::group;
use crate::grouping::list::Grouping;
use crate::heap::{ArrayKind, CallStack, TypeInfo, TypeKind, TypeSize};
use crate::over_time::gc_events::GcEvents;
use crate::over_time::lifetimes::{EstimatedTree, Lifetime, Lifetimes};
use crate::trees::memory_tree::{NodeEstimate, NodeTotals};

/// The call stack of which nothing is known, and the thread.
const UNKNOWN: u32 = 0;

/// Numbers that were given to things, from 1 on, and the things by their numbers.
struct Numbered<K, V> {
    numbers: FxHashMap<K, u32>,
    all: Vec<V>,
}

impl<K: Eq + std::hash::Hash + Copy, V> Numbered<K, V> {
    fn after(unknown: Option<V>) -> Self {
        Self { numbers: FxHashMap::default(), all: unknown.into_iter().collect() }
    }

    fn of(&mut self, key: K, value: impl FnOnce() -> V) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.all.push(value());
        }
        number
    }
}

/// What was allocated between two moments, in nanoseconds since the recording began, grouped by type, call stack and thread. The objects of
/// the tree are samples, its bytes are estimates. The moments are those of the parts of the time by which a recording is summed
/// ([`crate::Allocations::step_nanos`]): a part that has begun counts.
///
/// # Errors
/// As [`group`]: by what samples do not tell nothing is grouped.
pub fn allocated_tree(
    recording: &JfrRecording,
    nanos: Range<u64>,
    grouping: &Grouping,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<EstimatedTree> {
    let met: Vec<&AllocationSum> = recording.allocations().between(nanos).collect();
    let tables = &recording.tables;
    let mut types: Numbered<NameIndex, TypeInfo> = Numbered::after(None);
    let mut stacks = Numbered::after(Some(CallStack::default()));
    let mut threads: Numbered<NameIndex, Box<str>> = Numbered::after(Some("".into()));
    let mut life = |(at, sum): (usize, &&AllocationSum)| Lifetime {
        id: at as u64 + 1,
        object_type: TypeIndex(types.of(sum.class, || type_called(tables.name(sum.class)))),
        bytes: sum.bytes,
        length: None,
        site: match tables.frames(sum.stack).next() {
            None => UNKNOWN,
            Some(_) => stacks.of(sum.stack, || tables.call_stack(sum.stack)),
        },
        thread: match tables.name(sum.thread) {
            "" => UNKNOWN,
            name => threads.of(sum.thread, || name.into()),
        },
        born: 0,
        died: None,
        interval: 0,
        subsystem: None,
    };
    let lives: Vec<Lifetime> = met.iter().enumerate().map(&mut life).collect();
    let lives = Lifetimes::new(lives, types.all, stacks.all.into(), threads.all.into(), 0);
    let mut heap = lives.heap(lives.all())?;
    if let Some(origins) = &mut heap.origins {
        origins.are_samples = true;
    }
    let grouped = group(&heap, grouping, progress, warnings)?;
    let parts = |object: ObjectIndex| {
        let sum = met[object.at()];
        [sum.events as f64, sum.bytes as f64, sum.squares as f64]
    };
    let sums = grouped.sums_by_node(&heap, parts);
    let all_bytes = sums.first().map_or(0.0, |[_, bytes, _]| *bytes);
    let mut tree = grouped.tree;
    let estimates = tree.nodes.iter_mut().zip(sums).map(|(node, [events, bytes, squares])| {
        let share = if all_bytes > 0.0 { (bytes / all_bytes).min(1.0) } else { 1.0 };
        node.totals = NodeTotals { objects: events as u64, bytes: bytes as u64 };
        let error = NodeTotals { objects: 0, bytes: ((1.0 - share) * squares).sqrt().ceil() as u64 };
        Some(NodeEstimate { recorded: events as u64, error })
    });
    let estimates = Some(estimates.collect());
    Ok(EstimatedTree { tree, estimates })
}

impl Allocations {
    /// Those between two moments, as [`allocated_tree`] takes them.
    fn between(&self, nanos: Range<u64>) -> impl Iterator<Item = &AllocationSum> {
        let steps = self.steps(nanos);
        self.sums.iter().filter(move |sum| steps.contains(&sum.step.into()))
    }

    fn steps(&self, nanos: Range<u64>) -> Range<u64> {
        let step = self.step_nanos.max(1);
        nanos.start / step..nanos.end.div_ceil(step)
    }

    /// The shortest stretch of collections with so many samples, of those that begin and end as far around these; all collections where
    /// there are not so many. With how many samples it has.
    #[must_use]
    pub fn collections_with_samples(&self, gc: &GcEvents, around: RangeInclusive<u32>, enough: u64) -> (RangeInclusive<u32>, u64) {
        let edges = gc.events.first().zip(gc.events.last()).map_or((0, 0), |(first, last)| (first.number, last.number));
        let (mut first, mut last) = around.into_inner();
        let mut by_step: FxHashMap<u64, u64> = FxHashMap::default();
        for sum in &self.sums {
            *by_step.entry(sum.step.into()).or_default() += sum.events;
        }
        loop {
            let (from, to) = gc.span_of(first, last);
            let steps = self.steps(from..to);
            let samples = by_step.iter().filter(|(step, _)| steps.contains(step)).map(|(_, events)| events).sum();
            if samples >= enough || first <= edges.0 && last >= edges.1 {
                return (first..=last, samples);
            }
            (first, last) = (first.saturating_sub(1).max(edges.0), last.saturating_add(1).min(edges.1));
        }
    }
}

/// A class of which nothing but its name is known.
fn type_called(name: &str) -> TypeInfo {
    let name: Arc<str> = if name.is_empty() { "unknown class".into() } else { crate::base::class_names::stable_name(name).into() };
    let kind = if name.ends_with("[]") { TypeKind::Array(ArrayKind::Objects) } else { TypeKind::Instance };
    TypeInfo { name, kind, super_type: None, class_object: None, class_loader: None, size: TypeSize::PerObject(0) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fixture::leaking_recording;
    use crate::grouping::Registry;
    use crate::over_time::gc_events::GcEvent;
    use crate::readers::jfr::read_jfr;

    fn recording() -> JfrRecording {
        read_jfr(&leaking_recording(), Path::new("a.jfr"), &Progress::new(), &Warnings::new()).expect("is a recording")
    }

    fn tree(nanos: Range<u64>, by: &str) -> Result<EstimatedTree> {
        let grouping = Registry::default().parse(by).expect("can be read");
        allocated_tree(&recording(), nanos, &grouping, &Progress::new(), &Warnings::new())
    }

    #[test]
    fn samples_are_grouped_by_what_they_tell() {
        let EstimatedTree { tree, estimates } = tree(0..u64::MAX, "type,allocation site,allocating thread").expect("has samples");
        let told: Vec<_> = tree.nodes.iter().map(|node| (&*node.name, node.totals.objects, node.totals.bytes)).collect();
        assert_eq!((told[0].1, told[0].2), (3, 1524));
        let has = |part: &(&str, u64, u64)| told.iter().any(|of| of.0.contains(part.0) && (of.1, of.2) == (part.1, part.2));
        for part in [("byte[]", 2, 1500), ("java.util.ArrayList", 1, 24), ("app.Cache.fill", 2, 1500), ("main", 1, 24)] {
            assert!(has(&part), "{part:?} of {told:?}");
        }
        let error = |at: usize| estimates.as_ref().and_then(|all| all[at]).map(|estimate| estimate.error.bytes);
        assert_eq!(error(0), Some(0), "all of it is told");
        assert!(error(1).is_some_and(|error| error > 0));
    }

    #[test]
    fn a_stretch_of_time_has_the_samples_of_its_parts() {
        // All samples are in the first part of the time.
        let samples = |nanos| tree(nanos, "type").expect("can be grouped").tree.root().totals.objects;
        assert_eq!([samples(0..1), samples(10_000_000..u64::MAX), samples(0..0)], [3, 0, 0]);
    }

    #[test]
    fn a_stretch_of_collections_is_as_long_as_samples_need_it() {
        let allocations = recording().allocations().clone();
        // All samples are in the first part of the time, that of the second collection.
        let event = |number: u32, end_nanos| GcEvent { number, end_nanos, ..GcEvent::default() };
        let events = vec![event(4, 0), event(5, 1_000_000), event(6, 20_000_000), event(7, 30_000_000), event(8, 40_000_000)];
        let gc = GcEvents { events, ..GcEvents::default() };
        let stretch = |around, enough| allocations.collections_with_samples(&gc, around, enough);
        assert_eq!(stretch(7..=7, 0), (7..=7, 0));
        assert_eq!(stretch(7..=7, 3), (6..=8, 3));
        assert_eq!(stretch(5..=6, 1), (5..=6, 3));
        assert_eq!(stretch(8..=8, 4), (4..=8, 3), "there are no more");
        let none = allocations.collections_with_samples(&GcEvents::default(), 0..=0, 1);
        assert_eq!(none, (0..=0, 0));
    }

    #[test]
    fn what_samples_do_not_tell_is_refused() {
        for by in ["age", "type,pointed from(type)", "class loader", "superclass"] {
            let Err(error) = tree(0..u64::MAX, by) else { panic!("{by} was grouped") };
            assert!(error.to_string().contains("sample"), "{by}: {error}");
        }
    }
}
