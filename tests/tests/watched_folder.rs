//! `memory-city watch FOLDER` beside real JVMs that run out of memory, again and again (`tests/java/dying`).

use std::fs::{create_dir_all, read, read_to_string, write};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tests::jvm::{all_jvms, compile};
use tests::program;
use tests::recorded::Running;
use tests::scratch::Scratch;

const LEAK: &str = "dying.Main$SessionRegistry.SESSIONS";

/// Runs the program until it dies, and returns the name of the dump that it leaves.
fn die(java: &Path, classes: &Path, dumps: &Path) -> String {
    let mut call = Command::new(java);
    call.args(["-Xmx64m", "-XX:+HeapDumpOnOutOfMemoryError"]).arg(format!("-XX:HeapDumpPath={}", dumps.display()));
    call.arg("-cp").arg(classes).arg("dying.Main").stdout(Stdio::null()).stderr(Stdio::null());
    let mut dying = Running::start(&mut call);
    let name = format!("java_pid{}.hprof", dying.pid());
    assert!(!dying.0.wait().expect("ends").success(), "it runs out of memory");
    assert!(dumps.join(&name).is_file(), "{name}");
    name
}

fn history(reports: &Path) -> Vec<Value> {
    let text = read_to_string(reports.join("history.jsonl")).expect("is there");
    text.lines().map(|line| serde_json::from_str(line).expect("is JSON")).collect()
}

fn look_once(dumps: &Path, more: &[&str]) -> (String, String) {
    let output = program::command().args(["watch", "--once", "--every", "1ms"]).arg(dumps).args(more).output().expect("the program starts");
    let [told, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("is text"));
    assert!(output.status.success(), "{errors}");
    (told, errors)
}

#[test]
fn each_dump_of_a_program_that_dies_again_and_again_is_told_once_with_what_was_found_before() {
    let classes = Scratch::new("dying-classes");
    compile("tests/java/dying/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("watched-folder");
        let dumps = scratch.join("dumps");
        create_dir_all(&dumps).expect("can be made");
        let mut call = program::command_with_signals();
        call.arg("watch").arg(&dumps).args(["--every", "300ms"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut watcher = Running::start(&mut call);
        let mut lines = BufReader::new(watcher.0.stdout.take().expect("stdout is a pipe")).lines();
        let mut next = || lines.next().expect("goes on").expect("is text");
        let first = die(&java, classes.path(), &dumps);
        let line = next();
        assert!(line.starts_with(&format!("{first}: ")) && line.contains(&format!("{LEAK} holds ")), "{line}");
        assert!(!line.contains("in a row"), "{line}");
        let second = die(&java, classes.path(), &dumps);
        let line = next();
        assert!(line.starts_with(&format!("{second}: ")) && line.contains("(found in 2 dumps in a row, "), "{line}");
        // A folder of other files, and a dump that is none, end nothing.
        write(dumps.join("notes.txt"), "nothing").expect("can be written");
        write(dumps.join("java_pid0.hprof"), &read(dumps.join(&first)).expect("is there")[..100_000]).expect("can be written");
        let sent = Command::new("kill").args(["-INT", &watcher.pid().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        assert_eq!(watcher.0.wait().expect("ends").code(), Some(130), "ended by Ctrl+C");

        let reports = dumps.join("reports");
        let seen = history(&reports);
        assert_eq!(seen.iter().map(|seen| seen["file"].as_str().expect("a name")).collect::<Vec<_>>(), [&first, &second]);
        for seen in seen {
            assert_eq!((seen["verdict"].as_str(), seen["series"].as_str()), (Some("suspicious"), Some("java_pid#")));
            assert_eq!(seen["findings"][0]["key"], format!("big_owner {LEAK}"));
            let report = read_to_string(reports.join(seen["report"].as_str().expect("a name"))).expect("is there");
            assert!(report.contains(&format!("{LEAK} holds ")), "{report}");
        }
        // Whoever starts again looks at what is new only, and waits for what is not whole.
        let third = die(&java, classes.path(), &dumps);
        let (told, errors) = look_once(&dumps, &["--pages"]);
        assert!(told.starts_with(&format!("{third}: ")) && told.contains("in 3 dumps in a row") && told.lines().count() == 1, "{told}");
        assert!(errors.contains("java_pid0.hprof is being written, or is not whole"), "{errors}");
        assert!(read_to_string(reports.join(format!("{third}.html"))).expect("is there").starts_with("<!"), "a page");
        let (told, _) = look_once(&dumps, &["--patience", "1ms"]);
        assert!(told.starts_with("java_pid0.hprof: ") && told.lines().count() == 1, "{told}");
        assert_eq!(look_once(&dumps, &["--patience", "1ms"]).0, "");
        assert_eq!(history(&reports).len(), 4);
    }
}

#[test]
fn what_is_watched_is_a_process_or_a_folder() {
    let output = program::run(["watch", "no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("neither the process id of a JVM nor a folder"), "{errors}");
    let scratch = Scratch::new("watched-nothing");
    let output = program::command().arg("watch").arg(scratch.path()).arg("--headless").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(look_once(scratch.path(), &[]).0, "");
}
