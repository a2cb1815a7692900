//! A file that holds heap states: heap dumps, or a memory trace.

use std::path::PathBuf;

use super::files::ByteSource;
use super::hprof::{dumps_of, histogram_of, load_heap};
use super::trace::Trace;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{HeapState, Histogram, SizePolicy, heap_histogram};
use crate::readers::hprof::options::LoadOptions;

/// A file with heap states, one after the other.
#[derive(Debug)]
pub enum HeapFile {
    /// HPROF: mostly one heap dump.
    Dumps {
        /// The file's bytes.
        source: ByteSource,
        /// The file, for messages.
        name: PathBuf,
    },
    /// What our recorder or AntTracks wrote.
    Trace(Box<Trace>),
}

impl HeapFile {
    /// When each heap state was, in milliseconds since the epoch.
    ///
    /// # Errors
    /// As [`dumps_of`].
    pub fn times(&self, progress: &Progress, warnings: &Warnings) -> Result<Vec<i64>> {
        Ok(match self {
            Self::Dumps { source, name } => dumps_of(source, name, progress, warnings)?.iter().map(|dump| dump.time_millis).collect(),
            Self::Trace(trace) => trace.states().iter().map(|state| state.time_millis).collect(),
        })
    }

    /// Loads one of them (0 is the first). The states of a trace cost least in ascending order.
    ///
    /// # Errors
    /// As [`load_heap`] and [`Trace::heap_state`].
    pub fn load(&self, at: usize, options: &LoadOptions, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        match self {
            Self::Dumps { source, name } => load_heap(source, name, at, options, progress, warnings),
            Self::Trace(trace) => trace.heap_state(at, options, progress, warnings),
        }
    }

    /// Objects and bytes per class of one of them.
    ///
    /// # Errors
    /// As [`HeapFile::load`].
    pub fn histogram(&self, at: usize, policy: SizePolicy, progress: &Progress, warnings: &Warnings) -> Result<Histogram> {
        match self {
            Self::Dumps { source, name } => histogram_of(source, name, at, policy, progress, warnings),
            Self::Trace(trace) => Ok(heap_histogram(&trace.heap_state(at, &LoadOptions { policy, names: false }, progress, warnings)?)),
        }
    }

    /// The trace, if it is one.
    #[must_use]
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Self::Dumps { .. } => None,
            Self::Trace(trace) => Some(trace),
        }
    }
}
