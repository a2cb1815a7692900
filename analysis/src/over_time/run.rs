//! One run of a program over time: how much memory it held and what its collector did, on one clock.

use std::sync::Arc;

use super::gc_events::GcEvents;
use super::windows::{EndFall, MemoryPoint, StartUp, end_fall, start_up};
use crate::base::ids::NodeIndex;
use crate::trees::evolution::{Evolution, Metric};
use crate::trees::subject::Subject;

/// What the memory of a run counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryBasis {
    /// All objects of heap states, which as a rule are those that can be reached.
    HeapStates,
    /// What was in use after collections of the whole heap.
    AfterFullCollections,
    /// What was in use after any collections, with what they left behind.
    AfterCollections,
}

impl MemoryBasis {
    /// As it is written in results.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::HeapStates => "heap_states",
            Self::AfterFullCollections => "occupied_after_full_gcs",
            Self::AfterCollections => "occupied_after_gcs",
        }
    }
}

/// Memory and collections of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOverTime {
    /// What nanosecond 0 is, in milliseconds on the clock of the points; `None` if nobody told.
    pub zero_millis: Option<i64>,
    /// How much memory was held; of heap states one per point, in their order.
    pub memory: Vec<MemoryPoint>,
    /// What that counts.
    pub basis: MemoryBasis,
    /// All collections that are known; none where nobody told of them.
    pub gc: Arc<GcEvents>,
    /// Whether points and collections have one clock. If not, times of collections say when they were since their own begin.
    pub is_lined_up: bool,
    /// The fall of memory with which the run ends, as far as heap states tell of it: what was in use after collections falls for other
    /// reasons, too.
    pub end_fall: Option<EndFall>,
    /// The start of the program, as far as heap states tell of it.
    pub start_up: Option<StartUp>,
}

/// Full collections that tell more than all of them.
const ENOUGH_FULL: usize = 3;

/// JVMs collect before they write a heap dump of what is reachable, and name that cause so.
const CAUSE_OF_DUMPS: &str = "heap dump initiated gc";

impl RunOverTime {
    /// The run whose heap states an evolution has, with the collections that somebody told of. Points go first; where there are fewer
    /// than two, or where they are of what died, what was in use after collections stands for them; so it does where points have no clock.
    #[must_use]
    pub fn new(evolution: &Evolution, gc: Option<Arc<GcEvents>>) -> Self {
        let gc = gc.unwrap_or_default();
        let millis = evolution.clock(0..evolution.points.len());
        let zero = gc.zero_millis.or_else(|| zero_by_dumps(&gc, &millis));
        let is_lined_up = gc.events.is_empty() || zero.is_some() || millis.len() < 2;
        if millis.len() < 2 || evolution.subject == Subject::Garbage || evolution.is_of_shares() {
            let (basis, memory) = memory_after_collections(&gc);
            return Self { zero_millis: zero, memory, basis, gc, is_lined_up, end_fall: None, start_up: None };
        }
        let zero_millis = zero.or_else(|| millis.first().copied());
        let bytes = if evolution.nodes.is_empty() { Vec::new() } else { evolution.series(Metric::Bytes, NodeIndex::ROOT).into_owned() };
        let since_zero = |millis: i64| millis.saturating_sub(zero_millis.unwrap_or(0)).saturating_mul(1_000_000);
        let knows_collections = !gc.events.is_empty() && is_lined_up;
        let point = |(at, (&millis, bytes)): (usize, (&i64, u64))| {
            let nanos = since_zero(millis);
            let ended = || gc.events.partition_point(|event| i64::try_from(event.end_nanos).is_ok_and(|end| end <= nanos)) as u64;
            let collections = if knows_collections { evolution.points[at].gc.unwrap_or_else(ended) } else { at as u64 };
            MemoryPoint { nanos, bytes, collections }
        };
        let end_fall = end_fall(&bytes);
        let memory: Vec<MemoryPoint> = millis.iter().zip(bytes).enumerate().map(point).collect();
        let mut run = Self { zero_millis, memory, basis: MemoryBasis::HeapStates, gc, is_lined_up, end_fall, start_up: None };
        run.start_up = start_up(run.judged_memory());
        run
    }

    /// A moment in milliseconds on the clock of the points; where nobody told of one, since the begin of the run.
    #[must_use]
    pub fn millis_at(&self, nanos: i64) -> i64 {
        self.zero_millis.unwrap_or(0).saturating_add(nanos.div_euclid(1_000_000))
    }

    /// Memory until it falls at the end: what is judged.
    #[must_use]
    pub fn judged_memory(&self) -> &[MemoryPoint] {
        &self.memory[..self.end_fall.map_or(self.memory.len(), |fall| fall.begins)]
    }
}

/// When the clock of collections began, by those for the sake of heap dumps, if there is one for each dump.
fn zero_by_dumps(gc: &GcEvents, dumps: &[i64]) -> Option<i64> {
    let for_dumps: Vec<i64> = gc
        .events
        .iter()
        .filter(|event| event.cause.eq_ignore_ascii_case(CAUSE_OF_DUMPS))
        .filter_map(|event| i64::try_from(event.start_nanos / 1_000_000).ok())
        .collect();
    if for_dumps.is_empty() || for_dumps.len() != dumps.len() {
        return None;
    }
    let mut zeros: Vec<i64> = dumps.iter().zip(for_dumps).map(|(dump, event)| dump.saturating_sub(event)).collect();
    zeros.sort_unstable();
    zeros.get(zeros.len() / 2).copied()
}

