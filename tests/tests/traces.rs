//! Commands about memory traces, on traces whose every object is known.

use std::fs;

use analysis::fixture::{TraceFile, counting_trace, leaking_trace};
use serde_json::Value;
use tests::program::{json, run, stdout};
use tests::repository::root;
use tests::scratch::Scratch;

fn written(folder: &Scratch, name: &str, trace: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, trace).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path.display().to_string()
}

/// Three objects of `app.Main.fill`: the first collection takes one of them, the second another one.
fn mortal_trace() -> Vec<u8> {
    let mut file = TraceFile::new();
    file.thread(1, "worker", 10);
    let method = file.method("app.Main", "fill", "Main.java");
    let site = file.site(&[(method, 12)]);
    file.allocations(0, &[(20, site, 1), (21, site, 1), (22, site, 1)]);
    file.collection();
    file.deaths(&[(20, 1)]);
    file.collection();
    file.deaths(&[(21, 2)]);
    file.finish()
}

/// Ended before anything was recorded, with the reason that the recorder gives.
fn empty_trace() -> Vec<u8> {
    let mut file = TraceFile::new();
    file.info("limits", "no heap state: the program ended before its first garbage collection; record with --at-exit");
    file.finish()
}

/// The line that a call fails with.
fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {errors}");
    errors.lines().find(|line| !line.starts_with("memory-city: warning: ")).unwrap_or_default().to_owned()
}

/// The last part of each group's key, and its objects.
fn groups(document: &Value) -> Vec<(String, u64)> {
    let groups = document["groups"].as_array().expect("is a list");
    let name = |group: &'_ Value| group["key"].as_str().unwrap_or_default().rsplit('#').next().unwrap_or_default().to_owned();
    groups.iter().map(|group| (name(group), group["objects"].as_u64().unwrap_or(0))).collect()
}

#[test]
fn trace_tells_what_is_in_a_file_and_what_is_no_trace() {
    let folder = Scratch::new("traces");
    let leak = written(&folder, "leak.mctrace", &leaking_trace(3));
    let told = json(["trace", &leak, "--json"]);
    let numbers = ["gcs", "states", "objects_last", "sites", "threads"].map(|member| told[member].as_u64());
    // Class objects, loader, thread and list, and three items with their data.
    assert_eq!(numbers, [Some(3), Some(3), Some(17), Some(1), Some(1)]);
    assert_eq!((&told["jvm"], &told["detail"]), (&"Test VM 17".into(), &"states".into()));
    let text = stdout(["trace", &leak, "--gcs"]);
    assert_eq!(text.lines().filter(|line| line.contains("Allocation Failure")).count(), 3, "{text}");
    let empty = written(&folder, "empty.mctrace", &empty_trace());
    assert!(stdout(["trace", &empty]).contains("not recorded       no heap state: the program ended"));
    let dump = root().join("data-samples/travel-shop/point-13.hprof.gz").display().to_string();
    assert!(refusal(&["trace", &dump]).contains("is no memory trace (.mctrace); memory-city record writes one"));
}

#[test]
fn died_tells_what_collections_took_and_how_old_it_was() {
    let folder = Scratch::new("traces");
    let mortal = written(&folder, "mortal.mctrace", &mortal_trace());
    let all = json(["died", &mortal, "--by", "age, site", "--json"]);
    assert_eq!((&all["basis"], all["objects"].as_u64()), (&"exact".into(), Some(2)));
    let told = groups(&all);
    for expected in [("0 GCs survived", 1), ("1 GC survived", 1), ("app.Main.fill(Main.java:12)", 1)] {
        assert!(told.iter().any(|(name, objects)| (&**name, *objects) == expected), "{expected:?}: {told:?}");
    }
    assert_eq!(json(["died", &mortal, "--window", "2", "--json"])["objects"], 1);
    let by_thread = json(["died", &mortal, "--window", "1..2", "--by", "thread", "--json"]);
    assert_eq!(groups(&by_thread).last(), Some(&("worker".to_owned(), 2)));
    let trees = folder.join("died");
    let out = trees.display().to_string();
    stdout(["died", &mortal, "--each", "--out", &out]);
    let trees = fs::read_dir(trees).expect("was written").filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    assert_eq!(trees.filter(|name| name.ends_with(".json") && name != "dataset.json").count(), 2, "a tree per collection");
}

