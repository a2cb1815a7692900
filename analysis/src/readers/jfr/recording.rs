//! What a recording tells, as values.

use std::sync::Arc;

use super::tables::{NameIndex, StackIndex, Tables};
use crate::over_time::gc_events::GcEvents;
use crate::readers::class_histogram::{ClassCount, ClassHistogram};
use crate::trees::memory_tree::NodeTotals;

/// A chain from an old object to its root has some hundred links at most; one that was damaged may go round.
const MOST_LINKS: usize = 100_000;

/// What a JFR recording tells of the memory of a program. Times are nanoseconds since the zero of [`JfrRecording::gc`], which is when
/// the first chunk begins.
#[derive(Debug, Clone, Default)]
pub struct JfrRecording {
    /// The garbage collections.
    pub gc: Arc<GcEvents>,
    /// How full the heap was, in the order of time.
    pub heap: Vec<HeapUse>,
    /// Objects and bytes of the classes that had much of the heap, in the order of time.
    pub counts: Vec<CountedClasses>,
    /// Allocations of which the JVM has told some, each with all bytes that its thread had allocated since the one before
    /// (`jdk.ObjectAllocationSample`).
    pub samples: Allocations,
    /// Allocations for which a thread took a new buffer, or that fit in none (`jdk.ObjectAllocationInNewTLAB` and its like). They count
    /// the same bytes once more, so nobody adds them to those of the samples.
    pub buffers: Allocations,
    /// Objects that were sampled when they were allocated, and were still there.
    pub old_objects: Vec<OldObject>,
    /// The objects that are on the way from old objects to their roots, each once.
    pub links: Vec<Link>,
    /// Names and call stacks.
    pub tables: Tables,
    /// How many events of each type there are, those included that are not read, by name.
    pub events: Vec<(String, u64)>,
    /// How many chunks were read.
    pub chunks: usize,
}

/// How full the heap was at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeapUse {
    /// When.
    pub nanos: u64,
    /// Which moment it was.
    pub moment: HeapMoment,
    /// Bytes in use.
    pub used: u64,
    /// Bytes there was room for, where known.
    pub committed: Option<u64>,
}

/// When the JVM looks how full its heap is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeapMoment {
    /// Before the collection with this number.
    Before(u32),
    /// After the collection with this number.
    After(u32),
    /// At any time (`jdk.GCHeapMemoryUsage`).
    Between,
}

/// The classes that had much of the heap at one moment. The JVM leaves out those with less than half a percent of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedClasses {
    /// When.
    pub nanos: u64,
    /// The collection at which they were counted.
    pub number: u32,
    /// In the order of the recording.
    pub classes: Vec<(NameIndex, NodeTotals)>,
}

/// Allocations, summed. Memory: one sum per part of the time, class, stack and thread; parts become longer where there would be more than
/// some million sums.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allocations {
    /// How many were told.
    pub events: u64,
    /// By the part of the time, class, stack and thread, in this order.
    pub sums: Vec<AllocationSum>,
    /// How long the parts of the time are: so that there are some hundred at most. The last one goes on to the end.
    pub step_nanos: u64,
}

/// Allocations of one class in one place by threads of one name in one part of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllocationSum {
    /// The number of the part of the time, from 0.
    pub step: u32,
    /// What was allocated; empty if unknown.
    pub class: NameIndex,
    /// Where.
    pub stack: StackIndex,
    /// By whom; virtual threads mostly have no name.
    pub thread: NameIndex,
    /// How many were told.
    pub events: u64,
    /// Bytes, also of what was not told of.
    pub bytes: u64,
    /// The sum of the squares of the bytes that each one stands for, from which follows how sure their sum is.
    pub squares: u128,
}

