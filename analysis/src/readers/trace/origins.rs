//! Where and when objects were allocated: call stack, thread and collections by object, for all objects that any state holds.
//!
//! A trace of every allocation has many more of objects that died before a walk met them. They are left out; births tell
//! who is met. Memory: 24 bytes per allocation that is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use trace_format::{Allocations, Births, BlockEntry, BlockKind, Deaths, Subsystems};

use super::dictionary::{Dictionary, read_block};
use super::types::Types;
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::origins::probability;
use crate::heap::{CallStack, Origins, Subsystem, TypeInfo, TypeSize};
use crate::over_time::lifetimes::{Lifetime, Lifetimes};

/// Up to so many allocations (64 MiB) it costs less to keep them than to find out which objects were met.
const FEW: u64 = 4 << 20;

/// An allocation takes at least so many bytes in its block.
const LEAST_BYTES: u64 = 7;

/// An allocation that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The object.
    id: u64,
    /// Its call stack.
    pub(super) site: u32,
    /// Its thread.
    pub(super) thread: u32,
    /// How many collections had ended.
    pub(super) born: u32,
    /// The number of the mean distance that samples had.
    distance: u16,
    /// The part of the JVM that made it, if the trace tells.
    pub(super) subsystem: Option<Subsystem>,
}

/// Allocations by object, and what their numbers mean.
#[derive(Debug, Default)]
pub(super) struct Allocated {
    /// Ascending by id.
    allocations: Vec<Place>,
    call_stacks: Arc<[CallStack]>,
    thread_names: Arc<[Box<str>]>,
    interval: Option<u64>,
    /// Mean distances of samples in bytes, by number; 0 if every allocation was seen. Recorders use few.
    distances: Vec<u64>,
    /// Bytes of all allocations, met or not, by the number of collections that had ended; estimates where allocations were sampled.
    bytes: BTreeMap<u32, f64>,
    has_subsystems: bool,
}

/// What one block of the trace tells of allocations.
struct OfBlock {
    /// Mean distance of samples in bytes; 0 if every allocation was seen.
    interval: u64,
    /// As in [`Allocated`].
    bytes: BTreeMap<u32, f64>,
    /// Of the allocations that states meet.
    places: Vec<Place>,
}

impl Allocated {
    /// Reads all allocations; `None` if the trace has none.
    pub(super) fn read(
        file: &[u8],
        all: &[BlockEntry],
        dictionary: &Dictionary,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<Option<Self>> {
        let blocks: Vec<&BlockEntry> = all.iter().filter(|entry| entry.kind == Some(BlockKind::Allocations)).collect();
        if blocks.is_empty() {
            return Ok(None);
        }
        progress.start("Reading allocation sites", blocks.iter().map(|entry| entry.stored_bytes()).sum());
        let (call_stacks, sites) = dictionary.call_stacks();
        let (thread_names, threads) = dictionary.thread_names();
        let number = |numbers: &FxHashMap<u32, u32>, site: u32| numbers.get(&site).copied().unwrap_or(0);
        let most = blocks.iter().map(|entry| u64::from(entry.raw_bytes())).sum::<u64>() / LEAST_BYTES;
        let met = if most > FEW { Some(Met::read(file, all, progress)?) } else { None };
        let read = |entry: &&BlockEntry| {
            progress.advance(entry.stored_bytes())?;
            let Some(block) = read_block::<Allocations>(file, entry, warnings) else { return Ok(None) };
            let known = |allocation: &trace_format::Allocation| Place {
                id: allocation.id,
                site: number(sites, allocation.site),
                thread: threads.get(&allocation.thread).copied().unwrap_or(0),
                born: allocation.collections,
                distance: 0,
                subsystem: None,
            };
            let mut bytes: BTreeMap<u32, f64> = BTreeMap::new();
            for allocation in &block.allocations {
                *bytes.entry(allocation.collections).or_default() +=
                    allocation.bytes as f64 / probability(allocation.bytes, block.interval);
            }
            let is_met = |allocation: &&trace_format::Allocation| met.as_ref().is_none_or(|met| met.has(allocation.id));
            let places = block.allocations.iter().filter(is_met).map(known).collect();
            Ok(Some(OfBlock { interval: block.interval, bytes, places }))
        };
        let read: Vec<Option<OfBlock>> = blocks.par_iter().map(read).collect::<Result<_>>()?;
        let interval = read.iter().flatten().map(|block| block.interval).max();
        let mut distances: Vec<u64> = read.iter().flatten().map(|block| block.interval).collect();
        distances.sort_unstable();
        distances.dedup();
        distances.truncate(usize::from(u16::MAX));
        let mut allocations: Vec<Place> = Vec::with_capacity(read.iter().flatten().map(|block| block.places.len()).sum());
        let mut bytes: BTreeMap<u32, f64> = BTreeMap::new();
        for OfBlock { interval, bytes: of_block, places } in read.into_iter().flatten() {
            progress.check()?;
            of_block.into_iter().for_each(|(collections, more)| *bytes.entry(collections).or_default() += more);
            let distance = distances.partition_point(|&distance| distance < interval).min(distances.len() - 1) as u16;
            allocations.extend(places.into_iter().map(|place| Place { distance, ..place }));
        }
        if !allocations.is_sorted() {
            allocations.par_sort_unstable();
        }
        progress.check()?;
        allocations.dedup_by_key(|allocation| allocation.id);
        let has_subsystems = each_subsystem(file, all, progress, warnings, |first, end, subsystem| {
            let start = allocations.partition_point(|allocation| allocation.id < first);
            let of_these = allocations[start..].iter_mut().take_while(|allocation| allocation.id < end);
            of_these.for_each(|allocation| allocation.subsystem = Some(subsystem));
        })?;
        Ok(Some(Self { allocations, call_stacks: Arc::clone(call_stacks), thread_names, interval, distances, bytes, has_subsystems }))
    }

    /// For objects in ascending order.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { rest: &self.allocations, is_placed: false }
    }

