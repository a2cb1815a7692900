//! The events of a chunk: finding them, and what is read of those that tell something of the memory.
//!
//! Each begins with its size and the number of its type, so that most are passed without a look at what they hold.

use std::collections::BTreeMap;

use super::constants::Constants;
use super::cursor::Cursor;
use super::metadata::Metadata;
use super::plan::{Plan, Values};

/// Types with numbers below this one are found by their place in a list. Those of the JVM have the lowest numbers, those that programs
/// add follow.
const LISTED: u64 = 4096;

/// One event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event<'a> {
    pub(super) of_type: u64,
    /// Where it begins in the chunk.
    pub(super) at: usize,
    /// Behind its last byte.
    pub(super) end: usize,
    /// What it holds, and what stands behind: integers are read fastest where eight bytes can be looked at.
    pub(super) body: Cursor<'a>,
}

impl<'a> Event<'a> {
    /// What it holds, to its end; places are those of the chunk.
    pub(super) fn bounded(&self) -> Cursor<'a> {
        self.body.until(self.end)
    }
}

/// The events of a chunk, one after the other.
#[derive(Debug)]
pub(super) struct Events<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Events<'a> {
    /// From this place of the chunk on.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Where the next one would begin: the end of the chunk, unless something is wrong there.
    pub(super) fn at(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    #[inline]
    fn next(&mut self) -> Option<Event<'a>> {
        let at = self.at;
        let mut head = Cursor::new(self.bytes, at);
        let size = usize::try_from(head.integer()?).ok()?;
        let of_type = head.integer()?;
        let end = at.checked_add(size).filter(|&end| head.at() <= end && end <= self.bytes.len())?;
        self.at = end;
        Some(Event { of_type, at, end, body: head })
    }
}

/// An event that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Collection,
    Pause,
    Heap,
    HeapBetween,
    G1Spaces,
    ParallelSpaces,
    Metaspace,
    Count,
    CountAfterGc,
    Sample,
    Buffer,
    OldObject,
}

/// Which fields are read, in the order in which [`Values`] has them.
const KINDS: [(&str, Kind, &[&str]); 13] = [
    ("jdk.GarbageCollection", Kind::Collection, &["startTime", "gcId", "duration", "name", "cause", "sumOfPauses"]),
    ("jdk.GCPhasePause", Kind::Pause, &["startTime", "gcId", "duration", "name"]),
    ("jdk.GCHeapSummary", Kind::Heap, &["startTime", "gcId", "when", "heapUsed", "heapSpace.committedSize"]),
    ("jdk.GCHeapMemoryUsage", Kind::HeapBetween, &["startTime", "used", "committed"]),
    (
        "jdk.G1HeapSummary",
        Kind::G1Spaces,
        &["startTime", "gcId", "when", "edenUsedSize", "edenTotalSize", "survivorUsedSize", "oldGenUsedSize"],
    ),
    (
        "jdk.PSHeapSummary",
        Kind::ParallelSpaces,
        &[
            "startTime",
            "gcId",
            "when",
            "edenSpace.used",
            "edenSpace.size",
            "fromSpace.used",
            "fromSpace.size",
            "oldObjectSpace.used",
            "oldObjectSpace.size",
        ],
    ),
    ("jdk.MetaspaceSummary", Kind::Metaspace, &["startTime", "gcId", "when", "metaspace.used", "metaspace.committed"]),
    ("jdk.ObjectCount", Kind::Count, &["startTime", "gcId", "objectClass", "count", "totalSize"]),
    ("jdk.ObjectCountAfterGC", Kind::CountAfterGc, &["startTime", "gcId", "objectClass", "count", "totalSize"]),
    ("jdk.ObjectAllocationSample", Kind::Sample, &["startTime", "objectClass", "stackTrace", "eventThread", "weight"]),
    ("jdk.ObjectAllocationInNewTLAB", Kind::Buffer, &["startTime", "objectClass", "stackTrace", "eventThread", "tlabSize"]),
    ("jdk.ObjectAllocationOutsideTLAB", Kind::Buffer, &["startTime", "objectClass", "stackTrace", "eventThread", "allocationSize"]),
    (
        "jdk.OldObjectSample",
        Kind::OldObject,
        &[
            "startTime",
            "allocationTime",
            "objectAge",
            "objectSize",
            "arrayElements",
            "lastKnownHeapUsage",
            "eventThread",
            "stackTrace",
            "object",
            "root",
        ],
    ),
];

