//! Points in time that arrive while the program runs: a polled JVM, a WebSocket server asked, a WebSocket server offered.
//!
//! ```text
//! watch (jcmd) | client (--connect) | server (--listen) | recording ──bounded channel──> LiveEvent ──LiveCity──> Evolution
//! ```
//!
//! Each source runs on one named thread and stops when its [`LiveFeed`] is dropped. The channel is bounded: a source that
//! is faster than the screen waits. [`LiveCity`] is the pure half: events in, a growing evolution out.

mod city;
mod client;
mod connection;
mod error;
mod frames;
mod jcmd;
mod recorded_file;
mod recording;
mod server;
mod watch;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use analysis::{Progress, SizeKind, TimePoint};

pub use city::LiveCity;
pub use error::LiveError;
pub use frames::PointerDirection;
pub use jcmd::{RunningJvm, load_agent, running_jvm, running_jvms};
pub use recorded_file::RecordedFile;
pub use recording::recorder_url;
pub use server::parse_address;

use crate::input::{DatasetKind, OpenOptions, PointSource};

/// Where points come from.
#[derive(Debug, Clone, PartialEq)]
pub enum LiveSource {
    /// Poll a JVM with `jcmd`.
    Watch {
        /// Process id.
        pid: u32,
        /// Pause between two polls.
        every: Duration,
        /// Full heap dumps, which know references, instead of class histograms.
        dumps: bool,
        /// How histograms and dumps are read and grouped.
        options: OpenOptions,
    },
    /// Ask a server that speaks the Analyzer's protocol (memory-cities 2.4).
    Connect {
        /// `ws://host:port`.
        url: String,
        /// Which of its tabs; `None` takes the first one that has trees.
        tab: Option<i64>,
    },
    /// Offer a server that takes pushed trees; loopback only.
    Listen(SocketAddr),
    /// Follow a recording while it is made.
    Recording {
        /// What the recorder has written into its file for viewers: `ws://127.0.0.1:port/token`.
        url: String,
        /// Where what comes is kept.
        kept: KeptIn,
        /// How states are grouped.
        options: OpenOptions,
        /// What the recorder is asked for.
        walk: WalkRequest,
    },
}

/// A wish that the recorder walks the heap now, whatever it costs; whoever has a copy can wish.
#[derive(Debug, Clone, Default)]
pub struct WalkRequest(Arc<AtomicBool>);

impl WalkRequest {
    /// Wishes.
    pub fn make(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody wished since the last call.
    pub(super) fn take(&self) -> bool {
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
    /// One more point in time, and where it can be read again if it is a state of a recording.
    Point(Box<TimePoint>, Option<PointSource>),
    /// References of a point that came before or comes later.
    Pointers(PointerDirection, analysis::PointerMap),
    /// Something was left out.
    Warning(analysis::Warning),
    /// Nothing more will come, and why: a sentence, or the error.
    Ended(Result<String, LiveError>),
}

/// How many events may wait. Points can be large, so only a few.
const CHANNEL_EVENTS: usize = 4;

/// How often a blocked or waiting source looks whether it should stop.
const STOP_POLL: Duration = Duration::from_millis(20);

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

/// A running source. Dropping it stops the source.
#[derive(Debug)]
pub struct LiveFeed {
    /// What can be wished for, of a source that brings heap dumps or states.
    pub wanted_sizes: Option<WantedSizes>,
    events: Option<Receiver<LiveEvent>>,
    progress: Progress,
    thread: Option<JoinHandle<()>>,
}

impl LiveFeed {
    /// Starts a source on its own thread. `progress` names the current step and can cancel.
    ///
    /// # Errors
    /// When the operating system gives no thread.
    pub fn start(source: LiveSource, progress: &Progress) -> Result<Self, LiveError> {
        let (sender, events) = sync_channel(CHANNEL_EVENTS);
        let sink = EventSink { sender, progress: progress.clone() };
        let wanted_sizes = match &source {
            LiveSource::Watch { dumps: true, options, .. } | LiveSource::Recording { options, .. } => {
                let wanted = WantedSizes::default();
                wanted.set(&options.sizes);
                Some(wanted)
            }
            _ => None,
        };
        let theirs = wanted_sizes.clone();
        let thread = std::thread::Builder::new().name("live input".into()).spawn(move || {
            let end = match source {
                LiveSource::Watch { pid, every, dumps: _, options } => watch::run(pid, every, theirs.as_ref(), &options, &sink),
                LiveSource::Connect { url, tab } => client::run(&url, tab, &sink),
                LiveSource::Listen(address) => server::run(address, &sink),
                LiveSource::Recording { url, kept, options, walk } => {
                    recording::run((url, walk), kept, options, &theirs.unwrap_or_default(), &sink)
                }
            };
            // Nobody listens any more: then nobody wants to know.
            let _ = sink.send(LiveEvent::Ended(end));
        });
        let thread = thread.map_err(|error| LiveError::Io(error.to_string()))?;
        Ok(Self { wanted_sizes, events: Some(events), progress: progress.clone(), thread: Some(thread) })
    }

    /// The next event, if one is there.
    #[must_use]
    pub fn try_next(&self) -> Option<LiveEvent> {
        self.events.as_ref()?.try_recv().ok()
    }

    /// Waits for the next event; `None` when time is up or the source has ended.
    #[must_use]
    pub fn next_within(&self, time: Duration) -> Option<LiveEvent> {
        self.events.as_ref()?.recv_timeout(time).ok()
    }

    /// Waits for the next event; `None` after the last one.
    #[must_use]
    pub fn next(&self) -> Option<LiveEvent> {
        loop {
            match self.events.as_ref()?.recv_timeout(Duration::from_secs(1)) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

impl Drop for LiveFeed {
    fn drop(&mut self) {
        self.progress.cancel();
        self.events = None;
        if let Some(thread) = self.thread.take() {
            // A panic in the source was already printed by its thread.
            let _ = thread.join();
        }
    }
}

/// The sending half, which gives up when the receiver is gone or the work is cancelled.
#[derive(Debug)]
struct EventSink {
    sender: SyncSender<LiveEvent>,
    progress: Progress,
}

impl EventSink {
    /// Sends, waiting while the channel is full. For sources with a thread of their own.
    fn send(&self, mut event: LiveEvent) -> Result<(), LiveError> {
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

    fn status(&self, text: impl Into<String>) -> Result<(), LiveError> {
        self.send(LiveEvent::Status(text.into()))
    }

    fn check(&self) -> Result<(), LiveError> {
        self.progress.check().map_err(|_| LiveError::Cancelled)
    }

    /// Waits, or stops when cancelled.
    fn sleep(&self, time: Duration) -> Result<(), LiveError> {
        let start = std::time::Instant::now();
        while let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
            self.check()?;
            std::thread::sleep(left.min(STOP_POLL));
        }
        self.check()
    }
}
