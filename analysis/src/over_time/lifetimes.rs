//! Lives of objects, from allocation to death: what was created and collected, and what died when and how old.
//!
//! As AntTracks and FindLeaks count them: births and deaths are counted in garbage collections:
//! an object is *born* before the first collection that it meets, and its age is the number of collections that it has
//! survived. Objects whose lives were seen form a heap state without references ([`Lifetimes::heap`]), which is
//! grouped like any other: by age, type and allocation site, say.
//!
//! Where allocations were sampled, an object of `b` bytes was seen with probability `p = 1 - exp(-b / interval)`, and stands for
//! `1 / p` objects (Horvitz and Thompson 1952). The sum over the objects that were seen is right on average; its variance is
//! the sum of `(1 - p) / p²`.

mod collected;
mod counts;
mod deaths;
mod stacks;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::Arc;

pub use collected::{CollectedAt, CollectedErrors};
pub use counts::{CountRules, CountedGroup, Counts, CountsBasis, LiveErrors, event_counts, share_error, state_counts};
pub use deaths::{accumulated, deaths_between_states};
pub use stacks::{LifePart, StackOptions, StackTotal};

use crate::base::error::{Error, Result};
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine::grouped::{Grouped, group};
use crate::grouping::list::Grouping;
use crate::heap::origins::probability;
use crate::heap::{
    AddressCollector, CallStack, HeapState, ObjectTable, Origins, RankedBits, References, RowStarts, Rows, Subsystem, TypeColumn, TypeInfo,
    TypeSize,
};
use crate::trees::memory_tree::{MemoryTree, NodeEstimate};

/// Parts of one in sums of variances: finer than any error that is told.
const VARIANCE_PARTS: f64 = (1 << 20) as f64;

/// One object whose allocation was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime {
    /// Its address in heap states.
    pub id: u64,
    /// Its type, by number.
    pub object_type: TypeIndex,
    /// Its size.
    pub bytes: u64,
    /// Elements, of arrays.
    pub length: Option<u32>,
    /// The number of its call stack; 0 if unknown.
    pub site: u32,
    /// The number of its thread; 0 if unknown.
    pub thread: u32,
    /// How many collections had ended when it was born.
    pub born: u32,
    /// The number, from 1, of the collection that took it; `None` if it lived to the end.
    pub died: Option<u32>,
    /// Mean distance of samples in bytes; 0 if every allocation was seen.
    pub interval: u64,
    /// The part of the JVM that allocated it; `None` if nobody told.
    pub subsystem: Option<Subsystem>,
}

impl Lifetime {
    /// How many collections it survived, of so many in all.
    #[must_use]
    pub fn age(&self, collections: u32) -> u32 {
        self.last_alive(collections).saturating_sub(self.born)
    }

    /// With which probability its allocation was seen; above 0.
    #[must_use]
    pub fn probability(&self) -> f64 {
        probability(self.bytes, self.interval)
    }

    /// How many collections had ended when it was last alive.
    fn last_alive(&self, collections: u32) -> u32 {
        self.died.map_or(collections, |number| number.saturating_sub(1))
    }
}

/// An object that heap states hold but whose allocation was not seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unseen {
    /// What is known of its life: born at the latest before so many collections, dead at the latest after so many.
    pub lifetime: Lifetime,
    /// It was there when counting began: the first state has it, so that it may be from before the recording.
    pub initially: bool,
}

/// All lives that a trace tells of. Memory: 64 bytes per object.
#[derive(Debug, Clone)]
pub struct Lifetimes {
    /// Ascending by id, each id once.
    lifetimes: Vec<Lifetime>,
    /// Objects whose allocation was not seen. They are counted, but nobody knows how old they were.
    unseen: Vec<Unseen>,
    types: Vec<TypeInfo>,
    call_stacks: Arc<[CallStack]>,
    thread_names: Arc<[Box<str>]>,
    collections: u32,
    /// The points that are counted: numbers of collections, and one more for the end.
    points: RangeInclusive<u32>,
}

/// A tree whose totals may be estimates.
#[derive(Debug, Clone)]
pub struct EstimatedTree {
    /// Groups with their totals, rounded.
    pub tree: MemoryTree,
    /// How sure they are; `None` where everything was seen.
    pub estimates: Option<Vec<Option<NodeEstimate>>>,
}

