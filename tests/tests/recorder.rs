//! The recorder in real JVMs: programs that say what they have allocated are recorded, and the trace must say the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tests::jvm::{all_jvms, collectors, compile};
use tests::program;
use tests::recorded::{Running, blocks, count, forever, thread_of_ours, wait_until};
use tests::scratch::Scratch;
use trace_format::{Allocations, Births, BlockKind, Classes, Collections, Deaths, Info, Methods, Sites, StateEnd, Strings, Threads, scan};

/// What a trace says about allocations, with names.
#[derive(Debug, Default)]
struct Told {
    /// By class, allocating method and thread.
    allocated: BTreeMap<(String, String, String), Vec<u64>>,
    /// Ids of objects that are gone, with the collection that took them.
    deaths: BTreeMap<u64, u32>,
    collections: usize,
    states: Vec<StateEnd>,
    limits: Vec<String>,
    /// Objects of states whose class nobody tells.
    without_class: usize,
    is_complete: bool,
}

fn told(trace: &Path) -> Told {
    let file = fs::read(trace).unwrap_or_else(|error| panic!("{}: {error}", trace.display()));
    let found = scan(&file).expect("it is a trace");
    assert_eq!(found.lost, [], "nothing of the file is lost");
    let mut told = Told { is_complete: found.is_complete, ..Told::default() };
    let (mut strings, mut classes, mut methods) = (BTreeMap::from([(0, String::new())]), BTreeMap::new(), BTreeMap::new());
    let (mut sites, mut threads, mut allocations) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for block in &found.blocks {
        let read = "a block that was just written can be read";
        match block.kind.expect("the kinds are known") {
            BlockKind::Strings => {
                let block: Strings = block.read(&file).expect(read);
                strings.extend((block.first..).zip(block.texts));
            }
            BlockKind::Classes => {
                let block: Classes = block.read(&file).expect(read);
                classes.extend(block.classes.into_iter().map(|class| (class.number, class.signature)));
            }
            BlockKind::Methods => {
                let block: Methods = block.read(&file).expect(read);
                methods.extend((block.first..).zip(block.methods));
            }
            BlockKind::Sites => {
                let block: Sites = block.read(&file).expect(read);
                sites.extend((block.first..).zip(block.sites));
            }
            BlockKind::Threads => {
                let block: Threads = block.read(&file).expect(read);
                threads.extend(block.threads.into_iter().map(|thread| (thread.id, thread.name)));
            }
            BlockKind::Allocations => allocations.extend(block.read::<Allocations>(&file).expect(read).allocations),
            BlockKind::Deaths => told.deaths.extend(block.read::<Deaths>(&file).expect(read).deaths),
            BlockKind::Collections => told.collections += block.read::<Collections>(&file).expect(read).collections.len(),
            BlockKind::Births => {
                let births: Births = block.read(&file).expect(read);
                let has_class = |&kind: &u32| births.descriptors[kind as usize].class != 0;
                told.without_class += births.kinds.iter().filter(|kind| !has_class(kind)).count();
            }
            BlockKind::StateEnd => told.states.push(block.read(&file).expect(read)),
            BlockKind::Info => {
                let entries = block.read::<Info>(&file).expect(read).entries;
                let limits = entries.iter().filter(|(key, _)| key == trace_format::info_key::LIMITS);
                told.limits.extend(limits.flat_map(|(_, value)| value.lines().map(str::to_owned)));
            }
            _ => {}
        }
    }
    for allocation in allocations {
        let class = strings[&classes[&allocation.class]].clone();
        let site: Option<&trace_format::Site> = sites.get(&allocation.site);
        let method = site.and_then(|site| site.frames.first()).map_or_else(String::new, |frame| {
            let method: &trace_format::Method = &methods[&frame.method];
            strings[&method.name].clone()
        });
        let thread = threads.get(&allocation.thread).map_or_else(String::new, |name| strings[name].clone());
        told.allocated.entry((class, method, thread)).or_default().push(allocation.id);
    }
    told
}

/// `Known$Leaf` as the JVM names it.
fn signature(class: &str) -> String {
    class.strip_suffix("int[][]").map_or_else(|| format!("L{};", class.replace('.', "/")), |_| "[[I".to_owned())
}

fn record(trace: &Path, options: &[&str], java: &Path, arguments: &[&str]) -> Output {
    let mut command = program::command();
    command.arg("record").arg("--out").arg(trace).args(options).arg("--").arg(java).args(arguments);
    command.output().unwrap_or_else(|error| panic!("cannot run memory-city: {error}"))
}

fn classes_of_known() -> Scratch {
    let classes = Scratch::new("recorder-classes");
    compile("tests/java/recorder/", classes.path());
    classes
}

