//! What is hard for a recorder ends while it is recorded as it does without: the same words, the same exit code, no crash, in time.
//! All programs under all collectors are run by `cargo run --release -p tests --example stress_recorder`.

use tests::jobs::side_by_side;
use tests::jvm::{all_jvms, collectors, feature_version};
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
