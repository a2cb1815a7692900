//! Follows a recording while it is made: the recorder sends the bytes of its trace as they come, the states in it become
//! points.
//!
//! What has arrived lies in a file. A connection that breaks is made again and goes on where the file ends; and so does
//! whoever follows the same recording a second time, grouped in another way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{TraceInfo, Warnings};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::LiveError;
use super::connection::{block_on, limits, unless_cancelled};
use super::recorded_file::RecordedFile;
use crate::data::input::options::OpenOptions;
use crate::data::input::{LiveTrace, SizeCache};
use crate::data::live::event::{EventSink, FollowedRecording, KeptIn, LiveEvent, RecordingFacts, WalkRequest, WantedSizes};
use crate::data::live::running_jvm::RunningJvm;

/// How long a connection may take to stand, and a recorder to say its first word.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// When nothing has come for so long, what has come is looked at.
const QUIET: Duration = Duration::from_millis(100);
/// Where it never gets quiet, what has come is looked at as often.
const BUSY: Duration = Duration::from_millis(500);
/// By then whoever asks for a heap state has waited long enough for quiet.
const SETTLED: Duration = Duration::from_secs(3);
/// How often a broken connection is made again, and how long it waits before.
const RECONNECTIONS: u32 = 3;
const RECONNECTION_PAUSE: Duration = Duration::from_millis(500);
/// The largest message of a recorder, in bytes: 4 MiB. Recorders send pieces of a quarter of a MiB.
const MAX_PIECE_BYTES: usize = 4 << 20;
/// Points of one recording that are followed: each is a tree in memory. A state every ten seconds for eleven days.
const MAX_POINTS: usize = 100_000;
/// Hexadecimal digits of the token in a recorder's address.
const TOKEN_DIGITS: usize = 32;

/// The address of a recorder as it is asked for: `ws://127.0.0.1:PORT/TOKEN`. `None` for addresses of other servers, which
/// have no token.
#[must_use]
pub fn recorder_url(text: &str) -> Option<String> {
    let text = text.trim();
    let place = text.strip_prefix("ws://").unwrap_or(text);
    let (host, path) = place.split_once('/')?;
    // An offset is ours to add.
    let token = path.split('?').next().unwrap_or_default();
    let is_token = token.len() == TOKEN_DIGITS && token.bytes().all(|digit| digit.is_ascii_hexdigit());
    (is_token && !host.is_empty()).then(|| format!("ws://{host}/{token}"))
}

/// Follows until the recording ends.
pub(super) fn run(
    (url, walk): (String, WalkRequest),
    kept: KeptIn,
    options: OpenOptions,
    wanted: &WantedSizes,
    sink: &EventSink,
) -> Result<String, LiveError> {
    let goes_on = matches!(kept, KeptIn::SoFar(_));
    let file = match kept {
        KeptIn::Temporary => Arc::new(RecordedFile::create(None)?),
        KeptIn::File(path) => Arc::new(RecordedFile::create(Some(&path))?),
        KeptIn::SoFar(file) => file,
    };
    // Sizes of a file that grows are not worth being kept.
    let options = OpenOptions { cache: SizeCache::Off, take_kept_sizes: false, ..options };
    let recording = FollowedRecording { url, file, walk };
    let mut follower = Follower {
        connection: 0,
        unread: recording.file.bytes(),
        recording,
        looked: Instant::now(),
        points: 0,
        asked: None,
        trace: None,
        is_complete: false,
        why_nothing: None,
        facts: None,
        options,
        wanted,
        sink,
    };
    if goes_on {
        follower.look()?;
    }
    let end = block_on(follower.follow());
    let file = &follower.recording.file;
    if end.is_err() {
        file.remove_if_empty();
    }
    end?;
    let saved = if file.is_kept() { format!(", saved in {}", file.path().display()) } else { String::new() };
    Ok(match follower.why_nothing {
        Some(why) if follower.points == 0 => format!("the recording has ended{saved}, and there is nothing to show: {why}"),
        _ => format!("the recording has ended after {} points{saved}", follower.points),
    })
}

/// How a connection has ended.
enum End {
    /// There will be no more.
    Complete,
    /// It broke.
    Broken(String),
}

