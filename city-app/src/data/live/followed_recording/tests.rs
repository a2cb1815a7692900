//! Recorders that are none, or mean no good: what they send ends, whatever they would like.

use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;

use analysis::Progress;
use tokio_tungstenite::tungstenite::{Bytes, WebSocket, accept};

use super::*;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// What a hostile recorder would send at most.
const MOST_BYTES: usize = 600 << 20;

/// A recorder that sends this again and again behind the start of a trace, until it may not any more: how many bytes it has sent
/// over all connections.
fn hostile(start: Vec<u8>, again: Message) -> (String, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let url = format!("ws://{}/{TOKEN}", listener.local_addr().expect("it has an address"));
    let recorder = std::thread::spawn(move || {
        let mut sent = 0;
        let (stream, _) = listener.accept().expect("the follower comes");
        let mut socket: WebSocket<TcpStream> = accept(stream).expect("is a WebSocket");
        if !start.is_empty() {
            let _ = socket.send(Message::binary(start));
        }
        while sent < MOST_BYTES && socket.send(again.clone()).is_ok() {
            sent += again.len();
            if again.is_ping() {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        sent
    });
    (url, recorder)
}

/// Follows to the end, which must be a bad one: what it says, and how many bytes were taken.
fn follow(start: Vec<u8>, again: Message) -> (String, usize) {
    let (url, recorder) = hostile(start, again);
    let (sender, events) = sync_channel(100);
    let sink = EventSink { sender, progress: Progress::new() };
    let listening = std::thread::spawn(move || events.iter().count());
    let end = run((url, WalkRequest::default()), KeptIn::Temporary, OpenOptions::default(), &WantedSizes::default(), &sink);
    drop(sink);
    let _ = listening.join();
    let error = end.expect_err("nobody can follow this").to_string();
    (error, recorder.join().expect("the recorder is well"))
}

/// The first bytes of a trace: its head and some blocks.
fn start_of_a_trace() -> Vec<u8> {
    let trace = analysis::fixture::leaking_trace(1);
    let whole = analysis::arrived_trace(&trace[..trace.len() / 2]).expect("is a trace").whole_bytes;
    trace[..whole].to_vec()
}

/// The frame of a block: its kind, and bytes as they are stored and as they are said to be decompressed.
fn frame(kind: u8, stored_bytes: u32, raw_bytes: u32) -> Vec<u8> {
    let mut frame = [b"MCb1", &[kind, 1, 0, 0][..], &stored_bytes.to_le_bytes(), &raw_bytes.to_le_bytes(), &[0; 4]].concat();
    let mut checksum = u32::MAX;
    for &byte in &frame {
        checksum ^= u32::from(byte);
        for _ in 0..8 {
            checksum = (checksum >> 1) ^ if checksum & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    frame.extend_from_slice(&(!checksum).to_le_bytes());
    frame
}

/// More than a follower takes in before it looks at what came.
const SOON: usize = 64 << 20;

#[test]
fn a_block_that_never_ends_is_not_waited_for() {
    let start = [start_of_a_trace(), frame(1, u32::MAX, 1)].concat();
    let (error, sent) = follow(start, Message::binary(vec![0; 256 << 10]));
    assert!(error.contains("what comes is a trace no more"), "{error}");
    assert!(sent < SOON, "{sent} bytes were taken");
}

#[test]
fn what_is_no_block_is_not_kept() {
    let (error, sent) = follow(start_of_a_trace(), Message::binary(vec![b'x'; 256 << 10]));
    assert!(error.contains("what comes is a trace no more"), "{error}");
    assert!(sent < SOON, "{sent} bytes were taken");
}

#[test]
fn names_that_become_huge_when_they_are_unpacked_are_not_unpacked() {
    // Names (kind 1) of 16 MiB in a single byte each: 25 bytes on their way.
    let bombs = [frame(1, 1, 16 << 20), vec![0]].concat().repeat(10);
    let (error, sent) = follow(start_of_a_trace(), Message::binary(bombs));
    assert!(error.contains("more than 1024 MiB of memory"), "{error}");
    assert!(sent < SOON, "{sent} bytes were taken");
}

#[test]
fn a_message_that_no_recorder_sends_is_not_taken() {
    let (error, sent) = follow(Vec::new(), Message::binary(vec![0; MAX_PIECE_BYTES + 1]));
    assert!(error.contains("is no recorder of Memory City"), "{error}");
    assert!(sent < SOON, "{sent} bytes were taken");
}

#[test]
fn a_recorder_that_only_pings_is_none() {
    let start = Instant::now();
    let (error, _) = follow(Vec::new(), Message::Ping(Bytes::from_static(b"still there?")));
    assert!(error.contains("nothing has come within 15 s"), "{error}");
    assert!(start.elapsed() < 2 * CONNECT_TIMEOUT, "{:?}", start.elapsed());
}

#[test]
fn recorders_are_known_by_their_token() {
    let token = "0123456789abcdef0123456789ABCDEF";
    let whole = format!("ws://127.0.0.1:4711/{token}");
    for text in [whole.clone(), format!(" {whole}\n"), format!("127.0.0.1:4711/{token}"), format!("{whole}?from=77")] {
        assert_eq!(recorder_url(&text).as_deref(), Some(whole.as_str()), "{text:?}");
    }
    for other in ["ws://localhost:8887", "ws://localhost:8887/", "ws://localhost:8887/trees", &whole[..whole.len() - 1], "", token] {
        assert_eq!(recorder_url(other), None, "{other:?}");
    }
    assert_eq!(recorder_url(&format!("wss://host/{token}")), None, "recorders speak no TLS");
}
