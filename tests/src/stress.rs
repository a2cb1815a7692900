//! Small programs of everything that is hard for a recorder (`tests/java/stress`): each prints sums and ends with a known exit
//! code, and does so while it is recorded, too.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::jvm::{all_jvms, compile_with, feature_version};
use crate::recorded::record;
use crate::repository;
use crate::scratch::Scratch;

/// What nothing ends within this time, nor within so many times the time of a plain run, hangs.
const PATIENCE: Duration = Duration::from_secs(90);
const PATIENCE_TIMES: u32 = 20;

/// Stands in options for the folder of one run.
const FOLDER: &str = "{folder}";
/// Stands in options for the jar with the programs, which is a Java agent as well.
const JAR: &str = "{jar}";
/// Stands in options for the programs' native code.
const NATIVE: &str = "{native}";

/// The end of a process that the JVM has given up, or that a signal has ended: SIGABRT, SIGBUS, SIGSEGV, and as exit codes.
const CRASHES: [i32; 3] = [6, 7, 11];
const SIGNALED: i32 = 128;

/// One program.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// How it is called here.
    pub name: &'static str,
    /// Its class and arguments.
    main: &'static [&'static str],
    /// Options of its JVM.
    options: &'static [&'static str],
    /// How it ends.
    code: i32,
    /// The oldest JDK that has what it needs.
    pub oldest_jdk: u32,
    /// Whether it wants an archive of its classes that an earlier run has written.
    is_archived: bool,
}

impl Program {
    const fn new(name: &'static str, main: &'static [&'static str], options: &'static [&'static str]) -> Self {
        Self { name, main, options, code: 0, oldest_jdk: 17, is_archived: false }
    }

    const fn ends_with(self, code: i32) -> Self {
        Self { code, ..self }
    }
}

/// All programs.
pub const PROGRAMS: [Program; 25] = [
    Program { oldest_jdk: 21, ..Program::new("virtual-short", &["VirtualThreads", "short"], &["-Xmx60m"]) },
    Program { oldest_jdk: 21, ..Program::new("virtual-blocking", &["VirtualThreads", "blocking"], &["-Xmx60m"]) },
    Program::new("redefinition", &["Redefine"], &["-Xmx60m", "-javaagent:{jar}"]),
    Program::new("threads", &["Threads"], &["-Xmx60m"]),
    Program::new("references", &["References"], &["-Xmx80m"]),
    Program::new("native-weak", &["JniWeak", NATIVE], &["-Xmx60m"]),
    Program::new("deep-stacks", &["DeepStacks"], &["-Xmx160m", "-Xss16m"]),
    Program::new("unloading", &["Unloading"], &["-Xmx80m"]),
    Program::new("strings", &["Strings"], &["-Xmx80m", "-XX:+UseStringDeduplication"]),
    Program::new("no-archive", &["Churn"], &["-Xmx80m", "-Xshare:off"]),
    Program::new("archive-written", &["Churn"], &["-Xmx80m", "-XX:ArchiveClassesAtExit={folder}/classes.jsa", "-Xlog:cds*=off"]),
    Program { is_archived: true, ..Program::new("archive-used", &["Churn"], &["-Xmx80m", "-XX:SharedArchiveFile={folder}/classes.jsa"]) },
    Program::new(
        "flight-recording",
        &["Churn"],
        &["-Xmx80m", "-XX:StartFlightRecording:filename={folder}/flight.jfr,settings=profile", "-Xlog:jfr*=off"],
    ),
    Program::new("rewriting-agent", &["Churn"], &["-Xmx80m", "-javaagent:{jar}=rewrite"]),
    Program::new("debugger", &["Churn"], &["-Xmx80m", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0,quiet=y"]),
    Program::new("huge-arrays", &["Huge"], &["-Xmx100m"]),
    Program::new("exit", &["Exits", "exit"], &["-Xmx60m"]).ends_with(3),
    Program::new("halt", &["Exits", "halt"], &["-Xmx60m"]).ends_with(5),
    Program::new("halt-in-hook", &["Exits", "halt-in-hook"], &["-Xmx60m"]).ends_with(7),
    Program::new("throws", &["Exits", "throw"], &["-Xmx60m"]).ends_with(1),
    Program::new("terminated", &["Exits", "terminated"], &["-Xmx60m"]).ends_with(SIGNALED + 15),
    Program::new("full-heap", &["Exits", "full"], &["-Xmx60m", "-XX:+ExitOnOutOfMemoryError"]).ends_with(3),
    Program::new("children", &["Children"], &["-Xmx60m"]),
    Program::new("sockets", &["Sockets"], &["-Xmx60m"]),
    Program::new("locks", &["Locks"], &["-Xmx60m"]),
];

/// What is wrong with a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The program does not do what it is to do when nobody records it, so nothing can be told.
    Unusable,
    /// The JVM died.
    Crash,
    /// It does not come to an end.
    Hang,
    /// Another exit code, or other words.
    Changed,
}

/// A run that went wrong.
#[derive(Debug, Clone)]
pub struct Failure {
    /// How.
    pub kind: Kind,
    /// In words.
    pub what: String,
    /// Where its output, the JVM's report and the trace are.
    pub folder: PathBuf,
}

/// Under what a program is run.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The program.
    pub program: &'a Program,
    /// The JVM.
    pub java: &'a Path,
    /// Its collector: `G1`.
    pub collector: &'a str,
    /// Options of the recorder.
    pub options: &'a [&'a str],
    /// How often it is recorded.
    pub runs: u32,
}

/// All programs, compiled.
#[derive(Debug)]
pub struct Stress {
    folder: Scratch,
    /// Where failures are kept; there is no such folder as long as there is none.
    pub failures: PathBuf,
}

/// How a run ended, and what it said.
struct Outcome {
    status: Option<ExitStatus>,
    said: String,
    took: Duration,
}

impl Outcome {
    fn code(&self) -> Option<i32> {
        let status = self.status?;
        status.code().or_else(|| Some(SIGNALED + status.signal()?))
    }
}

impl Stress {
    /// Compiles them.
    ///
    /// # Panics
    /// When there is no JDK.
    #[must_use]
    pub fn compile() -> Self {
        let folder = Scratch::new("stress");
        let (classes, manifest) = (folder.join("classes"), folder.join("manifest"));
        fs::create_dir(&classes).expect("can be made");
        compile_with(&["--release", "17", "-g"], "tests/java/stress/", &classes);
        let agent = "Premain-Class: StressAgent\nCan-Redefine-Classes: true\nCan-Retransform-Classes: true\n";
        fs::write(&manifest, agent).expect("can be written");
        let mut jar = Command::new("jar");
        jar.arg("cfm").arg(folder.join("stress.jar")).arg(&manifest).arg("-C").arg(&classes).arg(".");
        assert!(jar.status().is_ok_and(|status| status.success()), "the jar of a JDK is needed: {jar:?}");
        let include = jni_headers();
        let mut c = Command::new("gcc");
        c.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wno-unused-parameter"]).arg("-I").arg(&include).arg("-I").arg(include.join("linux"));
        c.arg("-o").arg(folder.join("weak.so")).arg(repository::root().join("tests/java/stress/weak.c"));
        assert!(c.status().is_ok_and(|status| status.success()), "a compiler of C is needed (Debian: apt-get install gcc): {c:?}");
        let failures = std::env::temp_dir().join(format!("memory-city-stress-failures-{}", std::process::id()));
        Self { folder, failures }
    }

