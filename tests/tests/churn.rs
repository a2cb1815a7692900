//! What a program throws away, as recordings of three kinds tell it: a trace what died, a JFR recording what was allocated, a GC log how
//! much it was.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tests::jvm::{all_jvms, compile, compile_with};
use tests::leaks::library;
use tests::program;
use tests::recorded::record;
use tests::scratch::Scratch;

/// Runs the pet shop, whose careless page makes items again and again in the middle third of its time.
fn run(java: &Path, collector: &str, classes: &Path, jfr: &Path, log: &Path) {
    let mut command = Command::new(java);
    command.arg(format!("-XX:+Use{collector}GC")).arg("-Xmx64m");
    command.arg(format!("-XX:StartFlightRecording:filename={},settings=profile", jfr.display()));
    command.arg(format!("-Xlog:gc*:file={}", log.display()));
    let output = command.arg("-cp").arg(classes).args(["petshop.Main", "--seconds", "6"]).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn json(arguments: &[&str]) -> Value {
    program::json(arguments)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// The collections of the window of which is said that much is thrown away.
fn hot(recording: &str) -> [u64; 2] {
    let told = json(&["windows", recording, "--json"]);
    let windows = told["windows"].as_array().expect("a list");
    let churn = windows.iter().find(|window| window["kind"] == "churn").unwrap_or_else(|| panic!("no churn: {told}"));
    [0, 1].map(|at| churn["collections"][at].as_u64().expect("a number"))
}

/// What died in these collections, or was allocated; where samples are too few for that, in the collections which are named instead.
fn died_in(recording: &str, [first, last]: [u64; 2]) -> String {
    let told = |window: &str| program::run(["died", recording, "--window", window]);
    let output = told(&format!("{first}..{last}"));
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    let wider = notes.split_once("Few allocations were sampled here").and_then(|(_, more)| more.split_once("--window "));
    let output = wider.map_or(output, |(_, wider)| told(wider.split(' ').next().unwrap_or_default()));
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn jfr_recordings_name_what_is_made_again_and_again_and_logs_how_much_it_is() {
    let (classes, files) = (Scratch::new("churn-classes"), Scratch::new("churn"));
    compile("tests/java/pet-shop/", classes.path());
    for (at, java) in all_jvms().iter().enumerate() {
        // Serial and G1 number their collections from 0, and so does each log.
        let collector = ["Serial", "G1"][at % 2];
        let [jfr, log] = ["jfr", "log"].map(|ending| files.join(&format!("{at}.{ending}")));
        run(java, collector, classes.path(), &jfr, &log);
        let [jfr, log] = [&jfr, &log].map(|file| file.to_str().expect("is UTF-8"));
        let about = format!("{java:?} {collector}");

        // The bytes by type are those of the samples, which another test holds against the tool of the JDK.
        let told = json(&["died", jfr, "--json"]);
        assert_eq!((&told["basis"], &told["bytes_error"]), (&Value::from("allocation_samples"), &Value::from(0)), "{about}");
        assert!(told["samples"].as_u64().is_some_and(|samples| samples > 50) && told.get("objects").is_none(), "{about}: {told}");
        let by_type = json(&["died", jfr, "--by", "type", "--json"]);
        let groups = by_type["groups"].as_array().expect("a list");
        let sum: f64 = groups.iter().map(|group| number(&group["bytes"])).sum();
        assert_eq!(sum, number(&told["bytes"]), "{about}");

        let text = program::stdout(["died", jfr]);
        assert!(text.contains("JFR samples what is allocated, and does not tell what dies"), "{about}: {text}");
        assert!(text.contains("petshop.Item is made mostly at petshop.Item.of(line:"), "{about}: {text}");
        assert!(!text.contains("survived"), "nobody knows how old it was: {text}");

        // In the window of the careless page more is allocated, and more is collected, than before it.
        let [first, last] = hot(jfr);
        let next = json(&["windows", jfr, "--json"]).to_string();
        assert!(next.contains(&format!("--window {first}..{last} tells what was allocated, and where")), "{about}: {next}");
        let (window, before) = (format!("{first}..{last}"), format!("..{}", first - 1));
        let told = json(&["died", jfr, "--window", &window, "--against", &before, "--json"]);
        let of = |rates: &str, member: &str| number(&told[rates][member]);
        let whole = &told["groups"][0];
        assert!(number(&whole["bytes_per_second"]) > 1.5 * number(&whole["bytes_per_second_against"]), "{about}: {told}");
        assert!(of("rates", "freed_per_second") > 1.5 * of("against_rates", "freed_per_second"), "{about}");
        // What is allocated is what is freed, but for what lives, and what a sample has from the time before.
        let ratio = number(&whole["bytes_per_second"]) / of("rates", "freed_per_second");
        assert!((0.5..2.0).contains(&ratio), "{about}: {ratio}");

        // The log tells of the same collections, and says that it tells nothing else.
        let told = json(&["died", log, "--json"]);
        let of_jfr = json(&["died", jfr, "--json"]);
        let collections = |told: &Value| number(&told["rates"]["run"]["collections"]);
        assert!((collections(&told) - collections(&of_jfr)).abs() <= 3.0, "{about}: {told}");
        let freed = number(&told["rates"]["run"]["freed_per_second"]);
        let average = json(&["windows", log, "--json"]);
        let churn = average["windows"].as_array().and_then(|windows| windows.iter().find(|window| window["kind"] == "churn")).cloned();
        let average = number(&churn.unwrap_or_else(|| panic!("{about}: no churn in the log"))["average"]);
        assert!((freed / average - 1.0).abs() < 1e-9, "{about}: {freed} and {average} are both freed per second over the run");
        let text = program::stdout(["died", log, "--window", &window]);
        assert!(text.contains("how much was thrown away and not what") && text.contains("over the whole run"), "{about}: {text}");

        // What they do not tell is refused with the reason.
        let refusals: [(&[&str], &str); 4] = [
            (&["died", jfr, "--by", "age"], "nothing else"),
            (&["died", jfr, "--per-gc"], "does not tell what a collection took"),
            (&["died", log, "--by", "type"], "nothing can be grouped"),
            (&["died", jfr, "--window", "90000.."], "the collections of the run are"),
        ];
        for (arguments, why) in refusals {
            let refused = program::run(arguments);
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success() && said.contains(why), "{about} {arguments:?}: {said}");
        }

        // Trees of each collection are a city.
        let out = files.join(&format!("{at}-trees"));
        let out = out.to_str().expect("is UTF-8");
        program::stdout(["died", jfr, "--each", "--out", out]);
        let scene = program::stdout(["chart", out, "--metric", "bytes", "--sort", "average"]);
        assert!(scene.contains("petshop.Item"), "{about}: {scene}");
    }
}

/// Libraries that others wrote, and how the application calls them in vain.
#[test]
fn behind_libraries_the_line_of_the_application_is_named_in_the_time_in_which_it_is_busy() {
    let (classes, files) = (Scratch::new("busy-classes"), Scratch::new("busy"));
    let jars = ["groovy-all", "commons-codec", "guava"].map(library);
    let path = |more: &[&Path]| std::env::join_paths(more.iter().copied().chain(jars.iter().map(AsRef::as_ref))).expect("are paths");
    compile_with(&["-cp".into(), path(&[])], "tests/java/busy/", classes.path());
    let jvms = all_jvms();
    for (at, (work, collector)) in [("json", "G1"), ("hex", "Parallel"), ("split", "Serial")].into_iter().enumerate() {
        let java = &jvms[at % jvms.len()];
        let about = format!("{work} {java:?} {collector}");
        let [trace, jfr] = ["mctrace", "jfr"].map(|ending| files.join(&format!("{work}.{ending}")));
        let mut command = record(&trace, &[], java);
        command.arg(format!("-XX:+Use{collector}GC")).arg("-Xmx96m");
        command.arg(format!("-XX:StartFlightRecording:filename={},settings=profile", jfr.display()));
        let output = command.arg("-cp").arg(path(&[classes.path()])).args(["busy.Main", work, "8"]).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("done"), "{about}: {}", String::from_utf8_lossy(&output.stderr));
        let times: Vec<f64> = said.lines().filter_map(|line| Some(line.strip_prefix("at ")?.parse::<f64>().ok()? / 1000.0)).collect();
        let [from, to] = times[..] else { panic!("{about}: {said}") };

        let [trace, jfr] = [&trace, &jfr].map(|file| file.to_str().expect("is UTF-8"));
        let windows = json(&["windows", trace, "--json"]);
        let churn = windows["windows"].as_array().and_then(|windows| windows.iter().find(|window| window["kind"] == "churn"));
        let churn = churn.unwrap_or_else(|| panic!("{about}: no churn: {windows}"));
        // The JVM has begun a moment before the recording.
        let [begins, ends] = ["from_s", "to_s"].map(|member| number(&churn[member]));
        assert!(begins > from - 1.0 && ends < to + 1.0, "{about}: {begins} to {ends} s, busy from {from} to {to} s");
        for file in [trace, jfr] {
            let text = died_in(file, hot(file));
            let is_named = |line: &&str| line.contains("made mostly at") && line.contains("called from busy.Main.");
            assert!(text.lines().any(|line| is_named(&line)), "{about} {file}: {text}");
        }
    }
}
