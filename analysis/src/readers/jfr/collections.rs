//! Garbage collections, put together from the events that tell of them: the collection itself, the heap, its spaces and the metaspace
//! before and after.
//!
//! All of them name the collection by its number. One that begins in a chunk may end in the next. In a file that was put together
//! from recordings of several JVMs the same numbers come again: what a chunk tells once more of a collection of which an earlier chunk
//! has told the same is of another JVM.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::over_time::gc_events::{GcEvent, GcPause, GcSpace};

/// Before or after a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Before,
    After,
}

/// What a space held, and had room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SpaceUse {
    pub(super) space: Space,
    pub(super) used: Option<u64>,
    pub(super) capacity: Option<u64>,
}

/// The spaces that recordings tell of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    Eden,
    Survivor,
    Old,
    Metaspace,
}

impl Space {
    const ALL: [Self; 4] = [Self::Eden, Self::Survivor, Self::Old, Self::Metaspace];

    fn name(self) -> &'static str {
        match self {
            Self::Eden => "Eden",
            Self::Survivor => "Survivor",
            Self::Old => "Old",
            Self::Metaspace => "Metaspace",
        }
    }
}

/// The collection itself.
#[derive(Debug, Clone)]
pub(super) struct Itself {
    pub(super) start_nanos: u64,
    pub(super) nanos: u64,
    /// As it tells. The cycles of G1 beside the program tell none, though there may be pauses of theirs.
    pub(super) pause_nanos: u64,
    pub(super) collector: Arc<str>,
    pub(super) cause: Arc<str>,
}

#[derive(Debug, Default)]
struct Parts {
    /// The last chunk that told of it.
    chunk: usize,
    itself: Option<Itself>,
    pauses: Vec<GcPause>,
    /// Used and capacity, before and after.
    heap: [Option<(u64, Option<u64>)>; 2],
    spaces: [Vec<SpaceUse>; 2],
}

/// Puts collections together.
#[derive(Debug)]
pub(super) struct Collections {
    chunk: usize,
    parts: BTreeMap<u32, Parts>,
    done: Vec<GcEvent>,
    names: BTreeMap<Space, Arc<str>>,
}

impl Default for Collections {
    fn default() -> Self {
        let names = Space::ALL.map(|space| (space, Arc::from(space.name())));
        Self { chunk: 0, parts: BTreeMap::new(), done: Vec::new(), names: names.into() }
    }
}

impl Collections {
    /// What comes is of the next chunk.
    pub(super) fn next_chunk(&mut self) {
        self.chunk += 1;
    }

    pub(super) fn take_itself(&mut self, number: u32, itself: Itself) {
        self.part(number, |parts| parts.itself.is_some()).itself = Some(itself);
    }

    pub(super) fn take_pause(&mut self, number: u32, pause: GcPause) {
        self.part(number, |_| false).pauses.push(pause);
    }

    pub(super) fn take_heap(&mut self, number: u32, when: When, used: u64, capacity: Option<u64>) {
        self.part(number, |parts| parts.heap[when as usize].is_some()).heap[when as usize] = Some((used, capacity));
    }

    pub(super) fn take_space(&mut self, number: u32, when: When, space: SpaceUse) {
        let is_told = |parts: &Parts| parts.spaces[when as usize].iter().any(|other| other.space == space.space);
        let spaces = &mut self.part(number, is_told).spaces[when as usize];
        match spaces.iter_mut().find(|other| other.space == space.space) {
            Some(other) => *other = space,
            None => spaces.push(space),
        }
    }

    /// What is known of a collection; nothing if an earlier chunk has told already what is told now.
    fn part(&mut self, number: u32, is_told: impl Fn(&Parts) -> bool) -> &mut Parts {
        let chunk = self.chunk;
        if self.parts.get(&number).is_some_and(|parts| parts.chunk < chunk && is_told(parts)) {
            self.end_run();
        }
        let parts = self.parts.entry(number).or_default();
        parts.chunk = chunk;
        parts
    }

