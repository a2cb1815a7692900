//! Programs with one known memory defect each (`tests/java/defects`), run, dumped and judged by `memory-city find`.

use std::fmt;
use std::path::Path;

use serde_json::Value;

use crate::jvm::{compile, run};
use crate::program;
use crate::scratch::Scratch;

/// All programs, compiled.
#[derive(Debug)]
pub struct Defects {
    classes: Scratch,
}

/// One run of one program: what it says about itself, and what was found.
#[derive(Debug)]
pub struct Judged {
    /// The program's own words: verdict, fields, class, objects, bytes.
    pub truth: Value,
    /// The answer of `memory-city find --json`.
    pub report: Value,
}

/// How well programs were judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Programs that leak.
    pub leaking: usize,
    /// Those whose guilty fields are named.
    pub found: usize,
    /// Those whose guilty fields the strongest finding names.
    pub first: usize,
    /// Healthy twins.
    pub healthy: usize,
    /// Those that are called a leak.
    pub alarms: usize,
}

impl Score {
    /// Counts a program that leaks or a healthy twin.
    pub fn add(&mut self, judged: &Judged, is_healthy: bool) {
        if is_healthy {
            self.healthy += 1;
            self.alarms += usize::from(judged.is_alarm());
        } else {
            self.leaking += 1;
            self.found += usize::from(judged.is_found(false));
            self.first += usize::from(judged.is_found(true));
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { leaking, found, first, healthy, alarms } = self;
        write!(f, "found {found}, named first {first} of {leaking}, false alarms {alarms} of {healthy}")
    }
}

impl Defects {
    /// Compiles them.
    ///
    /// # Panics
    /// When there is no JDK.
    #[must_use]
    pub fn compile() -> Self {
        let classes = Scratch::new("defects");
        compile("tests/java/defects/", classes.path());
        Self { classes }
    }

    /// Their names.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.java(&["--list".as_ref()]).lines().map(str::to_owned).collect()
    }

    /// Runs a program or its healthy twin, dumps it at every point, and looks for leaks.
    #[must_use]
    pub fn judge(&self, name: &str, healthy: bool) -> Judged {
        let dumps = Scratch::new(name);
        let mut arguments = vec![name.as_ref(), "--dumps".as_ref(), dumps.path().as_os_str()];
        arguments.extend(healthy.then_some(std::ffi::OsStr::new("--healthy")));
        Judged { truth: truth_of(&self.java(&arguments)), report: find(dumps.path()) }
    }

    fn java(&self, arguments: &[&std::ffi::OsStr]) -> String {
        run(self.classes.path(), "com.orchard.defects.Main", arguments)
    }
}

/// The program's own words about itself, in what it has said.
///
/// # Panics
/// When there are none.
pub(crate) fn truth_of(said: &str) -> Value {
    let truth = said.lines().find_map(|line| line.strip_prefix("truth ")).unwrap_or_else(|| panic!("a program tells no truth: {said}"));
    serde_json::from_str(truth).unwrap_or_else(|error| panic!("{error}: {truth}"))
}

/// What `memory-city find` says of dumps or of a trace.
pub(crate) fn find(input: &Path) -> Value {
    program::json(["find".as_ref(), input.as_os_str(), "--json".as_ref()])
}

impl Judged {
    /// Whether the guilty fields are named by one finding of a leak; `first_only` looks at the strongest finding alone.
    /// Where no field is guilty, the class must be named, and that a thread or the JVM itself holds it.
    #[must_use]
    pub fn is_found(&self, first_only: bool) -> bool {
        let leaks = self.leaks();
        let fields = strings(&self.truth["fields"]);
        let class = self.truth["class"].as_str().unwrap_or_default();
        let names = |finding: &Value| {
            let cut = strings(&finding["cut"]["fields"]);
            match fields.as_slice() {
                [] => {
                    ["growing_thread", "growing_roots"].iter().any(|kind| finding["kind"] == *kind)
                        && finding["title"].as_str().is_some_and(|title| title.contains(class))
                }
                fields => fields.iter().all(|field| cut.contains(field)),
            }
        };
        leaks.iter().take(if first_only { 1 } else { usize::MAX }).any(|finding| names(finding))
    }

    /// Whether a leak is reported, rightly or not.
    #[must_use]
    pub fn is_alarm(&self) -> bool {
        self.report["verdict"] == "leak" || !self.leaks().is_empty()
    }

    /// Whether this is the right answer: the strongest finding of a program that leaks names the guilty fields, and its twin is called no leak.
    #[must_use]
    pub fn is_right(&self, is_healthy: bool) -> bool {
        if is_healthy { !self.is_alarm() } else { self.is_found(true) }
    }

    /// Findings that say of a number that rises to the end that it does not keep growing.
    #[must_use]
    pub fn contradictions(&self) -> Vec<&str> {
        let rises = |finding: &&Value| {
            let objects: Vec<u64> =
                finding["evidence"]["objects_over_time"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
            objects.len() > 1 && objects.windows(2).all(|pair| pair[0] < pair[1])
        };
        let denies = |finding: &&Value| finding["next"].as_str().is_some_and(|next| next.contains("not keep growing"));
        let findings = self.report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        findings.iter().filter(rises).filter(denies).filter_map(|finding| finding["title"].as_str()).collect()
    }

    /// The title of the strongest finding of a leak.
    #[must_use]
    pub fn first_title(&self) -> &str {
        self.leaks().first().and_then(|finding| finding["title"].as_str()).unwrap_or("nothing")
    }

    /// Findings of leaks, strongest first.
    #[must_use]
    pub fn leaks(&self) -> Vec<&Value> {
        let findings = self.report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        findings.iter().filter(|finding| finding["severity"] == "leak").collect()
    }
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}
