//! What is hard for a recorder ends while it is recorded as it does without: the same words, the same exit code, no crash, in time.
//! All programs under all collectors are run by `cargo run --release -p tests --example stress_recorder`.

use std::sync::atomic::{AtomicUsize, Ordering};

use tests::jvm::{all_jvms, collectors, feature_version};
use tests::stress::{Case, PROGRAMS, Stress};

/// Programs with the collector that each is run under; one that a JVM does not offer is replaced by its first. The others take time.
const RUN: [(&str, &str); 13] = [
    ("virtual-short", "G1"),
    ("virtual-blocking", "Z"),
    ("redefinition", "G1"),
    ("threads", "Parallel"),
    ("references", "Shenandoah"),
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
    let next = AtomicUsize::new(0);
    let check_some = || {
        let mut failures = Vec::new();
        while let Some(&(name, collector, jvm)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let program = PROGRAMS.iter().find(|program| program.name == name).unwrap_or_else(|| panic!("no program {name}"));
            let collector = if offered[jvm].contains(&collector) { collector } else { offered[jvm][0] };
            let found = stress.check(&Case { program, java: &jvms[jvm], collector, options: &EVERYTHING, runs: 1 });
            assert_eq!(found.is_none(), feature_version(&jvms[jvm]) < program.oldest_jdk, "{name} {}", jvms[jvm].display());
            failures.extend(found.unwrap_or_default());
        }
        failures
    };
    let failures = std::thread::scope(|scope| {
        let other = scope.spawn(check_some);
        [check_some(), other.join().expect("checks to the end")].concat()
    });
    assert!(failures.is_empty(), "{failures:#?}");
}