/// How the events of a chunk are read, by the numbers of their types.
#[derive(Debug)]
pub(super) struct Plans {
    plans: Vec<(Kind, Plan)>,
    /// 1 more than the place in the list above; 0 for types that are not read.
    listed: Vec<u8>,
    others: BTreeMap<u64, u8>,
}

impl Plans {
    pub(super) fn of(metadata: &Metadata, constants: &mut Constants<'_>) -> Self {
        let mut plans = Self { plans: Vec::new(), listed: Vec::new(), others: BTreeMap::new() };
        for (name, kind, wanted) in KINDS {
            let Some(of) = metadata.of_name(name) else { continue };
            let Some(plan) = constants.plan_of(of, wanted) else { continue };
            plans.plans.push((kind, plan));
            let place = plans.plans.len() as u8;
            if of.number < LISTED {
                let number = of.number as usize;
                plans.listed.resize(plans.listed.len().max(number + 1), 0);
                plans.listed[number] = place;
            } else {
                plans.others.insert(of.number, place);
            }
        }
        plans
    }

    /// What kind of an event is of this type, and how it is read.
    #[inline]
    pub(super) fn of_type(&self, number: u64) -> Option<&(Kind, Plan)> {
        let place = match number {
            ..LISTED => self.listed.get(number as usize),
            _ => self.others.get(&number),
        };
        self.plans.get(usize::from(*place?).checked_sub(1)?)
    }
}

/// How many events of each type there are.
#[derive(Debug, Default)]
pub(super) struct Counts {
    listed: Vec<u64>,
    others: BTreeMap<u64, u64>,
}

impl Counts {
    #[inline]
    pub(super) fn add(&mut self, number: u64) {
        if number >= LISTED {
            *self.others.entry(number).or_default() += 1;
            return;
        }
        let number = number as usize;
        if number >= self.listed.len() {
            self.listed.resize(number + 1, 0);
        }
        self.listed[number] += 1;
    }

    /// By the numbers of the types.
    pub(super) fn finish(self) -> impl Iterator<Item = (u64, u64)> {
        let listed = self.listed.into_iter().enumerate().map(|(number, count)| (number as u64, count));
        listed.filter(|&(_, count)| count > 0).chain(self.others)
    }
}

/// Fields of 32 bits, of which the lower half counts.
#[inline]
pub(super) fn int(values: &Values, at: usize) -> Option<u32> {
    values.get(at).map(|value| value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_end_where_their_size_says_and_none_passes_the_end() {
        let bytes = [3, 7, 9, 2, 8, 4, 9, 1, 1, 5, 7, 0];
        let mut events = Events::new(&bytes, 0);
        let told: Vec<_> = events.by_ref().map(|event| (event.of_type, event.at, event.bounded().left())).collect();
        assert_eq!((told, events.at()), (vec![(7, 0, 1), (8, 3, 0), (9, 5, 2)], 9));
        // A size of 0 or 1 would go nowhere.
        for bytes in [[0, 7], [1, 7]] {
            let mut events = Events::new(&bytes, 0);
            assert!(events.next().is_none() && events.at() == 0);
        }
    }

    #[test]
    fn events_are_counted_whatever_the_numbers_of_their_types() {
        let mut counts = Counts::default();
        for number in [5, LISTED, 5, u64::MAX, 0] {
            counts.add(number);
        }
        assert_eq!(counts.finish().collect::<Vec<_>>(), [(0, 1), (5, 2), (LISTED, 1), (u64::MAX, 1)]);
    }
}
