//! Programs that run for a while with one leak each, recorded as a user would, and judged by `memory-city find`: those of
//! `tests/java/leaks`, those of `tests/java/defects`, whose points are spread over the time, those of `tests/java/published`, which
//! misuse libraries that others wrote, and those of `tests/java/leaking-structures`, each with another data structure.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::defects::{Judged, find, truth_of};
use crate::jvm::{compile_with, feature_version, jcmd_once, run};
use crate::program;
use crate::recorded::record;
use crate::scratch::Scratch;

/// A library or program that others wrote, by the name of its jar: `h2`. It lies where `scripts/jars.sh` has put it.
///
/// # Panics
/// When it is not there.
#[must_use]
pub fn library(name: &str) -> PathBuf {
    let cache = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/memory-city/jars"));
    let folder = std::env::var_os("LIBRARY_JARS").map(PathBuf::from).or_else(cache).expect("there is a home");
    let jar = folder.join(format!("{name}.jar"));
    assert!(jar.is_file(), "{} is missing: scripts/test.sh fetches it", jar.display());
    jar
}

/// Folders below `tests/java`, with the class that runs their programs, and what makes them run for some seconds.
const SUITES: [Suite; 4] = [
    Suite { folder: "leaks", main: "com.harbor.leaks.Main", heap: "-Xmx300m", options: &[], is_seeded: true, has_jars: false },
    Suite {
        folder: "defects",
        main: "com.orchard.defects.Main",
        heap: "-Xmx64m",
        options: &["--points", "100"],
        is_seeded: false,
        has_jars: false,
    },
    Suite { folder: "published", main: "com.lantern.published.Main", heap: "-Xmx300m", options: &[], is_seeded: true, has_jars: true },
    Suite {
        folder: "leaking-structures",
        main: "com.quarry.structures.Main",
        heap: "-Xmx300m",
        options: &[],
        is_seeded: true,
        has_jars: true,
    },
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Suite {
    folder: &'static str,
    main: &'static str,
    heap: &'static str,
    options: &'static [&'static str],
    /// Whether the programs can be run in other ways, by `--seed` and `--megabytes`.
    is_seeded: bool,
    /// Whether they need the libraries that `scripts/jars.sh` fetches.
    has_jars: bool,
}

/// A program that takes longer than this many times what it should hangs.
const MOST_DUMPS: u32 = 10;

/// The share of the run time that a recording of states may cost by default.
const BUDGET: f64 = 0.1;

/// All programs, compiled.
#[derive(Debug)]
pub struct Leaks {
    classes: Scratch,
    class_path: OsString,
    /// What the programs say about themselves.
    pub programs: Vec<Leak>,
}

/// One program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// How it is called, with its folder: `leaks/event-bus`.
    pub name: String,
    /// The oldest JDK that has what it needs.
    pub oldest_jdk: u32,
    suite: Suite,
}

/// How a program is run.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// How long.
    pub seconds: u32,
    /// Whether its healthy twin is.
    pub healthy: bool,
    /// Further options of programs that know them: `--seed 7`.
    pub options: Vec<String>,
    /// Further options of the JVM: `-XX:+UseParallelGC`.
    pub jvm_options: Vec<String>,
    /// Options of the recorder; a user who gives none is the usual case.
    pub record_options: Vec<String>,
    /// Heap dumps are taken by `jcmd` instead of a recording, so many evenly over these seconds, and further ones while it still runs; one
    /// that the JVM does not answer is left out.
    pub dumps: Option<u32>,
    /// A folder in which traces or dumps are kept, each with what its program said about itself.
    pub keep: Option<PathBuf>,
    /// Nobody wants to know what find says of a recording.
    pub is_unjudged: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Recording {
    /// Whether the leak was found.
    pub judged: Judged,
    /// Garbage collections.
    pub collections: u64,
    /// Looks at the heap.
    pub states: u64,
    /// The time from the first to the last of them as a share of the run.
    pub span: f64,
    /// When the last look was, as a share of the run.
    pub last: f64,
    /// The share of the run time that recording has cost, as the recorder counts it.
    pub cost: Option<f64>,
    /// Where the trace is, or the folder of dumps, if it was judged wrongly.
    pub kept: Option<PathBuf>,
}

impl Recording {
    /// Whether a recording with the usual budget had ten looks, the last one in the last tenth of the run, and used at least half of the
    /// budget or looked after nine of ten collections; fewer looks only where all of the budget was spent.
    #[must_use]
    pub fn looks_until_the_end(&self) -> bool {
        let used = self.cost.unwrap_or_default() / BUDGET;
        let uses_enough = used >= 0.5 || 10 * self.states >= 9 * self.collections;
        uses_enough && self.states >= 10 && self.last >= 0.9 || used >= 0.9
    }
}