    /// The mean distance that samples had when an allocation was seen, in bytes.
    pub(super) fn distance_of(&self, place: Place) -> u64 {
        self.distances[usize::from(place.distance)]
    }

    /// Whether every allocation was seen.
    pub(super) fn is_complete(&self) -> bool {
        self.interval == Some(0)
    }

    /// Whether it is known which part of the JVM allocated objects.
    pub(super) fn has_subsystems(&self) -> bool {
        self.has_subsystems
    }

    /// How many bytes were allocated after a collection had ended and until another one, as far as samples tell.
    pub(super) fn bytes_between(&self, collection: u32, next: u32) -> u64 {
        if collection >= next { 0 } else { self.bytes.range(collection..next).map(|(_, bytes)| bytes).sum::<f64>().round() as u64 }
    }

    /// Describes the origins of a state at which so many collections had ended.
    pub(super) fn describe(&self, origins: &mut Origins, collections: u32) {
        origins.allocated_bytes = Some(self.bytes.range(..collections).map(|(_, bytes)| bytes).sum::<f64>().round() as u64);
        origins.call_stacks = Arc::clone(&self.call_stacks);
        origins.thread_names = Arc::clone(&self.thread_names);
        origins.sampling_interval = self.interval;
    }
}

/// Hands over stretches of ids, each by its first one and the one behind its last, with the part of the JVM that allocated these
/// objects. Returns whether the trace tells of any.
fn each_subsystem(
    file: &[u8],
    all: &[BlockEntry],
    progress: &Progress,
    warnings: &Warnings,
    mut take: impl FnMut(u64, u64, Subsystem),
) -> Result<bool> {
    let mut is_told = false;
    for entry in all.iter().filter(|entry| entry.kind == Some(BlockKind::Subsystems)) {
        progress.check()?;
        is_told = true;
        for (part, ids) in read_block::<Subsystems>(file, entry, warnings).unwrap_or_default().allocated {
            let subsystem = match part {
                trace_format::Subsystem::Jvm => Subsystem::Jvm,
                trace_format::Subsystem::Interpreter => Subsystem::Interpreter,
                trace_format::Subsystem::C1 => Subsystem::C1,
                trace_format::Subsystem::C2 => Subsystem::C2,
            };
            ids.runs().iter().for_each(|&(first, count)| take(first, first.saturating_add(count), subsystem));
        }
    }
    Ok(is_told)
}

/// Goes through allocations.
pub(super) struct Cursor<'a> {
    rest: &'a [Place],
    is_placed: bool,
}

impl Cursor<'_> {
    /// The allocation of an object, if it was seen.
    #[inline]
    pub(super) fn of(&mut self, id: u64) -> Option<Place> {
        if !self.is_placed {
            self.rest = &self.rest[self.rest.partition_point(|allocation| allocation.id < id)..];
            self.is_placed = true;
        }
        while let Some((first, rest)) = self.rest.split_first()
            && first.id < id
        {
            self.rest = rest;
        }
        self.rest.first().filter(|first| first.id == id).copied()
    }
}