#[test]
fn counts_tell_what_was_created_and_collected() {
    let folder = Scratch::new("traces");
    let mortal = written(&folder, "mortal.mctrace", &mortal_trace());
    let told = json(["counts", &mortal, "--by", "site", "--json"]);
    assert_eq!(told["basis"], "exact");
    let whole = &told["groups"][0];
    assert_eq!(["created", "collected", "live"].map(|member| whole[member].clone()).map(last), [Some(3), Some(2), Some(1)]);
    assert_eq!(told["groups"][1]["name"], "app.Main.fill(Main.java:12)");
    assert!(stdout(["counts", &mortal]).contains("app.Main.fill(Main.java:12)"));
    // Between states: three items more at the third state than before the first.
    let leak = written(&folder, "leak.mctrace", &leaking_trace(3));
    assert_eq!(json(["counts", &leak, "--between-states", "--by", "type", "--json"])["basis"], "between_states");
}

#[test]
fn collapsed_stacks_are_lines_that_sum_up_to_what_counts_says() {
    let folder = Scratch::new("traces");
    let mortal = written(&folder, "mortal.mctrace", &mortal_trace());
    assert_eq!(stdout(["counts", &mortal, "--collapsed", "objects"]), "app.Main.fill(Main.java:12) 3\n");
    assert_eq!(stdout(["counts", &mortal, "--collapsed", "bytes", "--of", "died", "--methods"]), "app.Main.fill 32\n");
    let typed = stdout(["counts", &mortal, "--collapsed", "objects", "--of", "live", "--with-types"]);
    assert_eq!(typed, "app.Main.fill(Main.java:12);java.lang.Object 1\n");
    let first = stdout(["counts", &mortal, "--collapsed", "objects", "--of", "died", "--window", "1"]);
    assert_eq!(first, "app.Main.fill(Main.java:12) 1\n", "the second one is not part of it");
    // Of a program, sampled: whole, and in a part of it.
    let shop = root().join("data-samples/travel-shop-trace").join("travel-shop.mctrace").display().to_string();
    for window in ["1..", "5..9", "2s.."] {
        let whole = &json(["counts", &shop, "--window", window, "--json"])["groups"][0];
        for (part, member) in [("created", "created"), ("live", "live"), ("died", "collected")] {
            for unit in ["objects", "bytes"] {
                let text = stdout(["counts", &shop, "--collapsed", unit, "--of", part, "--window", window, "--with-types"]);
                let values = text.lines().map(|line| {
                    let (stack, value) = line.rsplit_once(' ').expect("a stack and a number");
                    assert!(stack.split(';').all(|frame| !frame.is_empty()), "{line}");
                    value.parse::<u64>().expect("a number")
                });
                let sum = values.sum::<u64>();
                let told = match unit {
                    "objects" => last(whole[member].clone()),
                    _ if part == "live" => last(whole["volume"].clone()),
                    _ => continue,
                };
                assert_eq!(Some(sum), told, "{window} {part} {unit}");
            }
        }
    }
    let leak = written(&folder, "leak.mctrace", &counting_trace(3));
    assert!(refusal(&["counts", &leak, "--collapsed", "bytes"]).contains("--collapsed: nothing is known of what was created"));
    assert!(refusal(&["counts", &mortal, "--of", "live"]).contains("--collapsed"), "{}", refusal(&["counts", &mortal, "--of", "live"]));
}

