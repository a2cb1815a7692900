//! JFR recordings of real JVMs, under every collector, against what the `jfr` tool of the same JDK tells of them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use analysis::{FORMATS, InputKind, JfrRecording, Progress, ReferredBy, Warnings, look_at, open_bytes, read_jfr};
use serde_json::Value;
use tests::jvm::{all_jvms, collectors, compile};
use tests::program;
use tests::scratch::Scratch;

/// How the program is recorded: with everything that is read.
const OPTIONS: &str = "settings=profile,path-to-gc-roots=true,jdk.ObjectCount#enabled=true,jdk.ObjectCount#period=300ms,\
                       jdk.ObjectCountAfterGC#enabled=true,jdk.GCHeapMemoryUsage#period=200ms";

/// The events whose values are compared.
const COMPARED: [&str; 6] = [
    "jdk.GarbageCollection",
    "jdk.GCHeapSummary",
    "jdk.ObjectCount",
    "jdk.ObjectCountAfterGC",
    "jdk.ObjectAllocationSample",
    "jdk.OldObjectSample",
];

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Records the program `tests/java/flight`.
fn record(java: &Path, (collector, options): (&str, &str), rounds: u32, classes: &Path, file: &Path) {
    let recording = format!("-XX:StartFlightRecording:filename={},{options}", file.display());
    let collector = format!("-XX:+Use{collector}GC");
    let mut command = Command::new(java);
    command.args(["-XX:+UnlockExperimentalVMOptions", &collector, "-Xmx256m", &recording, "-cp"]).arg(classes);
    output(command.args(["Hoarder", &rounds.to_string()]));
}

fn read(file: &Path) -> JfrRecording {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let bytes = open_bytes(file, &progress, &warnings).expect("can be opened");
    let recording = read_jfr(&bytes, file, &progress, &warnings).expect("can be read");
    assert_eq!(warnings.list(), [], "{}", file.display());
    recording
}

fn jfr<A: AsRef<OsStr>>(java: &Path, arguments: &[A], file: &Path) -> String {
    output(Command::new(java.with_file_name("jfr")).args(arguments).arg(file))
}

/// How many events of each type the tool counts.
fn counted(java: &Path, file: &Path) -> BTreeMap<String, u64> {
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, count) = (words.next()?, words.next()?.parse().ok()?);
        name.contains('.').then(|| (name.to_owned(), count))
    };
    jfr(java, &["summary"], file).lines().filter_map(row).collect()
}

/// What the tool prints of events, by type.
type Printed = BTreeMap<String, Vec<Value>>;

/// The values of all events that are compared, as the tool prints them.
fn printed(java: &Path, file: &Path) -> Printed {
    let events = COMPARED.join(",");
    let text = jfr(java, &["print", "--json", "--stack-depth", "64", "--events", &events], file);
    let document: Value = serde_json::from_str(&text).expect("it writes JSON");
    let mut by_type: Printed = COMPARED.iter().map(|of_type| ((*of_type).to_owned(), Vec::new())).collect();
    for event in document["recording"]["events"].as_array().expect("a list") {
        by_type.get_mut(event["type"].as_str().expect("a name")).expect("asked for").push(event["values"].clone());
    }
    by_type
}

/// A number, and what belongs to it.
fn number(values: &Value, field: &str) -> u64 {
    values[field].as_u64().unwrap_or_else(|| panic!("{field} of {values}"))
}

fn same_collections(recording: &JfrRecording, printed: &Printed) {
    let mut truth: BTreeMap<u64, [Option<u64>; 2]> = BTreeMap::new();
    for values in &printed["jdk.GCHeapSummary"] {
        let when = usize::from(values["when"] == "After GC");
        truth.entry(number(values, "gcId")).or_default()[when] = Some(number(values, "heapUsed"));
    }
    let told: BTreeMap<u64, (&str, &str)> = recording
        .gc
        .events
        .iter()
        .map(|event| {
            assert_eq!(Some(&[event.used_before, event.used_after]), truth.get(&u64::from(event.number)), "{event:?}");
            assert!(event.start_nanos < event.end_nanos && event.end_nanos <= recording.gc.end_nanos, "{event:?}");
            // Of G1's cycles beside the program only those that came to their end had pauses.
            assert!(event.pause_nanos > 0 || &*event.collector == "G1Old", "{event:?}");
            assert!(event.pause_nanos <= event.end_nanos - event.start_nanos, "{event:?}");
            assert!(event.capacity >= event.used_after && event.is_full().is_some(), "{event:?}");
            assert!(event.spaces.iter().any(|space| &*space.name == "Metaspace"), "{event:?}");
            (u64::from(event.number), (&*event.collector, &*event.cause))
        })
        .collect();
    let names = &printed["jdk.GarbageCollection"];
    let text = |values: &Value, field: &str| values[field].as_str().unwrap_or_default().to_owned();
    let names: BTreeMap<u64, (String, String)> =
        names.iter().map(|values| (number(values, "gcId"), (text(values, "name"), text(values, "cause")))).collect();
    assert!(
        told.iter()
            .map(|(number, (name, cause))| (*number, (*name, *cause)))
            .eq(names.iter().map(|(number, (name, cause))| (*number, (&**name, &**cause))))
    );
}

