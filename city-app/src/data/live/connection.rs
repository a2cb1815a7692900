//! What WebSocket client and server share: limits, sending, receiving, stopping.

use std::future::Future;

use analysis::Progress;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WsError, Message, Utf8Bytes};

use super::LiveError;
use crate::data::live::event::STOP_POLL;

/// The largest message with trees or maps, in bytes: 256 MiB.
pub(super) const MAX_MESSAGE_BYTES: usize = 256 << 20;

/// What waits to be written to the other side, in bytes: 1 MiB. Requests and replies are short; what else waits are answers to pings
/// of somebody who does not read them, and whoever lets so many wait is left.
const MAX_WAITING_BYTES: usize = 1 << 20;

/// Limits of every connection, whichever side opened it: a message has so many bytes at most.
pub(super) fn limits(message_bytes: usize) -> WebSocketConfig {
    let limits = WebSocketConfig::default().max_message_size(Some(message_bytes)).max_frame_size(Some(message_bytes));
    limits.max_write_buffer_size(MAX_WAITING_BYTES)
}

/// Runs network code on this thread.
pub(super) fn block_on<T>(work: impl Future<Output = Result<T, LiveError>>) -> Result<T, LiveError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
    runtime.map_err(|error| LiveError::Io(error.to_string()))?.block_on(work)
}

/// Waits for something, or until the user cancels.
pub(super) async fn unless_cancelled<T>(progress: &Progress, work: impl Future<Output = T>) -> Result<T, LiveError> {
    let cancelled = async {
        while progress.check().is_ok() {
            tokio::time::sleep(STOP_POLL).await;
        }
    };
    tokio::select! {
        done = work => Ok(done),
        () = cancelled => Err(LiveError::Cancelled),
    }
}

/// The next message with content; `None` when the other side has closed. Binary messages are taken as text.
pub(super) async fn receive<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut WebSocketStream<S>) -> Result<Option<Utf8Bytes>, WsError> {
    while let Some(message) = socket.next().await {
        match message {
            Ok(Message::Text(text)) => return Ok(Some(text)),
            Ok(Message::Binary(bytes)) => return Ok(Some(Utf8Bytes::try_from(bytes)?)),
            Ok(Message::Close(_)) | Err(WsError::ConnectionClosed) => return Ok(None),
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Sends one JSON text.
pub(super) async fn send_json<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
    json: &serde_json::Value,
) -> Result<(), WsError> {
    socket.send(Message::text(json.to_string())).await
}
