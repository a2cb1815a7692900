//! Where objects come from: the call stack and thread that allocated them, and the collection before which they were born.
//!
//! Only traces know; heap states of dumps have no origins. Memory: 12 bytes per object; 16 and a bit where allocations were
//! sampled; one byte more where it is known which part of the JVM allocated objects.

use std::sync::Arc;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::{HeapState, Slot, StackFrame};
use crate::base::class_names::stable_name;
use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;

/// A call stack in which objects were allocated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CallStack {
    /// The allocating method first, then its callers.
    pub frames: Vec<StackFrame>,
    /// There were more callers than were recorded.
    pub cut: bool,
}

/// A part of the JVM that allocates objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subsystem {
    /// The JVM itself.
    Jvm,
    /// Its interpreter.
    Interpreter,
    /// Code that the client compiler has made.
    C1,
    /// Code that the server compiler has made.
    C2,
}

impl Subsystem {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Jvm, Self::Interpreter, Self::C1, Self::C2];

    /// For people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jvm => "VM",
            Self::Interpreter => "Interpreter",
            Self::C1 => "C1-compiled code",
            Self::C2 => "C2-compiled code",
        }
    }
}

/// Origins of all objects of a heap state.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// By object: the number of its call stack; 0 if unknown.
    pub(crate) sites: Vec<u32>,
    /// By object: the number of its allocating thread; 0 if unknown.
    pub(crate) threads: Vec<u32>,
    /// By object: the part of the JVM that allocated it. Empty where the trace does not tell it of any object.
    pub(crate) subsystems: Vec<Option<Subsystem>>,
    /// By object: how many collections had ended when it was born, or when a walk met it first where its birth was not seen.
    pub(crate) born: Vec<u32>,
    /// By object, where allocations were sampled: how many collections had ended when it was born, if that was seen; else when
    /// the object was that its site is taken from, or when a walk met it first. Empty where `born` tells.
    pub(crate) likely_born: Vec<u32>,
    /// By object, for objects that are dead: how many collections had ended when they were last alive. Empty in heap states
    /// of the living.
    pub(crate) last_alive: Vec<u32>,
    /// The objects whose site and thread were recorded, where those of others are estimates; `None` if none is an estimate.
    pub(crate) recorded: Option<RoaringBitmap>,
    /// The objects are samples of allocations: of each is known what was allocated, where and by whom, and nothing else.
    pub(crate) are_samples: bool,
    /// How many collections had ended at this heap state.
    pub collections: u32,
    /// How many collections had ended at each heap state up to this one, ascending: what one of them has, the one before had not,
    /// or it was born before. Empty if there is nothing to tell.
    pub(crate) walks: Vec<u32>,
    /// Heap states of one trace with the same number here know the same objects by the same address.
    pub(crate) numbering: usize,
    /// Where each object was met first is not known: they were numbered for this state.
    pub(crate) is_numbered_anew: bool,
    /// Call stacks by number, the same in all heap states of a trace; number 0 is empty.
    pub call_stacks: Arc<[CallStack]>,
    /// Names of threads by number, the same in all heap states of a trace; number 0 is empty.
    pub thread_names: Arc<[Box<str>]>,
    /// Mean distance of sampled allocations in bytes; 0 if all were seen, `None` if none was.
    pub sampling_interval: Option<u64>,
    /// Bytes that were allocated since the recording began until the last collection before this heap state ended; an estimate where
    /// allocations were sampled, `None` where none was seen.
    pub allocated_bytes: Option<u64>,
    /// The mean distance of samples at which objects were seen whose allocation was sampled.
    pub(crate) distances: FxHashMap<u32, u64>,
    /// The last stores into fields that were watched.
    pub(crate) stores: FxHashMap<(ObjectIndex, Slot), LastStore>,
}

/// What was stored into a field last, and by which call stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastStore {
    pub(crate) value: ObjectIndex,
    pub(crate) site: u32,
}

impl HeapState {
    /// Whether objects of both heap states, which are of one trace, can be compared one by one.
    ///
    /// # Errors
    /// [`Error::Request`] that says why not.
    pub fn check_identity(&self, other: &Self) -> Result<()> {
        let message = match (&self.origins, &other.origins) {
            (Some(own), Some(others)) if own.numbering == others.numbering => return Ok(()),
            (Some(_), Some(_)) => {
                "which objects of these two heap states are the same is not known: the heap was too large to be walked within the program \
                 (record with a larger --max-pause, or none)"
            }
            _ => "heap dumps do not say which objects are the same at another time; record a trace (memory-city record)",
        };
        Err(Error::Request(message.into()))
    }
}

