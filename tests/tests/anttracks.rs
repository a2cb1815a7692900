//! A recording of AntTracks from its files: through the interface of `analysis`, and by the command line.

use std::fs;

use analysis::fixture::{anttracks_class_definitions, leaking_anttracks, leaking_anttracks_parts};
use analysis::{HeapFile, HeapState, InputKind, LoadOptions, Progress, RootKind, Warnings, look_at, without_continuations};
use tests::program::{json, run, stdout};
use tests::scratch::Scratch;

const COLLECTIONS: u32 = 6;

/// A folder with the three files of a recording.
fn recording() -> Scratch {
    let scratch = Scratch::new("anttracks");
    let (symbols, trace) = leaking_anttracks(COLLECTIONS, true);
    let classes = anttracks_class_definitions(&[(5, b"class file")]);
    for (name, bytes) in [("symbols_1", symbols), ("trace_1", trace), ("classes_1", classes)] {
        fs::write(scratch.join(name), bytes).expect("the folder can be written");
    }
    scratch
}

#[test]
fn a_recording_opens_as_a_series_of_heap_states() {
    let scratch = recording();
    let kinds = ["symbols_1", "trace_1", "classes_1"].map(|name| look_at(&scratch.join(name)).expect("can be read").kind);
    assert_eq!(kinds, [InputKind::TracePart, InputKind::Trace, InputKind::TracePart]);
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let file = HeapFile::open(&scratch.join("trace_1"), &progress, &warnings).expect("can be read");
    assert_eq!(file.times(&progress, &warnings).expect("are known").len(), COLLECTIONS as usize);
    for number in 0..COLLECTIONS {
        let heap = file.load(number as usize, &LoadOptions::default(), &progress, &warnings).expect("is a state");
        let is_item = |object: &analysis::ObjectIndex| &*heap.type_info(heap.type_of(*object)).name == "app.Item";
        let items: Vec<_> = heap.kept_objects().filter(is_item).collect();
        assert_eq!(items.len(), number as usize + 1);
        // The list holds each of them, and each holds its data.
        assert!(items.iter().all(|&item| heap.pointed_from(item).len() == 1 && heap.points_to(item).len() == 1));
        let origins = heap.origins.as_ref().expect("every allocation was seen");
        let ages: Vec<_> = items.iter().filter_map(|&item| origins.age_of(item)).collect();
        assert_eq!(ages, (1..=number + 1).rev().collect::<Vec<_>>());
        assert!(items.iter().all(|&item| origins.site_of(item).is_some()));
        let kinds = [RootKind::StickyClass, RootKind::ThreadObject, RootKind::JavaFrame];
        assert!(kinds.iter().all(|kind| heap.roots.iter().any(|root| root.kind == *kind)), "{:?}", heap.roots);
    }
    assert!(warnings.list().is_empty(), "{:?}", warnings.list());
}

#[test]
fn collections_tell_how_many_bytes_of_objects_there_were() {
    let scratch = recording();
    let trace = scratch.join("trace_1").display().to_string();
    let listed = json(["trace", &trace, "--gcs", "--json"]);
    let used = listed["collections"].as_array().expect("is a list").iter();
    let used: Vec<_> = used.map(|gc| [&gc["used_before"], &gc["used_after"]].map(serde_json::Value::as_u64)).collect();
    // A class object of 96 bytes, a thread of 104, a list of 112; before every collection an item of 24 and its data of 1016.
    let expected = (1..=u64::from(COLLECTIONS)).map(|items| [Some(96 + 104 + 112 + items * 1040); 2]);
    assert_eq!(used, expected.collect::<Vec<_>>());
    let died = json(["died", &trace, "--per-gc", "--json"]);
    let rows = died["collections"].as_array().expect("is a list");
    assert!(rows.iter().all(|row| row["heap_lost"] == 0 && row["difference"] == 0), "{rows:?}");
}

/// Objects with their ages and what they refer to, by id.
fn facts(heap: &HeapState) -> Vec<(u64, Option<u32>, Vec<u64>)> {
    let origins = heap.origins.as_ref().expect("every allocation was seen");
    let targets = |object| heap.points_to(object).iter().map(|&target| heap.address_of(analysis::ObjectIndex(target))).collect();
    heap.kept_objects().map(|object| (heap.address_of(object), origins.age_of(object), targets(object))).collect()
}