    /// Runs a program as it is, then recorded, and compares; nothing for a JVM that is too old for the program.
    ///
    /// # Panics
    /// When files cannot be written.
    #[must_use]
    pub fn check(&self, case: &Case<'_>) -> Option<Vec<Failure>> {
        let Case { program, java, collector, runs, .. } = *case;
        if feature_version(java) < program.oldest_jdk {
            return None;
        }
        let plain = Scratch::new(program.name);
        let expected = self.run(case, &plain, false, PATIENCE);
        let name = |what: &str| format!("{} {} {collector} {what}", program.name, java.display());
        if expected.code() != Some(program.code) {
            let what = format!("ends with {:?} when it is not recorded, and {} is expected", expected.code(), program.code);
            return Some(vec![self.keep(Kind::Unusable, name("plain"), what, &plain, "")]);
        }
        let patience = PATIENCE.max(expected.took * PATIENCE_TIMES);
        let check = |run: u32| {
            let folder = Scratch::new(program.name);
            let outcome = self.run(case, &folder, true, patience);
            let (kind, what) = judge(&outcome, &expected, folder.path())?;
            Some(self.keep(kind, name(&run.to_string()), what, &folder, &expected.said))
        };
        Some((1..=runs).filter_map(check).collect())
    }

    fn run(&self, case: &Case<'_>, folder: &Scratch, is_recorded: bool, patience: Duration) -> Outcome {
        let Case { program, java, collector, options, .. } = *case;
        let native = self.folder.join("weak.so");
        let in_place = |text: &str| {
            text.replace(FOLDER, &folder.path().to_string_lossy()).replace(JAR, &self.jar()).replace(NATIVE, &native.to_string_lossy())
        };
        let jvm = |command: &mut Command, jvm_options: &[&str]| {
            command.args(["-XX:+UnlockExperimentalVMOptions", "-XX:-CreateCoredumpOnCrash", &format!("-XX:+Use{collector}GC")]);
            // Without the time: it is another one each time.
            command.arg("-Xlog:all=warning:stdout:level,tags");
            command.args(jvm_options.iter().map(|option| in_place(option))).args(["-cp", &self.jar()]);
            command.args(program.main.iter().map(|word| in_place(word)));
        };
        if program.is_archived {
            let mut first = Command::new(java);
            jvm(&mut first, &["-XX:ArchiveClassesAtExit={folder}/classes.jsa"]);
            finish(&mut first, folder, patience);
        }
        let mut command = if is_recorded { record(&folder.join("run.mctrace"), options, java) } else { Command::new(java) };
        command.arg(in_place("-XX:ErrorFile={folder}/hs_err.log"));
        jvm(&mut command, program.options);
        let mut outcome = finish(&mut command, folder, patience);
        outcome.said = outcome.said.replace(&*folder.path().to_string_lossy(), FOLDER);
        outcome
    }

