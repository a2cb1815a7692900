//! What is hard for a recorder ends while it is recorded as it does without: the same words, the same exit code, no crash, in time.
//! All programs under all collectors are run by `cargo run --release -p tests --example stress_recorder`.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use tests::jobs::side_by_side;
use tests::jvm::{all_jvms, collectors, feature_version};
use tests::leaks::Leaks;
use tests::program;
use tests::recorded::{Running, record};
use tests::scratch::Scratch;
use tests::stress::{Case, PROGRAMS, Stress};

/// Programs with the collector that each is run under; one that a JVM does not offer is replaced by its first. The others take time.
const RUN: [(&str, &str); 14] = [
    ("virtual-short", "G1"),
    ("virtual-blocking", "Z"),
    ("redefinition", "G1"),
    ("threads", "Parallel"),
    ("references", "Shenandoah"),
    ("native-weak", "G1"),
    ("deep-stacks", "G1"),
    ("unloading", "Serial"),
    ("rewriting-agent", "Parallel"),
    ("huge-arrays", "G1"),
    ("exit", "Serial"),
    ("halt-in-hook", "G1"),
    ("children", "Serial"),
    ("sockets", "G1"),
];

/// The heap is looked at after every collection.
const EVERYTHING: [&str; 2] = ["--budget", "none"];

#[test]
fn hard_programs_end_as_ever_while_they_are_recorded() {
    let (stress, jvms) = (Stress::compile(), all_jvms());
    let offered: Vec<Vec<&str>> = jvms.iter().map(|java| collectors(java)).collect();
    let cases: Vec<(&str, &str, usize)> = (0..jvms.len()).flat_map(|jvm| RUN.map(|(name, collector)| (name, collector, jvm))).collect();
    let check = |&(name, collector, jvm): &(&str, &str, usize)| {
        let program = PROGRAMS.iter().find(|program| program.name == name).unwrap_or_else(|| panic!("no program {name}"));
        let collector = if offered[jvm].contains(&collector) { collector } else { offered[jvm][0] };
        let found = stress.check(&Case { program, java: &jvms[jvm], collector, options: &EVERYTHING, runs: 1 });
        assert_eq!(found.is_none(), feature_version(&jvms[jvm]) < program.oldest_jdk, "{name} {}", jvms[jvm].display());
        found.unwrap_or_default()
    };
    let failures = side_by_side(2, &cases, check).concat();
    assert!(failures.is_empty(), "{failures:#?}");
}

/// A copy of the process is asked whether it has told everything when its thread seems to sleep, which it does, too, where the machine is
/// busy, or where it waits for a lock. It is asked here all the time.
#[test]
fn copies_that_are_asked_too_early_tell_everything_all_the_same() {
    let (leaks, scratch) = (Leaks::compile(), Scratch::new("asked"));
    for java in all_jvms() {
        let trace = scratch.join(&format!("{}.mctrace", feature_version(&java)));
        let mut command = record(&trace, &EVERYTHING, &java);
        command.args(["-Xmx300m", "-cp"]).arg(leaks.classes()).args(["com.harbor.leaks.Main", "sessions", "--seconds", "6"]);
        let mut running = Running::start(command.stdout(Stdio::null()));
        let (mut asked, mut asking) = (BTreeSet::new(), Vec::new());
        while running.is_running() {
            for copy in running.children() {
                if asked.insert(copy) {
                    let script = format!("for at in {{1..3000}}; do kill -USR1 {copy} || break; done 2>/dev/null");
                    asking.push(Running::start(Command::new("bash").args(["-c", &script])));
                }
            }
        }
        let facts = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref(), "--gcs".as_ref()]);
        let states = facts["heap_states"].as_array().expect("a list of states");
        let objects: Vec<f64> = states.iter().filter_map(|state| state["objects"].as_f64()).collect();
        assert!(asked.len() >= 3 && objects.len() > 3, "{} copies: {facts}", asked.len());
        // What the program holds grows all the time: a state that lacks what static fields hold is much smaller than the one before.
        assert!(objects.windows(2).all(|pair| pair[1] > 0.7 * pair[0]), "{}: {objects:?}", java.display());
    }
}
