//! Programs with the recorder in them (`tests/java/recorder`), and what the checks of it ask of their traces.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use trace_format::{Block, BlockKind, scan};

use crate::program;

/// What a program or its recorder does is done within this time on a busy machine, or never.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Time between two looks.
const POLL: Duration = Duration::from_millis(20);

/// Waits until something holds.
///
/// # Panics
/// When it does not come.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "no {what} within {PATIENCE:?}");
        std::thread::sleep(POLL);
    }
}

/// A program that ends with the check, however that ends.
#[derive(Debug)]
pub struct Running(pub Child);

impl Running {
    /// Starts it.
    ///
    /// # Panics
    /// When that cannot be.
    #[must_use]
    pub fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}")))
    }

    /// The process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.0.id()
    }

    /// The processes that it has started, or copied from itself, and that are there now.
    ///
    /// # Panics
    /// When the system does not list processes.
    #[must_use]
    pub fn children(&self) -> Vec<u32> {
        let parent = self.pid().to_string();
        let is_child = |process: &u32| {
            let facts = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            facts.rsplit_once(") ").is_some_and(|(_, facts)| facts.split(' ').nth(1) == Some(&parent))
        };
        let names = fs::read_dir("/proc").expect("the system lists processes").flatten().map(|entry| entry.file_name());
        names.filter_map(|name| name.to_str()?.parse().ok()).filter(is_child).collect()
    }

    /// Sends a signal: `INT`, `QUIT`.
    ///
    /// # Panics
    /// When the program is gone.
    pub fn signal(&self, name: &str) {
        let status = Command::new("bash").args(["-c", &format!("kill -{name} {}", self.pid())]).status().expect("bash can be run");
        assert!(status.success(), "no signal {name} for {}", self.pid());
    }

    /// Whether it has not ended.
    ///
    /// # Panics
    /// When the system does not say.
    pub fn is_running(&mut self) -> bool {
        self.0.try_wait().expect("can be asked").is_none()
    }

    /// Waits until it ends by itself.
    ///
    /// # Panics
    /// When it does not.
    pub fn end(&mut self) -> ExitStatus {
        wait_until("end of the program", || !self.is_running());
        self.0.wait().expect("has ended")
    }

    /// Ends it at once.
    ///
    /// # Panics
    /// When it has ended by itself.
    pub fn kill(&mut self) {
        assert!(self.is_running(), "it runs until it is killed");
        self.0.kill().expect("it can be killed");
        // It has no way to stay.
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Gone already is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `memory-city record --out TRACE OPTIONS -- JAVA`, to be continued with what the JVM runs.
#[must_use]
pub fn record(trace: &Path, options: &[&str], java: &Path) -> Command {
    let mut command = program::command();
    command.arg("record").arg("--out").arg(trace).args(options).arg("--").arg(java);
    command
}

/// `Forever` while it is recorded; `classes` holds it. It collects every 20 ms or so.
#[must_use]
pub fn forever(classes: &Path, trace: &Path, options: &[&str]) -> Running {
    let mut command = record(trace, options, Path::new("java"));
    Running::start(command.args(["-XX:+UseSerialGC", "-Xmx128m", "-cp"]).arg(classes).arg("Forever").stdout(Stdio::null()))
}

/// The program `Obeys`, which does what it is told.
#[derive(Debug)]
pub struct Obeying {
    /// The process; with a terminal between, the one that holds that.
    pub process: Running,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Obeying {
    /// Starts a command that runs it, and waits until it listens.
    ///
    /// # Panics
    /// When it does not.
    #[must_use]
    pub fn start(command: &mut Command) -> Self {
        let mut process = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let (input, output) = (process.0.stdin.take(), process.0.stdout.take().expect("stdout is a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                // Nobody listens any more: the check is over.
                let _ = sender.send(String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned());
            }
        });
        let mut obeying = Self { process, input, lines, said: Vec::new() };
        obeying.wait_for("ready");
        obeying
    }

    /// The same with a JVM of its own.
    ///
    /// # Panics
    /// As above.
    #[must_use]
    pub fn alone(java: &Path, classes: &Path, options: &[&str]) -> Self {
        Self::start(Command::new(java).args(options).arg("-cp").arg(classes).arg("Obeys"))
    }

    /// Gives an order, see its `main`, and waits until it is done.
    ///
    /// # Panics
    /// When it is not.
    pub fn tell(&mut self, order: &str) {
        self.send(&format!("{order}\n"));
        self.wait_for(&format!("done {order}"));
    }

    /// Sends bytes.
    ///
    /// # Panics
    /// When it does not listen.
    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("stdin is a pipe");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it listens");
    }

    fn wait_for(&mut self, wanted: &str) {
        let start = Instant::now();
        loop {
            let line = self.lines.recv_timeout(PATIENCE.saturating_sub(start.elapsed()));
            let line = line.unwrap_or_else(|error| panic!("no {wanted:?} ({error}) after {:?}", self.said));
            self.said.push(line);
            if self.said.last().is_some_and(|said| said == wanted) {
                return;
            }
        }
    }

    /// Tells it to end with this exit code, and returns all lines that were said, the last ones too.
    ///
    /// # Panics
    /// When it ends otherwise.
    pub fn end(mut self, code: i32) -> Vec<String> {
        self.send(&format!("end {code}\n"));
        let status = self.process.end();
        assert_eq!(status.code(), Some(code), "{status} after {:?}", self.said);
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.said.push(line);
        }
        self.said
    }
}

/// All blocks of a kind that are whole.
///
/// # Panics
/// When the file is no trace.
#[must_use]
pub fn blocks<B: Block>(trace: &Path) -> Vec<B> {
    let file = fs::read(trace).unwrap_or_else(|error| panic!("{}: {error}", trace.display()));
    let found = scan(&file).expect("it is a trace").blocks;
    found.iter().filter(|block| block.kind == Some(B::KIND)).map(|block| block.read(&file).expect("is whole")).collect()
}

/// How many blocks of a kind there are; none before there is a trace.
#[must_use]
pub fn count(trace: &Path, kind: BlockKind) -> usize {
    let Ok(file) = fs::read(trace) else { return 0 };
    scan(&file).map_or(0, |found| found.blocks.iter().filter(|block| block.kind == Some(kind)).count())
}

/// Objects and bytes by class in the last state of a trace or in a heap dump.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn histogram(file: &Path) -> BTreeMap<String, (u64, u64)> {
    let json = program::json(["histogram".as_ref(), file.as_os_str(), "--json".as_ref()]);
    let count =
        |class: &serde_json::Value| Some((class["name"].as_str()?.to_owned(), (class["objects"].as_u64()?, class["bytes"].as_u64()?)));
    json["classes"].as_array().expect("a list of classes").iter().filter_map(count).collect()
}

/// What a query finds in one state of a trace, from 1.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn query(trace: &Path, text: &str, state: &str) -> serde_json::Value {
    program::json(["query".as_ref(), trace.as_os_str(), text.as_ref(), "--dump".as_ref(), state.as_ref(), "--json".as_ref()])
}

/// A thread of the recorder in a process.
///
/// # Panics
/// When the process is gone.
#[must_use]
pub fn thread_of_ours(process: u32) -> Option<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).expect("the process runs");
    let names = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("comm")).ok());
    names.map(|name| name.trim().to_owned()).find(|name| name.to_lowercase().contains("memory"))
}