#[test]
fn a_full_recording_knows_every_allocation_with_its_place_and_thread() {
    let classes = classes_of_known();
    let folder = classes.path().to_str().expect("scratch folders have plain names");
    for java in all_jvms() {
        let scratch = Scratch::new("recorder-full");
        let trace = scratch.join("full.mctrace");
        let output = record(&trace, &["--detail", "full", "--at-exit"], &java, &["-XX:+UseSerialGC", "-Xmx128m", "-cp", folder, "Known"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}: {}", java.display(), String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the program's own streams");
        let told = told(&trace);
        assert!(told.is_complete, "{}", java.display());
        assert_eq!(told.limits, Vec::<String>::new(), "{}", java.display());
        assert_eq!(told.without_class, 0, "{}", java.display());
        let mut checked = 0;
        for line in said.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["allocated", class, method, thread, count] => {
                    let key = (signature(class), method.to_owned(), thread.to_owned());
                    let found = told.allocated.get(&key).map_or(0, Vec::len);
                    assert_eq!(found.to_string(), count, "{}: {line}", java.display());
                }
                ["alive", class, count] => {
                    let of_class = told.allocated.iter().filter(|((name, ..), _)| *name == signature(class));
                    let alive = of_class.flat_map(|(_, ids)| ids).filter(|id| !told.deaths.contains_key(id)).count();
                    assert_eq!(alive.to_string(), count, "{}: {line}", java.display());
                }
                _ => panic!("a line of an unknown kind: {line}"),
            }
            checked += 1;
        }
        assert_eq!(checked, 9, "{said}");
        assert!(told.collections >= 3, "the program asks for three collections: {}", told.collections);
        assert!(told.states.len() >= 2, "states: {:?}", told.states);
    }
}

#[test]
fn every_collector_of_every_jdk_can_be_recorded() {
    let classes = classes_of_known();
    let folder = classes.path().to_str().expect("scratch folders have plain names");
    let mut recorded = 0;
    for java in all_jvms() {
        for collector in collectors(&java) {
            let scratch = Scratch::new("recorder-collectors");
            let trace = scratch.join("a.mctrace");
            let collector_option = format!("-XX:+Use{collector}GC");
            let output = record(
                &trace,
                &["--budget", "none", "--max-pause", "none", "--at-exit"],
                &java,
                &["-XX:+UnlockExperimentalVMOptions", &collector_option, "-Xmx256m", "-cp", folder, "Known"],
            );
            assert!(output.status.success(), "{} {collector}: {}", java.display(), String::from_utf8_lossy(&output.stderr));
            let told = told(&trace);
            assert!(told.is_complete && !told.states.is_empty(), "{} {collector}: {told:?}", java.display());
            let last = told.states.last().expect("there is one");
            assert_eq!(told.without_class, 0, "{} {collector}", java.display());
            let tells_pauses = told.limits.iter().any(|limit| limit.contains("each pause counts as one"));
            assert_eq!(tells_pauses, matches!(collector, "Z" | "Shenandoah"), "{} {collector}: {:?}", java.display(), told.limits);
            assert!(last.objects > 5000 && last.bytes > 100_000, "{} {collector}: {last:?}", java.display());
            recorded += 1;
        }
    }
    assert!(recorded >= 3, "only {recorded} collectors were tried: is a JDK missing?");
}

#[test]
fn a_program_that_ends_before_its_first_collection_is_looked_at_once() {
    for java in all_jvms() {
        for (options, states, histograms) in [(&[][..], 1, 0), (&["--detail", "counts"], 0, 1), (&["--budget", "0"], 0, 0)] {
            let scratch = Scratch::new("recorder-short");
            let trace = scratch.join("a.mctrace");
            assert!(record(&trace, options, &java, &["-version"]).status.success());
            let json = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref()]);
            assert_eq!((&json["gcs"], &json["states"], &json["histograms"]), (&0.into(), &states.into(), &histograms.into()), "{json}");
            let why = json["limits"].to_string();
            assert_eq!(why.contains("more than 0 % of the run time"), states + histograms == 0, "{why}");
        }
    }
}

