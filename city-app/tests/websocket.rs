//! The live connections against real sockets: a mock server for the client, real clients for the server.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use analysis::{Evolution, Metric, NodeIndex, Progress, Warnings};
use city_app::data::input::{Input, open, options::OpenOptions};
use city_app::data::live::{LiveCity, LiveError, LiveFeed, LiveSource};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, WebSocket, accept, client, connect, stream::MaybeTlsStream};

/// Long enough for a slow machine; a test that needs it has failed.
const PATIENCE: Duration = Duration::from_secs(300);

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data-samples/fig10")
}

/// The sample as the folder reader has it.
fn evolution_of_folder() -> Evolution {
    let warnings = Warnings::new();
    let input = Input::look_at(&[sample()], &warnings).expect("the sample is there");
    let dataset = open(&input, &OpenOptions::default(), &Progress::new(), &warnings).expect("the sample opens");
    Evolution::clone(&dataset.evolution)
}

/// The JSON files of a folder, as one array.
fn documents(folder: &Path) -> Vec<Value> {
    let files = std::fs::read_dir(folder).expect("the sample is there").map(|entry| entry.expect("is readable").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == "json") && !file.ends_with("dataset.json")).collect();
    // Backwards, so that the order of arrival is not the order of time.
    files.sort();
    files.reverse();
    files.iter().map(|file| serde_json::from_slice(&std::fs::read(file).expect("is readable")).expect("is JSON")).collect()
}

/// Everything that a source delivers until it ends.
fn collect(source: LiveSource) -> LiveCity {
    let feed = LiveFeed::start(source, &Progress::new()).expect("starts");
    let mut city = LiveCity::new();
    while let Some(event) = feed.next() {
        city.take(event);
    }
    city
}

/// Compares everything but the names of the dataset.
fn assert_same(live: &Evolution, folder: &Evolution) {
    assert_eq!(live.points, folder.points);
    assert_eq!(live.nodes, folder.nodes);
    assert_eq!(live.roles, folder.roles);
    for node in (0..live.nodes.len() as u32).map(NodeIndex) {
        for metric in [Metric::Objects, Metric::Bytes] {
            assert_eq!(live.series(metric, node), folder.series(metric, node), "{}", live.nodes[node.at()].key);
        }
    }
    assert_eq!(live.references, folder.references);
}

/// A server that answers the Analyzer's requests from the sample; `failing` requests get an error.
fn mock_analyzer(failing: &'static [&'static str]) -> (String, JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let url = format!("ws://{}", listener.local_addr().expect("has an address"));
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("the client connects");
        let mut socket = accept(stream).expect("is a WebSocket");
        let mut requests = Vec::new();
        while let Ok(message) = socket.read() {
            let Message::Text(text) = message else { continue };
            let request: Value = serde_json::from_str(&text).expect("requests are JSON");
            let capability = request["capability"].as_str().expect("names a capability").to_owned();
            let data = match capability.as_str() {
                "GET-TAB-LIST-WITH-CAPABILITY" => json!([
                    { "tabId": 4, "capabilities": ["GET-ALL-TREES"] },
                    { "tabId": 9, "capabilities": ["GET-ALL-TREES"] },
                ]),
                "GET-ALL-TREES" => Value::Array(documents(&sample())),
                "GET-ALL-POINTS-TO-MAPS" => Value::Array(documents(&sample().join("points-to-maps"))),
                "GET-ALL-POINTED-FROM-MAPS" => Value::Array(documents(&sample().join("pointed-from-maps"))),
                other => panic!("unknown request {other}"),
            };
            // News that nobody asked for may come between request and reply.
            let stray = json!({ "request": { "capability": "SELECT" }, "status": "success", "sender": 4, "data": null });
            let reply = if failing.contains(&capability.as_str()) {
                json!({ "request": request, "status": "failed", "sender": -1, "data": null, "error": "not recorded" })
            } else {
                json!({ "request": request, "status": "success", "sender": 4, "data": data })
            };
            requests.push(request);
            if socket.send(Message::text(stray.to_string())).is_err() || socket.send(Message::text(reply.to_string())).is_err() {
                break;
            }
        }
        requests
    });
    (url, server)
}

