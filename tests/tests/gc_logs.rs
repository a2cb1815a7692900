//! GC logs of every JVM and every collector of this machine, compared with what the program that was running knows
//! (`tests/java/churn`) and with a plain count of the numbers in the log.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use analysis::{GcEvent, GcEvents, InputKind, Progress, Warnings, look_at, open_bytes, read_gc_log, read_gc_logs};
use tests::jvm::{all_jvms, collectors, compile, feature_version};
use tests::program::run;
use tests::scratch::Scratch;

/// How a JVM collects: its options.
fn ways_to_collect(java: &Path) -> Vec<Vec<String>> {
    let mut ways: Vec<Vec<String>> = collectors(java).into_iter().map(|name| vec![format!("-XX:+Use{name}GC")]).collect();
    let generational = match feature_version(java) {
        21 | 22 => Some(["-XX:+UseZGC", "-XX:+ZGenerational"]),
        24.. => Some(["-XX:+UseShenandoahGC", "-XX:ShenandoahGCMode=generational"]),
        _ => None,
    };
    let is_there = |options: &[&str; 2]| ways.iter().any(|way| way[0] == options[0]);
    if let Some(options) = generational.filter(is_there) {
        ways.push(options.iter().map(|option| (*option).to_owned()).collect());
    }
    ways
}