    /// Numbers that come now are of another JVM.
    fn end_run(&mut self) {
        let done = std::mem::take(&mut self.parts).into_iter().filter_map(|(number, parts)| self.put_together(number, parts));
        let done: Vec<GcEvent> = done.collect();
        self.done.extend(done);
    }

    /// A collection, unless its end was not recorded.
    fn put_together(&self, number: u32, parts: Parts) -> Option<GcEvent> {
        let Parts { itself, mut pauses, heap: [before, after], spaces, .. } = parts;
        let Itself { start_nanos, nanos, pause_nanos, collector, cause } = itself?;
        let space = |space: Space| {
            let [before, after] = [0, 1].map(|when: usize| spaces[when].iter().find(|other| other.space == space));
            let capacity = after.and_then(|after| after.capacity).or_else(|| before?.capacity);
            let [before, after] = [before, after].map(|space| space.and_then(|space| space.used));
            (before.is_some() || after.is_some()).then(|| GcSpace { name: self.names[&space].clone(), before, after, capacity })
        };
        pauses.sort_by_key(|pause| pause.start_nanos);
        let stopped = pauses.iter().fold(0, |sum: u64, pause| sum.saturating_add(pause.pause_nanos));
        Some(GcEvent {
            number,
            start_nanos,
            end_nanos: start_nanos.saturating_add(nanos),
            pause_nanos: pause_nanos.max(stopped),
            pauses,
            collector,
            cause,
            used_before: before.map(|(used, _)| used),
            used_after: after.map(|(used, _)| used),
            capacity: after.or(before).and_then(|(_, capacity)| capacity),
            spaces: Space::ALL.into_iter().filter_map(space).collect(),
        })
    }

    /// All collections, in the order of their ends.
    pub(super) fn finish(mut self) -> Vec<GcEvent> {
        self.end_run();
        self.done.sort_by_key(|event| (event.end_nanos, event.number));
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn itself(start_nanos: u64) -> Itself {
        Itself { start_nanos, nanos: 5, pause_nanos: 0, collector: "G1New".into(), cause: "why".into() }
    }

    fn pause(start_nanos: u64, pause_nanos: u64) -> GcPause {
        GcPause { start_nanos, pause_nanos, name: "GC Pause".into() }
    }

    #[test]
    fn a_collection_is_put_together_across_chunks() {
        let mut collections = Collections::default();
        collections.take_heap(3, When::Before, 100, Some(200));
        collections.take_space(3, When::Before, SpaceUse { space: Space::Eden, used: Some(60), capacity: Some(80) });
        collections.take_pause(3, pause(12, 2));
        collections.next_chunk();
        collections.take_pause(3, pause(11, 1));
        collections.take_heap(3, When::After, 40, Some(300));
        collections.take_itself(3, itself(10));
        // Its end was not recorded.
        collections.take_heap(4, When::Before, 90, None);
        let events = collections.finish();
        let eden = GcSpace { name: "Eden".into(), before: Some(60), after: None, capacity: Some(80) };
        let expected = GcEvent {
            number: 3,
            start_nanos: 10,
            end_nanos: 15,
            pause_nanos: 3,
            collector: "G1New".into(),
            cause: "why".into(),
            used_before: Some(100),
            used_after: Some(40),
            capacity: Some(300),
            spaces: vec![eden],
            pauses: vec![pause(11, 1), pause(12, 2)],
        };
        assert_eq!(events, [expected]);
    }

    #[test]
    fn numbers_that_come_again_in_a_later_chunk_are_of_another_run() {
        let mut collections = Collections::default();
        for (run, used) in [(0, 100), (1, 50)] {
            for number in 0..2 {
                collections.take_heap(number, When::Before, used, None);
                collections.take_itself(number, itself(run * 100 + u64::from(number)));
            }
            collections.next_chunk();
        }
        let told: Vec<_> = collections.finish().iter().map(|event| (event.number, event.start_nanos, event.used_before)).collect();
        assert_eq!(told, [(0, 0, Some(100)), (1, 1, Some(100)), (0, 100, Some(50)), (1, 101, Some(50))]);
    }
}
