//! Records all programs of `tests/java/stress` on every JVM and under every collector of this machine and compares how they end
//! and what they say with plain runs: `cargo run --release -p tests --example stress_recorder`.
//!
//! `--runs N` is how often each is recorded (1), `--java PATH`, `--only NAME` and `--gc NAME` take some of the JVMs, programs and
//! collectors and may be given several times, `--options "--budget none"` goes to the recorder. Crashes, hangs and changed outcomes are
//! counted, their files kept in a folder that is named at the end, and the exit code is 1 if there are any.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use tests::arguments::Arguments;
use tests::jvm::{all_jvms, collectors};
use tests::stress::{Case, Failure, Kind, PROGRAMS, Stress};

fn main() -> ExitCode {
    let arguments = Arguments::read(&["--runs", "--java", "--only", "--gc", "--options"]);
    let (only, gcs) = (arguments.all("--only"), arguments.all("--gc"));
    let options: Vec<&str> = arguments.all("--options").into_iter().flat_map(str::split_whitespace).collect();
    let runs = arguments.last("--runs").unwrap_or(1);
    let mut jvms: Vec<PathBuf> = arguments.all("--java").iter().map(PathBuf::from).collect();
    if jvms.is_empty() {
        jvms = all_jvms();
    }
    let stress = Stress::compile();
    let (mut recorded, mut failures) = (0, Vec::<Failure>::new());
    for java in &jvms {
        let offered = collectors(java);
        println!("{}: {}", java.display(), offered.join(", "));
        for program in PROGRAMS.iter().filter(|program| only.is_empty() || only.contains(&program.name)) {
            for collector in offered.iter().filter(|collector| gcs.is_empty() || gcs.contains(collector)) {
                let start = Instant::now();
                let found = stress.check(&Case { program, java, collector, options: &options, runs });
                let Some(found) = found else {
                    println!("{:18} SKIPPED: it needs JDK {} or newer", program.name, program.oldest_jdk);
                    break;
                };
                recorded += runs;
                let verdict = if found.is_empty() { "as ever" } else { "FAILED" };
                println!("{:18} {collector:11} {:4.0} s  {verdict}", program.name, start.elapsed().as_secs_f64());
                for failure in &found {
                    println!("    {}\n    {}", failure.what, failure.folder.display());
                }
                failures.extend(found);
            }
        }
    }
    let count = |kind: Kind| failures.iter().filter(|failure| failure.kind == kind).count();
    println!(
        "{recorded} recorded runs: {} crashes, {} hangs, {} changed outcomes; {} programs fail when they are not recorded",
        count(Kind::Crash),
        count(Kind::Hang),
        count(Kind::Changed),
        count(Kind::Unusable)
    );
    if failures.is_empty() && recorded > 0 {
        return ExitCode::SUCCESS;
    }
    println!("{}", if recorded > 0 { format!("kept in {}", stress.failures.display()) } else { "nothing was run".to_owned() });
    ExitCode::FAILURE
}
