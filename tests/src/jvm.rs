//! Real Java virtual machines that run the programs in `tests/java`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::repository;
use crate::scratch::Scratch;
use crate::truth::{Truth, parse};

const INSTALL: &str = "install a JDK, version 17 or newer (Debian: apt-get install default-jdk-headless)";

/// A running travel shop, `tests/java/travel-shop`, which stops after every point until it is told to go on.
#[derive(Debug)]
pub struct TravelShop {
    jvm: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _classes: Scratch,
}

impl TravelShop {
    /// Compiles and starts it with these options, see its `Main.java`.
    ///
    /// # Panics
    /// When there is no JDK.
    #[must_use]
    pub fn start(options: &[&str]) -> Self {
        Self::start_with(&[], options)
    }

    /// The same with further options of the JVM.
    ///
    /// # Panics
    /// When there is no JDK.
    #[must_use]
    pub fn start_with(jvm_options: &[&str], options: &[&str]) -> Self {
        let classes = Scratch::new("classes");
        compile("tests/java/travel-shop/", classes.path());
        let mut jvm = Command::new("java")
            .args(["-XX:+UseSerialGC", "-Xmx32m"])
            .args(jvm_options)
            .arg("-cp")
            .arg(classes.path())
            .args(["travelshop.Main", "--wait"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot run java ({error}): {INSTALL}"));
        let input = jvm.stdin.take().expect("stdin is a pipe");
        let output = BufReader::new(jvm.stdout.take().expect("stdout is a pipe"));
        Self { jvm, input, output, _classes: classes }
    }

    /// The process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.jvm.id()
    }

    /// Waits for the next point, at which the program stops, and returns what it says; `None` after the last one.
    pub fn next_point(&mut self) -> Option<Truth> {
        let mut said = String::new();
        loop {
            let mut line = String::new();
            let bytes = self.output.read_line(&mut line).expect("the program's output can be read");
            if bytes == 0 {
                assert!(said.is_empty(), "the program ended in the middle of a point");
                return None;
            }
            if line.starts_with("done point=") {
                return parse(&said).pop();
            }
            said.push_str(&line);
        }
    }

    /// Lets the program run to its next point.
    pub fn go_on(&mut self) {
        writeln!(self.input).expect("the program listens");
    }

    /// Writes the reachable objects of this moment to `file`.
    pub fn dump_to(&self, file: &Path) {
        self.jcmd(&["GC.heap_dump".as_ref(), file.as_os_str()]);
        assert!(file.is_file(), "jcmd wrote no {}", file.display());
    }

    /// Takes out what nothing keeps alive.
    pub fn collect_garbage(&self) {
        self.jcmd(&["GC.run".as_ref()]);
    }

    /// Tells the JVM's agents that somebody wants to know what is in it.
    pub fn request_data_dump(&self) {
        self.jcmd(&["JVMTI.data_dump".as_ref()]);
    }

    /// The JVM's own count of its reachable objects, one line per class.
    #[must_use]
    pub fn class_histogram(&self) -> String {
        self.jcmd(&["GC.class_histogram".as_ref()])
    }

    fn jcmd(&self, arguments: &[&OsStr]) -> String {
        jcmd(self.pid(), arguments)
    }
}

impl Drop for TravelShop {
    fn drop(&mut self) {
        let _ = self.jvm.kill();
        let _ = self.jvm.wait();
    }
}

/// What a JVM answers to its JDK's `jcmd`.
///
/// # Panics
/// When it answers nothing.
pub fn jcmd<A: AsRef<OsStr>>(pid: u32, arguments: &[A]) -> String {
    const ATTEMPTS: u32 = 6;
    let mut failure = String::new();
    for _ in 0..ATTEMPTS {
        match jcmd_once(pid, arguments) {
            Ok(text) => return text,
            Err(why) => failure = why,
        }
    }
    panic!("jcmd failed: {failure}")
}

/// What a JVM answers if it opens its door within the 10 s that `jcmd` waits: on a machine that is busy it may not, and one that has ended
/// does not. An error is what `jcmd` says instead.
///
/// # Panics
/// When there is no `jcmd`.
pub fn jcmd_once<A: AsRef<OsStr>>(pid: u32, arguments: &[A]) -> Result<String, String> {
    let output = Command::new("jcmd").arg(pid.to_string()).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run jcmd ({error}): {INSTALL}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("{text}{}", String::from_utf8_lossy(&output.stderr))) }
}

