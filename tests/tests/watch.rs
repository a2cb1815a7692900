//! `memory-city watch` on a real JVM: what arrives is what the program says about itself.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use tests::jvm::TravelShop;
use tests::program;
use tests::scratch::Scratch;

/// Points of the program, and requests between two of them.
const OPTIONS: [&str; 4] = ["--points", "3", "--requests", "60"];

/// A running `memory-city watch`, and what it prints.
struct Watcher {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// Its temporary files, and nobody else's.
    scratch: Scratch,
}

impl Watcher {
    fn start(shop: &TravelShop, extra: &[&str]) -> Self {
        let scratch = Scratch::new("watch");
        let mut call = program::command_with_signals();
        call.args(["watch", &shop.pid().to_string(), "--every", "100ms", "--headless", "--by", "type"]).args(extra);
        call.env("TMPDIR", scratch.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = call.spawn().expect("the program starts");
        let lines = BufReader::new(process.stdout.take().expect("stdout is a pipe")).lines();
        Self { process, lines, scratch }
    }

    /// Reads lines until one holds. The JVM answers when it has time: how many points that takes nobody knows.
    fn wait_for(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let mut seen = Vec::new();
        for line in self.lines.by_ref() {
            let line = line.expect("is text");
            if holds(&line) {
                return;
            }
            seen.push(line);
        }
        panic!("no {what} before the end: {seen:?}");
    }

    /// Presses Ctrl+C, waits for the end and asserts that no heap dump is left behind.
    fn interrupt(mut self) {
        let sent = Command::new("kill").args(["-INT", &self.process.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        // What is still printed must not fill the pipe.
        let _ = self.lines.by_ref().count();
        assert_eq!(self.process.wait().expect("ends").code(), Some(130), "ended by Ctrl+C");
        let left: Vec<_> = std::fs::read_dir(self.scratch.path()).expect("can be listed").collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Growth of the leaking class, or of the dates it keeps alive.
fn names_the_leak(line: &str) -> bool {
    line.contains("travelshop.business.Location +") || line.contains("java.util.Date +")
}

#[test]
fn histograms_of_a_leaking_program_name_what_leaks() {
    let mut shop = TravelShop::start(&OPTIONS);
    let first = shop.next_point().expect("reaches its first point");
    assert!(first.objects["travelshop.business.Location"] > 0);
    let mut watcher = Watcher::start(&shop, &[]);
    watcher.wait_for("first point", |_| true);
    // 60 requests miss the cache and bring many locations each: they are the strongest growers.
    shop.go_on();
    watcher.wait_for("leak", names_the_leak);
    watcher.interrupt();
}

#[test]
fn heap_dumps_of_a_running_program_are_read_and_removed_even_when_interrupted() {
    let mut shop = TravelShop::start(&OPTIONS);
    let _ = shop.next_point().expect("reaches its first point");
    let mut watcher = Watcher::start(&shop, &["--dumps"]);
    watcher.wait_for("first point", |_| true);
    shop.go_on();
    watcher.wait_for("leak", names_the_leak);
    // Now, or a moment later, the next dump is being written.
    watcher.interrupt();
}

#[test]
fn watching_ends_well_when_the_process_ends() {
    let mut shop = TravelShop::start(&OPTIONS);
    let _ = shop.next_point().expect("reaches its first point");
    let mut call = program::command();
    call.args(["watch", &shop.pid().to_string(), "--every", "200ms", "--headless"]);
    let mut watcher = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(watcher.stdout.take().expect("stdout is a pipe")).lines();
    assert!(lines.next().is_some_and(|line| line.is_ok()));
    drop(shop);
    for line in lines {
        line.expect("is text");
    }
    let output = watcher.wait_with_output().expect("ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("has ended"), "{errors}");
}

#[test]
fn a_process_that_is_no_jvm_is_left_alone() {
    // jcmd would end it with a signal.
    let mut sleeper = Command::new("sleep").arg("60").spawn().expect("there is sleep");
    let output = program::run(["watch", &sleeper.id().to_string(), "--headless"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no running JVM with process id"));
    assert!(sleeper.try_wait().expect("can be asked").is_none(), "the process was ended");
    sleeper.kill().expect("can be ended");
    let _ = sleeper.wait();
}

#[test]
fn without_jcmd_the_message_says_where_it_comes_from() {
    let output = program::command()
        .args(["watch", "1", "--headless"])
        .env("PATH", "/nonexistent")
        .env_remove("JAVA_HOME")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("jcmd not found") && errors.contains("JDK"), "{errors}");
}
