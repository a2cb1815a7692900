//! The other side of a live connection, byte by byte: it does what no WebSocket library would do.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// An answer comes within this time on a busy machine, or never.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a ping looks like that a client sends, with as many bytes as it may have.
pub const PING: [u8; 131] = {
    let mut ping = [b'x'; 131];
    (ping[0], ping[1]) = (0x89, 0x80 | 125);
    // The mask.
    (ping[2], ping[3], ping[4], ping[5]) = (0, 0, 0, 0);
    ping
};

/// Host and token of `ws://HOST/TOKEN`.
///
/// # Panics
/// When it is no such address.
#[must_use]
pub fn host_and_token(address: &str) -> (&str, &str) {
    address.strip_prefix("ws://").and_then(|rest| rest.split_once('/')).expect("an address")
}

/// The words by which a client asks to become a WebSocket.
#[must_use]
pub fn request(host: &str, path: &str) -> String {
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n\r\n")
}

/// Says that it wants to become a WebSocket, and reads no more than the answer to that: its first line.
///
/// # Panics
/// When nobody listens.
pub fn greet(host: &str, path: &str) -> (TcpStream, String) {
    let mut socket = TcpStream::connect(host).expect("somebody listens");
    socket.write_all(request(host, path).as_bytes()).expect("it hears");
    socket.set_read_timeout(Some(PATIENCE)).expect("is a socket");
    let mut answer = Vec::new();
    let mut byte = [0];
    // Whoever has no place for it may just hang up.
    while !answer.ends_with(b"\r\n\r\n") && socket.read(&mut byte).is_ok_and(|bytes| bytes > 0) {
        answer.push(byte[0]);
    }
    (socket, String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
}

/// The same for a viewer of a recorder, which is let in.
///
/// # Panics
/// When it is not.
#[must_use]
pub fn viewer(address: &str) -> TcpStream {
    let (host, token) = host_and_token(address);
    let (socket, answer) = greet(host, &format!("{token}?from=0"));
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    socket
}

/// Resident memory of a process, in bytes, without what it shares with files.
///
/// # Panics
/// When it is gone.
#[must_use]
pub fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("the system tells");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("is a number") << 10
}