#[test]
fn a_trace_that_was_cut_into_files_is_one_trace_as_far_as_they_follow_each_other() {
    let scratch = Scratch::new("anttracks-parts");
    let (symbols, whole) = leaking_anttracks(COLLECTIONS, false);
    let (_, parts) = leaking_anttracks_parts(COLLECTIONS, true, 2);
    assert_eq!(parts.len(), 3);
    fs::write(scratch.join("symbols"), symbols).expect("the folder can be written");
    fs::write(scratch.join("whole"), whole).expect("the folder can be written");
    let names = ["trace_0", "trace_1", "trace_2"];
    for (name, part) in names.into_iter().zip(parts) {
        fs::write(scratch.join(name), part).expect("the folder can be written");
    }
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let states = |name: &str, warnings: &Warnings| {
        let file = HeapFile::open(&scratch.join(name), &progress, warnings).expect("can be read");
        let count = file.times(&progress, warnings).expect("are known").len();
        (0..count).map(|at| facts(&file.load(at, &LoadOptions::default(), &progress, warnings).expect("is a state"))).collect::<Vec<_>>()
    };
    let expected = states("whole", &warnings);
    assert_eq!(expected.len(), COLLECTIONS as usize);
    for name in names {
        assert!(states(name, &warnings) == expected, "{name}: other objects, ages or references than in the uncut trace");
    }
    assert!(warnings.list().is_empty(), "{:?}", warnings.list());
    // A folder opens them once.
    let files = |names: &[&str]| names.iter().map(|name| scratch.join(name)).collect::<Vec<_>>();
    assert_eq!(without_continuations(files(&["whole", "trace_0", "trace_1", "trace_2"])), files(&["whole", "trace_0"]));
    // Without the one in the middle, what is left of either side is a trace of its own, and that is told.
    fs::remove_file(scratch.join("trace_1")).expect("was written");
    for (name, other, count) in [("trace_0", "trace_2", 2), ("trace_2", "trace_0", 2)] {
        let warnings = Warnings::new();
        assert_eq!(states(name, &warnings).len(), count);
        let told = warnings.list();
        let told = told.iter().find(|warning| warning.kind.contains("are left out")).expect("is told");
        assert!(told.count == 1 && told.first.ends_with(other), "{told:?}");
    }
    assert_eq!(without_continuations(files(&["trace_0", "trace_2"])), files(&["trace_0", "trace_2"]));
}

#[test]
fn the_command_line_opens_the_folder_or_the_trace() {
    let scratch = recording();
    let (folder, trace) = (scratch.path().display().to_string(), scratch.join("trace_1").display().to_string());
    let histogram = json(["histogram", &trace, "--json"]);
    let classes = histogram["classes"].as_array().expect("is a list");
    let items = classes.iter().find(|class| class["name"] == "app.Item").expect("is there");
    assert_eq!(items["objects"], COLLECTIONS);
    assert_eq!(json(["trace", &trace, "--json"])["states"].as_u64(), Some(COLLECTIONS.into()));
    let paths = stdout(["paths", &folder, "--key", "app.Item"]);
    assert!(paths.contains("static field items of class app.Main"), "{paths}");
    let paths = json(["paths", &folder, "--key", "app.Item[]", "--json"]);
    let paths = paths["paths"].as_array().expect("is a list");
    let names: Vec<_> = paths.iter().map(|path| (path["holder"].as_str(), path.get("variable").and_then(|name| name.as_str()))).collect();
    assert!(names.contains(&(Some("local variable list in app.Main.fill, thread main"), Some("list"))), "{names:?}");
    assert!(names.contains(&(Some("app.Main.items"), None)), "{names:?}");
    let threads = stdout(["threads", &trace]);
    assert!(threads.contains("\n    at app.Main.fill\n        local variable list: app.Item[] "), "{threads}");
    let counts = stdout(["counts", &trace]);
    assert!(counts.contains("app.Item") && counts.contains("app.Main.fill"), "{counts}");
    let refused = run(["histogram", &scratch.join("symbols_1").display().to_string()]);
    assert_eq!(refused.status.code(), Some(1));
    fs::remove_file(scratch.join("symbols_1")).expect("was written");
    let refused = String::from_utf8(run(["histogram", &trace]).stderr).expect("is UTF-8");
    assert!(refused.contains("is read with its symbols file, and none of the same recording lies beside it"), "{refused}");
}
