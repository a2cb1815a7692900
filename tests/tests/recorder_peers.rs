//! Whoever connects to a recorder may be anybody: what it does harms neither the program nor those who want to follow.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use tests::jvm::newest_jvm;
use tests::peer::{PING, greet, host_and_token, memory, request, viewer};
use tests::recorded::{Obeying, record, wait_until};
use tests::scratch::Scratch;

/// Viewers that a recorder has at the same time.
const MOST_VIEWERS: usize = 8;

/// A program that does what it is told, recorded, and where its recorder is.
struct Recorded {
    program: Obeying,
    address: String,
    scratch: Scratch,
}

impl Recorded {
    fn start(name: &str) -> Self {
        let scratch = Scratch::new(name);
        tests::jvm::compile("tests/java/recorder/", scratch.path());
        let place = scratch.join("address");
        let options = ["--budget", "none", "--max-pause", "none", "--address", place.to_str().expect("a plain name")];
        let mut command = record(&scratch.join("a.mctrace"), &options, &newest_jvm());
        let mut program = Obeying::start(command.args(["-XX:+UseSerialGC", "-Xmx64m", "-cp"]).arg(scratch.path()).arg("Obeys"));
        program.tell("keep 1000");
        program.tell("collect 1");
        let address = fs::read_to_string(place).expect("the recorder has told where it is");
        Self { program, address, scratch }
    }

    fn host(&self) -> &str {
        host_and_token(&self.address).0
    }

    /// The JVM, which `record` has become or has started.
    fn jvm(&self) -> u32 {
        let is_jvm = |process: &u32| fs::read_link(format!("/proc/{process}/exe")).is_ok_and(|path| path.ends_with("bin/java"));
        let own = self.program.process.pid();
        std::iter::once(own).chain(self.program.process.children()).find(is_jvm).expect("it runs")
    }

    /// Threads of the recorder that serve somebody.
    fn serving(&self) -> usize {
        let threads = fs::read_dir(format!("/proc/{}/task", self.jvm())).expect("it runs");
        let names = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("comm")).ok());
        names.filter(|name| name.starts_with("memory-city vie")).count()
    }

    fn end(self) {
        self.program.end(0);
        let file = fs::read(self.scratch.join("a.mctrace")).expect("is there");
        assert!(trace_format::scan(&file).expect("is a trace").is_complete);
    }
}

/// Whether somebody reads what a recorder sends: the start of a trace.
fn gets_the_recording(mut socket: TcpStream) -> bool {
    let mut bytes = [0; 64];
    socket.read_exact(&mut bytes).is_ok() && bytes.windows(8).any(|bytes| bytes == b"MCTRACE\n")
}

