//! What tables are read from: whoever knows how to read inputs lends it.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Dominators, FindReport, GcEvents, HeapState, Progress, Result, SizeKind, StructureReport, TimePoint};

use crate::place::Place;

/// A program over time.
///
/// What an input cannot tell is `None`, or no rows. Points count from 0 here.
pub trait Source: fmt::Debug + Send + Sync {
    /// Whose heap it is.
    fn place(&self) -> &Place;

    /// What is said of it as a whole.
    fn about(&self) -> About;

    /// How many points in time there are.
    fn points(&self) -> usize;

    /// All objects at a point.
    ///
    /// # Errors
    /// When it cannot be read, or when cancelled; so of all others.
    fn heap(&self, point: usize) -> Result<Option<Arc<Heap>>>;

    /// The memory tree of a point, with these sizes of its groups where they can be had.
    ///
    /// # Errors
    /// As [`Source::heap`].
    fn tree(&self, point: usize, sizes: &[SizeKind]) -> Result<Arc<TimePoint>>;

    /// By what it is grouped.
    ///
    /// # Errors
    /// As [`Source::heap`].
    fn grouping(&self) -> Result<String>;

    /// What leaks, who owns much, what is wasted.
    ///
    /// # Errors
    /// As [`Source::heap`].
    fn findings(&self) -> Result<Option<Arc<FindReport>>>;

    /// Data structures by their owners.
    ///
    /// # Errors
    /// As [`Source::heap`].
    fn structures(&self) -> Result<Option<Arc<Structures>>>;

    /// Garbage collections.
    ///
    /// # Errors
    /// As [`Source::heap`].
    fn collections(&self) -> Result<Option<Arc<GcEvents>>>;

    /// Says how far work is, and stops it.
    fn progress(&self) -> &Progress;
}

/// Data structures of a run.
#[derive(Debug)]
pub struct Structures {
    /// What is told of them at some of the points.
    pub report: StructureReport,
    /// Which points these are, from 0.
    pub points: Vec<usize>,
}

/// What is said of an input as a whole.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// Its files.
    pub input: String,
    /// What they hold.
    pub kind: String,
    /// How numbers are made, if that is known before they are.
    pub policy: String,
}

/// All objects at a point, and who owns whom once somebody asks.
#[derive(Debug)]
pub struct Heap {
    /// All objects.
    pub state: Arc<HeapState>,
    dominators: Mutex<Option<Arc<Dominators>>>,
}

impl Heap {
    /// A heap state of which nothing else is known yet.
    #[must_use]
    pub fn new(state: Arc<HeapState>) -> Self {
        Self { state, dominators: Mutex::default() }
    }

    /// The dominator tree, computed by the first question.
    ///
    /// # Errors
    /// When cancelled.
    pub fn dominators(&self, progress: &Progress) -> Result<Arc<Dominators>> {
        let mut known = self.dominators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dominators) = &*known {
            return Ok(Arc::clone(dominators));
        }
        let dominators = Arc::new(Dominators::of(&self.state, progress)?);
        *known = Some(Arc::clone(&dominators));
        Ok(dominators)
    }
}
