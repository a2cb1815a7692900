//! What a damaged input may cost: memory, and work that is counted.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use analysis::{Error, HeapState, Progress, Result};

/// What the tests may take together, in MiB: twice what they take undamaged.
const MOST_MEMORY_MIB: u64 = 1024;

/// Work looks whether it is cancelled every 65,536 objects or references at the latest, and once per step and worker. With this many
/// looks, and one more for so many objects and references, each of them can be passed some hundred times, and not as often as there are
/// others.
const MOST_LOOKS: u64 = 1000;
const SIZE_PER_LOOK: u64 = 100;
const LOOKS_PER_PART: u64 = 4;

/// Longer than any machine takes for one case: only work that does not even look whether it is cancelled is ended by the clock.
const MOST_TIME: Duration = Duration::from_secs(600);

/// The answer to a question, unless it is refused.
///
/// # Panics
/// If it takes more work than follows from the size of the heap.
pub(crate) fn ask<T>(heap: &HeapState, what: &str, question: impl FnOnce(&Progress) -> Result<T>) -> Option<T> {
    answer(size_of(heap), what, question)
}

/// Objects and references.
pub(crate) fn size_of(heap: &HeapState) -> u64 {
    heap.len() as u64 + heap.references.count()
}

/// The same for what is no question to a heap: `size` is that of the input.
pub(crate) fn answer<T>(size: u64, what: &str, question: impl FnOnce(&Progress) -> Result<T>) -> Option<T> {
    answer_in_parts(size, 0, what, question, |_| 0)
}

/// The same for a question that has an answer of so many parts, at the most `most_parts`, each of which takes a few looks.
pub(crate) fn answer_in_parts<T>(
    size: u64,
    most_parts: u64,
    what: &str,
    question: impl FnOnce(&Progress) -> Result<T>,
    parts: impl FnOnce(&T) -> u64,
) -> Option<T> {
    let most = MOST_LOOKS + size / SIZE_PER_LOOK;
    let progress = Progress::cancelled_at(most + LOOKS_PER_PART * most_parts);
    match question(&progress) {
        Err(Error::Cancelled) => panic!("{what} does not end: {} looks in an input of {size}", progress.looks()),
        Err(_) => None,
        Ok(answer) => {
            let most = most + LOOKS_PER_PART * parts(&answer);
            assert!(progress.looks() <= most, "{what} takes {} looks in an input of {size}, more than {most}", progress.looks());
            Some(answer)
        }
    }
}

/// Does all that a test does with one input, and looks at what it costs.
///
/// # Panics
/// If it takes too much memory.
pub(crate) fn within_limits(bytes: usize, work: impl FnOnce()) {
    let (done, waiting) = channel::<()>();
    std::thread::spawn(move || {
        if waiting.recv_timeout(MOST_TIME) == Err(RecvTimeoutError::Timeout) {
            eprintln!("an input of {bytes} bytes is worked on for {MOST_TIME:?}");
            std::process::abort();
        }
    });
    work();
    drop(done);
    assert!(peak_mib() < MOST_MEMORY_MIB, "{} MiB for {bytes} bytes", peak_mib());
}

/// The most memory that this process has held, where the system tells.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).map_or(0, |kib| kib >> 10)
}