#[test]
fn sampled_allocations_estimate_how_many_there_were() {
    let classes = classes_of_known();
    let folder = classes.path().to_str().expect("scratch folders have plain names");
    let scratch = Scratch::new("recorder-counts");
    let trace = scratch.join("counts.mctrace");
    // Without a budget the distance stays what it is.
    let options = ["--detail", "counts", "--sampling-interval", "256", "--budget", "none"];
    let output = record(&trace, &options, Path::new("java"), &["-XX:+UseSerialGC", "-Xmx128m", "-cp", folder, "Known"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = told(&trace);
    // Leaves have 24 bytes: each was seen with this probability.
    let seen = 1.0 - (-24.0_f64 / 256.0).exp();
    let key = ("LKnown$Leaf;".to_owned(), "makeLeaf".to_owned(), "maker".to_owned());
    let found = told.allocated.get(&key).map_or(0, Vec::len) as f64;
    let (estimate, error) = (found / seen, (found * (1.0 - seen)).sqrt() / seen);
    assert!((estimate - 1000.0).abs() < 5.0 * error, "{estimate} ± {error} of 1000 leaves");
}

#[test]
fn a_program_that_is_killed_leaves_a_trace_that_can_be_read() {
    let classes = classes_of_known();
    let scratch = Scratch::new("recorder-kill");
    let trace = scratch.join("killed.mctrace");
    let mut program = forever(classes.path(), &trace, &["--budget", "none"]);
    // Three states are in the file; the fourth one may be half written.
    wait_until("states", || count(&trace, BlockKind::StateEnd) >= 3);
    // The recorded program has taken the place of memory-city.
    program.kill();
    let file = fs::read(&trace).expect("the trace is there");
    let found = scan(&file).expect("it is a trace");
    assert!(!found.is_complete, "nobody has written an index");
    assert!(found.lost.len() <= 1, "at most the last block is cut off: {:?}", found.lost);
    for block in &found.blocks {
        block.content(&file).expect("whole blocks are whole");
    }
    // Every state that has an end is one like any other, and the city of the last one stands.
    let json = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref()]);
    assert!(json["complete"] == false && json["states"].as_u64() >= Some(3), "{json}");
    let kept = program::json(["histogram".as_ref(), trace.as_os_str(), "--json".as_ref()]);
    let class = |name: &str| kept["classes"].as_array().expect("a list").iter().find(|class| class["name"] == name).cloned();
    assert!(class("int[]").expect("the program keeps a thousand")["objects"].as_u64() >= Some(1000), "{kept}");
}

#[test]
fn walks_by_the_clock_come_in_time_whatever_they_cost() {
    let classes = classes_of_known();
    let scratch = Scratch::new("recorder-clock");
    let trace = scratch.join("clock.mctrace");
    // Its many collections must not put the clock off.
    let mut program = forever(classes.path(), &trace, &["--budget", "0", "--every", "300ms", "--stack-depth", "1"]);
    wait_until("states", || count(&trace, BlockKind::StateEnd) >= 5);
    program.kill();
    let json = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref(), "--gcs".as_ref()]);
    let states = json["heap_states"].as_array().expect("a list");
    assert!(states.iter().all(|state| state["reason"] == "clock"), "{states:?}");
    let times: Vec<f64> = states.iter().filter_map(|state| state["time_ms"].as_f64()).collect();
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= 290.0), "{times:?}");
    // Depth 1: the allocating method alone.
    let sites: Vec<_> = blocks::<Sites>(&trace).into_iter().flat_map(|block| block.sites).collect();
    assert!(!sites.is_empty() && sites.iter().all(|site| site.frames.len() == 1), "{sites:?}");
}