/// What is read at the first question.
pub(super) type LazyAllocated = OnceLock<Option<Allocated>>;

/// The ids of all objects that any state holds, in stretches.
pub(super) struct Met(Vec<(u64, u64)>);

impl Met {
    pub(super) fn read(file: &[u8], blocks: &[BlockEntry], progress: &Progress) -> Result<Self> {
        let births: Vec<&BlockEntry> = blocks.iter().filter(|entry| entry.kind == Some(BlockKind::Births)).collect();
        let read = |entry: &&BlockEntry| {
            progress.check()?;
            // Whoever replays the states tells what is damaged.
            let runs = entry.read::<Births>(file).map(|births| births.ids.runs().to_vec()).unwrap_or_default();
            Ok(runs.into_iter().filter(|run| run.1 > 0).map(|(first, count)| (first, first + (count - 1))).collect())
        };
        let runs: Vec<Vec<(u64, u64)>> = births.par_iter().map(read).collect::<Result<_>>()?;
        let mut runs = runs.concat();
        runs.par_sort_unstable();
        runs.dedup_by(|next, before| {
            let touches = next.0 <= before.1.saturating_add(1);
            before.1 = if touches { before.1.max(next.1) } else { before.1 };
            touches
        });
        Ok(Self(runs))
    }

    pub(super) fn has(&self, id: u64) -> bool {
        let run = self.0.partition_point(|run| run.0 <= id).checked_sub(1).map(|at| self.0[at]);
        run.is_some_and(|run| id <= run.1)
    }
}

/// Lives of all objects whose allocation was seen, those that no state holds included. Memory: 64 bytes per object.
pub(super) fn lifetimes(
    file: &[u8],
    blocks: &[BlockEntry],
    (dictionary, types): (&Dictionary, &Types),
    collections: u32,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Lifetimes> {
    let of_kind = |kind: BlockKind| blocks.iter().filter(move |entry| entry.kind == Some(kind)).collect::<Vec<_>>();
    let (allocations, deaths) = (of_kind(BlockKind::Allocations), of_kind(BlockKind::Deaths));
    progress.start("Reading lives of objects", allocations.iter().chain(&deaths).map(|entry| entry.stored_bytes()).sum());
    let mut died: FxHashMap<u64, u32> = FxHashMap::default();
    for entry in &deaths {
        progress.advance(entry.stored_bytes())?;
        died.extend(read_block::<Deaths>(file, entry, warnings).into_iter().flat_map(|block| block.deaths));
    }
    let (call_stacks, sites) = dictionary.call_stacks();
    let (thread_names, threads) = dictionary.thread_names();
    let read = |entry: &&BlockEntry| {
        progress.advance(entry.stored_bytes())?;
        let block = read_block::<Allocations>(file, entry, warnings).unwrap_or_default();
        let lifetime = |allocation: &trace_format::Allocation| Lifetime {
            id: allocation.id,
            object_type: TypeIndex(types.of_class(allocation.class)),
            bytes: allocation.bytes,
            length: allocation.length.map(|length| u32::try_from(length).unwrap_or(u32::MAX)),
            site: sites.get(&allocation.site).copied().unwrap_or(0),
            thread: threads.get(&allocation.thread).copied().unwrap_or(0),
            born: allocation.collections,
            died: died.get(&allocation.id).copied(),
            interval: block.interval,
            subsystem: None,
        };
        Ok(block.allocations.iter().map(lifetime).collect())
    };
    let read: Vec<Vec<Lifetime>> = allocations.par_iter().map(read).collect::<Result<_>>()?;
    progress.check()?;
    let mut lifetimes = read.concat();
    progress.check()?;
    lifetimes.par_sort_by_key(|lifetime| lifetime.id);
    progress.check()?;
    each_subsystem(file, blocks, progress, warnings, |first, end, subsystem| {
        let start = lifetimes.partition_point(|lifetime| lifetime.id < first);
        let of_these = lifetimes[start..].iter_mut().take_while(|lifetime| lifetime.id < end);
        of_these.for_each(|lifetime| lifetime.subsystem = Some(subsystem));
    })?;
    let info = |entry: &super::types::Entry| TypeInfo {
        name: Arc::clone(&entry.name),
        kind: entry.kind(),
        super_type: entry.super_type.map(TypeIndex),
        class_object: None,
        class_loader: None,
        size: TypeSize::PerObject(0),
    };
    let infos = types.entries.iter().map(info).collect();
    Ok(Lifetimes::new(lifetimes, infos, Arc::clone(call_stacks), thread_names, collections))
}