/// Runs the program with these options; returns how often it says that which collector has collected.
fn churn(java: &Path, classes: &Path, dump: &Path, options: &[String], mebibytes: u32) -> BTreeMap<String, u64> {
    let output = Command::new(java)
        .args(["-XX:+UnlockExperimentalVMOptions", "-Xmx48m"])
        .args(options)
        .arg("-cp")
        .arg(classes)
        .arg("churn.Main")
        .arg(dump)
        .arg(mebibytes.to_string())
        .output()
        .expect("java can be run");
    assert!(output.status.success(), "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
    fs::remove_file(dump).expect("the program has written it");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = |line: &str| {
        let (name, numbers) = line.split_once('=')?;
        Some((name.to_owned(), numbers.split(' ').next()?.parse().ok()?))
    };
    let counted: BTreeMap<String, u64> = said.lines().filter_map(row).collect();
    assert!(!counted.is_empty(), "{options:?} says nothing: {said:?} {}", String::from_utf8_lossy(&output.stderr));
    counted
}

fn read(path: &Path) -> (GcEvents, Vec<String>) {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let text = open_bytes(path, &progress, &warnings).expect("can be opened");
    let told = read_gc_log("gc.log", &text, &progress, &warnings).expect("is a GC log");
    (told, warnings.list().iter().map(ToString::to_string).collect())
}

/// The numbers that stand in lines about the end of a collection or about a pause: in any other line of a collection that
/// began as the JVM ended there may be a number that never comes back.
fn numbers_in(log: &str) -> BTreeSet<u32> {
    let is_of_course = |line: &&str| {
        let is_timed = line.ends_with("ms") || line.ends_with('s') || line.ends_with("%)") || line.ends_with("Aborted");
        is_timed && ["Pause ", "Collection (", "Concurrent Mark Cycle", "Concurrent Undo Cycle"].iter().any(|word| line.contains(word))
    };
    let number = |line: &str| line.split_once("GC(")?.1.split_once(')')?.0.parse().ok();
    log.lines().map(str::trim_end).filter(is_of_course).filter_map(number).collect()
}

/// The sum of the times behind pauses, in microseconds.
fn pauses_in(log: &str) -> u64 {
    let micros = |line: &str| {
        let said = line.split_once("GC(")?.1.split_once(") ")?.1;
        let said = said.strip_prefix("Y: ").or_else(|| said.strip_prefix("y: ")).or_else(|| said.strip_prefix("O: ")).unwrap_or(said);
        let millis = said.strip_prefix("Pause ")?.rsplit(' ').next()?.strip_suffix("ms")?;
        let (whole, fraction) = millis.split_once('.')?;
        Some(whole.parse::<u64>().ok()? * 1000 + fraction.parse::<u64>().ok()?)
    };
    log.lines().map(str::trim_end).filter_map(micros).sum()
}

fn numbers_of(told: &GcEvents) -> BTreeSet<u32> {
    told.events.iter().map(|event| event.number).collect()
}

#[test]
fn all_collections_of_every_jvm_and_collector_are_read() {
    let scratch = Scratch::new("gc-logs");
    let classes = scratch.join("classes");
    compile("tests/java/churn/", &classes);
    for java in all_jvms() {
        for (at, way) in ways_to_collect(&java).iter().enumerate() {
            let name = format!("JDK {} {way:?}", feature_version(&java));
            let place = scratch.join(&format!("{}-{at}", feature_version(&java)));
            fs::create_dir_all(&place).expect("can be made");
            let logs = ["details.log", "short.log", "all.log"].map(|file| place.join(file));
            let [details, short, all] = logs.each_ref();
            let outputs = [
                format!("-Xlog:gc*:file={}", details.display()),
                format!("-Xlog:gc:file={}:uptimemillis,tid", short.display()),
                format!("-Xlog:gc*:file={}:time,utctime,uptime,timemillis,uptimenanos,hostname,pid,tid,level,tags", all.display()),
            ];
            let counted = churn(&java, &classes, &place.join("a.hprof"), &[&way[..], &outputs].concat(), 150);
            for log in &logs {
                assert_eq!(look_at(log).expect("can be read").kind, InputKind::GcLog, "{name} {}", log.display());
            }

            let text = fs::read_to_string(details).expect("the JVM has written it");
            let (told, warned) = read(details);
            let is_unfinished = |warning: &String| warning.starts_with("collections that began and of which the log tells no more");
            assert!(warned.iter().all(is_unfinished), "{name}: {warned:?}");
            assert_eq!(numbers_of(&told), numbers_in(&text), "{name}");
            assert_eq!(told.events.len(), numbers_of(&told).len(), "{name}");
            check_times(&told, &name);
            // The log rounds every pause, to 1 or 10 microseconds.
            let sum: u64 = told.events.iter().map(|event| event.pause_nanos).sum();
            assert_eq!(sum / 1000, pauses_in(&text), "{name}");
            check_counts(&told, &counted, &name);
            check_contents(&told, &name);

            // The short one tells the same collections, but of ZGC no pauses, and no spaces.
            let (told_in_short, _) = read(short);
            let finished =
                |told: &GcEvents| told.events.iter().filter(|event| event.used_after.is_some()).map(in_short).collect::<Vec<_>>();
            check_alike(&finished(&told_in_short), &finished(&told), &name);

            // The one with all decorations the same, with more exact times.
            let (told_in_all, _) = read(all);
            let places: BTreeMap<u32, usize> = told.events.iter().zip(0..).map(|(event, at)| (event.number, at)).collect();
            let mut all_in_short: Vec<_> = told_in_all.events.iter().map(in_short).collect();
            all_in_short.sort_by_key(|event| places.get(&event.0).copied().unwrap_or(places.len()));
            check_alike(&all_in_short, &told.events.iter().map(in_short).collect::<Vec<_>>(), &name);
            check_times(&told_in_all, &name);
            for event in &told_in_all.events {
                // The one that only this log has was compared above.
                let Some(&at) = places.get(&event.number) else { continue };
                let is_last = event.number == told.events[told.events.len() - 1].number;
                let is_near = told.events[at].end_nanos.abs_diff(event.end_nanos) <= 2_000_000;
                assert!(is_near || is_last && in_short(event) != in_short(&told.events[at]), "{name}: {event:?}");
            }
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("is later").as_millis() as i64;
            let zero = told_in_all.zero_millis.unwrap_or_else(|| panic!("{name}: no time of day"));
            assert!((now - 600_000..=now).contains(&zero) && told.zero_millis.is_none(), "{name}: {zero} of {now}");
        }
    }
}

/// Checks that two logs of one run tell the same collections in the same order. The very last one may be told to its end in one of them
/// only, or stand in one of them only: a JVM that ends while a thread of its collector writes ends between two of its outputs.
fn check_alike(one: &[Told], other: &[Told], name: &str) {
    if one != other {
        let shared = one.len().max(other.len()).saturating_sub(1);
        assert_eq!(&one[..shared.min(one.len())], &other[..shared.min(other.len())], "{name}");
        let last = |told: &[Told]| told.get(shared).map(|event| event.0);
        assert!(last(one).zip(last(other)).is_none_or(|(one, other)| one == other), "{name}: {one:?} and {other:?}");
    }
}

/// What every form of a log tells: number, collector, cause, bytes before and after.
type Told = (u32, String, String, Option<u64>, Option<u64>);

/// What every form of a log tells of a collection.
fn in_short(event: &GcEvent) -> Told {
    (event.number, event.collector.to_string(), event.cause.to_string(), event.used_before, event.used_after)
}

fn check_times(told: &GcEvents, name: &str) {
    assert!(told.events.is_sorted_by_key(|event| event.end_nanos), "{name}");
    for event in &told.events {
        assert!(event.start_nanos <= event.end_nanos && event.end_nanos <= told.end_nanos, "{name}: {event:?}");
        assert!(event.pause_nanos <= event.end_nanos - event.start_nanos, "{name}: {event:?}");
    }
}

/// What the JVM says of its collectors at the end of the program, after which it may have collected once more.
fn check_counts(told: &GcEvents, counted: &BTreeMap<String, u64>, name: &str) {
    let count = |is_meant: &dyn Fn(&GcEvent) -> bool| told.events.iter().filter(|event| is_meant(event)).count() as u64;
    let young = count(&|event| event.collector.starts_with("Pause Young"));
    let full = count(&|event| event.is_full() == Some(true));
    let (_, in_cycles) = (young, count(&|event| event.collector.ends_with("Collection")));
    let minor = count(&|event| &*event.collector == "Minor Collection");
    let mut known = 0;
    for (collector, expected) in counted {
        let read = match collector.as_str() {
            "Copy" | "PS Scavenge" | "G1 Young Generation" => young,
            "MarkSweepCompact" | "PS MarkSweep" | "G1 Old Generation" | "ZGC Major Cycles" => full,
            "ZGC Cycles" => in_cycles,
            "ZGC Minor Cycles" => minor,
            "Shenandoah Cycles" => told.events.len() as u64,
            "Shenandoah Pauses" | "ZGC Pauses" | "ZGC Minor Pauses" | "ZGC Major Pauses" | "G1 Concurrent GC" => continue,
            _ => panic!("{name}: {collector} is unknown"),
        };
        known += 1;
        // The program ends while a cycle may go on.
        let is_beside = collector.ends_with("Cycles");
        assert!(read == *expected || is_beside && read.abs_diff(*expected) <= 1, "{name}: {collector} {expected}, read {read}");
    }
    assert!(known > 0, "{name}: {counted:?}");
}

fn check_contents(told: &GcEvents, name: &str) {
    let of_cause = |cause: &str| told.events.iter().filter(|event| &*event.cause == cause).collect::<Vec<_>>();
    // What works beside the program did not collect for a dump in JDK 17.
    let is_without_dump = name.starts_with("JDK 17") && (name.contains("ZGC") || name.contains("Shenandoah"));
    let causes = if is_without_dump { &["System.gc()"][..] } else { &["System.gc()", "Heap Dump Initiated GC"] };
    for cause in causes {
        let caused = of_cause(cause);
        assert!(caused.iter().any(|event| event.is_full() == Some(true)), "{name}: {cause} {caused:?}");
        assert!(caused[0].end_nanos > 0 && caused.len() <= 2, "{name}: {cause}");
    }
    // 48 MiB at most; those without a use are cycles that were broken off, or have nothing to mark.
    for event in told.events.iter().filter(|event| event.used_after.is_some()) {
        assert!(event.used_before <= Some(48 << 20) && event.used_after <= Some(48 << 20), "{name}: {event:?}");
        assert!(event.capacity.is_some_and(|capacity| capacity <= 48 << 20), "{name}: {event:?}");
        assert!(!event.collector.is_empty(), "{name}: {event:?}");
        for space in event.spaces.iter().filter(|space| !["Metaspace", "Young", "Eden"].contains(&&*space.name)) {
            assert!(space.after <= Some(48 << 20), "{name}: {event:?}");
        }
    }
    let spaces: BTreeSet<&str> = told.events.iter().flat_map(|event| &event.spaces).map(|space| &*space.name).collect();
    assert!(spaces.contains("Metaspace"), "{name}: {spaces:?}");
    if told.events.iter().any(|event| event.collector.starts_with("Pause Young")) {
        assert!(["Eden", "Survivor", "Old"].iter().all(|space| spaces.contains(space)), "{name}: {spaces:?}");
    }
}

#[test]
fn a_log_that_a_jvm_has_rotated_is_read_as_one() {
    let scratch = Scratch::new("gc-logs-rotated");
    let classes = scratch.join("classes");
    compile("tests/java/churn/", &classes);
    let java = tests::jvm::newest_jvm();
    let place = scratch.join("logs");
    fs::create_dir_all(&place).expect("can be made");
    // A run before, whose file the next one keeps.
    let output = |decorations: &str| format!("-Xlog:gc*:file={}:{decorations}:filecount=20,filesize=8k", place.join("gc.log").display());
    let serial = "-XX:+UseSerialGC".to_owned();
    for decorations in ["uptime,level,tags", "time,level,tags"] {
        for mebibytes in [20, 300] {
            let whole = format!("-Xlog:gc*:file={}:uptime,level,tags", scratch.join("whole.log").display());
            churn(&java, &classes, &scratch.join("a.hprof"), &[serial.clone(), output(decorations), whole], mebibytes);
        }
        let (expected, _) = read(&scratch.join("whole.log"));
        let mut paths: Vec<PathBuf> = fs::read_dir(&place).expect("is there").map(|entry| entry.expect("can be read").path()).collect();
        paths.sort();
        assert!(paths.len() > 3, "{paths:?}");
        let (progress, warnings) = (Progress::new(), Warnings::new());
        let texts: Vec<_> = paths.iter().map(|path| open_bytes(path, &progress, &warnings).expect("can be opened")).collect();
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let named: Vec<_> = names.iter().map(String::as_str).zip(&texts).collect();
        let told = read_gc_logs(&named, &progress, &warnings).expect("is a log");
        assert_eq!(told.events.iter().map(in_short).collect::<Vec<_>>(), expected.events.iter().map(in_short).collect::<Vec<_>>());
        let warned: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
        assert!(warned.len() == 1 && warned[0].starts_with("collections of earlier runs"), "{warned:?}");
        // One of its files stands for all of them, as their folder does.
        for named in [place.join("gc.log"), place.clone()] {
            let output = run(["windows", &named.display().to_string(), "--json"]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
            assert_eq!(document["collections"], expected.events.len(), "{}", named.display());
        }
        paths.iter().for_each(|path| fs::remove_file(path).expect("can be removed"));
    }
}

#[test]
fn commands_about_objects_say_what_a_gc_log_is() {
    const LOG: &str = "[0.020s][info][gc] Using Serial\n[0.367s][info][gc] GC(0) Pause Young (Allocation Failure) 15M->0M(61M) 1.768ms\n";
    let scratch = Scratch::new("gc-log-alone");
    let log = scratch.join("gc.log");
    fs::write(&log, LOG).expect("can be written");
    let path = log.display().to_string();
    for call in [
        &["histogram", &path][..],
        &["group", &path, "--out", "new"],
        &["find", &path],
        &["scene", &path],
        &["query", &path, "group by type"],
    ] {
        let output = run(call);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = format!("{path} is a GC log: it has no objects; `memory-city windows {path}` tells what it shows");
        assert!(!output.status.success() && said.contains(&expected), "{call:?}: {said}");
    }
    let folder = scratch.join("logs");
    fs::create_dir_all(&folder).expect("can be made");
    fs::copy(&log, folder.join("gc.log")).expect("can be copied");
    let output = run(["histogram", &folder.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = format!("{} holds GC logs alone: they have no objects", folder.display());
    assert!(!output.status.success() && said.contains(&expected), "{said}");
}