impl Leaks {
    /// Compiles those that need no libraries.
    ///
    /// # Panics
    /// When there is no JDK.
    #[must_use]
    pub fn compile() -> Self {
        Self::compile_with_jars(None)
    }

    /// Compiles them, and with a folder of libraries those that need them.
    ///
    /// # Panics
    /// When there is no JDK, or a library is missing.
    #[must_use]
    pub fn compile_with_jars(jars: Option<&Path>) -> Self {
        let classes = Scratch::new("leaks");
        let mut class_path = classes.path().as_os_str().to_owned();
        if let Some(jars) = jars {
            class_path.push(":");
            class_path.push(jars.join("*"));
        }
        let mut programs = Vec::new();
        for suite in SUITES.into_iter().filter(|suite| !suite.has_jars || jars.is_some()) {
            let options = ["--release".as_ref(), "17".as_ref(), "-g".as_ref(), "-cp".as_ref(), class_path.as_os_str()];
            compile_with(&options, &format!("tests/java/{}/", suite.folder), classes.path());
            programs.extend(run(Path::new(&class_path), suite.main, ["--list"]).lines().map(|line| {
                let (name, oldest_jdk) = line.split_once(' ').unwrap_or((line, "17"));
                Leak { name: format!("{}/{name}", suite.folder), oldest_jdk: oldest_jdk.parse().expect("the number of a JDK"), suite }
            }));
        }
        Self { classes, class_path, programs }
    }

    /// Where the classes are.
    #[must_use]
    pub fn classes(&self) -> &Path {
        self.classes.path()
    }

    /// The program of this name.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn program(&self, name: &str) -> &Leak {
        self.programs.iter().find(|leak| leak.name == name).unwrap_or_else(|| panic!("no {name} in {:?}", self.programs))
    }

    /// Records a program, or takes dumps of it, and looks for leaks; `None` if this JVM is too old.
    ///
    /// # Panics
    /// When the program fails or its trace cannot be read.
    #[must_use]
    pub fn record(&self, java: &Path, leak: &Leak, how: &Run) -> Option<Recording> {
        if feature_version(java) < leak.oldest_jdk {
            return None;
        }
        let name = leak.name.rsplit('/').next().unwrap_or_default();
        let scratch = Scratch::new(name);
        if let Some(dumps) = how.dumps {
            let folder = scratch.join("dumps");
            let mut command = Command::new(java);
            let (truth, times) = dumped(self.program_of(&mut command, leak, how), how.seconds, dumps, &folder);
            let judged = Judged { truth, report: if times.is_empty() { Value::Null } else { find(&folder) } };
            let kept = self.keep(&folder, name, how, &judged);
            let (first, last) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
            return Some(Recording { judged, collections: 0, states: times.len() as u64, span: last - first, last, cost: None, kept });
        }
        let trace = scratch.join("leak.mctrace");
        let options: Vec<&str> = how.record_options.iter().map(String::as_str).collect();
        let mut command = record(&trace, &options, java);
        let said = said_by(self.program_of(&mut command, leak, how));
        let facts = facts_of(&trace);
        let states: Vec<f64> = list(&facts["heap_states"]).iter().filter_map(|state| state["time_ms"].as_f64()).collect();
        let of_run = 1.0 / facts["duration_ms"].as_f64().filter(|&duration| duration > 0.0).unwrap_or(f64::INFINITY);
        let span = states.last().zip(states.first()).map_or(0.0, |(last, first)| last - first);
        // A trace without a state is one in which nothing can be found.
        let report = match states.as_slice() {
            [] => Value::Null,
            _ if how.is_unjudged => Value::Null,
            _ => find(&trace),
        };
        let judged = Judged { truth: truth_of(&said), report };
        let kept = self.keep(&trace, name, how, &judged);
        Some(Recording {
            judged,
            kept,
            collections: facts["gcs"].as_u64().unwrap_or_default(),
            states: states.len() as u64,
            span: span * of_run,
            last: states.last().map_or(0.0, |last| last * of_run),
            cost: facts["slowdown_estimate"].as_f64(),
        })
    }

    /// The program, behind the options of a JVM.
    fn program_of<'c>(&self, command: &'c mut Command, leak: &Leak, how: &Run) -> &'c mut Command {
        let Leak { name, suite: Suite { main, heap, options: usual, is_seeded, .. }, .. } = leak;
        command.arg(heap).args(&how.jvm_options).arg("-cp").arg(&self.class_path).args([main, name.rsplit('/').next().unwrap_or_default()]);
        command
            .args(["--seconds", &how.seconds.to_string()])
            .args(*usual)
            .args(how.options.iter().filter(|_| *is_seeded))
            .args(how.healthy.then_some("--healthy"))
    }

    /// Keeps a trace, or a folder of dumps, where that is wanted; and where it was judged wrongly, which is told.
    fn keep(&self, what: &Path, name: &str, how: &Run, judged: &Judged) -> Option<PathBuf> {
        if let Some(folder) = &how.keep {
            let kept = copy(what, folder, name, how.healthy);
            let truth = kept.with_extension("truth");
            fs::write(&truth, judged.truth.to_string()).unwrap_or_else(|error| panic!("{}: {error}", truth.display()));
        }
        let misjudged = || std::env::temp_dir().join(format!("memory-city-misjudged-{}", std::process::id()));
        (!how.is_unjudged && !judged.is_right(how.healthy)).then(|| copy(what, &misjudged(), name, how.healthy))
    }
}

