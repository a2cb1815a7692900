//! Garbage collections of a run, whoever told of them: a recording, a GC log, a JFR recording.

use std::sync::Arc;

/// One garbage collection. Times are nanoseconds since the zero of [`GcEvents`], or of the trace that tells of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GcEvent {
    /// As its source numbers it.
    pub number: u32,
    /// When it began.
    pub start_nanos: u64,
    /// When it was over.
    pub end_nanos: u64,
    /// How long the program stood still for it; less than it took where the collector works beside the program.
    pub pause_nanos: u64,
    /// The single stops, where they are told; of a GC log only those of collections with several.
    pub pauses: Vec<GcPause>,
    /// Which collector, or which kind of collection; empty if unknown.
    pub collector: Arc<str>,
    /// Why; empty if unknown.
    pub cause: Arc<str>,
    /// Bytes of the heap in use before, where known.
    pub used_before: Option<u64>,
    /// Bytes of the heap in use after, where known.
    pub used_after: Option<u64>,
    /// Bytes that the heap had room for, where known.
    pub capacity: Option<u64>,
    /// The parts of the heap, as far as they are told.
    pub spaces: Vec<GcSpace>,
}

/// One of several stops of the program within a collection.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GcPause {
    /// When it began, as the times of [`GcEvent`].
    pub start_nanos: u64,
    /// How long it took.
    pub pause_nanos: u64,
    /// As its source calls it.
    pub name: Arc<str>,
}

/// What a collection did to a part of the heap: Eden, survivors, old; or to the metaspace. In bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GcSpace {
    /// Eden, Survivor, Young, Old, Humongous, Metaspace; or as its source calls it.
    pub name: Arc<str>,
    /// In use before.
    pub before: Option<u64>,
    /// In use after.
    pub after: Option<u64>,
    /// What it had room for.
    pub capacity: Option<u64>,
}

/// All collections of one run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GcEvents {
    /// Milliseconds since the epoch at nanosecond 0; `None` where the source tells the time since the start of the JVM only.
    pub zero_millis: Option<i64>,
    /// Where the source ends.
    pub end_nanos: u64,
    /// In the order of their ends.
    pub events: Vec<GcEvent>,
    /// Nobody told what was in use before some of them: it is worked out from what was allocated.
    pub is_before_worked_out: bool,
}

impl GcEvent {
    /// Whether it looked at the whole heap, by the name of its collector; `None` if nothing is known of it.
    ///
    /// HotSpot names the full collections of Serial, Parallel and G1 so, and the cycles of ZGC and Shenandoah, which always
    /// cover the heap unless they say that they are of a part: young, minor, old, mixed. Its logs call those of ZGC "Garbage
    /// Collection". JFR calls full collections after the old generation, but for `G1Old`, which is a cycle beside the program. The
    /// tracer of AntTracks tells minor from major ones.
    #[must_use]
    pub fn is_full(&self) -> Option<bool> {
        covers_the_heap(&self.collector)
    }

    /// The longest of its stops.
    #[must_use]
    pub fn longest_pause_nanos(&self) -> u64 {
        self.pauses.iter().map(|pause| pause.pause_nanos).max().unwrap_or(self.pause_nanos)
    }

    /// Bytes that it freed, as far as is known; never less than none.
    #[must_use]
    pub fn freed(&self) -> u64 {
        self.used_before.zip(self.used_after).map_or(0, |(before, after)| before.saturating_sub(after))
    }
}

impl GcEvents {
    /// When these collections were, by their numbers: from the end of the one before the first, which is the begin of the run where there
    /// is none, to the end of the last.
    #[must_use]
    pub fn span_of(&self, first: u32, last: u32) -> (u64, u64) {
        let end_before = |number: u64| {
            let at = self.events.partition_point(|event| u64::from(event.number) < number);
            at.checked_sub(1).map_or(0, |at| self.events[at].end_nanos)
        };
        (end_before(first.into()), end_before(u64::from(last) + 1))
    }

    /// Whether it is known of any collection how much it freed.
    #[must_use]
    pub fn tell_freed(&self) -> bool {
        self.events.iter().any(|event| event.used_before.is_some() && event.used_after.is_some())
    }
}

/// See [`GcEvent::is_full`].
fn covers_the_heap(collector: &str) -> Option<bool> {
    let name = collector.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if name.is_empty() {
        None
    } else if has(&["full", "major", "msc", "marksweep", "serialold", "parallelold"]) {
        Some(true)
    } else {
        // JDK 17 says "Z concurrent cycle pauses", later ones "ZGC major collection pauses". A collection of Shenandoah that
        // failed to go on beside the program is degenerated.
        let of_all = has(&["zgc", "shenandoah", "degenerated gc"]) || name.starts_with("z ");
        Some((of_all || name == "z" || name == "garbage collection") && !has(&["minor", "young", "(old)", "mixed"]))
    }
}

#[cfg(test)]
mod tests {
    use super::covers_the_heap;

    #[test]
    fn collections_of_the_whole_heap_are_known_by_their_collector() {
        let whole = [
            "Serial full collection pauses",
            "G1 full collection pauses",
            "Shenandoah full",
            "Z concurrent cycle pauses",
            "ZGC major collection pauses",
            "SerialOld",
            "ParallelOld",
            "PSMarkSweep",
            "G1Full",
            "Z",
            "ZGC Major",
            "Shenandoah",
            "Pause Full",
            "Garbage Collection",
            "Major Collection",
            "Shenandoah Concurrent GC",
            "Shenandoah Concurrent GC (Global)",
            "Pause Degenerated GC (Mark)",
        ];
        let part = [
            "Parallel young collection pauses",
            "G1 concurrent cycle pauses",
            "ZGC minor collection pauses",
            "DefNew",
            "ParallelScavenge",
            "G1New",
            "G1Old",
            "ZGC Minor",
            "Pause Young (Normal)",
            "Pause Young (Mixed)",
            "Concurrent Mark Cycle",
            "Concurrent Mark Sweep",
            "Minor Collection",
            "Shenandoah Concurrent GC (Young)",
            "Shenandoah Concurrent GC (Old)",
            "Pause Degenerated GC (Young) (Outside of Cycle)",
        ];
        assert!(whole.into_iter().all(|name| covers_the_heap(name) == Some(true)), "{:?}", whole.map(covers_the_heap));
        assert!(part.into_iter().all(|name| covers_the_heap(name) == Some(false)), "{:?}", part.map(covers_the_heap));
        assert_eq!(covers_the_heap(""), None);
    }
}
