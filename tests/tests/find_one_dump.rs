//! `memory-city find` on single dumps of real programs, and on a program that is not ours.

use std::ffi::OsStr;

use serde_json::Value;
use tests::jvm::{compile, run};
use tests::program;
use tests::scratch::Scratch;

#[test]
fn every_waste_is_found_in_the_field_that_holds_it_to_the_byte() {
    let (classes, dumps) = (Scratch::new("waste-classes"), Scratch::new("waste"));
    compile("tests/java/waste/", classes.path());
    let dump = dumps.path().join("waste.hprof");
    let said = run(classes.path(), "waste.Main", [&dump]);
    let report = program::json(["find".as_ref(), dump.as_os_str(), "--json".as_ref()]);
    assert_eq!(report["verdict"], "steady", "{report:#}");
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
