//! Follows a recording while it is made: the recorder sends the bytes of its trace as they come, the states in it become
//! points.
//!
//! What has arrived lies in a file. A connection that breaks is made again and goes on where the file ends.

use std::fs::{File, OpenOptions as FileOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use analysis::{TraceInfo, Warnings};
use futures_util::StreamExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::connection::{block_on, limits, unless_cancelled};
use super::watch::TemporaryFolder;
use super::{EventSink, LiveError, LiveEvent, RunningJvm};
use crate::input::{LiveTrace, OpenOptions};

/// How long a connection may take to stand.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// When nothing has come for so long, what has come is looked at.
const QUIET: Duration = Duration::from_millis(100);
/// Where it never gets quiet, what has come is looked at as often.
const BUSY: Duration = Duration::from_millis(500);
/// How often a broken connection is made again, and how long it waits before.
const RECONNECTIONS: u32 = 3;
const RECONNECTION_PAUSE: Duration = Duration::from_millis(500);

/// Follows until the recording ends; the trace stays in `save` if that is wanted.
pub(super) fn run(url: &str, save: Option<&Path>, options: &OpenOptions, sink: &EventSink) -> Result<String, LiveError> {
    let folder = TemporaryFolder::new()?;
    let path = save.map_or_else(|| folder.path().join("live.mctrace"), Path::to_path_buf);
    let file = FileOptions::new().write(true).create_new(true).open(&path);
    let file = file.map_err(|error| LiveError::Io(format!("cannot write {}: {error}", path.display())))?;
    let mut follower =
        Follower { url, path: &path, file, received: 0, unread: 0, looked: Instant::now(), points: 0, why_nothing: None, options, sink };
    block_on(follower.follow())?;
    let saved = save.map(|path| format!(", saved in {}", path.display())).unwrap_or_default();
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
    url: &'a str,
    path: &'a Path,
    file: File,
    received: u64,
    /// Bytes that came since the file was looked at.
    unread: u64,
    looked: Instant,
    points: usize,
    /// Why there were none when the file was looked at last, in sentences.
    why_nothing: Option<String>,
    options: &'a OpenOptions,
    sink: &'a EventSink,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Follower<'_> {
    async fn follow(&mut self) -> Result<(), LiveError> {
        self.sink.status(format!("connecting to {}", self.url))?;
        let mut failures = 0;
        loop {
            let before = self.received;
            let end = match self.connect().await? {
                Ok(socket) => self.receive(socket).await?,
                Err(error) if self.received == 0 => return Err(LiveError::Io(format!("cannot connect to {}: {error}", self.url))),
                Err(error) => End::Broken(error),
            };
            self.look()?;
            match end {
                End::Complete => return Ok(()),
                End::Broken(error) => {
                    failures = if self.received > before { 1 } else { failures + 1 };
                    if failures > RECONNECTIONS {
                        // The program was killed: what has come is a trace all the same.
                        return self.sink.status(format!("the recorder is gone: {error}"));
                    }
                    self.sink.status(format!("the connection broke, connecting again ({error})"))?;
                    tokio::time::sleep(RECONNECTION_PAUSE).await;
                }
            }
        }
    }

    async fn connect(&self) -> Result<Result<Socket, String>, LiveError> {
        let url = format!("{}?from={}", self.url, self.received);
        let connecting = tokio::time::timeout(CONNECT_TIMEOUT, connect_async_with_config(url, Some(limits()), true));
        Ok(match unless_cancelled(&self.sink.progress, connecting).await? {
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("no answer within {} s", CONNECT_TIMEOUT.as_secs())),
        })
    }

    async fn receive(&mut self, mut socket: Socket) -> Result<End, LiveError> {
        loop {
            let next = tokio::time::timeout(QUIET, socket.next());
            match unless_cancelled(&self.sink.progress, next).await? {
                // Quiet: time to look at what has come.
                Err(_) => self.look()?,
                Ok(Some(Ok(Message::Binary(bytes)))) => {
                    let cannot = |error| LiveError::Io(format!("cannot write {}: {error}", self.path.display()));
                    self.file.write_all(&bytes).map_err(cannot)?;
                    self.received += bytes.len() as u64;
                    self.unread += bytes.len() as u64;
                    if self.looked.elapsed() > BUSY {
                        self.look()?;
                    }
                }
                Ok(Some(Ok(Message::Close(_))) | None | Some(Err(WsError::ConnectionClosed))) => return Ok(End::Complete),
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(error))) => return Ok(End::Broken(error.to_string())),
            }
        }
    }

    /// Sends the states that have come since the last look.
    fn look(&mut self) -> Result<(), LiveError> {
        if std::mem::take(&mut self.unread) == 0 {
            return Ok(());
        }
        // A trace that is being written ends anywhere; whoever opens the file later hears of real damage.
        let warnings = Warnings::new();
        let (sink, points) = (self.sink, &mut self.points);
        let trace = LiveTrace::open(self.path, &sink.progress, &warnings)?;
        let title = title_of(&trace.info());
        if *points == 0 {
            // Only now it is known what comes.
            sink.send(LiveEvent::Named { title: title.clone(), policy: trace.policy(self.options) })?;
        }
        let mut sent = Ok(());
        trace.points(*points, self.options, &sink.progress, &warnings, &mut |point| {
            *points += 1;
            sent = sink.send(LiveEvent::Point(Box::new(point)));
            sent.is_ok()
        })?;
        sent?;
        self.why_nothing = trace.why_nothing();
        self.looked = Instant::now();
        self.sink.status(match self.points {
            0 => format!("recording {title}, no heap was walked yet, {} garbage collections", trace.collections()),
            points => format!("recording {title}, {points} points"),
        })
    }
}

/// What the program is called, as where it is watched.
fn title_of(info: &TraceInfo) -> String {
    let process = info.entries.iter().find(|(key, _)| key == "process").and_then(|(_, process)| process.parse().ok());
    let jvm = RunningJvm { pid: process.unwrap_or(0), command: info.command.clone() };
    if jvm.pid == 0 { jvm.program().to_owned() } else { format!("{} ({})", jvm.program(), jvm.pid) }
}
