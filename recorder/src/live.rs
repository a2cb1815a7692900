//! Viewers that follow a recording: they get the bytes of the trace over a WebSocket, as they come.
//!
//! ```text
//! ws://127.0.0.1:PORT/TOKEN?from=OFFSET      binary messages: the bytes of the file from there on
//!                                            text message "walk" to the recorder: look at the heap now
//! ```
//!
//! The file is the buffer: a slow viewer reads it later, and the program never waits for one. Whoever comes back says how
//! much it has. Only programs of this machine that know the token are served.

use std::fs::OpenOptions;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::{Error, Message, WebSocket, accept_hdr};

use crate::recording::Recording;
use crate::viewers::FAREWELL;

/// Viewers at the same time.
const MOST_VIEWERS: u32 = 8;
/// More unfinished address files of one name lie nowhere.
const MOST_ATTEMPTS: u32 = 100;
/// Bytes of one message.
const MESSAGE_BYTES: usize = 256 << 10;
/// How long a viewer's wishes may wait.
const POLL: Duration = Duration::from_millis(50);
/// How long a viewer may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);

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
            let Some(count) = recording.upgrade().map(|recording| Arc::clone(&recording.viewers.count)) else { return };
            if count.fetch_add(1, Ordering::AcqRel) >= MOST_VIEWERS {
                count.fetch_sub(1, Ordering::AcqRel);
                continue;
            }
            let (recording, token) = (Weak::clone(&recording), token.clone());
            let viewer = std::thread::Builder::new().name("memory-city viewer".to_owned());
            let _ = viewer.spawn(move || {
                // A viewer that leaves is no error.
                let _ = follow(&recording, stream, &token);
                count.fetch_sub(1, Ordering::AcqRel);
            });
        }
    })?;
    Ok(())
}

/// Writes a file that other users cannot read: whoever knows the address sees the whole heap. Whoever waits for it finds it whole:
/// it is written beside its name, in a file that was not there before.
fn write_for_owner(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for attempt in 0..MOST_ATTEMPTS {
        let part = path.with_file_name(format!(".{name}.{}-{attempt}.part", std::process::id()));
        let written = match options.open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?.write_all(text.as_bytes()).and_then(|()| std::fs::rename(&part, path)),
        };
        if written.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        return written;
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[allow(clippy::result_large_err, reason = "the handshake's own type")]
fn follow(recording: &Weak<Recording>, stream: TcpStream, token: &str) -> Result<(), Box<Error>> {
    stream.set_nodelay(true).map_err(Error::Io)?;
    stream.set_read_timeout(Some(GREETING)).map_err(Error::Io)?;
    let mut from = 0;
    let greet = |request: &Request, response: Response| match offset(request.uri().path(), request.uri().query(), token) {
        Some(offset) => {
            from = offset;
            Ok(response)
        }
        None => {
            let mut refusal = ErrorResponse::new(Some("wrong address".to_owned()));
            *refusal.status_mut() = StatusCode::FORBIDDEN;
            Err(refusal)
        }
    };
    let Ok(mut socket) = accept_hdr(stream, greet) else { return Ok(()) };
    socket.get_mut().set_read_timeout(Some(POLL)).map_err(Error::Io)?;
    socket.get_mut().set_write_timeout(Some(FAREWELL)).map_err(Error::Io)?;
    let mut buffer = vec![0; MESSAGE_BYTES];
    loop {
        let Some(held) = recording.upgrade() else { return Ok(()) };
        // In this order: what is written before the end is seen after it.
        let is_finished = held.trace.output.is_finished();
        let bytes = held.trace.output.read_at(from, &mut buffer).map_err(Error::Io)?;
        if bytes > 0 {
            drop(held);
            send(&mut socket, recording, Message::binary(buffer[..bytes].to_vec()))?;
            from += bytes as u64;
            continue;
        }
        if is_finished {
            socket.close(None)?;
            return Ok(());
        }
        listen(&mut socket, &held)?;
    }
}

/// Sends a message, however long the viewer takes to read it: as long as there is a recording. One that reads nothing must not
/// keep a thread in a program that is recorded no more.
fn send(socket: &mut WebSocket<TcpStream>, recording: &Weak<Recording>, message: Message) -> Result<(), Box<Error>> {
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

/// Hears what the viewer wants, if it says something soon.
fn listen(socket: &mut WebSocket<TcpStream>, recording: &Recording) -> Result<(), Box<Error>> {
    match socket.read() {
        Ok(Message::Text(text)) if text.as_str() == "walk" => recording.trace.signals.request_walk(),
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
