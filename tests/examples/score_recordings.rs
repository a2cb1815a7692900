//! Scores `memory-city find` on recordings of all programs of `tests/java/leaks` and `tests/java/defects`, which are made with default
//! options: `cargo run -p tests --example score_recordings`; with `--jars DIR`, into which `scripts/jars.sh` fetches libraries, on those of
//! `tests/java/published` and `tests/java/leaking-structures`, too (`scripts/score.sh` does both).
//!
//! `--seconds N` is how long each program and each healthy twin runs (25). `--only leaks/NAME` takes one program, `--only leaks` one
//! folder, and `--java PATH` another JVM than the newest one of this machine; both may be given several times. `--gc NAME` takes another
//! collector than the JVM's own choice, `--seed N` and `--megabytes N` make other runs of all programs but those of `defects`, `--options
//! "--budget none"` other recordings. `--dumps N` takes so many heap dumps instead of a recording, more where the program takes longer.
//! `--keep DIR` keeps all traces or dumps there, and `--judge DIR` judges those that were kept instead of new ones. `--jobs N` programs run
//! beside each other (1), each beside its twin. Prints one line per recording, with the trace of one that is misjudged, and the sums: leaks
//! found, found by the strongest finding, false alarms, recordings that looked until the end or spent their budget, states, how much of the
//! run they span, and costs.

use std::path::{Path, PathBuf};

use tests::arguments::Arguments;
use tests::defects::Score;
use tests::jobs::side_by_side;
use tests::jvm::newest_jvm;
use tests::leaks::{Leak, Leaks, Recording, Run, kept};

/// How long a program runs: some fifty collections.
const SECONDS: u32 = 25;

fn main() {
    let arguments = Arguments::read(&[
        "--seconds",
        "--only",
        "--java",
        "--gc",
        "--seed",
        "--megabytes",
        "--options",
        "--jobs",
        "--jars",
        "--keep",
        "--judge",
        "--dumps",
    ]);
    let mut run = Run { seconds: arguments.last("--seconds").unwrap_or(SECONDS), ..Run::default() };
    run.jvm_options = arguments.all("--gc").iter().map(|gc| format!("-XX:+Use{gc}GC")).collect();
    for option in ["--seed", "--megabytes"] {
        run.options.extend(arguments.all(option).iter().flat_map(|value| [option.to_owned(), (*value).to_owned()]));
    }
    run.record_options = arguments.all("--options").iter().flat_map(|options| options.split_whitespace()).map(str::to_owned).collect();
    let mut jvms: Vec<PathBuf> = arguments.all("--java").iter().map(PathBuf::from).collect();
    if jvms.is_empty() {
        jvms.push(newest_jvm());
    }
    let folders: Vec<&str> = arguments.all("--judge");
    if !folders.is_empty() {
        folders.into_iter().for_each(|folder| judge_kept(Path::new(folder)));
        return;
    }
    run.keep = arguments.last("--keep");
    run.dumps = arguments.last("--dumps");
    let leaks = Leaks::compile_with_jars(arguments.last::<PathBuf>("--jars").as_deref());
    for java in jvms {
        score(&leaks, &java, &run, &arguments.all("--only"), arguments.last("--jobs").unwrap_or(1));
    }
}

fn score(leaks: &Leaks, java: &Path, run: &Run, only: &[&str], jobs: usize) {
    let options = [&run.options, &run.jvm_options, &run.record_options].map(|options| options.join(" ")).join(" ");
    println!("{}, {} s each {}", java.display(), run.seconds, options.trim());
    println!("{:33} {:5} {:12} {:>6} {:>6} {:>5} {:>6}  strongest finding", "program", "", "verdict", "GCs", "states", "span", "cost");
    let mut score = Score::default();
    let (mut states, mut spans, mut costs) = (Vec::new(), Vec::new(), Vec::new());
    let mut looked_until_the_end = 0;
    let programs: Vec<&Leak> =
        leaks.programs.iter().filter(|leak| only.is_empty() || only.iter().any(|only| leak.name.starts_with(only))).collect();
    let record = |leak: &&Leak| {
        // A program sleeps more than it works.
        let recorded = side_by_side(2, &[false, true], |&healthy| leaks.record(java, leak, &Run { healthy, ..run.clone() }));
        for (recording, healthy) in recorded.iter().zip([false, true]) {
            match recording {
                Some(recording) => {
                    println!("{:33} {}", leak.name, line(recording, healthy));
                    recording.kept.iter().for_each(|trace| println!("    {}", trace.display()));
                }
                None => println!("{:33} SKIPPED: it needs JDK {} or newer", leak.name, leak.oldest_jdk),
            }
        }
        recorded
    };
    for recorded in side_by_side(jobs, &programs, record) {
        let recorded: Vec<Recording> = recorded.into_iter().flatten().collect();
        for recording in &recorded {
            states.push(recording.states as f64);
            spans.push(100.0 * recording.span);
            looked_until_the_end += u32::from(recording.looks_until_the_end());
            costs.extend(recording.cost.map(|cost| 100.0 * cost));
        }
        recorded.iter().zip([false, true]).for_each(|(recording, is_healthy)| score.add(&recording.judged, is_healthy));
    }
    println!("{score}");
    println!("looked until the end, or spent the budget: {looked_until_the_end} of {}", states.len());
    for (what, numbers) in [("states", states), ("span of the states in percent", spans), ("cost in percent", costs)] {
        println!("{what}: {}", spread(numbers));
    }
}

/// Judges traces that were kept.
fn judge_kept(folder: &Path) {
    let mut score = Score::default();
    for (trace, is_healthy, judged) in kept(folder) {
        score.add(&judged, is_healthy);
        if !judged.is_right(is_healthy) {
            let points = judged.report["points"].as_u64().unwrap_or(0);
            println!("{}: of {points} states {}, and it is {}", trace.display(), judged.first_title(), judged.truth);
        }
    }
    println!("{}: {score}", folder.display());
}

fn line(recording: &Recording, healthy: bool) -> String {
    let Recording { judged, collections, states, span, cost, .. } = recording;
    let verdict = match (healthy, judged.is_alarm(), judged.is_found(true), judged.is_found(false)) {
        (true, true, ..) => "FALSE ALARM",
        (true, false, ..) => "steady",
        (false, _, true, _) => "found first",
        (false, _, false, true) => "found",
        _ => "MISSED",
    };
    let twin = if healthy { "twin" } else { "leak" };
    let cost = cost.map_or("-".to_owned(), |cost| format!("{:.1} %", 100.0 * cost));
    format!("{twin:5} {verdict:12} {collections:6} {states:6} {:3.0} % {cost:>6}  {}", 100.0 * span, judged.first_title())
}

/// The least, the median and the largest.
fn spread(mut numbers: Vec<f64>) -> String {
    numbers.sort_by(f64::total_cmp);
    match numbers.as_slice() {
        [] => "none".to_owned(),
        [least, ..] => format!("{least:.1} to {:.1}, median {:.1}", numbers[numbers.len() - 1], numbers[numbers.len() / 2]),
    }
}
