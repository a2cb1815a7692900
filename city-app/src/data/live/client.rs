//! The WebSocket client: asks a server that speaks the Analyzer's protocol for its trees and maps.
//!
//! Request: `{"capability": name, "tabId": int, "parameters": [..]}`; reply: see [`super::frames::parse_reply`].

use std::time::Duration;

use analysis::Warnings;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::LiveError;
use super::connection::{MAX_MESSAGE_BYTES, block_on, limits, receive, send_json, unless_cancelled};
use super::frames::{self, PointerDirection};
use crate::data::live::event::{EventSink, LiveEvent};

/// How long a connection may take to stand.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// How long the other side may think about one request: grouping a large trace takes a while.
const REPLY_TIMEOUT: Duration = Duration::from_secs(300);

/// Frames that answer nothing we asked; a server that sends more than this is not speaking to us.
const MAX_STRAY_FRAMES: usize = 1000;

/// The tab id of requests that are about no tab.
const NO_TAB: i64 = -1;

const TREES: &str = "GET-ALL-TREES";

/// Fetches everything the server has and ends.
pub(super) fn run(url: &str, tab: Option<i64>, sink: &EventSink) -> Result<String, LiveError> {
    block_on(fetch(url, tab, sink))
}

async fn fetch(url: &str, tab: Option<i64>, sink: &EventSink) -> Result<String, LiveError> {
    sink.status(format!("connecting to {url}"))?;
    let connecting = tokio::time::timeout(CONNECT_TIMEOUT, connect_async_with_config(url, Some(limits(MAX_MESSAGE_BYTES)), true));
    let socket = match unless_cancelled(&sink.progress, connecting).await? {
        Ok(Ok((socket, _))) => socket,
        Ok(Err(error)) => return Err(LiveError::Io(format!("cannot connect to {url}: {error}"))),
        Err(_) => return Err(LiveError::Io(format!("cannot connect to {url}: no answer within {} s", CONNECT_TIMEOUT.as_secs()))),
    };
    let mut server = Server { socket, sink };

    let tabs = server.ask("GET-TAB-LIST-WITH-CAPABILITY", NO_TAB, &[TREES]).await?;
    let tab = choose_tab(&tabs, tab)?;
    sink.send(LiveEvent::Named { title: format!("tab {tab} of {url}"), policy: String::new() })?;

    sink.status(format!("fetching the trees of tab {tab}"))?;
    let warnings = Warnings::new();
    let trees = frames::trees(&server.ask(TREES, tab, &[]).await?, &warnings)?;
    let points = trees.len();
    for point in trees {
        sink.send(LiveEvent::Point(Box::new(point), None))?;
    }
    for (capability, direction) in
        [("GET-ALL-POINTS-TO-MAPS", PointerDirection::PointsTo), ("GET-ALL-POINTED-FROM-MAPS", PointerDirection::PointedFrom)]
    {
        sink.status(format!("fetching the references of tab {tab}"))?;
        // A city without references is still a city.
        let maps = match server.ask(capability, tab, &[]).await {
            Ok(json) => frames::maps(&json),
            Err(error) => Err(error),
        };
        match maps {
            Ok(maps) => {
                for map in maps {
                    sink.send(LiveEvent::Pointers(direction, map))?;
                }
            }
            Err(error) if error.is_cancelled() => return Err(error),
            Err(error) => warnings.add("references could not be fetched", error),
        }
    }
    for warning in warnings.list() {
        sink.send(LiveEvent::Warning(warning))?;
    }
    // The data is here; how the connection ends changes nothing.
    let _ = tokio::time::timeout(Duration::from_secs(1), server.socket.close(None)).await;
    Ok(format!("received {points} points from {url}"))
}

struct Server<'a> {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sink: &'a EventSink,
}

impl Server<'_> {
    /// Sends a request and waits for its reply; returns the data as JSON text.
    async fn ask(&mut self, capability: &str, tab: i64, parameters: &[&str]) -> Result<String, LiveError> {
        let request = json!({ "capability": capability, "tabId": tab, "parameters": parameters });
        let exchange = tokio::time::timeout(REPLY_TIMEOUT, exchange(&mut self.socket, capability, &request));
        match unless_cancelled(&self.sink.progress, exchange).await? {
            Ok(reply) => reply,
            Err(_) => Err(LiveError::Protocol(format!("{capability}: no reply within {} s", REPLY_TIMEOUT.as_secs()))),
        }
    }
}

async fn exchange(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, capability: &str, request: &Value) -> Result<String, LiveError> {
    let failed = |what: &dyn std::fmt::Display| LiveError::Protocol(format!("{capability}: {what}"));
    send_json(socket, request).await.map_err(|error| failed(&error))?;
    for _ in 0..MAX_STRAY_FRAMES {
        let frame = receive(socket).await.map_err(|error| failed(&error))?;
        let frame = frame.ok_or_else(|| failed(&"the server closed the connection"))?;
        let reply = frames::parse_reply(&frame).map_err(|error| failed(&error))?;
        // A reply that does not say what it answers can only answer this request: there is one at a time.
        if reply.capability.is_none_or(|answered| answered == capability) {
            return match reply.outcome {
                Ok(data) => Ok(data.to_owned()),
                Err(error) => Err(failed(&error)),
            };
        }
    }
    Err(failed(&"the server answers other requests only"))
}

/// The wanted tab, or the first one. Besides `capabilities`, only an id is known of a tab entry.
fn choose_tab(list: &str, wanted: Option<i64>) -> Result<i64, LiveError> {
    let list: Value = serde_json::from_str(list).map_err(|error| LiveError::Protocol(format!("the list of tabs: {error}")))?;
    let entries = list.as_array().map_or(&[][..], Vec::as_slice);
    let tabs: Vec<i64> = entries
        .iter()
        .filter_map(|entry| ["tabId", "id"].iter().find_map(|name| entry.get(name)?.as_i64()).or_else(|| entry.as_i64()))
        .collect();
    match wanted {
        Some(tab) if tabs.contains(&tab) => Ok(tab),
        Some(tab) => Err(LiveError::Protocol(format!("the server has no tab {tab} with trees (it has {tabs:?})"))),
        None => tabs.first().copied().ok_or_else(|| LiveError::Protocol("the server has no tab with trees".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_tab_or_the_wanted_one_is_taken() {
        let list = r#"[{"tabId":4,"capabilities":["GET-ALL-TREES"]},{"id":7}]"#;
        assert_eq!(choose_tab(list, None).ok(), Some(4));
        assert_eq!(choose_tab(list, Some(7)).ok(), Some(7));
        assert!(choose_tab(list, Some(5)).is_err());
        assert!(choose_tab("[]", None).is_err());
        assert!(choose_tab("null", None).is_err());
    }
}