#[test]
fn the_client_receives_the_same_dataset_as_the_folder() {
    let (url, server) = mock_analyzer(&[]);
    let city = collect(LiveSource::Connect { url, tab: None });
    assert_same(&city.evolution(), &evolution_of_folder());
    assert!(matches!(city.ended, Some(Ok(_))), "{:?}", city.ended);
    let tabs: Vec<i64> = server.join().expect("the server is well").iter().filter_map(|request| request["tabId"].as_i64()).collect();
    assert_eq!(tabs, [-1, 4, 4, 4], "the list is about no tab, the rest about the first one");
}

#[test]
fn every_point_of_a_server_is_printed_once_and_in_order() {
    let (url, _server) = mock_analyzer(&[]);
    let output =
        Command::new(env!("CARGO_BIN_EXE_memory-city")).args(["watch", "--connect", &url, "--headless"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("is text");
    let printed: Vec<(usize, String)> = text
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            let number = words.next().and_then(|number| number.parse().ok()).expect("a number");
            (number, words.next().expect("a time").to_owned())
        })
        .collect();
    let folder = evolution_of_folder();
    let expected = folder.points.iter().map(|point| format!("{:.1}", point.time_millis as f64 / 1000.0));
    let expected: Vec<(usize, String)> = (1..).zip(expected).collect();
    assert_eq!(printed, expected);
}

#[test]
fn the_wanted_tab_is_asked_and_a_missing_one_is_an_error() {
    let (url, server) = mock_analyzer(&[]);
    let city = collect(LiveSource::Connect { url, tab: Some(9) });
    assert!(matches!(city.ended, Some(Ok(_))), "{:?}", city.ended);
    assert_eq!(server.join().expect("the server is well")[1]["tabId"], 9);

    let (url, _server) = mock_analyzer(&[]);
    let city = collect(LiveSource::Connect { url, tab: Some(5) });
    assert!(matches!(city.ended, Some(Err(LiveError::Protocol(_)))), "{:?}", city.ended);
}

#[test]
fn without_maps_the_city_stands_and_a_warning_says_so() {
    let (url, _server) = mock_analyzer(&["GET-ALL-POINTS-TO-MAPS", "GET-ALL-POINTED-FROM-MAPS"]);
    let city = collect(LiveSource::Connect { url, tab: None });
    let evolution = city.evolution();
    assert_eq!((evolution.points.len(), evolution.references.iter().flatten().count()), (23, 0));
    assert!(city.warnings.list().iter().any(|warning| warning.first.contains("not recorded")), "{:?}", city.warnings.list());
}