#[test]
fn a_window_has_the_same_words_for_what_came_and_what_went() {
    let folder = Scratch::new("traces");
    let mortal = written(&folder, "mortal.mctrace", &mortal_trace());
    let whole = |window: &str| {
        let told = json(["counts", &mortal, "--window", window, "--json"]);
        ["initially_live", "created", "collected", "live"].map(|member| last(told["groups"][0][member].clone()))
    };
    assert_eq!(whole("1"), [Some(0), Some(3), Some(1), Some(2)], "the second one lives");
    assert_eq!(whole("2.."), [Some(2), Some(0), Some(1), Some(1)], "two of them were there");
    for window in ["1", "2", "1..2"] {
        assert_eq!(json(["died", &mortal, "--window", window, "--json"])["objects"].as_u64(), whole(window)[2], "{window}");
    }
    for command in ["counts", "died"] {
        for window in ["3", "0..1", "1..3", "1h..", "5000s.."] {
            let told = refusal(&[command, &mortal, "--window", window]);
            assert!(told.contains("--window"), "{command} {window}: {told}");
        }
    }
    // Between states: one more item at each state.
    let leak = written(&folder, "leak.mctrace", &leaking_trace(5));
    let items = |window: &str| {
        let told = json(["counts", &leak, "--between-states", "--by", "type", "--window", window, "--json"]);
        let groups = told["groups"].as_array().expect("is a list").clone();
        let item = groups.into_iter().find(|group| group["name"] == "app.Item").expect("is there");
        ["initially_live", "created", "live"].map(|member| last(item[member].clone()))
    };
    assert_eq!(items("1.."), [Some(1), Some(4), Some(5)]);
    assert_eq!(items("3..4"), [Some(2), Some(2), Some(4)], "held against the state before the window");
}

/// A number, or the last of several.
fn last(value: Value) -> Option<u64> {
    value.as_array().and_then(|list| list.last()).unwrap_or(&value).as_u64()
}

#[test]
fn a_trace_without_states_says_why_whatever_it_is_asked() {
    let folder = Scratch::new("traces");
    let empty = written(&folder, "empty.mctrace", &empty_trace());
    for command in [["histogram"].as_slice(), &["find"], &["died"], &["counts"], &["scene"], &["query", "group by type"]] {
        let mut arguments = vec![command[0], &*empty];
        arguments.extend(&command[1..]);
        let told = refusal(&arguments);
        for part in ["this trace holds no heap states, but names only.", "The recorder says: no heap state: the program ended", "--at-exit"]
        {
            assert!(told.contains(part), "{arguments:?}: {part} is missing in {told}");
        }
    }
    let counts = written(&folder, "counts.mctrace", &counting_trace(3));
    assert!(stdout(["trends", &counts]).contains("app.Item"), "class histograms have trends");
    let told = refusal(&["counts", &counts]);
    assert!(told.contains("recorded with --detail counts") && told.contains("memory-city trends tells of its class histograms"), "{told}");
}

#[test]
fn classifiers_of_a_trace_are_those_that_it_can_be_grouped_by() {
    let folder = Scratch::new("traces");
    let leak = written(&folder, "leak.mctrace", &leaking_trace(2));
    let available = |arguments: &[&str]| -> Vec<String> {
        let rows = json(arguments.iter())["classifiers"].take();
        let rows = rows.as_array().expect("is a list").iter().filter(|row| row["available"] == true);
        rows.filter_map(|row| Some(row["name"].as_str()?.to_owned())).collect()
    };
    let (of_trace, of_dumps) = (available(&["classifiers", "--dataset", &leak, "--json"]), available(&["classifiers", "--json"]));
    for name in ["Allocation site", "Call site", "Closest domain call site", "Allocating package", "Allocating thread", "Age"] {
        let has = |names: &[String]| names.iter().any(|known| known == name);
        assert_eq!((has(&of_trace), has(&of_dumps)), (true, false), "{name}");
    }
    let map = folder.join("features.txt");
    fs::write(&map, "fill: app.Main\n").expect("can be written");
    let map = map.display().to_string();
    assert!(available(&["classifiers", "--dataset", &leak, "--features", &map, "--json"]).iter().any(|name| name == "Feature"));
}

