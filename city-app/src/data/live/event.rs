//! What sources of live points send, and what they are asked.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use analysis::{GcEvents, Progress, SizeKind, TimePoint};

use crate::data::input::options::OpenOptions;
use crate::data::input::point_source::PointSource;
use crate::data::input::series::DatasetKind;
use crate::data::live::error::LiveError;
use crate::data::live::frames::PointerDirection;
use crate::data::live::recorded_file::RecordedFile;

/// A wish that the recorder walks the heap now, whatever it costs; whoever has a copy can wish.
#[derive(Debug, Clone, Default)]
pub struct WalkRequest(Arc<AtomicBool>);

impl WalkRequest {
    /// Wishes.
    pub fn make(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody wished since the last call.
    pub(crate) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Copies of one wish are the same.
impl PartialEq for WalkRequest {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Where a followed recording is kept.
#[derive(Debug, Clone, PartialEq)]
pub enum KeptIn {
    /// In a file that goes when nobody looks at it any more.
    Temporary,
    /// In this file, which must not exist.
    File(PathBuf),
    /// Where it has been kept so far: it goes on where the file ends.
    SoFar(Arc<RecordedFile>),
}

/// A recording that is followed, as far as it has come.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowedRecording {
    /// Where the recorder is.
    pub url: String,
    /// What has come.
    pub file: Arc<RecordedFile>,
    /// What the recorder is asked for.
    pub walk: WalkRequest,
}

/// What the points of a followed recording are made of.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordingFacts {
    /// The recording.
    pub recording: FollowedRecording,
    /// Heap states, or counts alone.
    pub kind: DatasetKind,
    /// What states are grouped by.
    pub grouping: Vec<String>,
    /// What they can be grouped by.
    pub classifiers: Vec<String>,
    /// How states are read, with the usual grouping of such recordings.
    pub options: OpenOptions,
}

/// Something that arrived.
#[derive(Debug)]
pub enum LiveEvent {
    /// What the source is doing, for the status line.
    Status(String),
    /// What the dataset is called, and how its numbers are made.
    Named {
        /// Title of the dataset.
        title: String,
        /// How sizes and counts are made; empty if nobody says.
        policy: String,
    },
    /// The points to come are states of a recording.
    Recording(Box<RecordingFacts>),
    /// So many points are known already and come at once: fewer are not worth a look.
    Awaited(usize),
    /// The garbage collections so far, in place of those that were told before; points that come next show them.
    Collections(Arc<GcEvents>),
    /// One more point in time, and where it can be read again if it is a state of a recording.
    Point(Box<TimePoint>, Option<PointSource>),
    /// References of a point that came before or comes later.
    Pointers(PointerDirection, analysis::PointerMap),
    /// Something was left out.
    Warning(analysis::Warning),
    /// Nothing more will come, and why: a sentence, or the error.
    Ended(Result<String, LiveError>),
}

/// How often a blocked or waiting source looks whether it should stop.
pub(crate) const STOP_POLL: Duration = Duration::from_millis(20);

/// Sizes that are computed with each heap dump of a watched program, which is gone afterwards, and with each state of a
/// recording. All clones are one list.
#[derive(Debug, Clone, Default)]
pub struct WantedSizes(Arc<Mutex<Vec<SizeKind>>>);

impl WantedSizes {
    /// From the next dump on these are wanted.
    pub fn set(&self, kinds: &[SizeKind]) {
        let mut wanted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *wanted != kinds {
            *wanted = kinds.to_vec();
        }
    }

    /// What is wanted now.
    #[must_use]
    pub fn get(&self) -> Vec<SizeKind> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The sending half, which gives up when the receiver is gone or the work is cancelled.
#[derive(Debug)]
pub(crate) struct EventSink {
    pub(super) sender: SyncSender<LiveEvent>,
    pub(super) progress: Progress,
}

impl EventSink {
    /// Sends, waiting while the channel is full. For sources with a thread of their own.
    pub(super) fn send(&self, mut event: LiveEvent) -> Result<(), LiveError> {
        loop {
            match self.sender.try_send(event) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(LiveError::Cancelled),
                Err(TrySendError::Full(back)) => event = back,
            }
            self.check()?;
            std::thread::sleep(STOP_POLL);
        }
    }

    pub(super) fn status(&self, text: impl Into<String>) -> Result<(), LiveError> {
        self.send(LiveEvent::Status(text.into()))
    }

    fn check(&self) -> Result<(), LiveError> {
        self.progress.check().map_err(|_| LiveError::Cancelled)
    }

    /// Waits, or stops when cancelled.
    pub(super) fn sleep(&self, time: Duration) -> Result<(), LiveError> {
        let start = std::time::Instant::now();
        while let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
            self.check()?;
            std::thread::sleep(left.min(STOP_POLL));
        }
        self.check()
    }
}