struct Follower<'a> {
    recording: FollowedRecording,
    /// Its number among those that have written the file.
    connection: u64,
    /// Bytes that came since the file was looked at.
    unread: u64,
    looked: Instant,
    points: usize,
    /// A heap state was asked for that has not come yet: how many had been asked for before.
    asked: Option<usize>,
    /// The file as it was looked at last.
    trace: Option<LiveTrace>,
    /// The recorder has written everything.
    is_complete: bool,
    /// Why there were none when the file was looked at last, in sentences.
    why_nothing: Option<String>,
    /// What was told of the points.
    facts: Option<RecordingFacts>,
    options: OpenOptions,
    wanted: &'a WantedSizes,
    sink: &'a EventSink,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Follower<'_> {
    async fn follow(&mut self) -> Result<(), LiveError> {
        let url = self.recording.url.clone();
        let mut failures = 0;
        while !self.is_complete {
            let before = self.recording.file.bytes();
            if before == 0 {
                self.sink.status(format!("connecting to {url}"))?;
            }
            let end = match self.connect().await? {
                Ok(socket) => self.receive(socket).await?,
                Err(error) if before == 0 => return Err(LiveError::Io(format!("cannot connect to {url}: {error}"))),
                Err(error) => End::Broken(error),
            };
            self.look()?;
            match end {
                End::Complete => return Ok(()),
                End::Broken(error) => {
                    failures = if self.recording.file.bytes() > before { 1 } else { failures + 1 };
                    if failures > RECONNECTIONS {
                        // The program was killed: what has come is a trace all the same.
                        return self.sink.status(format!("the recorder is gone: {error}"));
                    }
                    self.sink.status(format!("the connection broke, connecting again ({error})"))?;
                    tokio::time::sleep(RECONNECTION_PAUSE).await;
                }
            }
        }
        Ok(())
    }

    async fn connect(&mut self) -> Result<Result<Socket, String>, LiveError> {
        let (connection, from) = self.recording.file.begin();
        self.connection = connection;
        let url = format!("{}?from={from}", self.recording.url);
        let connecting = tokio::time::timeout(CONNECT_TIMEOUT, connect_async_with_config(url, Some(limits(MAX_PIECE_BYTES)), true));
        Ok(match unless_cancelled(&self.sink.progress, connecting).await? {
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(error)) => Err(why_refused(&error)),
            Err(_) => Err(format!("no answer within {} s", CONNECT_TIMEOUT.as_secs())),
        })
    }

    async fn receive(&mut self, mut socket: Socket) -> Result<End, LiveError> {
        let connected = Instant::now();
        // What was recorded before comes first; only then it is known which state is the one that was asked for.
        let mut is_settled = false;
        loop {
            if is_settled && self.recording.walk.take() {
                // Where the connection is broken, the next read says so.
                let _ = socket.send(Message::text("walk")).await;
                self.asked = Some(self.trace.as_ref().map_or(0, |trace| trace.requested().len()));
                self.sink.status("asked for a walk of the heap".to_owned())?;
            }
            let next = tokio::time::timeout(QUIET, socket.next());
            let next = unless_cancelled(&self.sink.progress, next).await?;
            // Whatever else comes meanwhile.
            if self.recording.file.bytes() == 0 && connected.elapsed() > CONNECT_TIMEOUT {
                return Err(self.no_recorder(&format!("nothing has come within {} s", CONNECT_TIMEOUT.as_secs())));
            }
            match next {
                // Quiet: time to look at what has come.
                Err(_) => {
                    self.look()?;
                    is_settled = true;
                }
                Ok(Some(Ok(Message::Binary(bytes)))) => {
                    self.take(&bytes)?;
                    if self.looked.elapsed() > BUSY {
                        self.look()?;
                    }
                    is_settled |= connected.elapsed() > SETTLED;
                }
                Ok(Some(Ok(Message::Text(text)))) => return Err(self.no_recorder(&format!("it says {:?}", shortened(&text)))),
                Ok(Some(Ok(Message::Close(_))) | None | Some(Err(WsError::ConnectionClosed))) => return Ok(End::Complete),
                Ok(Some(Ok(_))) => {}
                // It would be as large the next time.
                Ok(Some(Err(error @ WsError::Capacity(_)))) => return Err(self.no_recorder(&error.to_string())),
                Ok(Some(Err(error))) => return Ok(End::Broken(error.to_string())),
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), LiveError> {
        let file = &self.recording.file;
        let before = file.bytes();
        if before == 0 && !analysis::is_trace_head(bytes) {
            return Err(self.no_recorder("it sends something else than a trace"));
        }
        for told in file.append(self.connection, bytes)? {
            self.sink.status(told.clone())?;
            let warnings = Warnings::new();
            warnings.add("A copy of the recording could not be written any further", told);
            for warning in warnings.list() {
                self.sink.send(LiveEvent::Warning(warning))?;
            }
        }
        self.unread += file.bytes() - before;
        Ok(())
    }

    fn no_recorder(&self, why: &str) -> LiveError {
        LiveError::Protocol(format!("{} is no recorder of Memory City: {why}", self.recording.url))
    }

    /// Sends the states that have come since the last look.
    fn look(&mut self) -> Result<(), LiveError> {
        if std::mem::take(&mut self.unread) == 0 {
            return Ok(());
        }
        // Whoever opens the file later hears of real damage.
        let warnings = Warnings::new();
        let sink = self.sink;
        let trace = LiveTrace::open(self.recording.file.path(), self.trace.as_ref(), &sink.progress, &warnings)?;
        let title = title_of(&trace.info());
        self.is_complete = trace.is_complete();
        if self.points == 0 {
            // Only now it is known what comes.
            self.options = trace.with_usual_grouping(&self.options);
            sink.send(LiveEvent::Named { title: title.clone(), policy: trace.policy(&self.options) })?;
            sink.send(LiveEvent::Awaited(trace.len()))?;
        }
        self.tell(&trace)?;
        if trace.len() > self.points {
            sink.send(LiveEvent::Collections(Arc::new(trace.gc_events(&sink.progress, &warnings)?)))?;
        }
        let options = OpenOptions { sizes: self.wanted.get(), ..self.options.clone() };
        let points = &mut self.points;
        let mut sent = Ok(());
        trace.points(*points, &options, &sink.progress, &warnings, &mut |point, source| {
            *points += 1;
            sent = sink.send(LiveEvent::Point(Box::new(point), source));
            sent.is_ok()
        })?;
        sent?;
        if *points > MAX_POINTS {
            let why = format!("the recording has more than {MAX_POINTS} points, and no more are followed; its file holds all of them");
            return Err(LiveError::Protocol(why));
        }
        if let Some(point) = self.asked.and_then(|before| trace.requested().get(before).copied()) {
            self.asked = None;
            sink.status(format!("the heap state that was asked for was taken: point {}", point + 1))?;
        }
        self.why_nothing = trace.why_nothing();
        self.looked = Instant::now();
        self.sink.status(match self.points {
            0 => format!("recording {title}, no heap was walked yet, {} garbage collections", trace.collections()),
            points => format!("recording {title}, {points} points"),
        })?;
        self.trace = Some(trace);
        Ok(())
    }

    /// Tells what the points are made of, if that is news.
    fn tell(&mut self, trace: &LiveTrace) -> Result<(), LiveError> {
        let (kind, grouping, classifiers) = trace.kind(&self.options)?;
        let facts = RecordingFacts { recording: self.recording.clone(), kind, grouping, classifiers, options: self.options.clone() };
        if self.facts.as_ref() != Some(&facts) {
            self.sink.send(LiveEvent::Recording(Box::new(facts.clone())))?;
            self.facts = Some(facts);
        }
        Ok(())
    }
}

/// Why there is no connection, and what to do about it.
fn why_refused(error: &WsError) -> String {
    match error {
        WsError::Http(response) if response.status() == StatusCode::FORBIDDEN => {
            "the recorder does not know the token in this address; every recording has another one".to_owned()
        }
        WsError::Http(response) if response.status() == StatusCode::SERVICE_UNAVAILABLE => {
            "as many follow this recording as the recorder serves; try again when one of them has left".to_owned()
        }
        WsError::Http(response) => format!("what is there is no recorder: it answers {}", response.status()),
        WsError::Io(io) if io.kind() == std::io::ErrorKind::ConnectionRefused => {
            "nobody listens there; the recorded program has ended, or the port is another one".to_owned()
        }
        other => other.to_string(),
    }
}

/// The beginning of what another program says.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    text.chars().take(SHOWN).collect()
}

/// What the program is called, as where it is watched.
fn title_of(info: &TraceInfo) -> String {
    let process = info.entries.iter().find(|(key, _)| key == "process").and_then(|(_, process)| process.parse().ok());
    let jvm = RunningJvm { pid: process.unwrap_or(0), command: info.command.clone() };
    if jvm.pid == 0 { jvm.program().to_owned() } else { format!("{} ({})", jvm.program(), jvm.pid) }
}

#[cfg(test)]
mod tests;