#[test]
fn a_failed_tree_request_ends_with_the_servers_words() {
    let (url, _server) = mock_analyzer(&["GET-ALL-TREES"]);
    let city = collect(LiveSource::Connect { url, tab: None });
    match city.ended {
        Some(Err(error)) => assert!(error.to_string().contains("not recorded"), "{error}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_server_that_is_not_there_or_no_websocket_is_an_error_not_a_hang() {
    // An address of its own: no other test may take the port once it is closed.
    let free = TcpListener::bind("127.0.0.2:0").expect("a port is free");
    let url = format!("ws://{}", free.local_addr().expect("has an address"));
    let http = std::thread::spawn(move || {
        use std::io::Write;
        let (mut stream, _) = free.accept().expect("the client connects");
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    assert!(matches!(collect(LiveSource::Connect { url: url.clone(), tab: None }).ended, Some(Err(LiveError::Io(_)))));
    http.join().expect("the server is well");
    // Now the port is closed.
    assert!(matches!(collect(LiveSource::Connect { url, tab: None }).ended, Some(Err(LiveError::Io(_)))));
    assert!(matches!(collect(LiveSource::Connect { url: "not a url".into(), tab: None }).ended, Some(Err(LiveError::Io(_)))));
}

/// A running push server and what has arrived there.
struct Server {
    feed: LiveFeed,
    city: LiveCity,
    address: SocketAddr,
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

impl Server {
    fn start() -> Self {
        Self::start_at([127, 0, 0, 1])
    }

    fn start_at(loopback: [u8; 4]) -> Self {
        let feed = LiveFeed::start(LiveSource::Listen(SocketAddr::from((loopback, 0))), &Progress::new()).expect("starts");
        let mut city = LiveCity::new();
        let deadline = Instant::now() + PATIENCE;
        let address = loop {
            if let Some(address) = city.status.strip_prefix("listening on ws://") {
                break address.parse().expect("is an address");
            }
            assert!(Instant::now() < deadline, "the server does not listen: {:?}", city.ended);
            if let Some(event) = feed.next_within(Duration::from_millis(50)) {
                city.take(event);
            }
        };
        Self { feed, city, address }
    }

    fn client(&self) -> Socket {
        connect(format!("ws://{}", self.address)).expect("connects").0
    }

    /// Sends a frame and returns the reply, while the city takes what arrives.
    fn push(&mut self, socket: &mut Socket, frame: impl Into<String>) -> Value {
        let frame = frame.into();
        std::thread::scope(|scope| {
            let reply = scope.spawn(|| {
                socket.send(Message::text(frame)).expect("can be sent");
                loop {
                    if let Message::Text(text) = socket.read().expect("is answered") {
                        return serde_json::from_str(&text).expect("replies are JSON");
                    }
                }
            });
            while !reply.is_finished() {
                self.take_all();
            }
            let reply = reply.join().expect("the client is well");
            self.take_all();
            reply
        })
    }

    fn take_all(&mut self) {
        while let Some(event) = self.feed.next_within(Duration::from_millis(5)) {
            self.city.take(event);
        }
    }
}

#[test]
fn trees_pushed_one_by_one_extend_the_time_axis_and_make_the_same_city() {
    let mut server = Server::start();
    let mut socket = server.client();
    for (at, tree) in documents(&sample()).into_iter().enumerate() {
        // Every second one bare, the others in an envelope.
        let frame = if at % 2 == 0 { tree } else { json!({ "type": "tree", "data": tree }) };
        assert_eq!(server.push(&mut socket, frame.to_string()), json!({ "status": "success", "points": at + 1 }));
        assert_eq!(server.city.evolution().points.len(), at + 1);
    }
    // Maps may come after their trees, in one frame or in many, and from another client.
    let mut other = server.client();
    let maps = documents(&sample().join("points-to-maps"));
    server.push(&mut other, json!({ "type": "points-to", "data": maps }).to_string());
    for map in documents(&sample().join("pointed-from-maps")) {
        server.push(&mut other, json!({ "type": "pointed-from", "data": map }).to_string());
    }
    assert_eq!(server.push(&mut socket, r#"{"type":"end"}"#)["status"], "success");
    assert_same(&server.city.evolution(), &evolution_of_folder());
}

#[test]
fn maps_may_arrive_before_their_trees() {
    let mut server = Server::start();
    let mut socket = server.client();
    for (kind, folder) in [("points-to", "points-to-maps"), ("pointed-from", "pointed-from-maps")] {
        let data = documents(&sample().join(folder));
        assert_eq!(server.push(&mut socket, json!({ "type": kind, "data": data }).to_string())["status"], "success");
    }
    let trees = Value::Array(documents(&sample()));
    assert_eq!(server.push(&mut socket, trees.to_string()), json!({ "status": "success", "points": 23 }));
    assert_same(&server.city.evolution(), &evolution_of_folder());
}

#[test]
fn a_malformed_frame_is_refused_and_leaves_the_city_untouched() {
    let mut server = Server::start();
    let mut socket = server.client();
    let trees = documents(&sample());
    server.push(&mut socket, Value::Array(trees[..3].to_vec()).to_string());
    let before = Evolution::clone(&server.city.evolution());

    let good = &trees[3];
    let mut negative = good.clone();
    negative["root"]["children"][0]["objects"] = json!(-1);
    let mut without_time = good.clone();
    without_time.as_object_mut().expect("is an object").remove("time");
    let deep =
        format!(r#"{{"time":1,"root":{}1{}}}"#, r#"{"objects":1,"bytes":1,"key":"a","children":["#.repeat(100_000), "]}".repeat(100_000));
    let hostile = [
        String::new(),
        "hello".into(),
        "null".into(),
        "{}".into(),
        "[".repeat(1_000_000),
        deep,
        r#"{"type":"forest","data":1}"#.into(),
        r#"{"type":"tree"}"#.into(),
        r#"{"type":{"a":1},"data":null}"#.into(),
        r#"{"type":"points-to","data":{"pointerMap":{"a":{"b":1}}}}"#.into(),
        r#"{"time":5,"root":{"key":"Overall","objects":1e400,"bytes":NaN}}"#.into(),
        r#"{"time":5,"root":{"key":"Overall","objects":1,"bytes":1}}"#.into(),
        negative.to_string(),
        without_time.to_string(),
        // A good tree beside a bad one: all or nothing.
        json!([good, negative]).to_string(),
        // The same time twice, and a time that is taken.
        json!([good, good]).to_string(),
        trees[0].to_string(),
        good.to_string()[..good.to_string().len() / 2].to_owned(),
    ];
    for frame in hostile {
        let shown = frame.chars().take(60).collect::<String>();
        let reply = server.push(&mut socket, frame);
        assert_eq!(reply["status"], "failed", "{shown}");
        assert!(reply["error"].as_str().is_some_and(|error| !error.is_empty()), "{shown}: {reply}");
        assert_eq!(server.city.evolution().points, before.points, "{shown}");
    }
    assert_same(&server.city.evolution(), &before);
    // The connection is as good as before.
    assert_eq!(server.push(&mut socket, good.to_string()), json!({ "status": "success", "points": 4 }));
}

#[test]
fn random_damage_to_a_frame_never_ends_the_server() {
    let mut server = Server::start();
    let mut socket = server.client();
    let frame = documents(&sample())[0].to_string().into_bytes();
    // A fixed sequence (xorshift), so that a failure can be repeated.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..200 {
        let mut damaged = frame.clone();
        for _ in 0..=random(3) {
            let at = random(damaged.len());
            // ASCII only: a text frame that is no UTF-8 ends the connection by the rules of the protocol.
            damaged[at] = b' ' + random(95) as u8;
        }
        let damaged = String::from_utf8(damaged).expect("is ASCII");
        let reply = server.push(&mut socket, damaged);
        assert!(reply["status"] == "success" || reply["status"] == "failed", "{reply}");
    }
}

#[test]
fn a_frame_over_the_limit_ends_its_connection_only() {
    let mut server = Server::start();
    let mut huge = server.client();
    // Claims 300 MiB and sends only the beginning: the claim is enough.
    let stream = match huge.get_mut() {
        MaybeTlsStream::Plain(stream) => stream.try_clone().expect("can be shared"),
        _ => panic!("no TLS here"),
    };
    use std::io::Write;
    let mut header = vec![0x81, 0x80 | 127];
    header.extend_from_slice(&(300_u64 << 20).to_be_bytes());
    header.extend_from_slice(&[0, 0, 0, 0]);
    (&stream).write_all(&header).expect("can be sent");
    let reply = huge.read().expect("the server says why");
    assert!(reply.to_text().is_ok_and(|text| text.contains("failed")), "{reply:?}");

    let mut socket = server.client();
    let tree = documents(&sample())[0].to_string();
    assert_eq!(server.push(&mut socket, tree)["status"], "success");
}

#[test]
fn a_page_of_another_machine_is_turned_away() {
    let server = Server::start();
    let connect_from = |origin: &str| {
        let stream = TcpStream::connect(server.address).expect("connects");
        let request = tokio_tungstenite::tungstenite::http::Request::builder()
            .uri(format!("ws://{}", server.address))
            .header("host", server.address.to_string())
            .header("connection", "Upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("origin", origin)
            .body(())
            .expect("is a request");
        client::client_with_config(request, stream, Some(WebSocketConfig::default())).is_ok()
    };
    for foreign in ["https://example.org", "http://[::1]evil.com", "http://localhost:80@evil.com"] {
        assert!(!connect_from(foreign), "{foreign}");
    }
    assert!(connect_from("http://localhost:3000"));
}

/// The connection below a client that does no longer what a client does.
fn raw(socket: &Socket) -> TcpStream {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream.try_clone().expect("can be shared"),
        _ => panic!("no TLS here"),
    }
}

/// Resident memory of this process, in bytes, without what it shares with files.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("it is there");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("is a number") << 10
}

#[test]
fn pings_whose_answers_nobody_reads_take_no_memory() {
    use std::io::Write;
    let mut server = Server::start();
    let before = memory();
    let hostile: Vec<Socket> = (0..3).map(|_| server.client()).collect();
    // A ping with as many bytes as it may have, and no mask to speak of.
    let pings = [&[0x89, 0x80 | 125, 0, 0, 0, 0][..], &[b'x'; 125]].concat().repeat(500);
    let sent: usize = std::thread::scope(|scope| {
        let pinging = hostile.iter().map(|socket| {
            let pings = &pings;
            scope.spawn(move || {
                let (mut stream, start, mut sent) = (raw(socket), Instant::now(), 0);
                stream.set_write_timeout(Some(Duration::from_millis(500))).expect("is a socket");
                while start.elapsed() < Duration::from_secs(10) {
                    sent += stream.write(&pings[sent % pings.len()..]).unwrap_or(0);
                }
                sent
            })
        });
        pinging.collect::<Vec<_>>().into_iter().map(|pinging| pinging.join().expect("is well")).sum()
    });
    let grown = memory().saturating_sub(before);
    assert!(grown < 128 << 20, "{grown} bytes more after {sent} bytes of pings");
    assert!(sent > 1 << 20, "{sent}");
    let mut socket = server.client();
    assert_eq!(server.push(&mut socket, documents(&sample())[0].to_string())["status"], "success");
}

#[test]
fn clients_that_push_nothing_give_way_and_one_that_pushes_stays() {
    use std::io::Write;
    let mut server = Server::start();
    let mut pusher = server.client();
    let trees = documents(&sample());
    // One does nothing, one has begun a frame that it never ends, and one sends what is refused.
    let mut idle: Vec<Socket> = (0..3).map(|_| server.client()).collect();
    raw(&idle[1]).write_all(&[0x81, 0x80 | 127, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]).expect("can be sent");
    let address = server.address;
    let newcomer = std::thread::spawn(move || connect(format!("ws://{address}")).expect("has a place in the end").0);
    let start = Instant::now();
    for tree in &trees {
        assert_eq!(server.push(&mut pusher, tree.to_string())["status"], "success", "who pushes stays");
        let _ = raw(&idle[1]).write_all(b"[");
        let _ = idle[2].send(Message::text("hello"));
        if newcomer.is_finished() {
            break;
        }
        std::thread::sleep(Duration::from_secs(4));
    }
    assert!(newcomer.is_finished(), "nobody has given way in {:?}", start.elapsed());
    assert!(start.elapsed() > Duration::from_secs(20), "it was too early: {:?}", start.elapsed());
    let mut newcomer = newcomer.join().expect("is well");
    assert_eq!(server.push(&mut newcomer, r#"{"type":"end"}"#)["status"], "success");
    assert_eq!(server.push(&mut pusher, r#"{"type":"end"}"#)["status"], "success", "it is there still");
}

#[test]
fn connections_that_become_no_websocket_give_way_soon() {
    let mut server = Server::start();
    let silent: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(server.address).expect("connects")).collect();
    let start = Instant::now();
    let mut socket = server.client();
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(server.push(&mut socket, documents(&sample())[0].to_string())["status"], "success");
    drop(silent);
}

#[test]
fn what_a_client_sent_comes_back_in_part_only() {
    let mut server = Server::start();
    let mut socket = server.client();
    let reply = server.push(&mut socket, json!({ "type": "x".repeat(10 << 20) }).to_string());
    assert_eq!(reply["status"], "failed");
    assert!(reply.to_string().len() < 2000, "{} bytes", reply.to_string().len());
}

#[test]
fn dropping_the_feed_stops_the_server_and_frees_the_port() {
    // An address of its own: no other test may take the port once it is free.
    let server = Server::start_at([127, 0, 0, 3]);
    let address = server.address;
    let _idle = server.client();
    drop(server);
    TcpListener::bind(address).expect("the port is free again");
}
