//! Copies of the process that walk: the one that works, how those before have fared, and how the next one is to read its heap.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use trace_format::WalkReason;

use crate::direct::HotSpot;
use crate::fork::is_copied_by_fork;
use crate::free_heap::FreeHeap;
use crate::jvm::Jvm;
use crate::raw_root::RawRoot;
use crate::shared_heap::SharedHeap;
use crate::snapshot::Snapshot;
use crate::walk::Sums;

/// Bytes that the JVM and the recorder need in a copy for each object: the JVM's table of tags and its stack of objects that wait,
/// and 17 of the recorder's own.
const BYTES_PER_OBJECT: u64 = 110;

/// The same where the copy reads its memory itself: marks, and objects whose references wait to be followed.
const BYTES_PER_OBJECT_READ: u64 = 12;

/// Objects are expected to have so many bytes each before the first state has told.
const OBJECT_BYTES: u64 = 40;

/// After so many heaps in a row that could not be read the JVM shows some, twice as many each time.
const MOST_UNREADABLE: u32 = 2;
const MOST_SHOWN: u32 = 64;

/// How copies fared.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// In a row.
    pub(crate) failures: u32,
    /// Heaps in a row that held what only the JVM can read, such as the stack of a virtual thread that waits.
    unreadable: u32,
    /// How many heaps the JVM is to show before the next one is read again.
    to_show: u32,
    /// Once that is known.
    heap: Option<HeapMemory>,
    /// The same; `None` within where the JVM does not tell.
    free: OnceCell<Option<FreeHeap>>,
    /// Objects of the last state, and the bytes in use then.
    pub(crate) last: Option<(u64, u64)>,
    /// How to read the heap without the JVM, once that is known; `None` within where it cannot be.
    pub(crate) hotspot: Option<Option<Arc<HotSpot>>>,
}

impl Copies {
    /// How the next heap is to be read; `None` if the JVM is to show it.
    pub(crate) fn hotspot(&mut self) -> Option<Arc<HotSpot>> {
        let hotspot = self.hotspot.get_or_insert_with(|| HotSpot::find().map(Arc::new));
        hotspot.as_ref().filter(|_| self.to_show == 0).cloned()
    }

    pub(crate) fn free_heap(&self) -> Option<&FreeHeap> {
        self.free.get_or_init(FreeHeap::find).as_ref()
    }

    pub(crate) fn heap(&mut self, jvm: Jvm<'_>) -> HeapMemory {
        let find = || match SharedHeap::find() {
            Some(shared) => HeapMemory::Shared(Arc::new(shared)),
            None if jvm.an_object().is_some_and(is_copied_by_fork) => HeapMemory::Copied,
            None => HeapMemory::Unknown,
        };
        self.heap.get_or_insert_with(find).clone()
    }

    /// A heap could not be read. What was in its way may be gone next time.
    pub(crate) fn see_unreadable(&mut self, is_wanted_now: bool) {
        self.unreadable += 1;
        if self.unreadable > MOST_UNREADABLE {
            self.to_show = (1 << (self.unreadable - MOST_UNREADABLE).min(u32::BITS - 1)).min(MOST_SHOWN);
        } else if is_wanted_now {
            self.to_show = 1;
        }
    }

    /// A copy has ended well.
    pub(crate) fn see_state(&mut self, is_direct: bool) {
        self.failures = 0;
        if is_direct {
            self.unreadable = 0;
        } else {
            self.to_show = self.to_show.saturating_sub(1);
        }
    }

    /// Bytes that a copy will take for itself, more or less.
    pub(crate) fn needs(&self, used: u64, is_direct: bool) -> u64 {
        self.objects(used) * if is_direct { BYTES_PER_OBJECT_READ } else { BYTES_PER_OBJECT }
    }

    /// How many objects a walk will meet at most, more or less.
    pub(crate) fn objects(&self, used: u64) -> u64 {
        match self.last {
            Some((objects, before)) => objects + used.saturating_sub(before) / OBJECT_BYTES,
            None => used / OBJECT_BYTES,
        }
    }
}

/// What a fork does with the heap.
#[derive(Debug, Clone)]
pub(crate) enum HeapMemory {
    /// It copies it, page by page as either side writes.
    Copied,
    /// It shares it: the copy must copy it itself.
    Shared(Arc<SharedHeap>),
    /// Nobody knows.
    Unknown,
}

impl HeapMemory {
    pub(crate) fn shared(&self) -> Option<&SharedHeap> {
        match self {
            Self::Shared(heap) => Some(heap),
            Self::Copied | Self::Unknown => None,
        }
    }

    /// Bytes that must be copied while the program stands still: all that is in use, garbage included.
    pub(crate) fn to_copy(&self, jvm: Jvm<'_>) -> u64 {
        self.shared().and_then(|_| jvm.heap_use()).map_or(0, |(used, _)| used)
    }
}

/// A copy that walks.
#[derive(Debug)]
pub(crate) struct Copied {
    pub(crate) snapshot: Snapshot,
    pub(crate) state: u32,
    pub(crate) reason: WalkReason,
    pub(crate) pause: Duration,
    pub(crate) roots: Vec<RawRoot>,
    /// It reads its memory itself.
    pub(crate) is_direct: bool,
    pub(crate) sums: Option<Sums>,
    /// Ids that are kept free for it.
    pub(crate) ids: u64,
    pub(crate) limit: Option<Duration>,
    pub(crate) looked: Instant,
}

/// Why there cannot be a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoCopy {
    /// The heap is in memory that a fork shares and that cannot be told from other memory, or forks were refused or failed: not on this JVM.
    Never,
    /// It would stop the program for too long.
    Pause,
    /// It could leave too little memory to others.
    Memory,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of the next heaps the JVM shows (`s`), and which are read (`r`).
    fn ways(copies: &mut Copies, count: usize, can_be_read: bool) -> String {
        let mut ways = String::new();
        for _ in 0..count {
            let is_direct = copies.to_show == 0;
            ways.push(if is_direct { 'r' } else { 's' });
            if is_direct && !can_be_read { copies.see_unreadable(false) } else { copies.see_state(is_direct) }
        }
        ways
    }

    #[test]
    fn heaps_that_cannot_be_read_are_shown_and_read_again_ever_more_seldom() {
        let mut copies = Copies::default();
        assert_eq!(ways(&mut copies, 20, false), "rrrssrssssrssssssssr");
        ways(&mut copies, 1000, false);
        assert_eq!(copies.to_show.max(64), 64, "not never");
        let later = ways(&mut copies, 200, true);
        assert!(later.trim_start_matches('s').chars().all(|way| way == 'r'), "{later}");
        assert_eq!(ways(&mut copies, 4, false), "rrrs");
        let mut copies = Copies::default();
        copies.see_unreadable(true);
        assert_eq!(ways(&mut copies, 3, true), "srr", "whoever orders a state gets one");
    }
}
