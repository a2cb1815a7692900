//! Records all programs of `tests/java/stress` on every JVM and under every collector of this machine and compares how they end
//! and what they say with plain runs: `cargo run --release -p tests --example stress_recorder`.
//!
//! `--runs N` is how often each is recorded (1), `--java PATH`, `--only NAME` and `--gc NAME` take some of the JVMs, programs and
//! collectors and may be given several times, `--options "--budget none"` goes to the recorder, and `--jobs N` programs run beside each
//! other (2). Crashes, hangs and changed outcomes are counted, their files kept in a folder that is named at the end, and the exit code
//! is 1 if there are any.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use tests::arguments::Arguments;
use tests::jobs::side_by_side;
use tests::jvm::{all_jvms, collectors};
use tests::stress::{Case, Failure, Kind, PROGRAMS, Stress};

fn main() -> ExitCode {
    let arguments = Arguments::read(&["--runs", "--java", "--only", "--gc", "--options", "--jobs"]);
    let (only, gcs) = (arguments.all("--only"), arguments.all("--gc"));
    let options: Vec<&str> = arguments.all("--options").into_iter().flat_map(str::split_whitespace).collect();
    let runs = arguments.last("--runs").unwrap_or(1);
    let mut jvms: Vec<PathBuf> = arguments.all("--java").iter().map(PathBuf::from).collect();
    if jvms.is_empty() {
        jvms = all_jvms();
    }
    let stress = Stress::compile();
    let offered: Vec<Vec<&str>> = jvms.iter().map(|java| collectors(java)).collect();
    let mut cases = Vec::new();
    for (java, offered) in jvms.iter().zip(&offered) {
        println!("{}: {}", java.display(), offered.join(", "));
        for program in PROGRAMS.iter().filter(|program| only.is_empty() || only.contains(&program.name)) {
            let some = offered.iter().filter(|collector| gcs.is_empty() || gcs.contains(collector));
            cases.extend(some.map(|collector| Case { program, java, collector, options: &options, runs }));
        }
    }
    let check = |case: &Case<'_>| {
        let start = Instant::now();
        let name = format!("{:18} {:11} {}", case.program.name, case.collector, case.java.display());
        let Some(found) = stress.check(case) else {
            println!("{name} SKIPPED: it needs JDK {} or newer", case.program.oldest_jdk);
            return (0, Vec::new());
        };
        let verdict = if found.is_empty() { "as ever" } else { "FAILED" };
        println!("{name} {:4.0} s  {verdict}", start.elapsed().as_secs_f64());
        for failure in &found {
            println!("    {}\n    {}", failure.what, failure.folder.display());
        }
        (runs, found)
    };
    let (recorded, failures): (Vec<u32>, Vec<Vec<Failure>>) =
        side_by_side(arguments.last("--jobs").unwrap_or(2), &cases, check).into_iter().unzip();
    let (recorded, failures): (u32, Vec<Failure>) = (recorded.iter().sum(), failures.concat());
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
