//! `memory-city serve`: pages for browsers, over a socket as they do it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tests::jvm::TravelShop;
use tests::program::stdout;
use tests::repository::root;
use tests::scratch::Scratch;

/// A server that ends with the test.
struct Server {
    process: Child,
    _stdout: BufReader<ChildStdout>,
    /// `127.0.0.1:PORT`.
    address: String,
    token: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut call = tests::program::command_with_signals();
        call.args(["serve", "--port", "0"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = call.spawn().expect("starts");
        let mut out = BufReader::new(process.stdout.take().expect("is a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("tells its address");
        let (address, token) = line.trim().trim_start_matches("http://").trim_end_matches('/').split_once('/').expect("has a token");
        Self { process, address: address.to_owned(), token: token.to_owned(), _stdout: out }
    }

    /// Status, headers and body of a request.
    fn ask(&self, path: &str, headers: &[(&str, &str)]) -> (u16, String, String) {
        let mut socket = TcpStream::connect(&self.address).expect("listens");
        socket.set_read_timeout(Some(Duration::from_secs(60))).expect("can be set");
        let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        headers.iter().for_each(|(name, value)| request += &format!("{name}: {value}\r\n"));
        socket.write_all((request + "\r\n").as_bytes()).expect("is sent");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).expect("is text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("has a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("has a status");
        (status, head.to_lowercase(), body.to_owned())
    }

    fn path(&self, rest: &str) -> String {
        format!("/{}/{rest}", self.token)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn sample() -> String {
    root().join("data-samples/fig11").display().to_string()
}

#[test]
fn a_browser_gets_the_page_of_the_report() {
    let server = Server::start(&[&sample()]);
    let (status, head, page) = server.ask(&server.path(""), &[]);
    assert_eq!(status, 200);
    assert!(head.contains("content-type: text/html; charset=utf-8") && head.contains("cache-control: no-store"), "{head}");
    let file = stdout(["report", &sample(), "--html", "-"]);
    let as_file = page.replace("<html lang=\"en\" data-live>", "<html lang=\"en\">").replace(" connect-src 'self';", "");
    assert_eq!(as_file.len(), file.len());
    assert!(as_file == file, "but for asking the server it is the file");
    // What is new is the page without script and style.
    let (status, head, news) = server.ask(&server.path("news"), &[]);
    assert!(status == 200 && head.contains("x-version: 1"), "{head}");
    assert!(!news.contains("<style") && news.matches("<script").count() == 1 && news.contains("id=\"report-data\""));
    let (status, _, version) = server.ask(&server.path("next?after=0"), &[]);
    assert_eq!((status, &*version), (200, "1"));
}

/// What an editor shows beside a line.
#[test]
fn a_line_of_the_source_is_told_what_lives_that_was_allocated_there() {
    let trace = root().join("data-samples/travel-shop-trace/travel-shop.mctrace").display().to_string();
    let server = Server::start(&[&trace]);
    let (status, head, told) = server.ask(&server.path("line?file=src/travelshop/business/JourneyService.java&line=44"), &[]);
    assert!(status == 200 && head.contains("content-type: application/json"), "{head}");
    let told: serde_json::Value = serde_json::from_str(&told).expect("is JSON");
    // The same as whoever groups the heap so is told.
    let query = "group by closest domain call site, allocation site, type";
    let groups: serde_json::Value = serde_json::from_str(&stdout(["query", &trace, query, "--json"])).expect("is JSON");
    let frame = "travelshop.business.JourneyService.search(JourneyService.java:44)";
    let group = groups["groups"].as_array().expect("has groups").iter().find(|group| group["key"] == format!("Overall#{frame}"));
    let group = group.expect("is there");
    assert_eq!((&told["objects"], &told["bytes"]), (&group["objects"], &group["bytes"]), "{told}");
    assert_eq!((&told["places"][0]["frame"], told["places"].as_array().map(Vec::len)), (&frame.into(), Some(1)));
    assert!(told["places"][0]["types"][0]["bytes"].as_u64() > Some(100_000), "{told}");
    // Another line, another server without places, and nobody without the token.
    let (status, _, told) = server.ask(&server.path("line?file=JourneyService.java&line=1"), &[]);
    assert!(status == 200 && told.contains("\"objects\":0"), "{told}");
    assert_eq!(server.ask("/0123456789abcdef/line?file=JourneyService.java&line=44", &[]).0, 404);
    assert_eq!(server.ask(&server.path("line?file=JourneyService.java"), &[]).0, 400);
    let server = Server::start(&[&sample()]);
    let (status, _, told) = server.ask(&server.path("line?file=JourneyService.java&line=44"), &[]);
    assert!(status == 422 && told.contains("does not tell where objects were allocated"), "{told}");
}

#[test]
fn who_comes_before_the_first_state_is_asked_to_wait() {
    let server = Server::start(&["--listen", "127.0.0.1:0"]);
    let (status, head, page) = server.ask(&server.path(""), &[]);
    assert!(status == 200 && head.contains("x-version: 0"), "{head}");
    assert!(page.contains("waits for the first state") && page.contains("http-equiv=\"refresh\""), "{page}");
    let (status, head, _) = server.ask(&format!("/{}", server.token), &[]);
    assert!(status == 308 && head.contains(&format!("location: /{}/", server.token)), "{head}");
    assert_eq!(server.ask("/0123456789abcdef0123456789abcdef", &[]).0, 404, "who does not know the token learns nothing");
}

#[test]
fn only_those_who_know_the_token_are_answered_and_only_on_this_machine() {
    let server = Server::start(&[&sample()]);
    assert!(server.address.starts_with("127.0.0.1:"));
    for path in ["/", "/news", "/0123456789abcdef0123456789abcdef/", &format!("/{}0/", server.token), &format!("/{}/", &server.token[1..])]
    {
        let (status, _, body) = server.ask(path, &[]);
        assert_eq!(status, 404, "{path}");
        assert!(!body.contains("report-data"));
    }
    let tunnel: &[(&str, &str)] = &[("Host", "localhost:9000")];
    assert_eq!(server.ask(&server.path(""), tunnel).0, 200, "the port of a tunnel is another one");
    for strangers in [[("Host", "evil.example")], [("Origin", "http://evil.example")], [("Origin", "null")]] {
        let (status, _, body) = server.ask(&server.path("news"), &strangers);
        assert_eq!(status, 403, "{strangers:?}");
        assert!(!body.contains("report-data"));
    }
}

#[test]
fn several_browsers_wait_for_news_and_are_sent_home_at_the_end() {
    let mut server = Server::start(&[&sample()]);
    std::thread::scope(|scope| {
        let server = &server;
        let waiting: Vec<_> = (0..4).map(|_| scope.spawn(move || server.ask(&server.path("next?after=1"), &[]).0)).collect();
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(server.ask(&server.path(""), &[]).0, 200, "others are answered meanwhile");
        let process = server.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &process]).status().expect("runs").success());
        for waiting in waiting {
            assert_eq!(waiting.join().expect("does not panic"), 410);
        }
    });
    assert!(server.process.wait().expect("ends").success());
}

/// Asks until an answer has it.
fn wait_for(server: &Server, path: &str, what: &str) -> String {
    let start = Instant::now();
    loop {
        let (_, _, body) = server.ask(&server.path(path), &[]);
        if body.contains(what) {
            return body;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "no {what} within two minutes: {}", &body[..body.len().min(300)]);
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn the_page_of_a_running_program_grows_with_it() {
    let mut shop = TravelShop::start(&["--points", "3", "--requests", "60"]);
    let _ = shop.next_point().expect("reaches its first point");
    let server = Server::start(&["--watch", &shop.pid().to_string(), "--every", "200ms", "--by", "type"]);
    wait_for(&server, "news", "report-data");
    let version: u64 = server.ask(&server.path("next?after=0"), &[]).2.parse().expect("is a number");
    let later = server.ask(&server.path(&format!("next?after={version}")), &[]).2.parse();
    assert!(later.is_ok_and(|later: u64| later > version), "points go on coming");
}

#[test]
fn the_page_of_a_recording_is_told_by_its_address() {
    let scratch = Scratch::new("served-recording");
    let library = tests::program::path().with_file_name("deps").join("librecorder.so");
    let (trace, place) = (scratch.join("shop.mctrace"), scratch.join("address"));
    let agent = format!("-agentpath:{}=out={},live={}", library.display(), trace.display(), place.display());
    let mut shop = TravelShop::start_with(&[&agent], &["--points", "3", "--requests", "60"]);
    let _ = shop.next_point().expect("reaches its first point");
    let address = std::fs::read_to_string(&place).expect("the recorder has told where it is");
    let server = Server::start(&["--connect", address.trim(), "--by", "type"]);
    shop.request_data_dump();
    let page = wait_for(&server, "", "report-data");
    assert!(page.contains("data-live"), "it asks for what is new");
}
