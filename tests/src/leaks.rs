//! Programs that run for a while with one leak each (`tests/java/leaks`), recorded as a user would, and judged by
//! `memory-city find`.

use std::path::Path;

use serde_json::{Value, json};

use crate::defects::Judged;
use crate::jvm::{compile_with, feature_version, run};
use crate::program;
use crate::recorded::record;
use crate::scratch::Scratch;

const MAIN: &str = "com.harbor.leaks.Main";

/// The share of the run time that a recording of states may cost by default.
const BUDGET: f64 = 0.1;

/// All programs, compiled.
#[derive(Debug)]
pub struct Leaks {
    classes: Scratch,
    /// What the programs say about themselves.
    pub programs: Vec<Leak>,
}

/// One program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// How it is called.
    pub name: String,
    /// The guilty field: `com.harbor.events.EventBus.listeners`.
    pub field: String,
    /// The oldest JDK that has what it needs.
    pub oldest_jdk: u32,
}

/// How a program is run.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// How long.
    pub seconds: u32,
    /// Whether its healthy twin is.
    pub healthy: bool,
    /// Further options of the program: `--seed 7`.
    pub options: Vec<String>,
    /// Further options of the JVM: `-XX:+UseParallelGC`.
    pub jvm_options: Vec<String>,
    /// Options of the recorder; a user who gives none is the usual case.
    pub record_options: Vec<String>,
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
}

impl Recording {
    /// Whether a recording with the usual budget used at least half of it, and had ten looks, the last one in the last tenth of the run;
    /// fewer only where all of the budget was spent.
    #[must_use]
    pub fn looks_until_the_end(&self) -> bool {
        let used = self.cost.unwrap_or_default() / BUDGET;
        used >= 0.5 && (self.states >= 10 && self.last >= 0.9 || used >= 0.9)
    }
}

impl Leaks {
    /// Compiles them.
    ///
    /// # Panics
    /// When there is no JDK.
    #[must_use]
    pub fn compile() -> Self {
        let classes = Scratch::new("leaks");
        compile_with(&["--release", "17", "-g"], "tests/java/leaks/", classes.path());
        let parse = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, field, oldest_jdk] = words[..] else { panic!("not a name, a field and a JDK: {line}") };
            Leak { name: name.to_owned(), field: field.to_owned(), oldest_jdk: oldest_jdk.parse().expect("the number of a JDK") }
        };
        let programs = run(classes.path(), MAIN, ["--list"]).lines().map(parse).collect();
        Self { classes, programs }
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

    /// Records a program and looks for leaks; `None` if this JVM is too old.
    ///
    /// # Panics
    /// When the program fails or its trace cannot be read.
    #[must_use]
    pub fn record(&self, java: &Path, leak: &Leak, how: &Run) -> Option<Recording> {
        if feature_version(java) < leak.oldest_jdk {
            return None;
        }
        let scratch = Scratch::new(&leak.name);
        let trace = scratch.join("leak.mctrace");
        let options: Vec<&str> = how.record_options.iter().map(String::as_str).collect();
        let mut command = record(&trace, &options, java);
        command.arg("-Xmx300m").args(&how.jvm_options).arg("-cp").arg(self.classes.path()).args([MAIN, &leak.name]);
        command.args(["--seconds", &how.seconds.to_string()]).args(&how.options).args(how.healthy.then_some("--healthy"));
        let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && said.starts_with("kept "), "{command:?} ended with {}: {said}", output.status);

        let facts = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref(), "--gcs".as_ref()]);
        let states: Vec<f64> = list(&facts["heap_states"]).iter().filter_map(|state| state["time_ms"].as_f64()).collect();
        let of_run = 1.0 / facts["duration_ms"].as_f64().filter(|&duration| duration > 0.0).unwrap_or(f64::INFINITY);
        let span = states.last().zip(states.first()).map_or(0.0, |(last, first)| last - first);
        // A trace without a state is one in which nothing can be found.
        let report = match states.as_slice() {
            [] => Value::Null,
            _ => program::json(["find".as_ref(), trace.as_os_str(), "--json".as_ref()]),
        };
        Some(Recording {
            judged: Judged { truth: json!({ "fields": [leak.field] }), report },
            collections: facts["gcs"].as_u64().unwrap_or_default(),
            states: states.len() as u64,
            span: span * of_run,
            last: states.last().map_or(0.0, |last| last * of_run),
            cost: facts["slowdown_estimate"].as_f64(),
        })
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}
