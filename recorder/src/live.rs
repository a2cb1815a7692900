//! Viewers that follow a recording: they get the bytes of the trace over a WebSocket, as they come.
//!
//! ```text
//! ws://127.0.0.1:PORT/TOKEN?from=OFFSET      binary messages: the bytes of the file from there on
//!                                            text message "walk" to the recorder: look at the heap now
//! ```
//!
//! The file is the buffer: a slow viewer reads it later, and the program never waits for one. Whoever comes back says how
//! much it has. Only programs of this machine that know the token are served.

use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::{Bytes, Error, Message, WebSocket, accept_hdr_with_config};

use crate::address_file::write_for_owner;
use crate::recording::Recording;
use crate::viewers::{BETWEEN_PINGS, MESSAGE_BYTES, Peer, bounds};

/// How long a viewer's wishes may wait.
const POLL: Duration = Duration::from_millis(50);

/// Serves viewers from a thread of its own; writes the address into `file`.
///
/// # Errors
/// When there is no port, or the file cannot be written.
pub(crate) fn serve(recording: &Arc<Recording>, file: &Path) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let token = format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1));
    let address = listener.local_addr()?;
    let url = format!("ws://{address}/{token}");
    write_for_owner(file, &url)?;
    // Nobody else serves this recording.
    let _ = recording.viewers.address.set(address);
    let recording = Arc::downgrade(recording);
    std::thread::Builder::new().name("memory-city live".to_owned()).spawn(move || {
        for stream in listener.incoming().filter_map(Result::ok) {
            let Some(places) = recording.upgrade().map(|recording| Arc::clone(&recording.viewers.places)) else { return };
            let Some(peer) = places.admit(stream) else { continue };
            let (recording, token) = (Weak::clone(&recording), token.clone());
            let viewer = std::thread::Builder::new().name("memory-city viewer".to_owned());
            // A viewer that leaves is no error.
            let _ = viewer.spawn(move || drop(follow(&recording, peer, &token)));
        }
    })?;
    Ok(())
}

#[allow(clippy::result_large_err, reason = "the handshake's own type")]
fn follow(recording: &Weak<Recording>, peer: Peer, token: &str) -> Result<(), Box<Error>> {
    let mut from = 0;
    let seat = peer.seat.clone();
    let greet = |request: &Request, response: Response| {
        let refuse = |status, why: &str| {
            let mut refusal = ErrorResponse::new(Some(why.to_owned()));
            *refusal.status_mut() = status;
            Err(refusal)
        };
        match offset(request.uri().path(), request.uri().query(), token) {
            None => refuse(StatusCode::FORBIDDEN, "wrong address"),
            Some(_) if !seat.becomes_viewer() => refuse(StatusCode::SERVICE_UNAVAILABLE, "no place is free"),
            Some(offset) => {
                from = offset;
                Ok(response)
            }
        }
    };
    let Ok(mut socket) = accept_hdr_with_config(peer, greet, Some(bounds())) else { return Ok(()) };
    socket.get_mut().is_greeted(POLL).map_err(Error::Io)?;
    let mut buffer = vec![0; MESSAGE_BYTES];
    let mut asked = Instant::now();
    loop {
        let Some(held) = recording.upgrade() else { return Ok(()) };
        // In this order: what is written before the end is seen after it.
        let is_finished = held.trace.output.is_finished();
        let bytes = held.trace.output.read_at(from, &mut buffer).map_err(Error::Io)?;
        drop(held);
        if bytes > 0 {
            send(&mut socket, recording, Message::binary(buffer[..bytes].to_vec()))?;
            from += bytes as u64;
        } else if is_finished {
            socket.close(None)?;
            return Ok(());
        }
        listen(&mut socket, recording, bytes == 0)?;
        if asked.elapsed() > BETWEEN_PINGS {
            send(&mut socket, recording, Message::Ping(Bytes::new()))?;
            asked = Instant::now();
        }
    }
}

/// Sends a message, however long the viewer takes to read it: as long as there is a recording. One that reads nothing must not
/// keep a thread in a program that is recorded no more.
fn send(socket: &mut WebSocket<Peer>, recording: &Weak<Recording>, message: Message) -> Result<(), Box<Error>> {
    let mut sent = socket.send(message);
    while recording.strong_count() > 0 && matches!(&sent, Err(Error::Io(error)) if is_wait(error)) {
        // What has not gone out yet waits in the socket's own buffer.
        sent = socket.flush();
    }
    Ok(sent?)
}

/// Nothing went wrong but that the other side takes its time.
fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Hears what the viewer wants, if it has said something or, where there is time, says something soon.
fn listen(socket: &mut WebSocket<Peer>, recording: &Weak<Recording>, has_time: bool) -> Result<(), Box<Error>> {
    socket.get_ref().set_nonblocking(!has_time).map_err(Error::Io)?;
    let heard = socket.read();
    socket.get_ref().set_nonblocking(false).map_err(Error::Io)?;
    match heard {
        Ok(Message::Text(text)) if text.as_str() == "walk" => {
            if let Some(held) = recording.upgrade() {
                held.trace.signals.request_walk();
            }
        }
        Ok(_) => {}
        Err(Error::Io(error)) if is_wait(&error) => {}
        Err(error) => return Err(Box::new(error)),
    }
    Ok(())
}

/// The offset in an address; `None` if the token is wrong.
fn offset(path: &str, query: Option<&str>, token: &str) -> Option<u64> {
    if path.strip_prefix('/')? != token {
        return None;
    }
    match query {
        None => Some(0),
        Some(query) => query.strip_prefix("from=")?.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whoever_knows_the_token_is_served_from_where_it_wants() {
        assert_eq!(offset("/abc", None, "abc"), Some(0));
        assert_eq!(offset("/abc", Some("from=77"), "abc"), Some(77));
        assert_eq!(offset("/abd", Some("from=77"), "abc"), None);
        assert_eq!(offset("/", None, "abc"), None);
        assert_eq!(offset("/abc", Some("from=-1"), "abc"), None);
    }
}