/// An object that the JVM saw when it was allocated, and that was still alive when it was told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldObject {
    /// When it was told of. An object is told of once more each time the recording is written out.
    pub nanos: u64,
    /// When it was allocated; less than 0 if the recording does not reach back so far.
    pub allocated_nanos: i64,
    /// How old it was, where the JVM tells (JDK 14 and later).
    pub age_nanos: Option<u64>,
    /// Its size in bytes, where the JVM tells (JDK 14 and later).
    pub bytes: Option<u64>,
    /// Its length, of arrays.
    pub length: Option<u32>,
    /// Bytes of the heap in use when it was allocated, or at the last collection before.
    pub heap_used: Option<u64>,
    /// The thread that allocated it.
    pub thread: NameIndex,
    /// Where it was allocated.
    pub stack: StackIndex,
    /// The object, which is the first of its chain.
    pub object: LinkIndex,
    /// What the chain ends in, if paths to roots were recorded and there was time to find one.
    pub root: Option<OldObjectRoot>,
}

/// A place in [`JfrRecording::links`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkIndex(pub(super) u32);

/// An object on the way from an old object to its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// Where it was when it was told of.
    pub address: u64,
    /// Its class; empty if unknown.
    pub class: NameIndex,
    /// What the JVM says of it, such as the size of a list or the name of a thread; mostly empty.
    pub description: NameIndex,
    /// Who refers to it, if that is known.
    pub referrer: Option<Referrer>,
}

/// Who refers to an object, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Referrer {
    /// The object that refers.
    pub object: LinkIndex,
    /// By what; of the one that refers to the next one where objects are left out.
    pub by: ReferredBy,
    /// How many objects between the two are left out, because the chain is long.
    pub skipped: u32,
}

/// By what an object refers to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferredBy {
    /// An element of an array.
    Element {
        /// Which one.
        index: u32,
        /// Of how many.
        length: u32,
    },
    /// A field.
    Field {
        /// Its name.
        name: NameIndex,
        /// It is one of the class itself.
        is_static: bool,
    },
    /// It is not told.
    Unknown,
}

/// The root at the end of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldObjectRoot {
    /// What the JVM says of it, such as the name of a thread; mostly empty.
    pub description: NameIndex,
    /// The part of the JVM that holds it: `Threads`, `Class Loader Data`.
    pub system: NameIndex,
    /// What it is there: `Stack Variable`, `Global JNI Handle`.
    pub kind: NameIndex,
}

impl JfrRecording {
    /// The allocations that are to be shown: those that the JVM tells of with its samples, which every usual recording has; else those of
    /// buffers.
    #[must_use]
    pub fn allocations(&self) -> &Allocations {
        if self.samples.events > 0 { &self.samples } else { &self.buffers }
    }

    /// How many events of a type there are: `jdk.GarbageCollection`.
    #[must_use]
    pub fn events_of(&self, name: &str) -> u64 {
        self.events.binary_search_by(|(other, _)| other.as_str().cmp(name)).map_or(0, |at| self.events[at].1)
    }

    /// An object of a chain.
    #[must_use]
    pub fn link(&self, at: LinkIndex) -> &Link {
        &self.links[at.0 as usize]
    }

    /// From an old object to its root: each object, and who refers to it.
    pub fn chain(&self, object: &OldObject) -> impl Iterator<Item = &Link> {
        let next = |link: &&Link| Some(self.link(link.referrer?.object));
        std::iter::successors(Some(self.link(object.object)), next).take(MOST_LINKS)
    }

    /// The counts of classes, as those of `jcmd GC.class_histogram`.
    #[must_use]
    pub fn class_histograms(&self) -> Vec<ClassHistogram> {
        let time_millis = |nanos: u64| self.gc.zero_millis.map(|zero| zero.saturating_add((nanos / 1_000_000) as i64));
        let of = |counted: &CountedClasses| ClassHistogram {
            time_millis: time_millis(counted.nanos),
            label: None,
            classes: counted
                .classes
                .iter()
                .map(|&(class, totals)| ClassCount { name: self.tables.name(class).to_owned(), totals })
                .collect(),
        };
        self.counts.iter().map(of).collect()
    }
}