#[test]
fn where_no_more_can_be_written_the_program_runs_on() {
    let classes = classes_of_known();
    let scratch = Scratch::new("recorder-full-disk");
    let trace = scratch.join("cut.mctrace");
    // A limit for files, in blocks of 1 KiB, does what a full disk does.
    let command = format!(
        "ulimit -f 40; exec '{}' record --out '{}' --budget none --at-exit -- java -XX:+UseSerialGC -Xmx128m -cp '{}' Known",
        program::path().display(),
        trace.display(),
        classes.path().display()
    );
    let output = Command::new("bash").args(["-c", &command]).output().expect("bash can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("alive Known$Node 500"), "the program has said everything");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("memory-city: recording ends here") && complaint.contains("too large"), "{complaint}");
    let file = fs::read(&trace).expect("the trace is there");
    assert!(file.len() <= 40 << 10);
    assert!(scan(&file).expect("it is a trace").blocks.len() > 3);
}

#[test]
fn start_scripts_are_recorded_and_exit_codes_are_kept() {
    let classes = classes_of_known();
    let scratch = Scratch::new("recorder script");
    let script = scratch.join("start.sh");
    fs::write(&script, format!("#!/bin/sh\njava -cp '{}' Known >/dev/null\nexit 7\n", classes.path().display())).expect("can be written");
    let trace = scratch.join("a b.mctrace");
    let output = record(&trace, &["--at-exit"], Path::new("sh"), &[script.to_str().expect("a plain name")]);
    assert_eq!(output.status.code(), Some(7), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!told(&trace).states.is_empty());

    let again = record(&trace, &[], Path::new("java"), &["-version"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"));
    let missing: PathBuf = scratch.join("no-such-program");
    let output = record(&scratch.join("b.mctrace"), &[], &missing, &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot run"), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_running_program_can_be_recorded_and_left_again() {
    let classes = classes_of_known();
    let scratch = Scratch::new("recorder-attach");
    let mut java = Command::new("java");
    java.args(["-XX:+UseSerialGC", "-Xmx128m", "-cp"]).arg(classes.path()).arg("Forever").stdout(Stdio::null());
    let mut program = Running::start(&mut java);
    for (name, live) in [("first.mctrace", &[][..]), ("second.mctrace", &["--live", "--headless", "--by", "type"][..])] {
        let trace = scratch.join(name);
        let output = program::command()
            .args(["attach", &program.pid().to_string(), "--for", "2s", "--budget", "none", "--max-pause", "none"])
            .args(live)
            .arg("--out")
            .arg(&trace)
            .output()
            .expect("memory-city can be run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told = told(&trace);
        assert!(told.is_complete, "it was left in order");
        assert!(!told.states.is_empty(), "{told:?}");
        assert!(!told.allocated.is_empty(), "allocations were sampled");
        assert_eq!(told.limits, Vec::<String>::new());
        assert!(program.is_running(), "the program runs on");
        let points = String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.contains(" objects ")).count();
        assert_eq!(points, if live.is_empty() { 0 } else { told.states.len() }, "every state was shown, if any: {output:?}");
        wait_until("end of the recorder's threads", || thread_of_ours(program.pid()).is_none());
    }
}

#[test]
fn a_recorded_program_is_shown_while_it_runs() {
    let classes = classes_of_known();
    let scratch = Scratch::new("recorder-live");
    let trace = scratch.join("live.mctrace");
    let mut command = program::command();
    command.arg("record").arg("--out").arg(&trace).args([
        "--live",
        "--headless",
        "--by",
        "type",
        "--budget",
        "none",
        "--max-pause",
        "none",
        "--at-exit",
        "--",
    ]);
    command.args(["java", "-XX:+UseSerialGC", "-Xmx128m", "-cp"]).arg(classes.path()).arg("Known");
    let output = command.output().expect("memory-city can be run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("alive Known$Old 1\n"), "stdout is the program's own");
    let points = said.lines().filter(|line| line.contains(" objects ") && !line.starts_with("memory-city")).count();
    let told = told(&trace);
    assert_eq!(points, told.states.len(), "every state was shown: {said}");
    assert!(said.contains(&format!("the recording has ended after {points} points")), "{said}");
    assert_eq!(fs::read_dir(scratch.path()).expect("it is a folder").count(), 1, "nothing is left beside the trace");
}

#[test]
fn stores_into_watched_fields_name_the_lines_that_put_objects_there() {
    let classes = classes_of_known();
    let folder = classes.path().to_str().expect("scratch folders have plain names");
    for java in all_jvms() {
        let scratch = Scratch::new("recorder-stores");
        let trace = scratch.join("puts.mctrace");
        let options = ["--detail", "full", "--at-exit", "--stores", "Puts*,java.util.HashMap$Node.value"];
        let output = record(&trace, &options, &java, &["-XX:+UseSerialGC", "-cp", folder, "Puts"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && error.is_empty(), "{}: {error}", java.display());
        let report = program::json(["referrers", trace.to_str().expect("a plain name"), "--key", "Puts$Item", "--json"]);
        let rows = report["rows"].as_array().expect("rows");
        let row = |field: &str| rows.iter().find(|row| row["field"] == *field).unwrap_or_else(|| panic!("{field}: {report:#}"));
        let mut checked = 0;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let ["stored", field, place] = words[..] else { panic!("{line}") };
            let row = row(field);
            assert_eq!(row["stored"]["domain"], *place, "{}: {line}: {row:#}", java.display());
            assert_eq!(row["precision"], if field == "Puts.last" { "root" } else { "store" }, "{line}");
            checked += 1;
        }
        assert_eq!(checked, 3);
        let within = row("java.util.HashMap$Node.value")["stored"]["site"].as_str().unwrap_or_default();
        // Some JDKs come without the line numbers of their own classes.
        assert_eq!(within.split('(').next(), Some("java.util.HashMap$Node.<init>"));
        // Nobody watches the elements of arrays: the array and where it was made are all that is known.
        let element = row("[]");
        assert_eq!((&element["precision"], &element["stored"]), (&"holder".into(), &serde_json::Value::Null));
        assert!(element["allocated"]["domain"].as_str().is_some_and(|place| place.starts_with("Puts.main(")), "{element:#}");
    }
    let refused = program::command().args(["record", "--stores", "Puts.last", "--out", "never.mctrace", "--", "java"]).output();
    let refused = refused.expect("it runs");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--stores needs --detail full"), "{refused:?}");
}
