//! Polls a JVM: class histograms, or heap dumps in temporary files that are removed as soon as they are read.
//!
//! Times are milliseconds since the JVM started.

use std::time::{Duration, Instant};

use analysis::{SizeKind, Warnings};

use super::{LiveError, jcmd};
use crate::data::input::options::OpenOptions;
use crate::data::input::{self};
use crate::data::live::event::{EventSink, LiveEvent, WantedSizes};
use crate::data::live::temporary_folder::TemporaryFolder;

/// The shortest pause between two polls: a histogram stops the JVM for a full garbage collection.
const MIN_PAUSE: Duration = Duration::from_millis(100);

/// After this many polls in a row without an answer something else is wrong.
const MAX_UNANSWERED: u32 = 5;

/// Polls until the process ends, the user cancels or `jcmd` fails for another reason: heap dumps with the sizes that are
/// `wanted`, without these histograms.
pub(super) fn run(
    pid: u32,
    every: Duration,
    wanted: Option<&WantedSizes>,
    options: &OpenOptions,
    sink: &EventSink,
) -> Result<String, LiveError> {
    sink.status(format!("looking for process {pid}"))?;
    let program = jcmd::running_jvm(pid, &sink.progress)?.program().to_owned();
    let jvm = Jvm { pid, options, sink, uptime_millis: jcmd::uptime_millis(pid, &sink.progress)?, asked: Instant::now() };
    let policy = if wanted.is_some() { options.size_policy().to_string() } else { input::live_policy(options) };
    sink.send(LiveEvent::Named { title: format!("{program} ({pid})"), policy })?;

    let mut points = 0_u64;
    let mut unanswered = 0;
    loop {
        let next = Instant::now() + every.max(MIN_PAUSE);
        let warnings = Warnings::new();
        let polled = match wanted {
            Some(wanted) => jvm.dump(wanted.get(), &warnings),
            None => jvm.count(&warnings),
        };
        for warning in warnings.list() {
            sink.send(LiveEvent::Warning(warning))?;
        }
        match polled {
            Ok(event) => {
                sink.send(event)?;
                unanswered = 0;
            }
            // The process may have ended while jcmd was talking to it: that is an end, not an error.
            Err(LiveError::Jcmd(_)) if points > 0 && jvm.has_ended() => {
                return Ok(format!("process {pid} has ended after {points} points"));
            }
            // A JVM that is short of memory collects garbage and nothing else: it answers later.
            Err(LiveError::Jcmd(reason)) if unanswered < MAX_UNANSWERED => {
                unanswered += 1;
                sink.status(format!("{program} ({pid}) does not answer, asking again ({reason})"))?;
                sink.sleep(next.saturating_duration_since(Instant::now()))?;
                continue;
            }
            Err(error) => return Err(error),
        }
        points += 1;
        sink.status(format!("watching {program} ({pid}), {points} points"))?;
        sink.sleep(next.saturating_duration_since(Instant::now()))?;
    }
}

/// The JVM being watched.
struct Jvm<'a> {
    pid: u32,
    options: &'a OpenOptions,
    sink: &'a EventSink,
    /// Milliseconds since the JVM started, when asked.
    uptime_millis: i64,
    asked: Instant,
}

impl Jvm<'_> {
    fn millis_until_now(&self) -> i64 {
        self.uptime_millis.saturating_add(i64::try_from(self.asked.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    fn has_ended(&self) -> bool {
        matches!(jcmd::running_jvm(self.pid, &self.sink.progress), Err(LiveError::NoSuchJvm { .. }))
    }

    /// A class histogram of now.
    fn count(&self, warnings: &Warnings) -> Result<LiveEvent, LiveError> {
        let text = jcmd::class_histogram(self.pid, self.options.keep_unreachable, &self.sink.progress)?;
        let point = input::live_point(&text, &format!("process {}", self.pid), self.millis_until_now(), self.options, warnings)?;
        Ok(LiveEvent::Point(Box::new(point), None))
    }

    /// A heap dump of now, read, grouped and removed, with these sizes.
    fn dump(&self, sizes: Vec<SizeKind>, warnings: &Warnings) -> Result<LiveEvent, LiveError> {
        self.sink.status(format!("process {} writes a heap dump", self.pid))?;
        let folder = TemporaryFolder::new()?;
        let file = folder.0.join("heap.hprof");
        let time_millis = self.millis_until_now();
        jcmd::heap_dump(self.pid, self.options.keep_unreachable, &file, &self.sink.progress)?;
        self.sink.status(format!("reading the heap dump of process {}", self.pid))?;
        let options = OpenOptions { sizes, ..self.options.clone() };
        let point = input::live_dump(&file, time_millis, &options, &self.sink.progress, warnings)?;
        Ok(LiveEvent::Point(Box::new(point), None))
    }
}