/// What a program has said, which ends with the truth.
fn said_by(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // Nobody but the program says anything.
    assert!(output.status.success() && said.starts_with("truth "), "{command:?} ended with {}: {said}", output.status);
    said
}

/// How often it is looked whether a program has ended.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Runs a program and takes dumps of it into a folder until it ends: so many if it takes the seconds that it is to take, more on a machine
/// on which it takes longer. Returns what it says about itself, and when each dump was taken, as a share of the run.
fn dumped(command: &mut Command, seconds: u32, dumps: u32, folder: &Path) -> (Value, Vec<f64>) {
    fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let start = Instant::now();
    let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut program = program.unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let mut times = Vec::new();
    for number in 1..=MOST_DUMPS * dumps {
        // The last one comes before the end.
        let due = Duration::from_secs(u64::from(seconds)) * (4 * number - 1) / (4 * dumps);
        let mut has_ended = || program.try_wait().unwrap_or_else(|error| panic!("{command:?}: {error}")).is_some();
        while start.elapsed() < due && !has_ended() {
            thread::sleep(BETWEEN_LOOKS);
        }
        if has_ended() {
            break;
        }
        let (file, taken) = (folder.join(format!("{number:03}.hprof")), start.elapsed());
        match jcmd_once(program.id(), &["GC.heap_dump".as_ref(), file.as_os_str()]) {
            Ok(_) => times.push(taken.as_secs_f64()),
            // There may be a part of it.
            Err(_) => drop(fs::remove_file(&file)),
        }
    }
    let output = program.wait_with_output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?} ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let run = start.elapsed().as_secs_f64();
    (truth_of(&String::from_utf8_lossy(&output.stdout)), times.into_iter().map(|time| time / run).collect())
}

/// Judges the traces and folders of dumps that a folder keeps, in the order of their names: each with whether its program is healthy.
///
/// # Panics
/// When one cannot be read, or nobody has kept what its program said.
#[must_use]
pub fn kept(folder: &Path) -> Vec<(PathBuf, bool, Judged)> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut traces: Vec<PathBuf> =
        files.flatten().map(|file| file.path()).filter(|path| path.extension() != Some("truth".as_ref())).collect();
    traces.sort();
    let judge = |trace: PathBuf| {
        let truth = trace.with_extension("truth");
        let truth = fs::read_to_string(&truth).unwrap_or_else(|error| panic!("{}: {error}", truth.display()));
        let truth = serde_json::from_str(&truth).unwrap_or_else(|error| panic!("{}: {error}", trace.display()));
        let is_healthy = trace.to_string_lossy().contains(HEALTHY);
        let has_states = trace.is_dir() || !list(&facts_of(&trace)["heap_states"]).is_empty();
        let report = if has_states { find(&trace) } else { Value::Null };
        (trace, is_healthy, Judged { truth, report })
    };
    traces.into_iter().map(judge).collect()
}

/// What a trace says of itself and of its heap states.
fn facts_of(trace: &Path) -> Value {
    program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref(), "--gcs".as_ref()])
}

/// What stands in the names of traces of healthy twins.
const HEALTHY: &str = "-healthy-";

/// Copies a trace or a folder of dumps into a folder, under a name that it has for itself.
fn copy(from: &Path, folder: &Path, name: &str, is_healthy: bool) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let middle = if is_healthy { HEALTHY } else { "-" };
    let ending = if from.is_dir() { "dumps" } else { "mctrace" };
    let kept = folder.join(format!("{name}{middle}{}-{number}.{ending}", std::process::id()));
    let copied = if from.is_dir() {
        let copy_all = || {
            fs::create_dir_all(&kept)?;
            fs::read_dir(from)?.try_for_each(|file| file.and_then(|file| fs::copy(file.path(), kept.join(file.file_name()))).map(drop))
        };
        copy_all()
    } else {
        fs::create_dir_all(folder).and_then(|()| fs::copy(from, &kept)).map(drop)
    };
    copied.unwrap_or_else(|error| panic!("{}: {error}", kept.display()));
    kept
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}
