//! The WebSocket server for pushed trees and maps. Loopback only.
//!
//! Every frame is answered: `{"status":"success","points":n}` or `{"status":"failed","error":".."}`. A frame is taken as
//! a whole or not at all, so a malformed one leaves the city untouched. Web pages of other origins are turned away:
//! any page in a browser can reach a loopback port.
//!
//! Where all places are taken and somebody else wants one, the client that has pushed nothing for the longest time gives way, if that
//! time is long enough: whoever dribbles, or does not read its replies, pushes nothing. As long as nobody waits, clients may stay.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use analysis::Warnings;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

use super::LiveError;
use super::connection::{MAX_MESSAGE_BYTES, block_on, limits, receive, send_json, unless_cancelled};
use super::frames::{Pushed, parse_push};
use crate::data::live::event::{EventSink, LiveEvent};

/// Clients at the same time; more wait. Each may hold one frame of up to 256 MiB.
const MAX_CLIENTS: usize = 4;

/// How long a client may take in all to become a WebSocket; where others wait, only so long.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
const SHORT_HANDSHAKE: Duration = Duration::from_secs(1);

/// A client that has pushed nothing for so long gives way to another one.
const IDLE: Duration = Duration::from_secs(30);

/// How often somebody who waits for a place looks for one.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Characters of an error that a client is told: what it sent may be part of it.
const MAX_ERROR_CHARS: usize = 1000;

/// Reads `PORT`, `127.0.0.1:PORT`, `localhost:PORT` or `[::1]:PORT`.
///
/// # Errors
/// When it is no address, or not one of this machine's loopback addresses.
pub fn parse_address(text: &str) -> Result<SocketAddr, LiveError> {
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    let address = match port.parse::<u16>() {
        Ok(port) => SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port),
        Err(_) => text.parse().map_err(|_| LiveError::Address(format!("{text:?} is no address; write 127.0.0.1:PORT")))?,
    };
    if address.ip().is_loopback() {
        Ok(address)
    } else {
        Err(LiveError::Address(format!(
            "{address} can be reached from other machines; only loopback addresses such as 127.0.0.1 are served"
        )))
    }
}

/// Serves until cancelled.
pub(super) fn run(address: SocketAddr, sink: &EventSink) -> Result<String, LiveError> {
    block_on(serve(address, sink))
}

/// What the clients share.
struct Shared<'a> {
    sink: &'a EventSink,
    /// Times of the points taken so far.
    times: Mutex<BTreeSet<i64>>,
}

/// The place of a client.
struct Place {
    is_websocket: Cell<bool>,
    /// When it last pushed something, or came.
    pushed: Cell<Instant>,
    /// Another one waits for it.
    is_wanted: Notify,
}

impl Place {
    fn new() -> Self {
        Self { is_websocket: Cell::new(false), pushed: Cell::new(Instant::now()), is_wanted: Notify::new() }
    }

    fn may_be_taken(&self) -> bool {
        self.pushed.get().elapsed() >= if self.is_websocket.get() { IDLE } else { SHORT_HANDSHAKE }
    }
}

async fn serve(address: SocketAddr, sink: &EventSink) -> Result<String, LiveError> {
    let listener = TcpListener::bind(address).await.map_err(|error| LiveError::Io(format!("cannot listen on {address}: {error}")))?;
    let address = listener.local_addr().unwrap_or(address);
    sink.send(LiveEvent::Named { title: format!("pushed to {address}"), policy: String::new() })?;
    sink.status(format!("listening on ws://{address}"))?;
    let shared = Shared { sink, times: Mutex::default() };
    let (mut running, mut places) = (FuturesUnordered::new(), Vec::<Rc<Place>>::new());
    let mut waiting = None;
    loop {
        // A place belongs to its client, and to the list.
        places.retain(|place| Rc::strong_count(place) > 1);
        if places.len() < MAX_CLIENTS
            && let Some(stream) = waiting.take()
        {
            let place = Rc::new(Place::new());
            places.push(Rc::clone(&place));
            running.push(unless_wanted(stream, place, &shared));
        }
        let accept = async {
            match waiting {
                None => Some(listener.accept().await),
                Some(_) => {
                    tokio::time::sleep(BETWEEN_LOOKS).await;
                    None
                }
            }
        };
        tokio::select! {
            accepted = unless_cancelled(&sink.progress, accept) => match accepted? {
                Some(Ok((stream, _))) => waiting = Some(stream),
                // One client that cannot be accepted is no reason to stop serving; the pause keeps a full table from spinning.
                Some(Err(_)) => tokio::time::sleep(BETWEEN_LOOKS).await,
                None => {
                    let idle = places.iter().filter(|place| place.may_be_taken()).min_by_key(|place| place.pushed.get());
                    idle.into_iter().for_each(|place| place.is_wanted.notify_one());
                }
            },
            Some(ended) = running.next() => if let Err(LiveError::Cancelled) = ended {
                return Err(LiveError::Cancelled);
            },
        }
    }
}

