//! The WebSocket server for pushed trees and maps. Loopback only.
//!
//! Every frame is answered: `{"status":"success","points":n}` or `{"status":"failed","error":".."}`. A frame is taken as
//! a whole or not at all, so a malformed one leaves the city untouched. Web pages of other origins are turned away:
//! any page in a browser can reach a loopback port.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use analysis::Warnings;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

use super::LiveError;
use super::connection::{block_on, limits, receive, send_json, unless_cancelled};
use super::frames::{Pushed, parse_push};
use crate::data::live::event::{EventSink, LiveEvent};

/// Clients at the same time; more wait. Each may hold one frame of up to 256 MiB.
const MAX_CLIENTS: usize = 4;

/// How long a client may take to become a WebSocket.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

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

async fn serve(address: SocketAddr, sink: &EventSink) -> Result<String, LiveError> {
    let listener = TcpListener::bind(address).await.map_err(|error| LiveError::Io(format!("cannot listen on {address}: {error}")))?;
    let address = listener.local_addr().unwrap_or(address);
    sink.send(LiveEvent::Named { title: format!("pushed to {address}"), policy: String::new() })?;
    sink.status(format!("listening on ws://{address}"))?;
    let shared = Shared { sink, times: Mutex::default() };
    let clients = Arc::new(Semaphore::new(MAX_CLIENTS));
    let mut running = futures_util::stream::FuturesUnordered::new();
    loop {
        use futures_util::StreamExt;
        let accepted = async {
            let permit = Arc::clone(&clients).acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (stream, permit) = tokio::select! {
            accepted = unless_cancelled(&sink.progress, accepted) => accepted?,
            Some(ended) = running.next() => match ended {
                Err(LiveError::Cancelled) => return Err(LiveError::Cancelled),
                _ => continue,
            },
        };
        // One client that cannot be accepted is no reason to stop serving; the pause keeps a full table from spinning.
        let Ok((stream, _)) = stream else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let shared = &shared;
        running.push(async move {
            let _permit = permit;
            unless_cancelled(&shared.sink.progress, talk(stream, shared)).await?
        });
    }
}

/// Talks with one client until it leaves. Only cancelling is an error here.
async fn talk(stream: TcpStream, shared: &Shared<'_>) -> Result<(), LiveError> {
    let handshake = tokio::time::timeout(HANDSHAKE_TIMEOUT, accept_hdr_async_with_config(stream, refuse_foreign_pages, Some(limits())));
    let Ok(Ok(mut socket)) = handshake.await else { return Ok(()) };
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
            Ok(points) => json!({ "status": "success", "points": points }),
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
    json!({ "status": "failed", "error": error.to_string() })
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
    let origin = request.headers().get("origin").map(|origin| origin.to_str().unwrap_or("?"));
    if origin.is_none_or(is_local_origin) {
        return Ok(response);
    }
    let mut refused = ErrorResponse::new(Some("pages of other machines may not push trees".into()));
    *refused.status_mut() = StatusCode::FORBIDDEN;
    Err(refused)
}

fn is_local_origin(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    let host = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next(),
        None => host.split(':').next(),
    };
    matches!(host, Some("localhost" | "127.0.0.1" | "::1"))
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
        for local in ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:8443"] {
            assert!(is_local_origin(local), "{local}");
        }
        for foreign in ["https://example.org", "http://localhost.example.org", "null", "http://127.0.0.1.example.org:80", ""] {
            assert!(!is_local_origin(foreign), "{foreign}");
        }
    }
}
