//! A screen of its own for the real window: a virtual X server, and `xdotool` as the hands on mouse and keyboard.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program;
use crate::scratch::Scratch;
use crate::screen_reader::ReaderSession;

/// Size of the screen, which is the size of a new window.
pub const SIZE: (u32, u32) = (1600, 1000);
/// A software driver on a busy machine needs a while for a frame. Only a failure waits this long.
const PATIENCE: Duration = Duration::from_secs(300);
/// Time between two looks at the journal.
const POLL: Duration = Duration::from_millis(100);

/// One window at a time: a software driver needs every processor for one.
static ONE_WINDOW: Mutex<()> = Mutex::new(());

/// Does something while no window is open: a program that is recorded beside one runs at another pace.
pub fn without_windows<T>(work: impl FnOnce() -> T) -> T {
    let _none = ONE_WINDOW.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// The program in a window on a screen that nobody sees.
#[derive(Debug)]
pub struct Window {
    _only: MutexGuard<'static, ()>,
    server: Child,
    city: Child,
    display: String,
    scratch: Scratch,
}

/// Mouse buttons, as X counts them.
#[derive(Debug, Clone, Copy)]
pub enum Button {
    /// Selects.
    Left = 1,
    /// Pans.
    Middle = 2,
    /// Turns.
    Right = 3,
}

impl Window {
    /// Starts the program with these arguments.
    ///
    /// # Panics
    /// When the X server or `xdotool` is missing.
    #[must_use]
    pub fn open(arguments: &[&std::ffi::OsStr]) -> Self {
        Self::start(arguments, None)
    }

    /// The same where a screen reader runs.
    #[must_use]
    pub fn open_in(session: &ReaderSession, arguments: &[&std::ffi::OsStr]) -> Self {
        Self::start(arguments, Some(session))
    }

    fn start(arguments: &[&std::ffi::OsStr], session: Option<&ReaderSession>) -> Self {
        let only = ONE_WINDOW.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = Scratch::new("window");
        let (server, display) = start_server(&scratch);
        let mut city = program::command();
        city.env_remove("DBUS_SESSION_BUS_ADDRESS");
        city.envs(session.into_iter().flat_map(ReaderSession::variables));
        let city = city
            .args(arguments)
            .current_dir(scratch.path())
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env("MEMORY_CITY_JOURNAL", scratch.join("journal"))
            // Settings and recent files of the person who runs the tests are not touched.
            .env("HOME", scratch.path())
            .env("MEMORY_CITY_CONFIG_DIR", scratch.join("config"))
            .env("XDG_CACHE_HOME", scratch.join("cache"))
            .stderr(fs::File::create(scratch.join("stderr")).expect("a file can be made"))
            .spawn()
            .expect("memory-city starts");
        Self { _only: only, server, city, display, scratch }
    }

    /// The folder that the program was started in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// Presses a key again and again until the window shows `what`: for places that take keys a few frames later.
    ///
    /// # Panics
    /// As [`Self::wait_for`].
    pub fn press_until(&mut self, key: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        const AGAIN: Duration = Duration::from_secs(3);
        let mut pressed: Option<Instant> = None;
        let display = self.display.clone();
        self.wait_for(what, |state| {
            let there = holds(state);
            if !there && pressed.is_none_or(|at| at.elapsed() > AGAIN) {
                pressed = Some(Instant::now());
                xdotool(&display, &["key", key]);
            }
            there
        })
    }

    /// What the window shows now; `None` before its first frame.
    #[must_use]
    pub fn state(&self) -> Option<Value> {
        let journal = fs::read_to_string(self.scratch.join("journal")).ok()?;
        // The last line may be half written.
        let complete = &journal[..=journal.rfind('\n')?];
        serde_json::from_str(complete.lines().last()?).ok()
    }

    /// Waits until the window shows `what`, told by `holds`.
    ///
    /// # Panics
    /// When it does not come, or the program ends.
    pub fn wait_for(&mut self, what: &str, mut holds: impl FnMut(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(state) = self.state().filter(|state| holds(state)) {
                return state;
            }
            let ended = self.city.try_wait().expect("the program can be asked");
            let errors = || fs::read_to_string(self.scratch.join("stderr")).unwrap_or_default();
            assert!(ended.is_none(), "memory-city ended ({ended:?}) while waiting for {what}: {}", errors());
            assert!(start.elapsed() < PATIENCE, "no {what} within {PATIENCE:?}; last state: {:?}; {}", self.state(), errors());
            sleep(POLL);
        }
    }

    /// Asks elsewhere until there is an answer.
    ///
    /// # Panics
    /// As [`Self::wait_for`].
    pub fn wait_until<T>(&mut self, what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
        let mut answer = None;
        self.wait_for(what, |_| {
            answer = ask();
            answer.is_some()
        });
        answer.expect("it was waited for")
    }

    /// Gives the window the keyboard, which is a window manager's task, and there is none.
    pub fn focus(&self) {
        self.xdotool(&["search", "--name", "^Memory City$", "windowfocus"]);
    }

    /// Moves the pointer and waits until the window knows.
    pub fn point_at(&mut self, x: f64, y: f64) -> Value {
        let (x, y) = (x.round(), y.round());
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        self.wait_for("the pointer", |state| state["pointer"] == json!([x, y]))
    }

    /// Presses and releases a button.
    pub fn click(&self, button: Button) {
        self.xdotool(&["click", &(button as u8).to_string()]);
    }

    /// Presses a button at one place and releases it at another, with some places between. Returns what the window
    /// shows when the pointer has arrived.
    pub fn drag(&mut self, button: Button, from: (f64, f64), to: (f64, f64)) -> Value {
        const STEPS: u32 = 4;
        let button = (button as u8).to_string();
        let mut state = self.point_at(from.0, from.1);
        self.xdotool(&["mousedown", &button]);
        for step in 1..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            state = self.point_at(from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
        }
        self.xdotool(&["mouseup", &button]);
        state
    }

    /// Drops files on the middle of the window, as a file manager does.
    ///
    /// # Panics
    /// When the window does not take them.
    pub fn drop_files(&self, files: &[&Path]) {
        let found = Command::new("xdotool").args(["search", "--name", "^Memory City$"]).env("DISPLAY", &self.display).output();
        let found = String::from_utf8(found.expect("xdotool runs").stdout).expect("xdotool prints text");
        let window = found.lines().next().and_then(|line| line.trim().parse().ok()).expect("the window is there");
        crate::drop::drop_files(&self.display, window, (SIZE.0 / 2, SIZE.1 / 2), files, PATIENCE);
    }

    /// Presses a key or a combination such as `ctrl+f`.
    pub fn press(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Types text.
    pub fn write(&self, text: &str) {
        self.xdotool(&["type", text]);
    }

    /// Saves what is on the screen, for a person to look at.
    pub fn photograph(&self, file: &Path) {
        let _ = Command::new("import").args(["-display", &self.display, "-window", "root"]).arg(file).status();
    }

    fn xdotool(&self, arguments: &[&str]) {
        xdotool(&self.display, arguments);
    }
}

/// Whether the camera of this state stands over the middle of the city.
#[must_use]
pub fn is_above(state: &Value) -> bool {
    let place: Vec<f64> = state["camera"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    place.len() == 3 && place[1] > 10.0 * place[0].hypot(place[2])
}

fn xdotool(display: &str, arguments: &[&str]) {
    let status = Command::new("xdotool").args(arguments).env("DISPLAY", display).status();
    let status = status.unwrap_or_else(|error| panic!("cannot run xdotool ({error}): apt-get install xdotool"));
    assert!(status.success(), "xdotool {arguments:?} failed");
}

impl Drop for Window {
    fn drop(&mut self) {
        for process in [&mut self.city, &mut self.server] {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The server and the name of its display, which it chooses itself: no two tests meet.
fn start_server(scratch: &Scratch) -> (Child, String) {
    let number_file = scratch.join("display");
    let file = fs::File::create(&number_file).expect("a file can be made");
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &format!("{}x{}x24", SIZE.0, SIZE.1)])
        .stdout(file)
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot run Xvfb ({error}): apt-get install xvfb"));
    let start = Instant::now();
    let mut number = String::new();
    while !number.ends_with('\n') && start.elapsed() < PATIENCE {
        sleep(POLL);
        number = fs::read_to_string(&number_file).unwrap_or_default();
    }
    if !number.ends_with('\n') {
        let _ = server.kill();
        panic!("Xvfb did not start: {:?}", server.wait());
    }
    (server, format!(":{}", number.trim()))
}