impl Lifetimes {
    /// Lives in any order; of several with one id the first one counts. `collections` is the number of the last collection.
    #[must_use]
    pub fn new(
        mut lifetimes: Vec<Lifetime>,
        types: Vec<TypeInfo>,
        call_stacks: Arc<[CallStack]>,
        thread_names: Arc<[Box<str>]>,
        collections: u32,
    ) -> Self {
        lifetimes.retain(|lifetime| lifetime.object_type.at() < types.len());
        lifetimes.sort_by_key(|lifetime| lifetime.id);
        lifetimes.dedup_by_key(|lifetime| lifetime.id);
        let points = 1..=collections.saturating_add(1);
        Self { lifetimes, unseen: Vec::new(), types, call_stacks, thread_names, collections, points }
    }

    /// Adds objects of heap states whose allocation was not seen, for [`event_counts`]. None of them may be among the others.
    #[must_use]
    pub fn with_unseen(self, mut unseen: Vec<Unseen>) -> Self {
        unseen.retain(|object| object.lifetime.object_type.at() < self.types.len());
        Self { unseen, ..self }
    }

    /// What is known of them when this window of collections is over, and counted from its first one on: what died before it or
    /// was born after it is left out, what died after it lives, and what was born before it is initially live. The number after the
    /// last collection stands for the end of the trace.
    #[must_use]
    pub fn within(mut self, window: RangeInclusive<u32>) -> Self {
        let (first, last) = (*window.start(), *window.end());
        let meets_it = |lifetime: &mut Lifetime| {
            let is_met = lifetime.born < last && lifetime.died.is_none_or(|number| number >= first);
            lifetime.died = lifetime.died.filter(|&number| number <= last);
            is_met
        };
        self.lifetimes.retain_mut(meets_it);
        self.unseen.retain_mut(|object| meets_it(&mut object.lifetime));
        Self { collections: self.collections.min(last), points: window, ..self }
    }

    /// All that are counted, also those whose allocation was not seen, by id.
    fn counted(&self) -> Vec<Unseen> {
        // What is born before the first collection meets that one.
        let was_there = |lifetime: &Lifetime| lifetime.born.saturating_add(1) < *self.points.start();
        let seen = self.lifetimes.iter().map(|&lifetime| Unseen { lifetime, initially: was_there(&lifetime) });
        let unseen = self.unseen.iter().map(|&object| Unseen { initially: object.initially || was_there(&object.lifetime), ..object });
        let mut lives: Vec<Unseen> = seen.chain(unseen).collect();
        lives.sort_by_key(|life| life.lifetime.id);
        lives
    }

    /// All of them, by id.
    #[must_use]
    pub fn all(&self) -> &[Lifetime] {
        &self.lifetimes
    }

    /// The number of the last collection.
    #[must_use]
    pub fn collections(&self) -> u32 {
        self.collections
    }

    /// Whether allocations were sampled, so that numbers are estimates.
    #[must_use]
    pub fn are_sampled(&self) -> bool {
        self.lifetimes.iter().any(|lifetime| lifetime.interval > 0)
    }

