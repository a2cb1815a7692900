//! Objects whose allocation was seen: their call stacks and threads, and the collection that takes them.
//!
//! Memory: about 60 bytes per such object that lives, and a weak reference in the JVM.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use trace_format::{Allocation, Allocations, Thread};

use crate::jvm::{Jvm, WeakObject};

/// Allocations of one block.
const MOST_ALLOCATIONS: usize = 1 << 16;

/// Threads that are remembered at once; after that they are told again.
const MOST_THREADS: usize = 1 << 16;

/// How often, and how far from each other, it is tried to read what threads may just add to.
const MOST_TRIES: u32 = 50;
const BETWEEN_TRIES: Duration = Duration::from_micros(20);

/// An object that was allocated.
#[derive(Debug)]
struct Sample {
    id: u64,
    collections: u32,
    object: WeakObject,
    is_tagged: bool,
}

/// Everything that was sampled and lives.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    fresh: Mutex<Fresh>,
    live: Mutex<Vec<Sample>>,
}

#[derive(Debug, Default)]
struct Fresh {
    samples: Vec<Sample>,
    /// With the mean distance of samples in bytes at which each was seen.
    allocations: Vec<(u32, Allocation)>,
    threads: Vec<Thread>,
    /// By id of a thread: the id that it is told by.
    told: FxHashMap<u64, u64>,
    /// All virtual threads without names are told as one: there may be millions, and nobody knows them apart.
    nameless: Option<u64>,
}

impl Samples {
    /// Adds an object that was seen at a mean distance of samples in bytes; `is_tagged` if its tag holds its id already.
    pub(crate) fn add(&self, distance: u32, allocation: Allocation, object: WeakObject, is_tagged: bool) {
        let mut fresh = self.fresh();
        fresh.samples.push(Sample { id: allocation.id, collections: allocation.collections, object, is_tagged });
        fresh.allocations.push((distance, allocation));
    }

    /// The id that a thread is told by; `describe` tells of one that is not remembered, and whether it has a name.
    pub(crate) fn thread(&self, id: u64, describe: impl FnOnce() -> (Thread, bool)) -> u64 {
        if let Some(&told) = self.fresh().told.get(&id) {
            return told;
        }
        let (thread, has_name) = describe();
        let mut fresh = self.fresh();
        let told = if thread.is_virtual && !has_name { *fresh.nameless.get_or_insert(id) } else { id };
        if told == id {
            fresh.threads.push(thread);
        }
        if fresh.told.len() >= MOST_THREADS {
            fresh.told.clear();
        }
        fresh.told.insert(id, told);
        told
    }

    /// Takes out the threads that were not written yet.
    pub(crate) fn take_threads(&self) -> Vec<Thread> {
        std::mem::take(&mut self.fresh().threads)
    }

    fn fresh(&self) -> MutexGuard<'_, Fresh> {
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many allocations wait to be written.
    pub(crate) fn waiting(&self) -> usize {
        self.fresh().allocations.len()
    }

    /// Takes out the allocations that were not written yet.
    pub(crate) fn take_allocations(&self) -> Vec<Allocations> {
        let (samples, allocations) = {
            let mut fresh = self.fresh();
            (std::mem::take(&mut fresh.samples), std::mem::take(&mut fresh.allocations))
        };
        self.live.lock().unwrap_or_else(PoisonError::into_inner).extend(samples);
        let mut by_distance: BTreeMap<u32, Vec<Allocation>> = BTreeMap::new();
        for (distance, allocation) in allocations {
            by_distance.entry(distance).or_default().push(allocation);
        }
        let block =
            |interval: u32, allocations: &[Allocation]| Allocations { interval: interval.into(), allocations: allocations.to_vec() };
        let blocks = |(&interval, all): (&u32, &Vec<Allocation>)| all.chunks(MOST_ALLOCATIONS).map(|some| block(interval, some)).collect();
        by_distance.iter().flat_map::<Vec<_>, _>(blocks).collect()
    }

    /// Which objects are gone since collection `number` has ended, with this number: where several have ended since the last call,
    /// nothing tells which one took an object.
    pub(crate) fn take_deaths(&self, jvm: Jvm<'_>, number: u32) -> Vec<(u64, u32)> {
        let mut deaths = Vec::new();
        self.live.lock().unwrap_or_else(PoisonError::into_inner).retain(|sample| {
            let lives = sample.collections >= number || !sample.object.is_gone(jvm);
            if !lives {
                sample.object.delete(jvm);
                deaths.push((sample.id, number));
            }
            lives
        });
        deaths
    }

    /// Tags those that no walk has met yet, so that the next one knows them.
    pub(crate) fn tag(&self, jvm: Jvm<'_>, tag_of: impl Fn(u64) -> i64) {
        for sample in self.live.lock().unwrap_or_else(PoisonError::into_inner).iter_mut().filter(|sample| !sample.is_tagged) {
            sample.object.tag(jvm, tag_of(sample.id));
            sample.is_tagged = true;
        }
    }

    /// Tags all but the first `tagged` for one walk, in a space of tags of its own, of those from before collection `settled` has ended;
    /// how many there are.
    pub(crate) fn tag_all(&self, jvm: Jvm<'_>, tagged: usize, settled: u32, tag_of: impl Fn(u64) -> i64) -> usize {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let settled = live.iter().skip(tagged).filter(|sample| sample.collections <= settled);
        settled.for_each(|sample| sample.object.tag(jvm, tag_of(sample.id)));
        live.len()
    }

    /// Handles and ids of all whose allocation was written.
    pub(crate) fn places(&self) -> Vec<(usize, u64)> {
        places(&self.live.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same of the others, while the program stands still: a thread that is in native code may just add one, which takes microseconds.
    /// Nobody waits for longer.
    pub(crate) fn fresh_places(&self) -> Vec<(usize, u64)> {
        for _ in 0..MOST_TRIES {
            if let Ok(fresh) = self.fresh.try_lock() {
                return places(&fresh.samples);
            }
            std::thread::sleep(BETWEEN_TRIES);
        }
        Vec::new()
    }

    /// Gives all weak references back.
    pub(crate) fn release(&self, jvm: Jvm<'_>) {
        let live = std::mem::take(&mut *self.live.lock().unwrap_or_else(PoisonError::into_inner));
        live.iter().for_each(|sample| sample.object.delete(jvm));
    }
}

fn places(samples: &[Sample]) -> Vec<(usize, u64)> {
    samples.iter().map(|sample| (sample.object.place(), sample.id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_told_once_and_nameless_virtual_ones_as_one() {
        let samples = Samples::default();
        let thread = |id, is_virtual, has_name| samples.thread(id, || (Thread { id, is_virtual, ..Thread::default() }, has_name));
        assert_eq!([thread(1, false, true), thread(1, false, true), thread(2, false, false)], [1, 1, 2]);
        assert_eq!([thread(7, true, false), thread(8, true, false), thread(9, true, true), thread(8, true, false)], [7, 7, 9, 7]);
        let told: Vec<u64> = samples.take_threads().iter().map(|thread| thread.id).collect();
        assert_eq!(told, [1, 2, 7, 9]);
        for id in 10..=10 + MOST_THREADS as u64 {
            thread(id, true, false);
        }
        assert!(samples.fresh().told.len() <= MOST_THREADS);
        assert_eq!((thread(8, true, false), samples.take_threads()), (7, Vec::new()));
    }
}