/// Every class is counted once per moment, and with what the tool prints.
fn same_counts(recording: &JfrRecording, printed: &Printed) {
    let mut truth: Vec<(u64, u64)> = Vec::new();
    for event in ["jdk.ObjectCount", "jdk.ObjectCountAfterGC"] {
        truth.extend(printed[event].iter().map(|values| (number(values, "count"), number(values, "totalSize"))));
    }
    let mut told: Vec<(u64, u64)> = Vec::new();
    for counted in &recording.counts {
        let classes: BTreeSet<_> = counted.classes.iter().map(|(class, _)| class).collect();
        assert_eq!(classes.len(), counted.classes.len(), "{counted:?}");
        told.extend(counted.classes.iter().map(|(_, totals)| (totals.objects, totals.bytes)));
    }
    truth.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, truth);
}

/// Allocations by class.
fn same_samples(recording: &JfrRecording, printed: &Printed) {
    let mut truth: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for values in &printed["jdk.ObjectAllocationSample"] {
        let name = values["objectClass"]["name"].as_str().expect("a name").replace('/', ".");
        let sum = truth.entry(name).or_default();
        *sum = (sum.0 + 1, sum.1 + number(values, "weight"));
    }
    let mut told: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for of in &recording.samples.sums {
        let sum = told.entry(recording.tables.name(of.class)).or_default();
        *sum = (sum.0 + of.events, sum.1 + of.bytes);
    }
    assert_eq!(told.values().collect::<BTreeSet<_>>(), truth.values().collect::<BTreeSet<_>>());
    for (name, sum) in truth.iter().filter(|(name, _)| !name.starts_with('[') && !name.contains("0x")) {
        assert_eq!(told.get(&**name), Some(sum), "{name}");
    }
    let filled = |thread: &str| thread.starts_with("filler ");
    assert!(
        recording
            .samples
            .sums
            .iter()
            .any(|sum| filled(recording.tables.name(sum.thread)) && stack_of(recording, sum.stack).contains("Hoarder.fill"))
    );
}

fn stack_of(recording: &JfrRecording, stack: analysis::StackIndex) -> String {
    recording.tables.call_stack(stack).frames.iter().map(ToString::to_string).collect::<Vec<_>>().join(" < ")
}

/// Old objects with their chains, each as the class and by what the next one refers to it.
fn same_old_objects(recording: &JfrRecording, printed: &Printed) {
    let mut truth: Vec<(String, Option<u64>, Vec<String>)> = Vec::new();
    for values in &printed["jdk.OldObjectSample"] {
        let mut chain = Vec::new();
        let mut object = &values["object"];
        while object.is_object() {
            let referrer = &object["referrer"];
            let by = match () {
                () if referrer["array"].is_object() => format!("[{}]", referrer["array"]["index"]),
                () => referrer["field"]["name"].as_str().unwrap_or_default().to_owned(),
            };
            chain.push(by);
            object = &referrer["object"];
        }
        let address = values["object"]["address"].as_i64().map_or(String::new(), |address| format!("{address:x}"));
        truth.push((address, values["objectSize"].as_u64(), chain));
    }
    let mut told: Vec<(String, Option<u64>, Vec<String>)> = Vec::new();
    for object in &recording.old_objects {
        let by = |link: &analysis::Link| match link.referrer.map(|referrer| referrer.by) {
            Some(ReferredBy::Element { index, .. }) => format!("[{index}]"),
            Some(ReferredBy::Field { name, .. }) => recording.tables.name(name).to_owned(),
            Some(ReferredBy::Unknown) | None => String::new(),
        };
        let address = format!("{:x}", recording.link(object.object).address);
        told.push((address, object.bytes, recording.chain(object).map(by).collect()));
        assert!(object.allocated_nanos <= object.nanos as i64, "{object:?}");
    }
    truth.sort();
    told.sort();
    assert_eq!(told, truth);
}

/// Whether a chain leads from an order to the list that keeps it.
fn keeps_orders(recording: &JfrRecording) -> bool {
    recording.old_objects.iter().any(|object| {
        let chain: Vec<&str> = recording.chain(object).map(|link| recording.tables.name(link.class)).collect();
        chain.contains(&"java.util.ArrayList")
            && chain.last() != Some(&"java.util.ArrayList")
            && stack_of(recording, object.stack).contains("Hoarder.make")
    })
}

