//! What the recorder counts is what the JVM itself counts, under every collector, and counting keeps to its share of the time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use analysis::{HeapFile, LoadOptions, Progress, Warnings};
use tests::jvm::{TravelShop, all_jvms, collectors, compile, feature_version, jcmd, parse_histogram};
use tests::program;
use tests::recorded::{Obeying, blocks, count, histogram, query, record, wait_until};
use tests::scratch::Scratch;
use trace_format::{Allocations, BlockKind, Classes, Collections, Histogram, StateBegin, Strings};

/// Objects and bytes by class in one histogram of a trace, as the JVM calls classes: `app.Item`, `[Lapp.Item;`.
fn names_of(trace: &Path, histogram: &Histogram) -> BTreeMap<String, (u64, u64)> {
    let strings = blocks::<Strings>(trace).into_iter().flat_map(|block| (block.first..).zip(block.texts));
    let strings: BTreeMap<u32, String> = strings.collect();
    let classes = blocks::<Classes>(trace).into_iter().flat_map(|block| block.classes);
    let name = |signature: &String| match signature.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(name) => name.replace('/', "."),
        None => signature.replace('/', "."),
    };
    let names: BTreeMap<u32, String> = classes.map(|class| (class.number, name(&strings[&class.signature]))).collect();
    histogram.rows.iter().map(|row| (names[&row.class].clone(), (row.objects, row.bytes))).collect()
}

/// A walk of 24 MB is expected to stop the program for longer than is good for it, so the heap is walked in a copy of the process; to make
/// the copy takes no such time on the busiest machine.
const COPIED: &str = "5s";

