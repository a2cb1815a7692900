//! Recordings that are followed by their address: real JVMs with the recorder, viewers that come, leave, stall, break and come back.

use std::fs;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tests::jvm::{TravelShop, all_jvms};
use tests::peer::{host_and_token, viewer};
use tests::program;
use tests::recorded::{Obeying, record, thread_of_ours, wait_until};
use tests::scratch::Scratch;
use trace_format::{scan, whole_blocks};

/// A state appears within this time on a busy machine, or never.
const PATIENCE: Duration = Duration::from_secs(60);

/// A travel shop whose heap is walked when somebody asks, and where its recorder is.
struct Recorded {
    shop: TravelShop,
    scratch: Scratch,
    address: String,
}

impl Recorded {
    fn start() -> Self {
        let scratch = Scratch::new("followed");
        let library = program::path().with_file_name("deps").join("librecorder.so");
        let (trace, place) = (scratch.join("shop.mctrace"), scratch.join("address"));
        let agent = format!("-agentpath:{}=out={},live={},budget=0", library.display(), trace.display(), place.display());
        let mut shop = TravelShop::start_with(&[&agent], &["--points", "2", "--requests", "60"]);
        shop.next_point().expect("the shop opens");
        let address = fs::read_to_string(&place).expect("the recorder has told where it is");
        Self { shop, scratch, address }
    }

    fn trace(&self) -> PathBuf {
        self.scratch.join("shop.mctrace")
    }

    fn states(&self) -> usize {
        let file = fs::read(self.trace()).expect("the trace is there");
        let blocks = scan(&file).expect("it is a trace").blocks;
        blocks.iter().filter(|block| block.kind == Some(trace_format::BlockKind::StateEnd)).count()
    }