/// Sends pings and reads nothing, until it may not any more or the time is over.
fn ping(mut socket: &TcpStream, time: Duration) -> u64 {
    let pings = PING.repeat(500);
    let (start, mut sent) = (Instant::now(), 0);
    socket.set_write_timeout(Some(Duration::from_millis(500))).expect("is a socket");
    while start.elapsed() < time {
        match socket.write(&pings[sent % pings.len()..]) {
            Ok(bytes) => sent += bytes,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
    }
    sent as u64
}

#[test]
fn pings_whose_answers_nobody_reads_take_no_memory() {
    let mut recorded = Recorded::start("peers-pings");
    let jvm = recorded.jvm();
    let before = memory(jvm);
    let sockets: Vec<TcpStream> = (0..4).map(|_| viewer(&recorded.address)).collect();
    let sent: u64 = std::thread::scope(|scope| {
        let pinging: Vec<_> = sockets.iter().map(|socket| scope.spawn(|| ping(socket, Duration::from_secs(10)))).collect();
        pinging.into_iter().map(|pinging| pinging.join().expect("is well")).sum()
    });
    let grown = memory(jvm).saturating_sub(before);
    assert!(grown < 32 << 20, "{grown} bytes more after {sent} bytes of pings");
    recorded.program.tell("collect 1");
    assert!(gets_the_recording(viewer(&recorded.address)));
    recorded.end();
}

#[test]
fn viewers_that_read_nothing_give_way_and_one_that_reads_stays() {
    let recorded = Recorded::start("peers-idle");
    let mut reader = viewer(&recorded.address);
    let idle: Vec<TcpStream> = (1..MOST_VIEWERS).map(|_| viewer(&recorded.address)).collect();
    let (host, token) = host_and_token(&recorded.address);
    // The first one does what every WebSocket does: it reads, and answers pings.
    let mut answers = reader.try_clone().expect("is a socket");
    let reading = std::thread::spawn(move || {
        let (mut buffer, mut bytes) = (vec![0; 1 << 16], 0);
        while let Ok(read @ 1..) = reader.read(&mut buffer) {
            bytes += read;
            // A pong that nobody has asked for is as good.
            let _ = answers.write_all(&[0x8a, 0x80, 0, 0, 0, 0]);
        }
        bytes
    });
    let refused = greet(host, token).1;
    assert!(refused.starts_with("HTTP/1.1 503"), "all places are taken, and those who have them came a moment ago: {refused}");
    // One after the other gives way, but the one that reads: it was there first.
    for _ in 0..idle.len() {
        let mut newcomer = None;
        wait_until("place for a newcomer", || {
            let (socket, answer) = greet(host, token);
            newcomer = answer.starts_with("HTTP/1.1 101").then_some(socket);
            newcomer.is_some()
        });
        assert!(gets_the_recording(newcomer.expect("was let in")));
    }
    assert!(!reading.is_finished(), "who reads stays");
    recorded.end();
    assert!(reading.join().expect("is well") > 0);
}

#[test]
fn connections_that_do_not_say_who_they_are_keep_nobody_out_and_take_no_threads() {
    let recorded = Recorded::start("peers-silent");
    let silent: Vec<TcpStream> = (0..200).map(|_| TcpStream::connect(recorded.host()).expect("the recorder listens")).collect();
    assert!(gets_the_recording(viewer(&recorded.address)), "before any of them has run out of time");
    assert!(recorded.serving() <= 2 * MOST_VIEWERS, "{} threads", recorded.serving());
    wait_until("end of those who say nothing", || recorded.serving() == 0);
    drop(silent);
    recorded.end();
}

#[test]
fn a_handshake_has_one_deadline_however_many_reads_it_takes() {
    let recorded = Recorded::start("peers-slow");
    let (host, token) = host_and_token(&recorded.address);
    let mut slow = TcpStream::connect(host).expect("the recorder listens");
    let start = Instant::now();
    // Each byte comes long before a read is over.
    for byte in request(host, token).bytes().cycle() {
        if slow.write_all(&[byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(500));
        assert!(start.elapsed() < Duration::from_secs(15), "it may go on for ever");
    }
    assert!(start.elapsed() > Duration::from_secs(4), "{:?}", start.elapsed());
    recorded.end();
}

#[test]
fn long_messages_of_a_viewer_end_its_connection_only() {
    let recorded = Recorded::start("peers-long");
    let jvm = recorded.jvm();
    let before = memory(jvm);
    // Parts of one message that never ends.
    let part = [&[0x01, 0x80 | 127][..], &(1_u64 << 20).to_be_bytes(), &[0; 4], &vec![b'x'; 1 << 20]].concat();
    let further = [&[0x00][..], &part[1..]].concat();
    let mut sockets: Vec<TcpStream> = (0..4).map(|_| viewer(&recorded.address)).collect();
    for socket in &mut sockets {
        let _ = std::iter::once(&part).chain(std::iter::repeat_n(&further, 40)).try_for_each(|part| socket.write_all(part));
    }
    std::thread::sleep(Duration::from_secs(1));
    let grown = memory(jvm).saturating_sub(before);
    assert!(grown < 32 << 20, "{grown} bytes more");
    drop(sockets);
    assert!(gets_the_recording(viewer(&recorded.address)));
    recorded.end();
}

#[test]
fn an_address_file_replaces_nothing_but_an_address() {
    let scratch = Scratch::new("peers-address");
    tests::jvm::compile("tests/java/recorder/", scratch.path());
    let library = tests::program::path().with_file_name("deps").join("librecorder.so");
    let run = |place: &Path| {
        let trace = scratch.join(&format!("{}.mctrace", place.file_name().expect("a name").display()));
        let agent = format!("-agentpath:{}=out={},live={}", library.display(), trace.display(), place.display());
        Obeying::alone(&newest_jvm(), scratch.path(), &["-XX:+UseSerialGC", &agent]).end(3);
    };
    let (notes, left) = (scratch.join("notes"), scratch.join("left"));
    fs::write(&notes, "mine").expect("can be written");
    fs::write(&left, "ws://127.0.0.1:1/left").expect("can be written");
    run(&notes);
    run(&left);
    assert_eq!(fs::read(&notes).expect("is there still"), b"mine");
    assert!(fs::read_to_string(&left).expect("is there").len() > 40, "it was another recording's");
}