impl Origins {
    /// The number of an object's call stack among [`Origins::call_stacks`]; `None` if its allocation was not seen.
    #[inline]
    #[must_use]
    pub fn site_of(&self, object: ObjectIndex) -> Option<u32> {
        self.sites.get(object.at()).copied().filter(|&site| site != 0)
    }

    /// The number of an object's allocating thread among [`Origins::thread_names`]; `None` if its allocation was not seen.
    #[inline]
    #[must_use]
    pub fn thread_of(&self, object: ObjectIndex) -> Option<u32> {
        self.threads.get(object.at()).copied().filter(|&thread| thread != 0)
    }

    /// The part of the JVM that allocated an object; `None` if nobody told.
    #[inline]
    #[must_use]
    pub fn subsystem_of(&self, object: ObjectIndex) -> Option<Subsystem> {
        self.subsystems.get(object.at()).copied().flatten()
    }

    /// Whether it is known of some objects at least which part of the JVM allocated them.
    #[must_use]
    pub fn has_subsystems(&self) -> bool {
        !self.subsystems.is_empty()
    }

    /// How many collections an object has survived, or had when it died; `None` for made-up objects. Where its allocation was
    /// not seen, this is an estimate if its site is one, and else no more than the truth: collections since a walk met it first.
    #[inline]
    #[must_use]
    pub fn age_of(&self, object: ObjectIndex) -> Option<u32> {
        let ended = self.last_alive.get(object.at()).copied().unwrap_or(self.collections);
        let born = self.likely_born.get(object.at()).or_else(|| self.born.get(object.at()))?;
        Some(ended.saturating_sub(*born))
    }

    /// How many collections had ended at the last heap state that did not hold an object which the one after so many did: it was
    /// born after that.
    pub(crate) fn not_born_at(&self, met: u32) -> u32 {
        let before = self.walks.partition_point(|&walk| walk < met);
        before.checked_sub(1).map_or(0, |at| self.walks[at])
    }

    /// The mean distance of samples, in bytes, at which an object was seen.
    pub(crate) fn distance_of(&self, object: ObjectIndex) -> u64 {
        self.distances.get(&object.0).copied().or(self.sampling_interval).unwrap_or(0)
    }

    /// Whether an object's site and thread are estimates: those of an object like it whose allocation was seen.
    #[inline]
    #[must_use]
    pub fn is_estimate(&self, object: ObjectIndex) -> bool {
        self.site_of(object).is_some() && self.recorded.as_ref().is_some_and(|recorded| !recorded.contains(object.0))
    }

    /// Whether these are origins of lives that were seen, not of the objects of a walked heap.
    #[must_use]
    pub fn are_of_the_dead(&self) -> bool {
        !self.last_alive.is_empty()
    }

    /// The number of the call stack that stored this reference into this field of an object (or of a class object); `None` if no
    /// such store was seen.
    #[must_use]
    pub fn store_of(&self, holder: ObjectIndex, field: Slot, value: ObjectIndex) -> Option<u32> {
        self.stores.get(&(holder, field)).filter(|store| store.value == value).map(|store| store.site)
    }

    /// Whether call stacks and threads of some objects at least were recorded.
    #[must_use]
    pub fn has_sites(&self) -> bool {
        self.sampling_interval.is_some()
    }
}

/// `java.util.HashMap.resize(HashMap.java:702)`, or without what stands in parentheses.
pub(crate) fn frame_name(frame: &StackFrame, lines: bool) -> String {
    let StackFrame { class, method, file, line } = frame;
    let class = stable_name(class).into_owned();
    if lines {
        StackFrame { class, method: method.clone(), file: file.clone(), line: *line }.to_string()
    } else {
        format!("{class}.{method}")
    }
}

/// With which probability the allocation of an object of so many bytes is seen at this mean distance of samples; above 0.
pub(crate) fn probability(bytes: u64, interval: u64) -> f64 {
    if interval == 0 {
        return 1.0;
    }
    // Objects without bytes are never sampled; one that was all the same must not stand for infinitely many.
    -(-(bytes.max(1) as f64) / interval as f64).exp_m1()
}
