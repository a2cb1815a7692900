//! `memory-city find` on single dumps of real programs, and on a program that is not ours.

use std::ffi::OsStr;

use serde_json::Value;
use tests::jvm::{all_jvms, compile, run};
use tests::program;
use tests::recorded::{Obeying, record};
use tests::scratch::Scratch;

#[test]
fn every_waste_is_found_in_the_field_that_holds_it_to_the_byte() {
    let (classes, dumps) = (Scratch::new("waste-classes"), Scratch::new("waste"));
    compile("tests/java/waste/", classes.path());
    let dump = dumps.path().join("waste.hprof");
    let said = run(classes.path(), "waste.Main", [&dump]);
    let report = program::json(["find".as_ref(), dump.as_os_str(), "--json".as_ref()]);
    assert_eq!(report["verdict"], "undecided", "{report:#}");
    let truths: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect("a line of truth")).collect();
    assert_eq!(truths.len(), 8);
    let findings = report["findings"].as_array().expect("findings");
    for truth in truths {
        let finding = findings.iter().find(|finding| finding["kind"] == truth["kind"]).unwrap_or_else(|| panic!("no {truth}: {report:#}"));
        let keepers = finding["keepers"].as_array().expect("keepers");
        let keeper = keepers.iter().find(|keeper| keeper["holder"] == truth["holder"]).unwrap_or_else(|| panic!("no {truth}: {finding:#}"));
        assert_eq!((&keeper["objects"], &keeper["bytes"]), (&truth["objects"], &truth["bytes"]), "{truth}");
        assert_eq!((&finding["severity"], &finding["cut"]["fields"]), (&Value::from("waste"), &Value::Array(Vec::new())));
    }
}

#[test]
fn the_compiler_of_the_jdk_at_work_is_no_leak() {
    let (classes, dumps) = (Scratch::new("tools-classes"), Scratch::new("tools"));
    compile("tests/java/tools/", classes.path());
    let _ = run(classes.path(), "tools.Main", [dumps.path().as_os_str(), "6".as_ref()]);
    let report = program::json(["find".as_ref(), dumps.path().as_os_str(), "--json".as_ref()]);
    assert_eq!(report["verdict"], "steady", "{report:#}");
    let last = dumps.path().join("point-f.hprof");
    let report = program::json(["find".as_ref(), last.as_os_str(), "--json".as_ref()]);
    assert_ne!(report["verdict"], "leak", "{report:#}");
}

#[test]
fn one_recorded_state_tells_the_program_before_the_jvm_and_no_verdict() {
    let classes = Scratch::new("one-state-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let case = java.display();
        let scratch = Scratch::new("one-state");
        let trace = scratch.join("a.mctrace");
        let mut command = record(&trace, &["--budget", "0", "--at-exit", "--max-pause", "none"], &java);
        let mut program = Obeying::start(command.args(["-XX:+UseSerialGC", "-cp"]).arg(classes.path()).arg("Obeys"));
        // Some 340 KB, less than the table of a JDK 17 that its archive of classes comes with.
        program.tell("keep 12000");
        program.end(0);
        let report = program::json(["find".as_ref(), trace.as_os_str(), "--json".as_ref()]);
        assert_eq!(report["verdict"], "undecided", "{case}: {report:#}");
        assert_eq!(report["findings"][0]["cut"]["fields"][0], "Obeys.SHELVES", "{case}: {report:#}");
        let findings = report["findings"].as_array().expect("findings");
        let is_table = |finding: &&Value| finding["title"].as_str().is_some_and(|title| title.contains("held by GC root (unknown)"));
        let tables = findings.iter().filter(is_table).count();
        assert_eq!(findings.iter().rev().take_while(is_table).count(), tables, "{case}: they are last: {report:#}");

        let sentence = "Too few heap states for a verdict: 1 of at least 4. Record with a larger --budget, with --every 30s or --at-exit.";
        assert_eq!(report["too_few"], sentence, "{case}");
        for document in [&[][..], &["--markdown"], &["--sarif", "-"], &["--html", "-"]] {
            let command = if document.contains(&"--html") { "report" } else { "find" };
            let mut call = vec![command.as_ref(), trace.as_os_str()];
            call.extend(document.iter().map(OsStr::new));
            let text = program::stdout(call);
            assert!(text.contains(sentence) && !text.to_lowercase().contains("steady:"), "{case} {document:?}: {text}");
        }
    }
}

#[test]
fn what_a_thread_keeps_is_named_by_the_field_of_the_variable() {
    let (classes, dumps) = (Scratch::new("local-classes"), Scratch::new("local"));
    compile("tests/java/defects/", classes.path());
    let arguments = ["thread-local-list", "--points", "1", "--dumps"].map(OsStr::new);
    let _ = run(classes.path(), "com.orchard.defects.Main", arguments.into_iter().chain([dumps.path().as_os_str()]));
    let dump = dumps.path().join("point-01.hprof");
    let key = "com.orchard.locale.Translation";
    let paths = program::json(["paths".as_ref(), dump.as_os_str(), "--key".as_ref(), key.as_ref(), "--json".as_ref()]);
    let chain = paths.to_string();
    assert!(chain.contains("com.orchard.locale.Translations.USED (thread local of thread pool-1-thread-1)"), "{paths:#}");
}