#[test]
fn series_are_read_whole_or_thinned_by_number_or_time() {
    let folder = Scratch::new("thinned");
    // Seven states, a second and a millisecond apart.
    let leak = written(&folder, "leak.mctrace", &leaking_trace(7));
    let points = |options: &[&str]| {
        let told = json([&["trends", &leak, "--by", "type", "--json"], options].concat());
        told["points"].as_u64()
    };
    assert_eq!(points(&[]), Some(7));
    assert_eq!(points(&["--thin", "1"]), Some(7));
    assert_eq!(points(&["--thin", "3"]), Some(3), "states 1, 4 and 7");
    assert_eq!(points(&["--thin", "2s"]), Some(4), "states 1, 3, 5 and 7");
    assert_eq!(points(&["--thin", "2500ms"]), Some(3), "states 1, 4 and 7");
    assert!(refusal(&["trends", &leak, "--thin", "0"]).contains("write a number from 1 on"));
    assert!(refusal(&["trends", &leak, "--thin", "2", "--dump", "1"]).contains("cannot be used with"));
    let dumps = root().join("data-samples/travel-shop").display().to_string();
    let all = json(["find", &dumps, "--json"])["points"].as_u64().expect("a number");
    assert_eq!(json(["find", &dumps, "--thin", "4", "--json"])["points"].as_u64(), Some(all.div_ceil(4)), "of {all} dumps");
}

#[test]
fn each_collection_is_told_with_what_it_took_and_what_the_heap_lost() {
    let folder = Scratch::new("per-gc");
    let trace = written(&folder, "mortal.mctrace", &mortal_trace());
    let told = json(["died", &trace, "--per-gc", "--json"]);
    let numbers = |member: &str| {
        let rows = told["collections"].as_array().expect("is a list");
        rows.iter().map(|row| row[member].as_i64()).collect::<Vec<_>>()
    };
    assert_eq!(numbers("objects"), [Some(1), Some(1)]);
    assert_eq!(numbers("age_0"), [Some(1), Some(0)]);
    assert_eq!(numbers("live_objects"), [Some(2), Some(1)]);
    assert_eq!(numbers("heap_lost"), [Some(1 << 20), Some(1 << 20)]);
    assert_eq!(numbers("difference"), [Some((1 << 20) - 16), Some((1 << 20) - 16)]);
    let died = json(["died", &trace, "--json"]);
    assert_eq!((&told["objects"], &told["bytes"]), (&died["objects"], &died["bytes"]), "the sum is what died");
    let states = written(&folder, "counts.mctrace", &counting_trace(3));
    assert!(refusal(&["died", &states, "--per-gc"]).contains("nothing is known"), "{}", refusal(&["died", &states, "--per-gc"]));
}

#[test]
fn counts_are_filtered_by_trend_and_scope_and_told_at_full_collections_only() {
    let folder = Scratch::new("filtered-counts");
    let leak = written(&folder, "leak.mctrace", &leaking_trace(5));
    let names = |options: &[&str]| {
        let told = json([&["counts", &leak, "--between-states", "--by", "type", "--json"], options].concat());
        let groups = told["groups"].as_array().expect("is a list").clone();
        groups.iter().map(|group| group["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert!(names(&[]).len() > 5);
    assert_eq!(names(&["--positive", "maximum,volume"]), ["Overall", "app.Item", "int[]"]);
    assert_eq!(names(&["--positive", "volume", "--include", "app.*"]), ["Overall", "app.Item"]);
    assert_eq!(names(&["--positive", "volume", "--exclude", "app.*"]), ["Overall", "int[]"]);
    assert_eq!(names(&["--include", "no.such.*"]), ["Overall"]);
    // All of its collections are young ones.
    assert!(refusal(&["counts", &leak, "--full-gcs"]).contains("no collection looked at the whole heap"));
}