    /// These objects as a heap state without references and roots, in which all of them count. The age of the dead is the
    /// one they had. Memory: some 40 bytes per object.
    ///
    /// # Errors
    /// [`Error::Limit`] beyond 2³² objects.
    pub fn heap<'l>(&self, lifetimes: impl IntoIterator<Item = &'l Lifetime>) -> Result<HeapState> {
        let mut origins = Origins {
            collections: self.collections,
            call_stacks: self.call_stacks.clone(),
            thread_names: self.thread_names.clone(),
            sampling_interval: Some(0),
            ..Origins::default()
        };
        let mut addresses = AddressCollector::new(1);
        let (mut types, mut own_bytes, mut words, mut lengths) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for lifetime in lifetimes {
            let at = types.len();
            addresses.insert(lifetime.id);
            types.push(lifetime.object_type.0);
            own_bytes.push((at as u32, lifetime.bytes));
            words.resize(at / 64 + 1, 0_u64);
            if let Some(length) = lifetime.length {
                words[at / 64] |= 1 << (at % 64);
                lengths.push(length);
            }
            origins.sites.push(lifetime.site);
            origins.threads.push(lifetime.thread);
            origins.subsystems.push(lifetime.subsystem);
            origins.born.push(lifetime.born);
            origins.last_alive.push(lifetime.last_alive(self.collections));
        }
        let limit = |count: u64| Error::Limit { what: format!("the number of objects ({count})"), limit: "4,293,918,719 objects".into() };
        if origins.subsystems.iter().all(Option::is_none) {
            origins.subsystems = Vec::new();
        }
        let addresses = addresses.finish(Vec::new()).map_err(limit)?;
        let count = types.len();
        if addresses.len() != count {
            return Err(limit(count as u64));
        }
        // Sizes stand object by object: descriptions of types without class objects need no formula.
        let infos: Vec<TypeInfo> = self
            .types
            .iter()
            .map(|info| TypeInfo { class_object: None, class_loader: None, size: TypeSize::PerObject(0), ..info.clone() })
            .collect();
        let sizes = infos.iter().map(|info| info.size).collect();
        let objects = ObjectTable::new(TypeColumn::Wide(types), sizes)
            .with_arrays(RankedBits::from_words(words), lengths)
            .with_class_objects(own_bytes, Vec::new());
        Ok(HeapState {
            objects,
            types: infos,
            addresses,
            references: References::new(Rows { starts: RowStarts::from_lengths(count, |_| 0), entries: Vec::new() }),
            origins: Some(origins),
            kept: (0..count as u32).collect(),
            ..HeapState::default()
        })
    }

    /// The lives that one of these collections ended.
    pub fn died_in(&self, window: RangeInclusive<u32>) -> impl Iterator<Item = &Lifetime> {
        self.lifetimes.iter().filter(move |lifetime| lifetime.died.is_some_and(|number| window.contains(&number)))
    }

    /// What died in a window of collections, whenever it was born, grouped; `Age > Type > Allocation site` is usual.
    ///
    /// # Errors
    /// As [`group`].
    pub fn died_tree(
        &self,
        window: RangeInclusive<u32>,
        grouping: &Grouping,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<EstimatedTree> {
        let died: Vec<&Lifetime> = self.died_in(window).collect();
        let heap = self.heap(died.iter().copied())?;
        let grouped = group(&heap, grouping, progress, warnings)?;
        Ok(scaled_up(&heap, grouped, &died))
    }
}

/// A variance in whole parts of 2⁻²⁰: of sums of these what came and went leaves nothing behind, as it would of fractions.
fn in_parts(variance: f64) -> i128 {
    (variance * VARIANCE_PARTS).round() as i128
}

/// The standard error that follows from a sum of such parts, rounded up.
fn error_of(parts: i128) -> u64 {
    (parts as f64 / VARIANCE_PARTS).sqrt().ceil() as u64
}

/// What one object stands for, in objects, and the variance of that.
pub(crate) fn weight(lifetime: &Lifetime) -> (f64, f64) {
    let probability = lifetime.probability();
    (probability.recip(), (1.0 - probability) / (probability * probability))
}

/// A grouping of seen objects as one of all objects: each stands for as many as it is a sample of. `lifetimes` are those of the
/// heap state, by index.
fn scaled_up(heap: &HeapState, grouped: Grouped, lifetimes: &[&Lifetime]) -> EstimatedTree {
    if lifetimes.iter().all(|lifetime| lifetime.interval == 0) {
        return EstimatedTree { tree: grouped.tree, estimates: None };
    }
    // Objects and bytes, each with its variance.
    let parts = |object: ObjectIndex| {
        let lifetime = lifetimes[object.at()];
        let ((objects, variance), bytes) = (weight(lifetime), lifetime.bytes as f64);
        [objects, variance, objects * bytes, variance * bytes * bytes]
    };
    let sums = grouped.sums_by_node(heap, parts);
    let mut tree = grouped.tree;
    let estimates = tree.nodes.iter_mut().zip(sums).map(|(node, [objects, of_objects, bytes, of_bytes])| {
        let recorded = node.totals.objects;
        (node.totals.objects, node.totals.bytes) = (objects.round() as u64, bytes.round() as u64);
        let error =
            crate::trees::memory_tree::NodeTotals { objects: of_objects.sqrt().ceil() as u64, bytes: of_bytes.sqrt().ceil() as u64 };
        Some(NodeEstimate { recorded, error })
    });
    let estimates = estimates.collect();
    EstimatedTree { tree, estimates: Some(estimates) }
}