    fn jar(&self) -> String {
        self.folder.join("stress.jar").to_string_lossy().into_owned()
    }

    /// Moves what a run has left behind to where a person finds it.
    fn keep(&self, kind: Kind, name: String, what: String, folder: &Scratch, expected: &str) -> Failure {
        let kept = self.failures.join(name.replace([' ', '/'], "_"));
        fs::create_dir_all(&kept).expect("can be made");
        for entry in fs::read_dir(folder.path()).expect("a folder").filter_map(Result::ok) {
            // What the program may have deleted meanwhile is no loss.
            let _ = fs::copy(entry.path(), kept.join(entry.file_name()));
        }
        fs::write(kept.join("expected"), expected).expect("can be written");
        Failure { kind, what: format!("{name}: {kind:?}: {what}"), folder: kept }
    }
}

/// The folder of `jni.h` of a JDK.
fn jni_headers() -> PathBuf {
    let include = |java: PathBuf| Some(java.canonicalize().ok()?.ancestors().nth(2)?.join("include"));
    let found = all_jvms().into_iter().filter_map(include).find(|include| include.join("jni.h").exists());
    found.expect("a JDK with include/jni.h is needed (Debian: apt-get install default-jdk-headless)")
}

/// What is wrong, if anything is.
fn judge(outcome: &Outcome, expected: &Outcome, folder: &Path) -> Option<(Kind, String)> {
    let Some(code) = outcome.code() else { return Some((Kind::Hang, format!("no end within {:.0?}", outcome.took))) };
    let has_report = folder.join("hs_err.log").exists();
    if has_report || CRASHES.contains(&(code - SIGNALED)) {
        return Some((Kind::Crash, format!("exit code {code}{}", if has_report { " and a report of the JVM" } else { "" })));
    }
    let wanted = expected.code().unwrap_or_default();
    if code != wanted {
        return Some((Kind::Changed, format!("exit code {code} in place of {wanted}")));
    }
    (outcome.said != expected.said).then(|| (Kind::Changed, format!("says {:?} in place of {:?}", outcome.said, expected.said)))
}

/// Runs a command to its end, with its streams in files; what it has started ends with it if it hangs.
fn finish(command: &mut Command, folder: &Scratch, patience: Duration) -> Outcome {
    /// Time between two looks.
    const POLL: Duration = Duration::from_millis(10);
    let file = |name: &str| File::create(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    fs::write(folder.join("command"), format!("{command:?}\n")).expect("can be written");
    command.stdin(Stdio::null()).stdout(file("stdout")).stderr(file("stderr")).process_group(0);
    let start = Instant::now();
    let mut process = command.spawn().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let status = loop {
        let status = process.try_wait().expect("can be asked");
        if status.is_some() || start.elapsed() > patience {
            break status;
        }
        std::thread::sleep(POLL);
    };
    let took = start.elapsed();
    if status.is_none() {
        end_of_hanging(&mut process, folder);
    }
    Outcome { status, said: String::from_utf8_lossy(&fs::read(folder.join("stdout")).unwrap_or_default()).into_owned(), took }
}

/// Notes what the threads of a hanging program do, as far as it still says, and ends it and what it has started.
fn end_of_hanging(process: &mut Child, folder: &Scratch) {
    let script = format!(
        "for pid in $(pgrep -g {0}); do echo \"process $pid: $(tr '\\0' ' ' </proc/$pid/cmdline)\"
        for task in /proc/$pid/task/*; do echo \"$(cat $task/comm): $(cat $task/wchan)\"; done
        timeout 20 jcmd $pid Thread.print; done >{1}/threads 2>&1; kill -KILL -- -{0}",
        process.id(),
        folder.path().display()
    );
    // A process that is gone by now has ended too late all the same.
    let _ = Command::new("bash").args(["-c", &script]).status();
    let _ = process.wait();
}