#[test]
fn counts_and_states_agree_with_the_jvms_histogram_under_every_collector() {
    let classes = Scratch::new("agreement-classes");
    compile("tests/java/recorder/", classes.path());
    let mut compared = 0;
    for java in all_jvms() {
        for collector in collectors(&java) {
            for (detail, max_pause) in [("counts", "none"), ("states", "none"), ("states", COPIED)] {
                let case = format!("{} {collector} {detail} {max_pause}", java.display());
                let scratch = Scratch::new("agreement");
                let trace = scratch.join("a.mctrace");
                let options = ["--detail", detail, "--budget", "0", "--sampling-interval", "0", "--max-pause", max_pause];
                let mut command = record(&trace, &options, &java);
                let options = ["-XX:+UnlockExperimentalVMOptions", &format!("-XX:+Use{collector}GC"), "-Xmx128m", "-cp"];
                let mut program = Obeying::start(command.args(options).arg(classes.path()).arg("Obeys"));
                for order in ["fill 24", "collect 7", "keep 1000", "keep 50", "drop 300"] {
                    program.tell(order);
                }
                // The JVM asks its agents for what they know. Nothing is collected until the JVM has counted, too.
                program.process.signal("QUIT");
                let is_count = detail == "counts";
                let kind = if is_count { BlockKind::Histogram } else { BlockKind::StateEnd };
                wait_until(&format!("look at the heap: {case}"), || count(&trace, kind) == 1);
                let all = is_count.then_some("-all");
                let arguments: Vec<&str> = std::iter::once("GC.class_histogram").chain(all).collect();
                let jvm = parse_histogram(&jcmd(program.process.pid(), &arguments));
                program.end(0);

                let (item, items) = ("Obeys$Item", "[LObeys$Item;");
                let (ours, with_unreachable) = if is_count {
                    let histogram = blocks::<Histogram>(&trace).remove(0);
                    (names_of(&trace, &histogram), histogram.with_unreachable)
                } else {
                    let mut ours = histogram(&trace);
                    let arrays = ours.remove("Obeys$Item[]");
                    ours.extend(arrays.map(|counts| (items.to_owned(), counts)));
                    (ours, false)
                };
                let is_copied = max_pause == COPIED;
                let anew: Vec<bool> = blocks::<StateBegin>(&trace).iter().map(|state| state.numbers_anew).collect();
                assert_eq!(anew, if is_count { Vec::new() } else { vec![is_copied] }, "{case}");
                // Concurrent collectors show nobody what nothing keeps alive.
                assert_eq!(with_unreachable, is_count && !matches!(collector, "Z" | "Shenandoah"), "{case}");
                assert_eq!(ours[item].0, if with_unreachable { 1350 } else { 1050 }, "{case}: 1000 and 50 are kept, 300 are not");
                assert_eq!(ours[items].0, 2, "{case}: one shelf each");
                for class in [item, items] {
                    assert_eq!(ours.get(class), jvm.get(class), "{case}: {class}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 6, "only {compared} recordings were compared: is a JDK missing?");
}

#[test]
fn counts_of_the_heap_are_spaced_so_that_all_of_them_stay_within_the_share() {
    const SHARE: f64 = 0.05;
    let classes = Scratch::new("spacing-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("spacing");
        let trace = scratch.join("counts.mctrace");
        let mut command = record(&trace, &["--detail", "counts", "--budget", "5%"], &java);
        let command = command.args(["-XX:+UseSerialGC", "-Xmx128m", "-cp"]).arg(classes.path()).arg("Obeys");
        let mut program = Obeying::start(command);
        program.tell("keep 200000");
        wait_until("histograms", || {
            program.tell("collect 5");
            count(&trace, BlockKind::Histogram) >= 4
        });
        program.end(0);
        let histograms: Vec<Histogram> = blocks(&trace);
        let collections: usize = blocks::<Collections>(&trace).iter().map(|block| block.collections.len()).sum();
        assert!(collections > 2 * histograms.len(), "{}: {} of {collections}", java.display(), histograms.len());
        // Whatever the last one takes: before it begins, those before it have cost no more than their share of the time so far.
        let mut spent = 0;
        for histogram in &histograms {
            let allowed = histogram.nanos as f64 * SHARE;
            assert!(spent as f64 <= allowed, "{}: {spent} ns of {allowed} at {}", java.display(), histogram.nanos);
            spent += histogram.pause_nanos;
        }
    }
}

#[test]
fn a_state_agrees_with_the_jvms_histogram_and_with_a_heap_dump_of_the_same_moment() {
    check_state("max-pause=none", false);
}

#[test]
fn a_state_that_a_copy_of_the_process_tells_of_agrees_as_well() {
    check_state("max-pause=20", true);
}

fn check_state(max_pause: &str, is_copied: bool) {
    let scratch = Scratch::new("recorder-agrees");
    let (trace, dump) = (scratch.join("shop.mctrace"), scratch.join("shop.hprof"));
    let library = program::path().with_file_name("deps").join("librecorder.so");
    let agent = format!("-agentpath:{}=out={},budget=0,interval=0,{max_pause}", library.display(), trace.display());
    let mut shop = TravelShop::start_with(&[&agent], &["--points", "2", "--requests", "100"]);
    shop.next_point().expect("the shop opens");
    shop.collect_garbage();
    shop.request_data_dump();
    wait_until("state", || count(&trace, BlockKind::StateEnd) > 0);
    let jvm = parse_histogram(&shop.class_histogram());
    shop.dump_to(&dump);
    drop(shop);
    assert_eq!(blocks::<StateBegin>(&trace).iter().map(|state| state.numbers_anew).collect::<Vec<_>>(), [is_copied]);

    let loaders = |file: &Path| {
        let (progress, warnings) = (Progress::new(), Warnings::new());
        let heap = HeapFile::open(file, &progress, &warnings).and_then(|file| file.load(0, &LoadOptions::default(), &progress, &warnings));
        let heap = heap.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let named = |object| (heap.type_info(heap.type_of(object)).name.to_string(), heap.class_loader_name(heap.type_of(object)));
        heap.kept_objects().map(named).collect::<BTreeSet<(String, String)>>()
    };
    let (in_state, in_dump) = (loaders(&trace), loaders(&dump));
    let of_application = |class: &str| in_state.iter().find(|of| of.0 == class).map_or("", |of| &of.1);
    assert!(of_application("travelshop.business.Location").ends_with("AppClassLoader \"app\""), "{in_state:?}");
    let odd: Vec<_> = in_state.iter().filter(|of| in_dump.iter().any(|in_dump| in_dump.0 == of.0) && !in_dump.contains(of)).collect();
    assert_eq!(odd, Vec::<&(String, String)>::new(), "the class loaders of the heap dump");

    let (state, dump) = (histogram(&trace), histogram(&dump));
    let mut compared = 0;
    for (class, &counts) in &state {
        // Hidden fields: the JVM counts them, and so does the state; no dump tells of them.
        let has_hidden_fields = class == "travelshop.plugin.PluginLoader";
        if class.starts_with("travelshop.") && !class.ends_with("[]") {
            assert_eq!(Some(&counts), jvm.get(class), "{class}: state and the JVM's histogram");
            if !has_hidden_fields {
                assert_eq!(Some(&counts), dump.get(class), "{class}: state and heap dump");
            }
            compared += 1;
        }
    }
    assert!(compared >= 10, "{state:?}");
    // The JVM hides its own threads from tools, with their names and locks, and the arrays of resolved constants.
    for (class, most_hidden) in [("java.lang.String", 20), ("java.lang.Object", 20), ("java.util.HashMap$Node", 2), ("java.util.Date", 0)] {
        let (ours, theirs) = (state[class].0, jvm[class].0);
        assert!(ours <= theirs && theirs - ours <= most_hidden, "{class}: {ours} of the JVM's {theirs}");
    }
}

/// Recordings of one program until there is a state.
const TRIES: u32 = 5;

/// What a program makes while a look at its heap is prepared has a place in the code, too.
#[test]
fn objects_that_were_made_just_before_a_state_know_their_sites() {
    let classes = Scratch::new("hoards-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        // Walked in the program, and in a copy of the process.
        for max_pause in ["none", "100ms"] {
            let scratch = Scratch::new("hoards");
            // On a busy machine copies take longer than allowed, and the recorder leaves the program alone.
            let recorded = (1..=TRIES).find_map(|number| {
                let trace = scratch.join(&format!("hoards-{number}.mctrace"));
                let mut command = record(&trace, &["--max-pause", max_pause], &java);
                command.args(["-XX:+UseSerialGC", "-Xmx600m", "-cp"]).arg(classes.path()).args(["Hoards", "12"]);
                let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
                assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
                let states = blocks::<StateBegin>(&trace);
                (!states.is_empty()).then_some((trace, states))
            });
            let (trace, states) = recorded.unwrap_or_else(|| panic!("{java:?}, at most {max_pause}: no state in {TRIES} recordings"));
            assert!(states.iter().all(|state| state.numbers_anew == (max_pause != "none")), "{java:?}, at most {max_pause}: {states:?}");
            for state in 1..=count(&trace, BlockKind::StateEnd) {
                let found = query(&trace, "where type == \"Hoards$Node\" group by site", &state.to_string());
                let objects = |of: &serde_json::Value| of["objects"].as_u64().unwrap_or_default();
                let groups = found["groups"].as_array().cloned().unwrap_or_default();
                let unknown: u64 = groups.iter().filter(|of| of["key"] == "Overall#(site not recorded)").map(objects).sum();
                assert!(
                    objects(&found) > 1000 && 20 * unknown < objects(&found),
                    "{java:?}, at most {max_pause}, state {state}: {unknown} of {found:#}"
                );
            }
        }
    }
}

/// A collector that keeps what is watched is shown little to keep: garbage that is sampled would grow old, and all behind it.
#[test]
fn where_the_collector_keeps_samples_there_are_few() {
    let classes = Scratch::new("few-samples-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let collectors: &[(&[&str], bool)] = match feature_version(&java) {
            17 => &[(&["-XX:+UseZGC"], false)],
            21 => &[(&["-XX:+UseZGC"], false), (&["-XX:+UseZGC", "-XX:+ZGenerational"], true)],
            _ => &[(&["-XX:+UseZGC"], true), (&["-XX:+UseShenandoahGC"], false)],
        };
        for &(collector, keeps) in collectors {
            let scratch = Scratch::new("few-samples");
            let trace = scratch.join("few.mctrace");
            let mut command = record(&trace, &["--detail", "counts"], &java);
            command.args(collector).args(["-Xmx1g", "-cp"]).arg(classes.path()).args(["Hoards", "3"]);
            let begin = Instant::now();
            let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
            let most = 50.0 * (begin.elapsed().as_secs_f64() + 6.0);
            assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
            let allocations = blocks::<Allocations>(&trace);
            let samples: usize = allocations.iter().map(|block| block.allocations.len()).sum();
            assert_eq!((samples as f64) < most, keeps, "{command:?}: {samples} samples, {most} expected at most");
            // 3 million nodes of 16 bytes or more, and 4 KiB for every 64 of them.
            let bytes: u64 = allocations.iter().map(|block| block.interval * block.allocations.len() as u64).sum();
            assert!((100 << 20..600 << 20).contains(&bytes), "{command:?}: {bytes} bytes by {samples} samples");
        }
    }
}
