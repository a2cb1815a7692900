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
pub(crate) mod event;
mod followed_recording;
mod frames;
mod jcmd;
mod recorded_file;
pub(crate) mod running_jvm;
mod server;
mod temporary_folder;
mod watch;

use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use analysis::Progress;

pub use city::LiveCity;
pub use error::LiveError;
pub use followed_recording::recorder_url;
pub use frames::PointerDirection;
pub use jcmd::{load_agent, running_jvm, running_jvms};
pub use recorded_file::RecordedFile;
pub use server::parse_address;

use crate::data::input::options::OpenOptions;
use crate::data::live::event::{EventSink, KeptIn, LiveEvent, WalkRequest, WantedSizes};

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
    /// Ask a server that speaks the Analyzer's protocol.
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

/// How many events may wait. Points can be large, so only a few.
const CHANNEL_EVENTS: usize = 4;

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
                    followed_recording::run((url, walk), kept, options, &theirs.unwrap_or_default(), &sink)
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
