//! How long work reports and how it is stopped.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::{Error, Result};

/// Objects or references that a loop goes through between two looks whether the user wants to stop: some milliseconds, some tens
/// of them where each waits for memory. Tests count the looks of small heaps.
pub(crate) const STRETCH: usize = if cfg!(test) { 64 } else { 1 << 18 };

/// Handed into every long function. Cheap to clone; all clones speak of the same work.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    step: Mutex<String>,
    part: Mutex<String>,
    /// Looks at the flag so far, counted in tests and where there is one at which it is set; 0 is at none.
    looks: AtomicU64,
    cancelled_at: AtomicU64,
}

impl Progress {
    /// Work that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the part of a larger work that the next steps belong to, such as `dump 3 of 13`; empty for none.
    pub fn part(&self, name: impl Into<String>) {
        *self.0.part.lock().unwrap_or_else(PoisonError::into_inner) = name.into();
    }

    /// Begins a named step of `total` units (bytes, objects, files); the step's name is shown to the user.
    pub fn start(&self, step: impl Into<String>, total: u64) {
        *self.0.step.lock().unwrap_or_else(PoisonError::into_inner) = step.into();
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    /// Counts finished units; returns [`Error::Cancelled`] when the user wants to stop.
    pub fn advance(&self, units: u64) -> Result<()> {
        self.0.done.fetch_add(units, Ordering::Relaxed);
        self.check()
    }

    /// Returns [`Error::Cancelled`] when the user wants to stop.
    pub fn check(&self) -> Result<()> {
        let last = self.0.cancelled_at.load(Ordering::Relaxed);
        if (cfg!(test) || last > 0) && self.0.looks.fetch_add(1, Ordering::Relaxed) + 1 == last {
            self.cancel();
        }
        if self.0.cancelled.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// The numbers `0..units` in stretches, with a look before each whether the user wants to stop.
    pub(crate) fn stretches(&self, units: usize) -> impl Iterator<Item = Result<Range<u32>>> {
        let stretch = move |first: usize| first as u32..units.min(first + STRETCH) as u32;
        (0..units).step_by(STRETCH).map(move |first| self.check().map(|()| stretch(first)))
    }

    /// Does something with each of these, and looks before each stretch of them whether the user wants to stop.
    pub(crate) fn for_each<T>(&self, units: impl IntoIterator<Item = T>, mut act: impl FnMut(T)) -> Result<()> {
        let mut left = 0;
        units.into_iter().try_for_each(|unit| {
            if left == 0 {
                self.check()?;
                left = STRETCH;
            }
            left -= 1;
            act(unit);
            Ok(())
        })
    }

    /// Work that is cancelled when it looks for the so many-th time, from 1, whether it is: with a look each so many objects or
    /// references, that is a limit to what may be done, whatever the clock says.
    #[must_use]
    pub fn cancelled_at(look: u64) -> Self {
        let progress = Self::new();
        progress.0.cancelled_at.store(look, Ordering::Relaxed);
        progress
    }

    /// How often work with such a limit looked so far.
    #[must_use]
    pub fn looks(&self) -> u64 {
        self.0.looks.load(Ordering::Relaxed)
    }

    /// Asks the work to stop at its next check.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// The name of the current step, after the part it belongs to.
    #[must_use]
    pub fn step(&self) -> String {
        let step = self.0.step.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let part = self.0.part.lock().unwrap_or_else(PoisonError::into_inner);
        if part.is_empty() { step } else { format!("{part}: {step}") }
    }

    /// How much of the current step is done, in `0.0..=1.0`; `None` while its size is unknown.
    #[must_use]
    pub fn fraction(&self) -> Option<f64> {
        let total = self.0.total.load(Ordering::Relaxed);
        (total > 0).then(|| (self.0.done.load(Ordering::Relaxed) as f64 / total as f64).min(1.0))
    }
}
