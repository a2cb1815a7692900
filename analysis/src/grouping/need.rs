//! What classifiers read of a heap state, and what to do where an input lacks it.

use std::fmt;

use crate::heap::HeapState;

/// What a classifier reads of a heap state, for the user who wonders why one is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Need {
    /// Names of types.
    TypeNames,
    /// Super classes of types.
    SuperClasses,
    /// Loaders of classes.
    ClassLoaders,
    /// Lengths of arrays.
    ArrayLengths,
    /// Where objects lie.
    Addresses,
    /// Which object references which.
    References,
    /// Fields of objects with their values.
    FieldValues,
    /// What the JVM itself keeps alive.
    GcRoots,
    /// Where in the code objects were allocated.
    AllocationSites,
    /// Which thread allocated an object.
    AllocatingThreads,
    /// Which part of the JVM allocated an object.
    AllocatingSubsystems,
    /// At which garbage collection objects came into being.
    BirthTimes,
    /// The spaces of the heap.
    HeapSpaces,
    /// A file that says which code belongs to which feature.
    FeatureMap,
}

/// Why something is not there, and what to do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// A sentence without a full stop.
    pub reason: &'static str,
    /// What to record or to use instead; also without a full stop.
    pub instead: &'static str,
}

/// Where heap states come from, as far as it decides what they can be grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum StateSource {
    /// Heap dumps.
    #[default]
    Dump,
    /// Memory traces.
    Trace {
        /// Allocations were recorded, with call stacks and threads: all of them, or some.
        has_sites: bool,
        /// Which part of the JVM allocated objects was recorded.
        has_subsystems: bool,
    },
}

impl StateSource {
    /// Where a heap state comes from.
    #[must_use]
    pub fn of(heap: &HeapState) -> Self {
        heap.origins
            .as_ref()
            .map_or(Self::Dump, |origins| Self::Trace { has_sites: origins.has_sites(), has_subsystems: origins.has_subsystems() })
    }
}

impl Need {
    /// Why heap states of this source cannot supply this, and what to do about it; `None` if they can.
    #[must_use]
    pub fn missing_from(self, source: StateSource) -> Option<Missing> {
        match (source, self) {
            (StateSource::Dump, _) => self.not_in_dumps(),
            (StateSource::Trace { has_sites: false, .. }, Self::AllocationSites | Self::AllocatingThreads) => Some(Missing {
                reason: "this trace holds no allocations",
                instead: "if the program makes any, record them more closely (memory-city record --sampling-interval 4096, or --detail full)",
            }),
            (StateSource::Trace { has_subsystems: true, .. }, Self::AllocatingSubsystems) => None,
            (StateSource::Trace { .. }, _) => self.not_in_traces(),
        }
    }

    fn not_in_dumps(self) -> Option<Missing> {
        let missing = |reason, instead| Some(Missing { reason, instead });
        match self {
            Self::TypeNames
            | Self::SuperClasses
            | Self::ClassLoaders
            | Self::ArrayLengths
            | Self::Addresses
            | Self::References
            | Self::FieldValues
            | Self::GcRoots => None,
            Self::AllocationSites => missing(
                "a heap dump does not say where objects were allocated",
                "record a trace (memory-city record), or use Pointed from and the GC root classifiers to see who holds them",
            ),
            Self::AllocatingThreads => missing(
                "a heap dump does not say which thread allocated an object",
                "record a trace (memory-city record), or use Thread of closest root to see which thread keeps it",
            ),
            Self::AllocatingSubsystems => missing(
                "a heap dump does not say whether interpreted or compiled code allocated an object",
                "use Allocation site in a trace (memory-city record) to see which code it was",
            ),
            Self::BirthTimes => missing(
                "one heap dump has no past, so the age of an object is unknown",
                "record a trace (memory-city record), or open several dumps as a series and compare groups",
            ),
            Self::HeapSpaces => missing(
                "a heap dump does not say where spaces such as eden and old begin and end",
                "use Age in a trace (memory-city record) to see what is young, or group by Address",
            ),
            Self::FeatureMap => missing(
                "features are looked up by allocation site, which a heap dump does not have",
                "record a trace (memory-city record) and give a file that maps code to features (--features FILE)",
            ),
        }
    }

    fn not_in_traces(self) -> Option<Missing> {
        let missing = |reason, instead| Some(Missing { reason, instead });
        match self {
            Self::AllocatingSubsystems => missing(
                "a JVM does not tell an agent whether interpreted or compiled code allocated an object",
                "use Allocation site to see which code it was",
            ),
            Self::HeapSpaces => {
                missing("a JVM does not tell an agent where spaces such as eden and old begin and end", "use Age to see what is young")
            }
            Self::FeatureMap => missing(
                "nobody said which code belongs to which feature",
                "give a file with lines such as cart: com.shop.cart.* (--features FILE)",
            ),
            _ => None,
        }
    }

    /// Why this heap state cannot supply this, and what to do about it; `None` if it can.
    #[must_use]
    pub fn missing_in(self, heap: &HeapState) -> Option<Missing> {
        let is_of_the_dead = heap.origins.as_ref().is_some_and(crate::heap::Origins::are_of_the_dead);
        let are_samples = heap.origins.as_ref().is_some_and(|origins| origins.are_samples);
        match self {
            Self::TypeNames | Self::AllocationSites | Self::AllocatingThreads | Self::FeatureMap if are_samples => {
                self.missing_from(StateSource::of(heap))
            }
            _ if are_samples => Some(Missing {
                reason: "a sampled allocation tells its class, its call stack and its thread, and nothing else",
                instead: "group by type, package, allocation site, call sites or allocating thread",
            }),
            Self::References | Self::GcRoots | Self::FieldValues if is_of_the_dead => Some(Missing {
                reason: "what died has no references any more",
                instead: "group by type, age, allocation site or thread, or look at a heap state in which it lived",
            }),
            _ => self.missing_from(StateSource::of(heap)),
        }
    }
}

impl Missing {
    /// Both in one sentence.
    #[must_use]
    pub fn sentence(self) -> String {
        format!("{}; {}", self.reason, self.instead)
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TypeNames => "type names",
            Self::SuperClasses => "super classes",
            Self::ClassLoaders => "class loaders",
            Self::ArrayLengths => "array lengths",
            Self::Addresses => "addresses",
            Self::References => "references",
            Self::FieldValues => "field values",
            Self::GcRoots => "GC roots",
            Self::AllocationSites => "allocation sites",
            Self::AllocatingThreads => "allocating threads",
            Self::AllocatingSubsystems => "allocating subsystems",
            Self::BirthTimes => "birth times",
            Self::HeapSpaces => "heap spaces",
            Self::FeatureMap => "a map from code to features",
        })
    }
}