/// Talks with one client until it leaves, or has to.
async fn unless_wanted(stream: TcpStream, place: Rc<Place>, shared: &Shared<'_>) -> Result<(), LiveError> {
    let mut talk = pin!(talk(stream, &place, shared));
    loop {
        tokio::select! {
            // What it has pushed while this thread was busy counts.
            biased;
            ended = unless_cancelled(&shared.sink.progress, &mut talk) => return ended?,
            () = place.is_wanted.notified() => if place.may_be_taken() {
                return Ok(());
            },
        }
    }
}

/// Talks with one client until it leaves. Only cancelling is an error here.
async fn talk(stream: TcpStream, place: &Place, shared: &Shared<'_>) -> Result<(), LiveError> {
    let limits = Some(limits(MAX_MESSAGE_BYTES));
    let handshake = tokio::time::timeout(HANDSHAKE_TIMEOUT, accept_hdr_async_with_config(stream, refuse_foreign_pages, limits));
    let Ok(Ok(mut socket)) = handshake.await else { return Ok(()) };
    place.is_websocket.set(true);
    loop {
        let frame = match receive(&mut socket).await {
            Ok(Some(frame)) => frame,
            Ok(None) => return Ok(()),
            Err(error) => {
                // Too large, or no WebSocket any more: say so if it is still possible, then close.
                let _ = send_json(&mut socket, &refusal(&error)).await;
                close(&mut socket).await;
                return Ok(());
            }
        };
        let reply = match take(&frame, shared) {
            Err(LiveError::Cancelled) => return Err(LiveError::Cancelled),
            Err(error) => refusal(&error),
            Ok(points) => {
                place.pushed.set(Instant::now());
                json!({ "status": "success", "points": points })
            }
        };
        drop(frame);
        if send_json(&mut socket, &reply).await.is_err() {
            return Ok(());
        }
    }
}

async fn close(socket: &mut WebSocketStream<TcpStream>) {
    // A client that does not answer the close is dropped.
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
}

fn refusal(error: &dyn std::fmt::Display) -> Value {
    json!({ "status": "failed", "error": error.to_string().chars().take(MAX_ERROR_CHARS).collect::<String>() })
}

/// Reads a frame completely, then passes it on. Returns how many points there are now. Blocks while the city is behind,
/// which holds every client back: that is the point of a bounded channel.
fn take(frame: &str, shared: &Shared<'_>) -> Result<usize, LiveError> {
    let warnings = Warnings::new();
    let pushed = parse_push(frame, &warnings)?;
    let mut times = shared.times.lock().unwrap_or_else(PoisonError::into_inner);
    match pushed {
        Pushed::Trees(trees) => {
            if trees.iter().any(|tree| tree.tree.nodes.len() < 2) {
                return Err(LiveError::Protocol("a tree has no nodes below its root".into()));
            }
            let mut new = BTreeSet::new();
            if let Some(taken) = trees.iter().find(|tree| times.contains(&tree.time_millis) || !new.insert(tree.time_millis)) {
                return Err(LiveError::Protocol(format!("there is a tree with time {} already", taken.time_millis)));
            }
            for tree in trees {
                times.insert(tree.time_millis);
                shared.sink.send(LiveEvent::Point(Box::new(tree), None))?;
            }
        }
        Pushed::Pointers(direction, maps) => {
            for map in maps {
                shared.sink.send(LiveEvent::Pointers(direction, map))?;
            }
        }
        Pushed::End => shared.sink.status(format!("all {} points were sent", times.len()))?,
    }
    for warning in warnings.list() {
        shared.sink.send(LiveEvent::Warning(warning))?;
    }
    Ok(times.len())
}