/// What was in use after collections: of the whole heap where there are enough of those, as little garbage is left then.
fn memory_after_collections(gc: &GcEvents) -> (MemoryBasis, Vec<MemoryPoint>) {
    let after = |only_full: bool| -> Vec<MemoryPoint> {
        let known = (1..).zip(&gc.events).filter(|(_, event)| !only_full || event.is_full() == Some(true));
        known
            .filter_map(|(collections, event)| {
                Some(MemoryPoint { nanos: i64::try_from(event.end_nanos).ok()?, bytes: event.used_after?, collections })
            })
            .collect()
    };
    let full = after(true);
    if full.len() >= ENOUGH_FULL { (MemoryBasis::AfterFullCollections, full) } else { (MemoryBasis::AfterCollections, after(false)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::over_time::gc_events::GcEvent;
    use crate::trees::evolution::PointInfo;

    fn evolution(millis: &[i64], bytes: &[u64]) -> Evolution {
        let points = millis.iter().map(|&time_millis| PointInfo { time_millis, ..PointInfo::default() }).collect();
        let root = crate::trees::evolution::EvolutionNode {
            key: "Overall".into(),
            name: "Overall".into(),
            role: crate::base::ids::RoleIndex(0),
            parent: NodeIndex::ROOT,
            subtree_end: 1,
            level: 0,
            first_seen: 0,
        };
        Evolution::of_numbers(points, vec!["".into()], vec![root], &vec![1; bytes.len()], bytes)
    }

    fn event(number: u32, millis: u64, collector: &str, cause: &str, used_after: u64) -> GcEvent {
        let (start_nanos, end_nanos) = (millis * 1_000_000, (millis + 5) * 1_000_000);
        GcEvent {
            number,
            start_nanos,
            end_nanos,
            pause_nanos: 5_000_000,
            collector: collector.into(),
            cause: cause.into(),
            used_after: Some(used_after),
            ..GcEvent::default()
        }
    }

    fn collections(zero_millis: Option<i64>, events: Vec<GcEvent>) -> Arc<GcEvents> {
        Arc::new(GcEvents { zero_millis, end_nanos: events.last().map_or(0, |last| last.end_nanos), events, ..GcEvents::default() })
    }

    #[test]
    fn points_and_collections_have_one_clock() {
        let events = (1..=6).map(|at| event(at, u64::from(at) * 100, "Pause Young", "Allocation Failure", 10)).collect();
        let run =
            RunOverTime::new(&evolution(&[1_000_150, 1_000_350, 1_000_610], &[10, 20, 30]), Some(collections(Some(1_000_000), events)));
        let told: Vec<(i64, u64, u64)> = run.memory.iter().map(|point| (point.nanos / 1_000_000, point.bytes, point.collections)).collect();
        assert_eq!((told, run.basis, run.is_lined_up), (vec![(150, 10, 1), (350, 20, 3), (610, 30, 6)], MemoryBasis::HeapStates, true));
    }

    #[test]
    fn garbage_that_piles_up_is_no_memory() {
        let events = (1..=4).map(|at| event(at, u64::from(at) * 100, "Pause Young", "Allocation Failure", 10)).collect();
        let mut died = evolution(&[1_000_150, 1_000_350, 1_000_610], &[10, 20, 30]);
        died.subject = Subject::Garbage;
        let run = RunOverTime::new(&died, Some(collections(Some(1_000_000), events)));
        assert_eq!((run.memory.len(), run.basis), (4, MemoryBasis::AfterCollections));
        assert!(RunOverTime::new(&died, None).memory.is_empty());
    }

    #[test]
    fn a_clock_without_a_date_is_set_by_the_collections_for_dumps() {
        let of_dumps = |causes: [&str; 3]| {
            let events = (1_u32..).zip(causes).map(|(at, cause)| event(at, u64::from(at) * 1000, "Pause Full", cause, 10)).collect();
            let run = RunOverTime::new(&evolution(&[501_003, 502_005, 503_002], &[10, 20, 30]), Some(collections(None, events)));
            (run.zero_millis, run.is_lined_up)
        };
        assert_eq!(of_dumps(["Heap Dump Initiated GC"; 3]), (Some(500_003), true));
        assert_eq!(of_dumps(["System.gc()"; 3]), (Some(501_003), false), "the points have their own clock");
    }

    #[test]
    fn collections_alone_tell_what_was_in_use_after_them() {
        let of = |full: u32| {
            let kind = |at: u32| if at < full { "Pause Full" } else { "Pause Young" };
            let events = (0..6).map(|at| event(at, u64::from(at) * 100, kind(at), "", u64::from(at) * 10)).collect();
            let run = RunOverTime::new(&Evolution::default(), Some(collections(None, events)));
            (run.basis, run.memory.iter().map(|point| point.bytes).collect::<Vec<_>>(), run.is_lined_up)
        };
        assert_eq!(of(3), (MemoryBasis::AfterFullCollections, vec![0, 10, 20], true));
        assert_eq!(of(2), (MemoryBasis::AfterCollections, vec![0, 10, 20, 30, 40, 50], true));
        assert!(RunOverTime::new(&Evolution::default(), None).memory.is_empty());
    }
}