#[test]
fn recordings_of_every_jvm_and_collector_tell_what_the_tool_of_the_jdk_tells() {
    let (classes, files) = (Scratch::new("flight-classes"), Scratch::new("flight"));
    compile("tests/java/flight/", classes.path());
    let (mut with_counts, mut with_chains) = (0, 0);
    for (at, java) in all_jvms().iter().enumerate() {
        for collector in collectors(java) {
            let file = files.join(&format!("{at}-{collector}.jfr"));
            record(java, (collector, OPTIONS), 6, classes.path(), &file);
            assert_eq!(look_at(&file).expect("can be opened").kind, InputKind::JfrRecording);
            let recording = read(&file);
            let told: BTreeMap<String, u64> = recording.events.iter().cloned().collect();
            let truth = counted(java, &file);
            for (name, count) in &truth {
                // The tool counts the two special events, too.
                let is_special = matches!(&**name, "jdk.Metadata" | "jdk.Checkpoint" | "jdk.CheckPoint");
                assert!(
                    is_special || told.get(name).copied().unwrap_or(0) == *count,
                    "{java:?} {collector}: {count} {name}, {:?}",
                    told.get(name)
                );
            }
            assert_eq!(recording.gc.events.len() as u64, truth["jdk.GarbageCollection"], "{java:?} {collector}");
            assert_eq!(recording.samples.events, truth["jdk.ObjectAllocationSample"]);
            assert_eq!(recording.old_objects.len() as u64, truth["jdk.OldObjectSample"]);
            let counts: usize = recording.counts.iter().map(|counted| counted.classes.len()).sum();
            assert_eq!(counts as u64, truth["jdk.ObjectCount"] + truth["jdk.ObjectCountAfterGC"]);
            assert!(recording.gc.events.len() >= 6 && recording.samples.events > 10, "{java:?} {collector}");
            let printed = printed(java, &file);
            same_collections(&recording, &printed);
            same_counts(&recording, &printed);
            same_samples(&recording, &printed);
            same_old_objects(&recording, &printed);
            with_counts += usize::from(!recording.class_histograms().is_empty());
            with_chains += usize::from(keeps_orders(&recording));
        }
    }
    assert!(with_counts > 0 && with_chains > 0, "{with_counts} with counts, {with_chains} with chains");
}

#[test]
fn a_recording_with_counts_of_classes_is_opened_and_one_without_says_what_it_lacks() {
    let (classes, files) = (Scratch::new("flight-classes"), Scratch::new("flight-opened"));
    compile("tests/java/flight/", classes.path());
    let java = &all_jvms()[0];
    let (with, without) = (files.join("with.jfr"), files.join("without.jfr"));
    record(java, ("Serial", OPTIONS), 6, classes.path(), &with);
    record(java, ("Serial", "settings=default"), 6, classes.path(), &without);
    let trends = program::json(["trends".as_ref(), with.as_os_str(), "--json".as_ref()]);
    assert!(trends.to_string().contains("byte[]"), "{trends}");
    let refused = program::run(["trends".as_ref(), without.as_os_str()]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("is a JFR recording without class histograms"), "{said}");
    let endings = FORMATS.iter().find(|format| format.kind == InputKind::JfrRecording).map(|format| format.endings);
    assert_eq!(endings, Some(&[".jfr"][..]));
}

/// A program that hoards in a list and in a chain of shelves.
#[test]
fn sampled_objects_tell_which_field_keeps_objects_of_all_ages() {
    let (classes, files) = (Scratch::new("flight-classes"), Scratch::new("flight-samples"));
    compile("tests/java/flight/", classes.path());
    for (at, java) in all_jvms().iter().enumerate() {
        let file = files.join(&format!("{at}.jfr"));
        // For long enough that the start of the JVM is a small part.
        record(java, ("Serial", "settings=profile,path-to-gc-roots=true"), 60, classes.path(), &file);
        let report = program::json(["find".as_ref(), file.as_os_str(), "--json".as_ref()]);
        assert_eq!(report["verdict"], "leak", "{java:?}: {report:#}");
        let findings = report["findings"].as_array().expect("a list");
        let holders: Vec<&str> = findings.iter().filter_map(|finding| finding["keepers"][0]["holder"].as_str()).collect();
        assert!(
            holders.iter().any(|holder| ["Hoarder.KEPT", "Hoarder$Shelf.next", "Hoarder.first"].contains(holder)),
            "{java:?}: {report:#}"
        );
        assert!(holders.iter().all(|holder| holder.starts_with("Hoarder")), "{java:?}: {holders:?}");
        let is_sampled = |finding: &Value| finding["kind"].as_str().is_some_and(|kind| kind.ends_with("samples"));
        assert!(findings.iter().all(is_sampled), "{report:#}");
        let text = program::stdout(["find".as_ref(), file.as_os_str()]);
        assert!(text.contains("by samples") && text.contains("Samples tell where objects are kept, not how many there are"), "{text}");
        // Objects that were kept for a moment are too few for a verdict.
        record(java, ("Serial", "settings=profile,path-to-gc-roots=true"), 1, classes.path(), &file);
        let report = program::json(["find".as_ref(), file.as_os_str(), "--json".as_ref()]);
        assert_ne!(report["verdict"], "steady", "{java:?}: {report:#}");
    }
}
