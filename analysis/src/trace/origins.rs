//! Where objects were allocated: call stack and thread by object, for all objects that any state may hold.
//!
//! Memory: 16 bytes per recorded allocation.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use trace_format::{Allocations, BlockEntry, BlockKind};

use super::dictionary::{Dictionary, read_block};
use crate::heap::{CallStack, Origins};
use crate::{Progress, Result, Warnings};

/// Id of an object, its call stack, its thread.
type Place = (u64, u32, u32);

/// Allocations by object, and what their numbers mean.
#[derive(Debug, Default)]
pub(super) struct Allocated {
    /// Ascending by id.
    allocations: Vec<Place>,
    call_stacks: Arc<[CallStack]>,
    thread_names: Arc<[Box<str>]>,
    interval: Option<u64>,
}

impl Allocated {
    /// Reads all allocations; `None` if the trace has none.
    pub(super) fn read(
        file: &[u8],
        blocks: &[BlockEntry],
        dictionary: &Dictionary,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<Option<Self>> {
        let blocks: Vec<&BlockEntry> = blocks.iter().filter(|entry| entry.kind == Some(BlockKind::Allocations)).collect();
        if blocks.is_empty() {
            return Ok(None);
        }
        progress.start("Reading allocation sites", blocks.iter().map(|entry| entry.stored_bytes()).sum());
        let (call_stacks, sites) = dictionary.call_stacks();
        let (thread_names, threads) = dictionary.thread_names();
        let number = |numbers: &FxHashMap<u32, u32>, site: u32| numbers.get(&site).copied().unwrap_or(0);
        let read = |entry: &&BlockEntry| {
            progress.advance(entry.stored_bytes())?;
            let Some(block) = read_block::<Allocations>(file, entry, warnings) else { return Ok(None) };
            let known = |allocation: &trace_format::Allocation| {
                (allocation.id, number(&sites, allocation.site), threads.get(&allocation.thread).copied().unwrap_or(0))
            };
            Ok(Some((block.interval, block.allocations.iter().map(known).collect::<Vec<_>>())))
        };
        let read: Vec<Option<(u64, Vec<Place>)>> = blocks.par_iter().map(read).collect::<Result<_>>()?;
        let interval = read.iter().flatten().map(|block| block.0).max();
        let mut allocations: Vec<Place> = Vec::with_capacity(read.iter().flatten().map(|block| block.1.len()).sum());
        read.into_iter().flatten().for_each(|block| allocations.extend(block.1));
        if !allocations.is_sorted() {
            allocations.par_sort_unstable();
        }
        allocations.dedup_by_key(|allocation| allocation.0);
        Ok(Some(Self { allocations, call_stacks, thread_names, interval }))
    }

    /// For objects in ascending order.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { rest: &self.allocations, is_placed: false }
    }

    pub(super) fn describe(&self, origins: &mut Origins) {
        origins.call_stacks = Arc::clone(&self.call_stacks);
        origins.thread_names = Arc::clone(&self.thread_names);
        origins.sampling_interval = self.interval;
    }
}

/// Goes through allocations.
pub(super) struct Cursor<'a> {
    rest: &'a [Place],
    is_placed: bool,
}

impl Cursor<'_> {
    /// Call stack and thread of an object; zeros if its allocation was not seen.
    #[inline]
    pub(super) fn of(&mut self, id: u64) -> (u32, u32) {
        if !self.is_placed {
            self.rest = &self.rest[self.rest.partition_point(|allocation| allocation.0 < id)..];
            self.is_placed = true;
        }
        while let Some((first, rest)) = self.rest.split_first()
            && first.0 < id
        {
            self.rest = rest;
        }
        self.rest.first().filter(|first| first.0 == id).map_or((0, 0), |&(_, site, thread)| (site, thread))
    }
}

/// What is read at the first question.
pub(super) type LazyAllocated = OnceLock<Option<Allocated>>;