/// Programs send no origin; a browser sends the page's. Pages served by this machine are let in.
#[expect(clippy::result_large_err, reason = "the type is the library's")]
fn refuse_foreign_pages(request: &Request, response: Response) -> Result<Response, ErrorResponse> {
    if request.headers().get_all("origin").iter().all(|origin| origin.to_str().is_ok_and(is_local_origin)) {
        return Ok(response);
    }
    let mut refused = ErrorResponse::new(Some("pages of other machines may not push trees".into()));
    *refused.status_mut() = StatusCode::FORBIDDEN;
    Err(refused)
}

/// Whether an origin is `SCHEME://HOST` or `SCHEME://HOST:PORT` with a host that is this machine, as browsers write it: nothing in front,
/// behind or between.
fn is_local_origin(origin: &str) -> bool {
    let Some(place) = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme)) else { return false };
    let is_port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit()) && port.parse::<u16>().is_ok();
    ["localhost", "127.0.0.1", "[::1]"].iter().filter_map(|host| place.strip_prefix(host)).any(|rest| match rest.strip_prefix(':') {
        Some(port) => is_port(port),
        None => rest.is_empty(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_served() {
        assert_eq!(parse_address("8887").ok(), Some(SocketAddr::from(([127, 0, 0, 1], 8887))));
        assert_eq!(parse_address("localhost:0").ok(), Some(SocketAddr::from(([127, 0, 0, 1], 0))));
        assert!(parse_address("[::1]:5").is_ok());
        for refused in ["0.0.0.0:8887", "192.168.0.1:80", "example.org:80", "", "99999"] {
            assert!(parse_address(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn pages_of_other_machines_are_foreign() {
        let local = [
            "http://localhost",
            "http://localhost:3000",
            "http://127.0.0.1",
            "https://127.0.0.1:65535",
            "https://[::1]",
            "https://[::1]:8443",
        ];
        for local in local {
            assert!(is_local_origin(local), "{local}");
        }
        let foreign = [
            "",
            "null",
            "?",
            "localhost",
            "localhost:80",
            "//localhost",
            "://localhost",
            "http:localhost",
            "http:/localhost",
            // Other schemes and hosts.
            "https://example.org",
            "ftp://localhost",
            "file://",
            "HTTP://localhost",
            "http://Localhost",
            "http://[::2]",
            "http://::1",
            "http://127.0.0.2",
            "http://127.1",
            "http://0.0.0.0",
            // Hosts that begin or end like this machine.
            "http://localhost.example.org",
            "http://127.0.0.1.example.org:80",
            "http://[::1]evil.com",
            "http://[::1].evil.com:80",
            "http://localhostevil.com",
            "http://evil.com/localhost",
            "http://evil.com#localhost",
            "http://evil-localhost",
            "http://[::1",
            "http://[[::1]]",
            "http://[localhost]",
            "http://localhost@evil.com",
            "http://user@localhost",
            "http://localhost:80@evil.com",
            // What is no port, and what stands behind one.
            "http://localhost:",
            "http://localhost:port",
            "http://localhost:+80",
            "http://localhost:65536",
            "http://localhost:80:80",
            "http://localhost:80/",
            "http://localhost/",
            "http://localhost?x",
            "http://localhost ",
            " http://localhost",
            "http://localhost:80 http://evil.com",
            "http://evil.com http://localhost",
        ];
        for foreign in foreign {
            assert!(!is_local_origin(foreign), "{foreign}");
        }
    }
}
