//! Threads that have something to show wake the window: at rest it draws nothing and looks at nothing.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static WAKER: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();
static AT_WORK: AtomicUsize = AtomicUsize::new(0);
static WOKEN: AtomicBool = AtomicBool::new(false);

/// Says how the window is woken, from any thread. The first one counts; a program without a window has none.
pub fn wake_with(waker: impl Fn() + Send + Sync + 'static) {
    // A second window of one process does not exist.
    let _ = WAKER.set(Box::new(waker));
}

/// There is something to show.
pub fn wake() {
    WOKEN.store(true, Ordering::Relaxed);
    if let Some(waker) = WAKER.get() {
        waker();
    }
}

/// Whether somebody has woken the window since this was asked last.
#[must_use]
pub fn was_woken() -> bool {
    WOKEN.swap(false, Ordering::Relaxed)
}

/// Whether threads work on something whose progress is worth watching.
#[must_use]
pub fn is_anyone_at_work() -> bool {
    AT_WORK.load(Ordering::Relaxed) > 0
}

/// As long as it lives, somebody works; its end wakes the window.
#[derive(Debug)]
pub struct AtWork(());

impl AtWork {
    /// The work begins.
    #[must_use]
    pub fn begin() -> Self {
        AT_WORK.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(1, Ordering::Relaxed);
        wake();
    }
}
