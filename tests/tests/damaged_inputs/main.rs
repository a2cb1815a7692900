//! Every command on damaged inputs, in every form that it writes: it ends as it says, in little memory, without a panic, and what it
//! writes is what it is called.
//!
//! A normal run takes few inputs; to search longer:
//!
//! ```text
//! PROPTEST_RNG_SEED=$RANDOM PROPTEST_CASES=100 cargo test --release -p tests --test damaged_inputs
//! ```

mod documents;
#[path = "../../../analysis/tests/fuzz/made_up.rs"]
mod made_up;
#[path = "../../../analysis/tests/fuzz/records.rs"]
mod records;
#[path = "../../../analysis/tests/fuzz/references.rs"]
mod references;
#[path = "../../../analysis/tests/fuzz/text.rs"]
mod text;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::OnceLock;

use analysis::fixture::{cases, counting_trace, leaking_recording, leaking_trace};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tests::help::option_lines;
use tests::program::command_within;
use tests::repository::root;
use tests::scratch::Scratch;

use documents::check;
use made_up::made_up_dump;
use records::{Damage, Parts, any_damage};
use text::{any_text_damage, damaged_text};

/// Address space of one call, in KiB: no input here is larger than some MiB.
const MOST_KIB: u64 = 2 << 20;
/// Time of one call: it takes milliseconds.
const MOST_SECONDS: u64 = 120;

/// What a command is called with, besides what it writes: `FILE` stands for one input, `FOLDER` for all of them, `NEW` for a place
/// where nothing is. Empty for those that read no such file, or draw.
fn arguments(command: &str) -> &'static [&'static str] {
    match command {
        "histogram" | "objects" | "classes" | "threads" | "counts" | "died" | "trace" => &["FILE"],
        "group" => &["FOLDER", "--out", "NEW", "--sizes", "deep,retained"],
        "compare" => &["FOLDER", "--sizes", "deep,retained"],
        "trends" | "find" | "scene" | "windows" | "chart" | "structures" | "tree" => &["FOLDER"],
        "paths" | "referrers" | "graph" | "inspect" => &["FILE", "--by", "type", "--key", "Node"],
        "check" => &["FOLDER", "--rule", "objects(Node) < 1000000"],
        "query" => &["FILE", "where size > 8 group by type, pointed from(type)"],
        "report" => &["FOLDER", "--html", "-"],
        "fleet" => &["FOLDER", "--places", "{service}"],
        "export" => &["FOLDER", "--parquet", "NEW"],
        "sql" => &["FOLDER", "select * from groups"],
        "watch" => &["FOLDER", "--every", "1ms", "--patience", "1ms", "--reports", "NEW", "--once"],
        "redact" => &["FILE", "--out", "NEW"],
        "cache" | "classifiers" | "render" | "serve" | "record" | "attach" | "detach" | "mark" | "mcp" | "completions" | "man" => &[],
        _ => panic!("{command} is new: what is it called with?"),
    }
}

/// What options mean that take a value, or hand on what they are for; all others of a command are tried as they are.
const WITH_VALUES: [(&str, &[&str]); 7] = [
    ("--csv", &["--csv", "-"]),
    ("--junit", &["--junit", "-"]),
    ("--sarif", &["--sarif", "-"]),
    ("--guard-formulas", &["--csv", "-", "--guard-formulas"]),
    ("--collapsed", &["--collapsed", "bytes"]),
    ("--with-types", &["--collapsed", "objects", "--with-types"]),
    ("--methods", &["--collapsed", "objects", "--methods"]),
];

/// All calls that there are: of each command the plain one, and one per option that says how or what it writes.
fn calls() -> &'static [Vec<String>] {
    static CALLS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    CALLS.get_or_init(|| {
        let commands = option_lines().into_iter().filter(|(command, _)| !command.is_empty() && !arguments(command).is_empty());
        let calls = commands.flat_map(|(command, lines)| {
            let mut options: Vec<Vec<String>> = vec![Vec::new()];
            for line in lines {
                let mut words = line.split([' ', '=']).skip_while(|word| !word.starts_with("--"));
                let (Some(name), value) = (
                    words.next().filter(|name| *name != "--help" && name.bytes().all(|b| b == b'-' || b.is_ascii_lowercase())),
                    words.next(),
                ) else {
                    continue;
                };
                match WITH_VALUES.iter().find(|(known, _)| *known == name) {
                    Some((_, words)) => options.push(words.iter().map(|word| (*word).to_owned()).collect()),
                    None if value.is_some_and(|word| word.starts_with(['<', '['])) => {}
                    None => options.push(vec![name.to_owned()]),
                }
            }
            let first: Vec<String> = [&*command].iter().chain(arguments(&command)).map(|word| (*word).to_owned()).collect();
            options.into_iter().map(move |option| [first.clone(), option].concat())
        });
        calls.collect()
    })
}

