//! The `memory-city` program, as a user runs it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

/// Set to the path of a program that is ready, for instance one built without the window, to check that one.
const READY_PROGRAM: &str = "MEMORY_CITY";

/// The program, up to date with the sources: `cargo` is asked to build it once per test run, which is quick when
/// `cargo test` has just compiled everything that it consists of.
#[must_use]
pub fn path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| match std::env::var_os(READY_PROGRAM) {
        Some(ready) => PathBuf::from(ready),
        None => build(),
    })
}

/// A call of the program that has not started yet. What the person who runs the tests has saved (definitions, plug-ins,
/// settings) does not count: its configuration folder is one that does not exist.
#[must_use]
pub fn command() -> Command {
    alone(Command::new(path()))
}

/// The same for a call that hears Ctrl+C and the end of its terminal, even where the tests run in the background of a script, whose
/// processes ignore Ctrl+C.
#[must_use]
pub fn command_with_signals() -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", "--default-signal=HUP"]).arg(path());
    alone(command)
}

/// The same for a call that gets no more than so much address space, in KiB, and is ended with code 124 after so many seconds.
#[must_use]
pub fn command_within(kib: u64, seconds: u64) -> Command {
    let mut command = Command::new("bash");
    // Memory that is set aside for each of many threads is none that the input takes.
    command.env("MALLOC_ARENA_MAX", "2").env("RAYON_NUM_THREADS", "2");
    command.args(["-c", &format!("ulimit -v {kib}; exec timeout {seconds} \"$0\" \"$@\"")]).arg(path());
    alone(command)
}

fn alone(mut command: Command) -> Command {
    command.env("MEMORY_CITY_CONFIG_DIR", path().with_file_name("no-configuration")).env_remove("MEMORY_CITY_PLUGINS");
    command
}

/// Runs the program to its end.
pub fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    command().args(arguments).output().unwrap_or_else(|error| panic!("cannot run {}: {error}", path().display()))
}

/// What the program writes to stdout.
///
/// # Panics
/// When it ends with an error.
pub fn stdout<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "memory-city failed ({}): {errors}", output.status);
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// What the program writes to stdout, as JSON.
pub fn json<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Value {
    let text = stdout(arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("stdout is not JSON ({error}): {}", &text[..text.len().min(200)]))
}

fn build() -> PathBuf {
    // target/PROFILE/deps/THIS_TEST
    let this_test = std::env::current_exe().expect("a test knows its own path");
    let profile_folder = this_test.ancestors().nth(2).expect("tests lie in a folder of the target folder");
    let target_folder = profile_folder.parent().expect("profiles lie in the target folder");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut call = Command::new(cargo);
    call.current_dir(crate::repository::root()).args([
        "build",
        "--quiet",
        "--locked",
        "-p",
        "city-app",
        "--features",
        "fleet",
        "--bin",
        "memory-city",
    ]);
    call.arg("--target-dir").arg(target_folder);
    if profile_folder.ends_with("release") {
        call.arg("--release");
    }
    let status = call.status().unwrap_or_else(|error| panic!("cannot run cargo: {error}"));
    assert!(status.success(), "memory-city does not build");
    profile_folder.join("memory-city")
}
