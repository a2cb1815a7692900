//! What happened when: programs that clean up at their end, and collections beside heap states.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::jvm::{all_jvms, compile, jcmd};
use tests::program;
use tests::recorded::{Obeying, record};
use tests::scratch::Scratch;

/// Heap dumps of a program that keeps more and more, and at the end does as it is told.
fn dumps(java: &Path, classes: &Path, folder: &Path, last: &str) {
    let mut program = Obeying::alone(java, classes, &["-XX:+UseSerialGC", "-Xmx128m"]);
    for point in 1..=10 {
        program.tell(if point < 10 { "keep 20000" } else { last });
        let file = folder.join(format!("point-{point:02}.hprof"));
        jcmd(program.process.pid(), &["GC.heap_dump".as_ref(), file.as_os_str()]);
    }
    program.end(0);
}

fn asked(command: &str, folder: &Path) -> Value {
    program::json([command.as_ref(), folder.as_os_str(), "--json".as_ref()])
}

#[test]
fn what_a_program_lets_go_at_its_end_was_a_leak_until_then() {
    let classes = Scratch::new("clean-up-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let (cleaned, leaking) = (Scratch::new("clean-up"), Scratch::new("no-clean-up"));
        dumps(&java, classes.path(), cleaned.path(), "forget 1");
        dumps(&java, classes.path(), leaking.path(), "keep 20000");
        for (folder, judged) in [(&cleaned, 9), (&leaking, 10)] {
            let report = asked("find", folder.path());
            let first = &report["findings"][0];
            assert_eq!((&report["verdict"], &report["points"]), (&"leak".into(), &judged.into()), "{java:?}: {report:#}");
            assert_eq!(first["cut"]["fields"], serde_json::json!(["Obeys.SHELVES"]), "{java:?}: {first:#}");
            assert_eq!(report["judged"].is_null(), judged == 10, "{java:?}: {report:#}");
            // Both say of the end what the other says.
            let windows = asked("windows", folder.path());
            let notes: Vec<&str> = windows["notes"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            let told = report["judged"].as_str().map(|judged| format!("{judged}."));
            assert_eq!(notes.iter().find(|note| note.contains("judged")).copied(), told.as_deref(), "{java:?}: {windows:#}");
            let grows = windows["windows"].as_array().expect("a list").iter().find(|window| window["kind"] == "growth");
            let last = grows.map(|window| &window["points"][1]);
            assert_eq!(last, Some(&judged.into()), "{java:?}: a window that grows goes to the end of what is judged: {windows:#}");
        }
    }
}

#[test]
fn a_recording_tells_of_its_collections_on_the_clock_of_its_states() {
    let classes = Scratch::new("windows-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("windows");
        let trace: PathBuf = scratch.join("hoards.mctrace");
        // Beside other tests a look could cost more than the budget.
        let mut command = record(&trace, &["--budget", "none"], &java);
        command.args(["-XX:+UseSerialGC", "-Xmx600m", "-cp"]).arg(classes.path()).args(["Hoards", "12"]);
        let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        let (windows, told) = (asked("windows", &trace), asked("trace", &trace));
        assert_eq!(windows["collections"], told["gcs"], "{java:?}");
        let last = told["duration_ms"].as_f64().expect("a number") / 1000.0;
        for window in windows["windows"].as_array().expect("a list") {
            let (from, to) = (window["from_s"].as_f64().expect("a number"), window["to_s"].as_f64().expect("a number"));
            assert!(0.0 <= from && from < to && to <= last + 0.001, "{java:?}: {from} to {to} of {last}: {window:#}");
        }
    }
}