/// Runs all commands on the files in a folder, of which one is given to those that take one only.
fn survive(scratch: &Scratch, file: &str) -> Result<(), TestCaseError> {
    let folder = scratch.join("in");
    for (at, call) in calls().iter().enumerate() {
        let new = scratch.join(&format!("out-{at}"));
        let words = call.iter().map(|word| match &**word {
            "FILE" => folder.join(file).into_os_string(),
            "FOLDER" => folder.clone().into_os_string(),
            "NEW" => new.clone().into_os_string(),
            word => word.into(),
        });
        let mut command = command_within(MOST_KIB, MOST_SECONDS);
        command.args(words).env("MEMORY_CITY_CACHE", scratch.join("cache"));
        let Output { status, stdout, stderr } = command.output().expect("bash runs");
        let errors = String::from_utf8_lossy(&stderr);
        // Panics have a code of their own, and so have calls that were ended.
        prop_assert!(matches!(status.code(), Some(0..=2)) && !errors.contains("panicked"), "{call:?} in {scratch:?}: {status} {errors}");
        if status.success()
            && let Err(wrong) = check(call, &String::from_utf8_lossy(&stdout))
        {
            prop_assert!(false, "{call:?} in {scratch:?}: {wrong}");
        }
    }
    Ok(())
}

/// Puts inputs into a folder.
fn put(inputs: impl IntoIterator<Item = (String, Vec<u8>)>) -> Scratch {
    let scratch = Scratch::new("damaged-inputs");
    for (name, bytes) in inputs {
        let path = scratch.join("in").join(name);
        fs::create_dir_all(path.parent().expect("lies in a folder")).expect("can be made");
        fs::write(path, bytes).expect("can be written");
    }
    scratch
}

fn sample(name: &str) -> Vec<u8> {
    let path = root().join("data-samples").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Trees at some times, with what they point to.
const TREES: [&str; 6] = [
    "fig10/105216.json",
    "fig10/111979.json",
    "fig10/118764.json",
    "fig10/dataset.json",
    "fig10/points-to-maps/105216.json",
    "fig10/pointed-from-maps/105216.json",
];

fn class_histogram(count: usize) -> Vec<u8> {
    let title = " num     #instances         #bytes  class name (module)\n-------------------------------------------------------\n";
    format!(
        "{title}   1: {count:>13} {:>14}  com.shop.Node\n   2:  50  800  [B (java.base@17.0.1)\nTotal {:>13} {:>14}\n",
        count * 16,
        count + 50,
        count * 16 + 800
    )
    .into_bytes()
}

/// A GC log that lies beside other files.
const GC_LOG: &str = "\
[0.020s][info][gc] Using Parallel
[0.367s][info][gc          ] GC(0) Pause Young (Allocation Failure) 15M->0M(61M) 1.768ms
[0.523s][info][gc,start    ] GC(1) Pause Full (System.gc())
[0.536s][info][gc,heap     ] GC(1) ParOldGen: 3616K(44032K)->3752K(44032K)
[0.536s][info][gc          ] GC(1) Pause Full (System.gc()) 3M->3M(61M) 12.882ms
";

fn any_damages() -> impl Strategy<Value = Vec<Damage>> {
    prop::collection::vec(any_damage(), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 40, ..ProptestConfig::with_cases(cases(2)) })]

    #[test]
    fn no_damaged_dump_makes_a_command_fail_badly(of_each in prop::collection::vec(any_damages(), 1..6), wide in any::<bool>()) {
        let dump = |(at, damages): (usize, &Vec<Damage>)| {
            let dump = made_up_dump(if wide { 8 } else { 4 }, 8 << at, 1_700_000_000_000 + 60_000 * at as u64);
            (format!("{at}.hprof"), Parts::of_dump(&dump).damaged(damages))
        };
        survive(&put(of_each.iter().enumerate().map(dump)), &format!("{}.hprof", of_each.len() - 1))?;
    }

    #[test]
    fn no_damaged_gc_log_makes_a_command_fail_badly(alone in any::<bool>(), damages in prop::collection::vec(any_text_damage(), 0..6)) {
        let log = ("gc.log".to_owned(), damaged_text(GC_LOG.as_bytes().to_vec(), &damages));
        let dump = ("a.hprof".to_owned(), made_up_dump(4, 8, 1_700_000_000_000));
        survive(&put(if alone { vec![log] } else { vec![log, dump] }), if alone { "gc.log" } else { "a.hprof" })?;
    }

    #[test]
    fn no_damaged_trace_makes_a_command_fail_badly(which in 0..2_usize, damages in any_damages()) {
        let trace = [leaking_trace, counting_trace][which](4);
        survive(&put([("a.mctrace".to_owned(), Parts::of_trace(&trace).damaged(&damages))]), "a.mctrace")?;
    }

    #[test]
    fn no_damaged_recording_makes_a_command_fail_badly(damages in any_damages()) {
        survive(&put([("a.jfr".to_owned(), Parts::of_recording(&leaking_recording()).damaged(&damages))]), "a.jfr")?;
    }

    #[test]
    fn no_damaged_text_makes_a_command_fail_badly(
        trees in any::<bool>(), of_each in prop::collection::vec(prop::collection::vec(any_text_damage(), 0..4), TREES.len()),
    ) {
        let damaged = |(at, damages): (usize, &Vec<_>)| match trees {
            true => (Path::new(TREES[at]).strip_prefix("fig10").expect("all lie there").display().to_string(), damaged_text(sample(TREES[at]), damages)),
            false => (format!("{at}.txt"), damaged_text(class_histogram(100 << at), damages)),
        };
        survive(&put(of_each.iter().enumerate().map(damaged)), if trees { "105216.json" } else { "0.txt" })?;
    }
}
