//! A desktop session in which a screen reader runs: buses of its own, and what is told on them of the window.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::repository::root;
use crate::scratch::Scratch;

/// The session; it ends with its last user.
#[derive(Debug)]
pub struct ReaderSession {
    bus: Child,
    address: String,
    scratch: Scratch,
}

impl ReaderSession {
    /// Starts the buses and says that a screen reader is there.
    ///
    /// # Panics
    /// When `dbus-daemon`, Python or what they need is missing.
    #[must_use]
    pub fn start() -> Self {
        let scratch = Scratch::new("screen-reader");
        let mut bus = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address"])
            .env("XDG_RUNTIME_DIR", scratch.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot run dbus-daemon ({error}): apt-get install dbus at-spi2-core"));
        let mut address = String::new();
        let stdout = bus.stdout.take().expect("it was asked for");
        let read = BufReader::new(stdout).read_line(&mut address);
        let session = Self { bus, address: address.trim().to_owned(), scratch };
        assert!(read.is_ok() && !session.address.is_empty(), "dbus-daemon tells no address");
        session.ask(&["start"]);
        session
    }

    /// The variables of programs in this session.
    #[must_use]
    pub fn variables(&self) -> [(&'static str, std::ffi::OsString); 2] {
        [("DBUS_SESSION_BUS_ADDRESS", self.address.clone().into()), ("XDG_RUNTIME_DIR", self.scratch.path().into())]
    }

    /// All that the reader sees of the window: `depth`, `role`, `name`, `focused`.
    #[must_use]
    pub fn read(&self) -> Vec<Value> {
        self.ask(&["read"]).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    /// Presses the button of which the name begins so; nothing where there is none.
    #[must_use]
    pub fn press(&self, begin: &str) -> Option<()> {
        (self.ask(&["press", begin]).trim() == "true").then_some(())
    }

    fn ask(&self, arguments: &[&str]) -> String {
        // The Python of the system has the system's packages.
        let output = Command::new("/usr/bin/python3")
            .arg(root().join("tests/python/screen_reader.py"))
            .args(arguments)
            .envs(self.variables())
            .output()
            .unwrap_or_else(|error| panic!("cannot run Python ({error}): apt-get install python3-gi gir1.2-atspi-2.0"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error} (apt-get install at-spi2-core python3-gi gir1.2-atspi-2.0)");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for ReaderSession {
    fn drop(&mut self) {
        let _ = self.bus.kill();
        let _ = self.bus.wait();
    }
}