/// Objects and bytes by class in a class histogram of `jcmd`; arrays as the JVM calls them: `[Lapp.Item;`.
#[must_use]
pub fn parse_histogram(text: &str) -> BTreeMap<String, (u64, u64)> {
    let row = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (objects, bytes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        Some((words.next()?.to_owned(), (objects, bytes)))
    };
    text.lines().filter_map(row).collect()
}

/// The `java` programs of this machine that the recorder supports, JDK 17 and later: those of the system and those that
/// `scripts/test.sh` has fetched.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn all_jvms() -> Vec<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
    let places = [Some(PathBuf::from("/usr/lib/jvm")), cache.map(|cache| cache.join("memory-city/jdks"))];
    let folders = places.iter().flatten().filter_map(|place| std::fs::read_dir(place).ok()).flatten().filter_map(Result::ok);
    let mut found: Vec<PathBuf> = folders.filter_map(|folder| folder.path().join("bin/java").canonicalize().ok()).collect();
    found.sort();
    found.dedup();
    found.retain(|java| feature_version(java) >= 17);
    if found.is_empty() {
        found.push("java".into());
    }
    assert!(feature_version(&found[0]) >= 17, "{INSTALL}");
    found
}

/// That of [`all_jvms`] with the highest version.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn newest_jvm() -> PathBuf {
    all_jvms().into_iter().max_by_key(|java| feature_version(java)).expect("there is one")
}

/// 17 for `openjdk version "17.0.15"`; 0 if the program does not say.
#[must_use]
pub fn feature_version(java: &Path) -> u32 {
    let Ok(output) = Command::new(java).arg("-version").output() else { return 0 };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let version = said.split('"').nth(1).and_then(|version| version.split(['.', '-', '+']).next()?.parse().ok());
    version.unwrap_or(0)
}

/// The garbage collectors of a JVM, as its options name them: `Serial`, `G1`.
#[must_use]
pub fn collectors(java: &Path) -> Vec<&'static str> {
    let works = |name: &&str| {
        let option = format!("-XX:+Use{name}GC");
        let run = Command::new(java).args(["-XX:+UnlockExperimentalVMOptions", &option, "-version"]).output();
        run.is_ok_and(|output| output.status.success())
    };
    ["Serial", "Parallel", "G1", "Z", "Shenandoah"].into_iter().filter(works).collect()
}

/// Runs a Java program to its end and returns what it says.
///
/// # Panics
/// When there is no JDK, or the program fails.
#[must_use]
pub fn run<A: AsRef<OsStr>>(classes: &Path, main: &str, arguments: impl IntoIterator<Item = A>) -> String {
    let output = Command::new("java")
        .args(["-XX:+UseSerialGC", "-Xmx128m", "-cp"])
        .arg(classes)
        .arg(main)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("cannot run java ({error}): {INSTALL}"));
    assert!(output.status.success(), "{main}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Compiles every Java file below `folder` of the repository into `classes`.
///
/// # Panics
/// When there is no JDK, or it finds an error.
pub fn compile(folder: &str, classes: &Path) {
    compile_with(&["-XDstringConcat=inline"], folder, classes);
}

/// The same with options of the compiler; a single file is named without `.java`.
///
/// # Panics
/// When there is no JDK, or it finds an error.
pub fn compile_with<A: AsRef<OsStr>>(options: &[A], folder: &str, classes: &Path) {
    let sources = repository::files_below("tests/java").into_iter().filter(|path| path.starts_with(folder) && path.ends_with(".java"));
    let output = Command::new("javac")
        .args(options)
        .arg("-d")
        .arg(classes)
        .args(sources.map(|path| repository::root().join(path)))
        .output()
        .unwrap_or_else(|error| panic!("cannot run javac ({error}): {INSTALL}"));
    assert!(output.status.success(), "{folder} does not compile: {}", String::from_utf8_lossy(&output.stderr));
}
