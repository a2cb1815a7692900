//! Recordings of services that run for weeks: files of bounded size, and several of them, of which the oldest go.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::jvm::newest_jvm;
use tests::leaks::Leaks;
use tests::program;
use tests::recorded::record;
use tests::scratch::Scratch;

const SECONDS: &str = "12";

/// Runs a leaking program that is recorded with these options into `app.mctrace` of a folder; the files that are there then.
fn files_of(leaks: &Leaks, folder: &Path, options: &[&str]) -> Vec<PathBuf> {
    let mut command = record(&folder.join("app.mctrace"), options, &newest_jvm());
    command.args(["-Xmx300m", "-cp"]).arg(leaks.classes()).args(["com.harbor.leaks.Main", "event-bus", "--seconds", SECONDS]);
    let output = command.output().expect("it runs");
    // Nobody but the program says anything.
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.starts_with("truth ") && said.lines().count() == 1, "{said}");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("it is there").flatten().map(|file| file.path()).collect();
    files.sort();
    files
}

fn facts(trace: &Path) -> Value {
    program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref(), "--gcs".as_ref()])
}

#[test]
fn a_recording_goes_on_in_further_files_and_old_ones_go() {
    let (leaks, scratch) = (Leaks::compile(), Scratch::new("keep"));
    // A file per half a second; what is older than four seconds goes.
    let files = files_of(&leaks, scratch.path(), &["--keep", "4s"]);
    let names: Vec<String> = files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    let numbers: Vec<u32> = names.iter().filter_map(|name| name.split('-').nth(1)?.parse().ok()).collect();
    assert!(numbers.len() == names.len() && numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{names:?}");
    assert!((4..=12).contains(&numbers.len()) && numbers[0] > 4 && numbers[numbers.len() - 1] > 12, "{names:?}");
    let facts: Vec<Value> = files.iter().map(|file| facts(file)).collect();
    for (file, facts) in files.iter().zip(&facts) {
        assert!(
            facts["complete"] == true && facts["duration_ms"].as_f64().is_some_and(|time| time < 4000.0),
            "{}: {facts}",
            file.display()
        );
        assert!(facts["limits"].to_string().contains("--keep"), "{facts}");
    }
    // All of them are one series, in which the leak shows.
    let report =
        program::json(std::iter::once("find".as_ref()).chain(files.iter().map(|file| file.as_os_str())).chain(["--json".as_ref()]));
    // What is left when the program ends tells nothing of it.
    let states =
        facts.iter().filter_map(|facts| facts["heap_states"].as_array()).flatten().filter(|state| state["ending"] == false).count();
    assert!(states >= 4 && report["points"] == states, "{states} states: {report}");
    assert!(report["findings"][0].to_string().contains("EventBus.listeners"), "{report}");
}

#[test]
fn a_trace_stays_within_the_size_that_it_may_have() {
    const MOST: u64 = 1 << 20;
    let (leaks, scratch) = (Leaks::compile(), Scratch::new("size"));
    let files = files_of(&leaks, scratch.path(), &["--max-size", "1M", "--budget", "none"]);
    let [file] = &files[..] else { panic!("{files:?}") };
    let facts = facts(file);
    let bytes = fs::metadata(file).expect("it is there").len();
    assert!(bytes <= MOST && bytes > MOST / 8, "{bytes} bytes: {facts}");
    assert!(facts["complete"] == true && facts["states"].as_u64() >= Some(1), "{facts}");
    assert!(facts["limits"].to_string().contains("--max-size"), "{facts}");
    let together = Scratch::new("sizes");
    let files = files_of(&leaks, together.path(), &["--max-size", "8M", "--keep", "1h", "--budget", "none"]);
    let bytes: u64 = files.iter().map(|file| fs::metadata(file).expect("it is there").len()).sum();
    assert!(files.len() > 1 && bytes <= 8 * MOST && bytes > MOST, "{bytes} bytes in {files:?}");
}