    /// Asks for a state and waits until the recorder has written it.
    fn walk(&self) {
        let before = self.states();
        self.shop.request_data_dump();
        let start = Instant::now();
        while self.states() == before {
            assert!(start.elapsed() < PATIENCE, "no state within a minute");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Lets the program run to its end; the recorder writes its index.
    fn finish(&mut self) {
        self.shop.go_on();
        while self.shop.next_point().is_some() {
            self.shop.go_on();
        }
    }
}

/// A `memory-city watch --connect` and what it prints.
struct Viewer {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Viewer {
    fn start(address: &str, extra: &[&str]) -> Self {
        let mut call = program::command();
        call.args(["watch", "--connect", address, "--headless", "--by", "type"]).args(extra);
        let mut process = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let lines = BufReader::new(process.stdout.take().expect("stdout is a pipe")).lines();
        Self { process, lines }
    }

    /// The next line: one per state.
    fn next(&mut self) -> String {
        self.lines.next().expect("a further line").expect("is text")
    }

    /// What it says until its end, which must be a good one.
    fn end(mut self) -> String {
        let more = self.lines.by_ref().count();
        let mut said = String::new();
        self.process.stderr.take().expect("stderr is a pipe").read_to_string(&mut said).expect("is text");
        assert!(self.process.wait().expect("ends").success(), "{said}");
        assert_eq!(more, 0, "lines that nobody has waited for: {said}");
        said
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_recording_is_followed_by_its_address_and_saved_as_it_was_sent() {
    let mut recorded = Recorded::start();
    let copy = recorded.scratch.join("copy.mctrace");
    let copied = copy.to_str().expect("scratch folders have plain names").to_owned();
    recorded.walk();
    // The first viewer is there from the first state on, the second one comes later and leaves after two.
    let mut first = Viewer::start(&recorded.address, &["--save", &copied]);
    assert!(first.next().starts_with("   1  "));
    recorded.walk();
    assert!(first.next().starts_with("   2  "));
    let early = recorded.scratch.join("early.mctrace");
    let mut second = Viewer::start(&recorded.address, &["--points", "2", "--save", early.to_str().expect("a plain name")]);
    assert!(second.next().starts_with("   1  ") && second.next().starts_with("   2  "), "nothing that came before it is lost");
    second.end();

    recorded.finish();
    let said = first.end();
    assert!(said.contains(&format!("the recording has ended after 2 points, saved in {copied}")), "{said}");
    let whole = fs::read(recorded.trace()).expect("the trace is there");
    assert_eq!(fs::read(&copy).expect("the copy is there"), whole, "what was saved is what was sent, the index at its end too");
    let early = fs::read(early).expect("what came until somebody left is there");
    assert!(whole.starts_with(&early) && whole_blocks(&early).is_ok_and(|(bytes, _)| bytes == early.len()), "and ends where a block does");
    let found = scan(&early).expect("it is a trace");
    assert!(!found.is_complete && found.lost.is_empty());
    // Both are traces like any other.
    let states = |file: &Path| program::json(["trace".as_ref(), file.as_os_str(), "--json".as_ref()])["states"].clone();
    assert_eq!(states(&copy), states(&recorded.trace()));
    assert_eq!(states(&copy), 2);
}

#[test]
fn a_viewer_can_ask_for_a_heap_state() {
    let mut recorded = Recorded::start();
    // Nothing else makes the recorder walk: its budget is 0.
    let mut viewer = Viewer::start(&recorded.address, &["--walk"]);
    assert!(viewer.next().starts_with("   1  "));
    assert_eq!(recorded.states(), 1);
    recorded.finish();
    let said = viewer.end();
    assert!(said.contains("asked for a walk of the heap"), "{said}");
    let json = program::json(["trace".as_ref(), recorded.trace().as_os_str(), "--json".as_ref(), "--gcs".as_ref()]);
    assert_eq!(json["heap_states"][0]["reason"], "request");
}

#[test]
fn without_a_display_the_growth_is_printed_and_the_state_that_was_asked_for_is_saved() {
    let mut recorded = Recorded::start();
    recorded.walk();
    let copy = recorded.scratch.join("copy.mctrace");
    let mut call = program::command();
    call.args(["watch", "--connect", &recorded.address, "--walk", "--by", "type", "--save"]).arg(&copy);
    call.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut process = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let lines = BufReader::new(process.stdout.take().expect("stdout is a pipe")).lines();
    let mut viewer = Viewer { process, lines };
    assert!(viewer.next().starts_with("   1  ") && viewer.next().starts_with("   2  "), "what was there, and what was asked for");
    recorded.finish();
    let said = viewer.end();
    assert!(said.contains("there is no display for a window: the growth is printed, as with --headless"), "{said}");
    assert!(said.contains("the heap state that was asked for was taken: point 2"), "not the one before: {said}");
    assert_eq!(fs::read(&copy).expect("the copy is there"), fs::read(recorded.trace()).expect("the trace is there"));
}

/// Stands between a viewer and a recorder, and breaks the first connection so many bytes after the handshake. Tells what is
/// asked for.
fn unreliable(address: &str, breaks_after: usize) -> (String, Receiver<String>) {
    let (host, token) = host_and_token(address);
    let (host, listener) = (host.to_owned(), TcpListener::bind("127.0.0.1:0").expect("there is a port"));
    let between = format!("ws://{}/{token}", listener.local_addr().expect("it has an address"));
    let (asked, requests) = channel();
    std::thread::spawn(move || {
        for (number, viewer) in listener.incoming().filter_map(Result::ok).enumerate() {
            let Ok(recorder) = TcpStream::connect(&host) else { continue };
            let (mut up, mut to_recorder) = (viewer.try_clone().expect("is a socket"), recorder.try_clone().expect("is a socket"));
            let asked = asked.clone();
            std::thread::spawn(move || {
                let mut buffer = [0; 4096];
                let mut is_first = true;
                while let Ok(bytes @ 1..) = up.read(&mut buffer) {
                    if std::mem::take(&mut is_first) {
                        let request = String::from_utf8_lossy(&buffer[..bytes]).into_owned();
                        let _ = asked.send(request.lines().next().unwrap_or_default().to_owned());
                    }
                    if to_recorder.write_all(&buffer[..bytes]).is_err() {
                        return;
                    }
                }
            });
            let (mut down, mut to_viewer) = (recorder, viewer);
            let mut buffer = [0; 4096];
            while !buffer.starts_with(b"\r\n\r\n") {
                buffer.copy_within(1..4, 0);
                if down.read_exact(&mut buffer[3..4]).is_err() || to_viewer.write_all(&buffer[3..4]).is_err() {
                    break;
                }
            }
            let mut left = if number == 0 { breaks_after } else { usize::MAX };
            while left > 0 {
                let Ok(bytes @ 1..) = down.read(&mut buffer) else { break };
                let passed = bytes.min(left);
                if to_viewer.write_all(&buffer[..passed]).is_err() {
                    break;
                }
                left -= passed;
            }
            let _ = to_viewer.shutdown(std::net::Shutdown::Both);
            let _ = down.shutdown(std::net::Shutdown::Both);
        }
    });
    (between, requests)
}

#[test]
fn after_a_broken_connection_it_goes_on_where_it_stopped() {
    let mut recorded = Recorded::start();
    recorded.walk();
    // What there is comes in one message or two, each behind 10 bytes at most; the next one breaks near its start.
    let bytes = fs::metadata(recorded.trace()).expect("the trace is there").len() as usize;
    let (address, requests) = unreliable(&recorded.address, bytes + 40);
    let copy = recorded.scratch.join("copy.mctrace");
    let mut viewer = Viewer::start(&address, &["--save", copy.to_str().expect("a plain name")]);
    viewer.next();
    recorded.walk();
    viewer.next();
    recorded.finish();
    let said = viewer.end();
    assert!(said.contains("the connection broke, connecting again"), "{said}");
    assert!(said.contains("the recording has ended after 2 points"), "{said}");
    assert_eq!(fs::read(&copy).expect("the copy is there"), fs::read(recorded.trace()).expect("the trace is there"));
    let offsets = requests.iter().take(2).map(|request| {
        let offset = request.split_once("?from=").and_then(|(_, rest)| rest.split(' ').next()?.parse::<usize>().ok());
        offset.unwrap_or_else(|| panic!("{request:?} asks for no offset"))
    });
    let offsets: Vec<usize> = offsets.collect();
    assert_eq!(offsets, [0, bytes], "nothing is sent twice but the message that broke");
}

/// Runs to the end, which must be a bad one: what it says.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = program::run(arguments);
    assert!(!status.success(), "{arguments:?}");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn wrong_addresses_and_files_in_the_way_are_told() {
    let recorded = Recorded::start();
    let (place, token) = recorded.address.rsplit_once('/').expect("an address");
    let connect = |address: &str, extra: &[&str]| refused(&[&["watch", "--connect", address, "--headless"], extra].concat());
    let wrong = format!("{place}/{}", token.chars().rev().collect::<String>());
    let unborn = recorded.scratch.join("unborn.mctrace");
    let (code, told) = connect(&wrong, &["--save", unborn.to_str().expect("a plain name")]);
    assert!(code == Some(1) && told.contains("does not know the token in this address"), "{told}");
    assert!(!unborn.exists(), "nothing is left in the way of the next attempt");

    let there = recorded.scratch.join("there.mctrace");
    fs::write(&there, "mine").expect("can be written");
    let there = there.to_str().expect("a plain name");
    let (_, told) = connect(&recorded.address, &["--save", there]);
    assert!(told.contains("there.mctrace exists already; delete it or name another file"), "{told}");
    assert_eq!(fs::read(there).expect("is there"), b"mine");
    let (_, told) = connect(&recorded.address, &["--save", "/no/such/folder/x.mctrace"]);
    assert!(told.contains("there is no such folder"), "{told}");
    let (code, told) = connect(&recorded.address, &["--tab", "1"]);
    assert!(code == Some(2) && told.contains("--tab has no meaning for a recording"), "{told}");
    let (code, told) = connect("ws://127.0.0.1:1", &["--save", "x.mctrace"]);
    assert!(code == Some(2) && told.contains("--save has no meaning for the memory trees of a server"), "{told}");
    let (_, told) = connect(&recorded.address, &["--by", "colour"]);
    assert!(told.contains("--by \"colour\"") && told.contains("unknown classifier"), "{told}");

    // Somebody else who speaks WebSocket at an address that looks like a recorder's.
    let (listener, mut server) = a_server();
    let (code, told) = connect(&format!("{listener}/{token}"), &[]);
    assert!(code == Some(1) && told.contains("is no recorder"), "{told}");
    let _ = server.kill();
    let _ = server.wait();

    let address = recorded.address.clone();
    drop(recorded);
    let (code, told) = connect(&address, &[]);
    assert!(code == Some(1) && told.contains("the recorded program has ended"), "{told}");
}

/// A server that takes memory trees, and where it is.
fn a_server() -> (String, Child) {
    let mut server = program::command();
    let mut server = server.args(["watch", "--listen", "127.0.0.1:0", "--headless"]).stderr(Stdio::piped()).spawn().expect("starts");
    let lines = BufReader::new(server.stderr.take().expect("stderr is a pipe")).lines();
    let address = lines.map_while(Result::ok).find_map(|line| Some(line.split_once("listening on ")?.1.trim().to_owned()));
    (address.expect("it says where it listens"), server)
}

#[test]
fn a_recorded_command_tells_its_address_to_its_user_only() {
    let scratch = Scratch::new("followed-address");
    tests::jvm::compile("tests/java/recorder/", scratch.path());
    let (trace, place) = (scratch.join("forever.mctrace"), scratch.join("address"));
    // What another recording has left there is replaced; anything else is not.
    fs::write(&place, "notes").expect("can be written");
    let record = || {
        let mut call = program::command();
        call.arg("record").arg("--out").arg(&trace).arg("--address").arg(&place).args(["--budget", "none", "--max-pause", "none", "--"]);
        call.args(["java", "-XX:+UseSerialGC", "-Xmx128m", "-cp"]).arg(scratch.path()).arg("Forever").stdout(Stdio::null());
        call
    };
    let output = record().output().expect("memory-city can be run");
    assert!(String::from_utf8_lossy(&output.stderr).contains("address exists already"), "{output:?}");
    fs::write(&place, "ws://127.0.0.1:1/left").expect("can be written");
    let mut program = record().spawn().expect("memory-city can be run");
    let start = Instant::now();
    let address = loop {
        match fs::read_to_string(&place) {
            Ok(address) if !address.ends_with("left") => break address,
            _ => assert!(start.elapsed() < PATIENCE, "no address within a minute"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mode = |path: &Path| fs::metadata(path).expect("is there").permissions().mode() & 0o777;
    assert_eq!((mode(&place), mode(&trace)), (0o600, 0o600), "whoever knows the address sees the heap");
    let output = program::run(["watch", "--connect", &address, "--headless", "--points", "2"]);
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && lines.lines().count() == 2, "{output:?}");
    // Killed, the program leaves its viewers what has come.
    let viewer = Viewer::start(&address, &["--save", scratch.join("copy.mctrace").to_str().expect("a plain name")]);
    std::thread::sleep(Duration::from_secs(1));
    program.kill().expect("it can be killed");
    let _ = program.wait();
    let mut viewer = viewer;
    while viewer.lines.next().is_some() {}
    let said = viewer.end();
    assert!(said.contains("the recorder is gone") && said.contains("saved in"), "{said}");
    assert_eq!(mode(&scratch.join("copy.mctrace")), 0o600);
    let (copy, whole) = (fs::read(scratch.join("copy.mctrace")).expect("is there"), fs::read(&trace).expect("is there"));
    assert!(whole.starts_with(&copy) && whole_blocks(&copy).is_ok_and(|(bytes, _)| bytes == copy.len()));
}

/// More than the system keeps for somebody who does not read.
const MORE_THAN_SOCKETS_HOLD: u64 = 8 << 20;

/// How many bytes there are to read for somebody who has stalled, now that the other side is gone.
fn bytes_left(mut socket: TcpStream) -> u64 {
    let (mut buffer, mut sum) = (vec![0; 1 << 16], 0);
    // It may end with a connection that was broken off.
    while let Ok(bytes @ 1..) = socket.read(&mut buffer) {
        sum += bytes as u64;
    }
    sum
}

#[test]
fn a_viewer_that_never_reads_holds_up_neither_the_program_nor_its_end() {
    let scratch = Scratch::new("followed-stalled");
    tests::jvm::compile("tests/java/recorder/", scratch.path());
    for (number, java) in all_jvms().into_iter().enumerate() {
        let (trace, place) = (scratch.join(&format!("{number}.mctrace")), scratch.join(&format!("{number}.address")));
        let options =
            ["--budget", "none", "--max-pause", "none", "--sampling-interval", "0", "--address", place.to_str().expect("a plain name")];
        let mut command = record(&trace, &options, &java);
        let mut program = Obeying::start(command.args(["-XX:+UseSerialGC", "-cp"]).arg(scratch.path()).arg("Obeys"));
        program.tell("keep 100000");
        let start = Instant::now();
        program.tell("mix 3");
        let usual = start.elapsed();
        let viewer = viewer(&fs::read_to_string(&place).expect("the recorder has told where it is"));
        let bytes = || fs::metadata(&trace).expect("is there").len();
        let mut slowest = Duration::ZERO;
        wait_until("stall", || {
            let start = Instant::now();
            program.tell("mix 3");
            slowest = slowest.max(start.elapsed());
            bytes() > MORE_THAN_SOCKETS_HOLD
        });
        assert!(slowest < 5 * usual + Duration::from_secs(5), "{}: {slowest:?} instead of {usual:?}", java.display());
        let start = Instant::now();
        program.end(7);
        // It waits half a second for viewers; the rest is the work of the program and of its recorder.
        assert!(start.elapsed() < Duration::from_secs(15), "{}: {:?}", java.display(), start.elapsed());
        assert!(scan(&fs::read(&trace).expect("is there")).expect("is a trace").is_complete, "{}", java.display());
        let read = bytes_left(viewer);
        assert!(read < bytes(), "{}: the viewer has stalled: {read} of {}", java.display(), bytes());
    }
}

#[test]
fn a_viewer_that_never_reads_keeps_no_thread_in_a_program_that_is_left() {
    let scratch = Scratch::new("followed-left");
    tests::jvm::compile("tests/java/recorder/", scratch.path());
    for (number, java) in all_jvms().into_iter().enumerate() {
        let (trace, place) = (scratch.join(&format!("{number}.mctrace")), scratch.join(&format!("{number}.address")));
        let mut program = Obeying::alone(&java, scratch.path(), &["-XX:+UseSerialGC", "-XX:+EnableDynamicAgentLoading"]);
        let pid = program.process.pid();
        program.tell("keep 100000");
        let library = program::path().with_file_name("deps").join("librecorder.so");
        let agent = |options: &str| {
            let answer = tests::jvm::jcmd(pid, &["JVMTI.agent_load", &library.display().to_string(), options]);
            assert!(answer.contains("return code: 0"), "{answer}");
        };
        agent(&format!("\"out={},live={},budget=none,interval=0\"", trace.display(), place.display()));
        let viewer = viewer(&fs::read_to_string(&place).expect("the recorder has told where it is"));
        let bytes = || fs::metadata(&trace).expect("is there").len();
        wait_until("stall", || {
            program.tell("mix 3");
            bytes() > MORE_THAN_SOCKETS_HOLD
        });
        agent("stop");
        wait_until("end of the recorder's threads", || thread_of_ours(pid).is_none());
        program.end(0);
        assert!(bytes_left(viewer) < bytes(), "{}: the viewer has stalled", java.display());
    }
}
