//! What a fork costs a program after it: each page that it writes to for the first time since makes it wait for the system, which copies
//! the page while there is a copy of the process, and has to find out that there is none any more later on.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::budget::processors;
use crate::free_heap::PAGE;
use crate::jvm::{process_time, thread_time};
use crate::memory::resident_bytes;

/// How many pages of the recorder's own tell what a page costs: half of them while there is a copy, half of them later.
const OWN_PAGES: usize = 64;

/// Keeps account of that.
#[derive(Debug)]
pub(crate) struct AfterFork {
    own: Vec<u8>,
    /// What a page costs at the time.
    per_page: Duration,
    /// Pages that the program may still write to for the first time.
    left: u64,
    /// When it was asked last: pages that the threads of the process had touched first, those in memory, and the time.
    faults: u64,
    resident: u64,
    time: Instant,
    worked: Duration,
}

impl AfterFork {
    pub(crate) fn new() -> Self {
        Self { own: Vec::new(), per_page: Duration::ZERO, left: 0, faults: 0, resident: 0, time: Instant::now(), worked: Duration::ZERO }
    }

    /// A fork is to come.
    pub(crate) fn prepare(&mut self) {
        self.own.resize(OWN_PAGES * PAGE, 0);
        self.write_own(0..OWN_PAGES);
    }

    /// The process was copied.
    pub(crate) fn forked(&mut self) {
        self.per_page = self.write_own(0..OWN_PAGES / 2);
        self.left = 0;
        self.look();
        self.left = self.resident;
    }

    /// What the program has lost since it was asked last, or copied.
    pub(crate) fn cost(&mut self) -> Duration {
        if self.left == 0 { Duration::ZERO } else { self.look() }
    }

    fn look(&mut self) -> Duration {
        let (faults, resident, time, worked) = (faults(), resident_bytes() / PAGE as u64, Instant::now(), process_time());
        // Memory that is new to the process has to be touched first, too.
        let new = resident.saturating_sub(self.resident);
        let pages = faults.saturating_sub(self.faults).saturating_sub(new).min(self.left);
        // A program of one thread waits as long as the system takes.
        let busy = worked.saturating_sub(self.worked).as_secs_f64() / time.duration_since(self.time).as_secs_f64().max(1e-6);
        (self.faults, self.resident, self.time, self.worked) = (faults, resident, time, worked);
        self.left -= pages;
        (self.per_page * u32::try_from(pages).unwrap_or(u32::MAX)).div_f64(busy.clamp(1.0, f64::from(processors())))
    }

    /// The copy is gone. What the program has lost while it was there.
    pub(crate) fn end_copy(&mut self) -> Duration {
        let cost = self.cost();
        self.per_page = self.write_own(OWN_PAGES / 2..OWN_PAGES);
        cost
    }

    /// Writes to some of the own pages; what each takes.
    fn write_own(&mut self, pages: std::ops::Range<usize>) -> Duration {
        let (begin, count) = (thread_time(), pages.len() as u32);
        for page in pages {
            if let Some(byte) = self.own.get_mut(page * PAGE) {
                *byte = byte.wrapping_add(1);
            }
        }
        black_box(&mut self.own);
        thread_time().saturating_sub(begin) / count
    }
}

/// How many pages the threads of this process have touched first.
fn faults() -> u64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fact = text.rsplit_once(") ").and_then(|(_, facts)| facts.split(' ').nth(7)?.parse().ok());
    fact.unwrap_or_default()
}
