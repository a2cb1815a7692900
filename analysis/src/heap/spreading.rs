//! Work that makes more work: following references from object to object, on all threads.
//!
//! Every worker has a stack of its own. One that runs dry waits, and whoever notices gives it the older half of its
//! stack, which tends to hold the larger parts of the graph. Nobody waits for a worker that has not come yet, so it
//! makes no difference how many of the pool's threads are busy with something else.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::base::error::Result;
use crate::base::progress::Progress;

/// Most objects that are visited together.
pub(super) const BATCH: usize = 8;

/// Smaller heaps are not worth waking anybody.
const SERIAL_OBJECTS: usize = 1 << 16;

/// Smaller stacks are not shared.
const SMALLEST_SHARE: usize = 256;

/// Visits between two looks at the cancel flag.
const CHECK_EVERY: u64 = 1 << 18;

/// Calls `visit` with these objects, then with all that it appends to its second argument, in any order and on any
/// thread, until nothing is left. `objects` is the size of the heap.
pub(super) fn spread(objects: usize, first: Vec<u32>, progress: &Progress, visit: impl Fn(&[u32], &mut Vec<u32>) + Sync) -> Result<()> {
    let pool = Pool::new(first);
    if objects < SERIAL_OBJECTS {
        return pool.work(progress, &visit);
    }
    rayon::broadcast(|_| pool.work(progress, &visit)).into_iter().collect()
}

#[derive(Default)]
struct Shares {
    waiting_to_be_taken: Vec<Vec<u32>>,
    working: usize,
    idle: usize,
    cancelled: bool,
}

struct Pool {
    shares: Mutex<Shares>,
    changed: Condvar,
    /// Somebody is idle and no share lies ready: a hint that costs nothing to read.
    wanted: AtomicBool,
}

impl Pool {
    fn new(first: Vec<u32>) -> Self {
        let shares = Shares { waiting_to_be_taken: Vec::from([first]), ..Shares::default() };
        Self { shares: Mutex::new(shares), changed: Condvar::new(), wanted: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, Shares> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update_wanted(&self, shares: &Shares) {
        self.wanted.store(shares.idle > shares.waiting_to_be_taken.len(), Ordering::Relaxed);
    }

    fn work(&self, progress: &Progress, visit: &impl Fn(&[u32], &mut Vec<u32>)) -> Result<()> {
        while let Some(share) = self.take() {
            let done = self.empty(share, progress, visit);
            let mut shares = self.lock();
            shares.working -= 1;
            shares.cancelled |= done.is_err();
            drop(shares);
            // Idle workers look whether this was the last one.
            self.changed.notify_all();
            done?;
        }
        Ok(())
    }

    /// The next share; `None` when all is done.
    fn take(&self) -> Option<Vec<u32>> {
        let mut shares = self.lock();
        loop {
            let share = shares.waiting_to_be_taken.pop();
            if shares.cancelled || share.is_none() && shares.working == 0 {
                return None;
            }
            if let Some(share) = share {
                shares.working += 1;
                self.update_wanted(&shares);
                return Some(share);
            }
            shares.idle += 1;
            self.update_wanted(&shares);
            shares = self.changed.wait(shares).unwrap_or_else(PoisonError::into_inner);
            shares.idle -= 1;
            self.update_wanted(&shares);
        }
    }

    /// Visits everything on a stack and what that leads to.
    fn empty(&self, mut pending: Vec<u32>, progress: &Progress, visit: &impl Fn(&[u32], &mut Vec<u32>)) -> Result<()> {
        let mut batch = [0; BATCH];
        let (mut visited, mut reported) = (0, 0);
        while !pending.is_empty() {
            let rest = pending.len().saturating_sub(BATCH);
            let batch = &mut batch[..pending.len() - rest];
            batch.copy_from_slice(&pending[rest..]);
            pending.truncate(rest);
            visit(batch, &mut pending);
            visited += batch.len() as u64;
            if visited - reported >= CHECK_EVERY {
                progress.advance(visited - reported)?;
                reported = visited;
            }
            if self.wanted.load(Ordering::Relaxed) && pending.len() >= SMALLEST_SHARE {
                let newer = pending.split_off(pending.len() / 2);
                let mut shares = self.lock();
                shares.waiting_to_be_taken.push(std::mem::replace(&mut pending, newer));
                self.update_wanted(&shares);
                drop(shares);
                self.changed.notify_one();
            }
        }
        progress.advance(visited - reported)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    /// Numbers `1..n` as a binary tree: every one is visited once, on however many threads.
    #[test]
    fn everything_is_visited_once() {
        for count in [1_u32, 100, 300_000] {
            let visits: Vec<AtomicU32> = std::iter::repeat_with(AtomicU32::default).take(count as usize).collect();
            let visit = |batch: &[u32], pending: &mut Vec<u32>| {
                for &number in batch {
                    visits[number as usize].fetch_add(1, Ordering::Relaxed);
                    pending.extend([2 * number, 2 * number + 1].into_iter().filter(|&next| next > 0 && next < count));
                }
            };
            for _ in 0..20 {
                spread(1 << 20, vec![1.min(count - 1)], &Progress::new(), visit).expect("nobody cancels");
            }
            assert!(visits.iter().skip(1).all(|visits| visits.load(Ordering::Relaxed) == 20), "{count}");
        }
    }

    #[test]
    fn nothing_to_do_ends_at_once() {
        assert!(spread(1 << 20, Vec::new(), &Progress::new(), |_, _| panic!("nothing to visit")).is_ok());
    }

    #[test]
    fn cancelling_ends_all_workers() {
        let progress = Progress::new();
        // Every visit makes another: only cancelling ends this.
        let visit = |batch: &[u32], pending: &mut Vec<u32>| {
            progress.cancel();
            pending.extend_from_slice(batch);
        };
        assert!(matches!(spread(1 << 20, (0..10_000).collect(), &progress, visit), Err(crate::base::error::Error::Cancelled)));
    }
}
