//! `memory-city structures` and descriptions of users, on a recorded leak.

use std::cmp::Reverse;
use std::fs;
use std::process::Output;

use serde_json::Value;
use tests::jvm::{self, compile};
use tests::program::{self, command, json, stdout};
use tests::repository::{root, text};
use tests::scratch::Scratch;
use tests::truth::{self, Truth};

/// The map that leaks.
const MAP: &str = "travelshop.business.JourneyService.SEARCH_CACHE";

fn shop() -> String {
    root().join("data-samples/travel-shop").display().to_string()
}

fn trace() -> String {
    root().join("data-samples/travel-shop-trace").display().to_string()
}

/// What the program has said of its heap at the last point, in the dumps and in the trace alike.
fn last_truth() -> Truth {
    truth::parse(&text("data-samples/travel-shop-trace/truth.txt")).pop().expect("has points")
}

/// The groups of a query: their keys without the root, and their objects.
fn groups(input: &str, query: &str) -> Vec<(String, u64)> {
    let found = json(["query", input, query, "--json", "--top", "1000000"]);
    let groups = found["groups"].as_array().expect("a list").iter();
    let key = |text: &str| text.strip_prefix("Overall#").unwrap_or(text).to_owned();
    groups.map(|group| (key(group["key"].as_str().expect("a text")), group["objects"].as_u64().expect("a number"))).collect()
}

/// A call in a folder, with a configuration of its own.
fn run(scratch: &Scratch, arguments: &[&str]) -> Output {
    let mut call = command();
    call.args(arguments).current_dir(scratch.path()).env("MEMORY_CITY_CONFIG_DIR", scratch.join("config"));
    call.output().expect("the program can be run")
}

#[test]
fn the_map_that_leaks_is_one_row_over_all_dumps_with_what_it_means() {
    let found = json(["structures", &shop(), "--json"]);
    let first = &found["structures"][0];
    let text = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        (text("owner"), text("class")),
        ("travelshop.business.JourneyService.SEARCH_CACHE".into(), "java.util.HashMap".into()),
        "{first}"
    );
    assert_eq!((text("pattern"), &first["heads"]), ("container grows, owned".into(), &serde_json::json!([1, 1])), "{first}");
    let of = |end: &str, size: &str| first[end][size]["objects"].as_u64().expect("is known");
    // What `find` says that the field frees.
    let cut = &json(["find", &shop(), "--json"])["findings"][0]["cut"];
    assert_eq!(cut["frees_objects"].as_u64(), Some(of("to", "retained")), "{cut}");
    assert!(of("from", "retained") < 12_000, "{first}");
    for end in ["from", "to"] {
        let [own, nested, deep, retained] = ["own", "nested", "reached", "retained"].map(|size| of(end, size));
        assert!(own <= nested && nested <= deep && retained <= deep, "{first}");
    }
    // The start of the program is left out.
    assert_eq!(found["points"], serde_json::json!([4, 13]));
}

#[test]
fn what_counts_as_much_can_be_said() {
    let first = |more: &[&str]| {
        let shop = shop();
        let arguments = ["structures", &shop, "--json"].into_iter().chain(more.iter().copied());
        json(arguments)["structures"][0].clone()
    };
    let (usual, high) = (first(&[]), first(&["--high", "1000", "--high-objects", "1e9"]));
    assert_eq!((&usual["owner"], &usual["to"]), (&high["owner"], &high["to"]));
    assert_eq!((&usual["pattern"], &high["pattern"]), (&"container grows, owned".into(), &"no growth".into()));
    assert_eq!(high["rule"], "retained, own, nested and reached size grew by less than 1000 % of the heap's growth");
    // Where the container alone is held to another measure, its share of the heap's growth still tells.
    assert_eq!(first(&["--high-objects", "1e9"])["pattern"], "container grows, owned");
}

#[test]
fn descriptions_of_users_count_before_those_that_come_with_the_program() {
    let scratch = Scratch::new("structures");
    let dump = scratch.join("1.hprof.gz");
    fs::copy(root().join("data-samples/travel-shop/point-13.hprof.gz"), &dump).expect("can be copied");
    let dump = dump.display().to_string();
    // What collections take with all in them, by owner and class.
    let nested = |owner: &str, class: &str| -> Option<u64> {
        let output = run(&scratch, &["structures", &dump, "--json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let found: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
        let is_asked = |row: &&Value| row["owner"].as_str().is_some_and(|own| own.contains(owner)) && row["class"] == class;
        found["born"].as_array()?.iter().find(is_asked)?["sizes"]["nested"]["objects"].as_u64()
    };
    let map = ("JourneyService.SEARCH_CACHE", "java.util.HashMap");
    assert!(nested(map.0, map.1).is_some_and(|objects| objects > 10_000), "{:?}", nested(map.0, map.1));
    assert_eq!(nested("", "travelshop.Shop"), None);
    // A map that ends at its table, and a head of the program.
    fs::write(scratch.join("maps.structures"), "DS java.util.HashMap { (java.util.HashMap$Node[]); }").expect("writable");
    fs::write(scratch.join("own.structures"), "namespace travelshop {\n  DS Shop { (*); }\n}").expect("writable");
    assert_eq!(nested(map.0, map.1), Some(2), "the map and its table");
    assert!(nested("", "travelshop.Shop").is_some());
    let lint = run(&scratch, &["structures", &dump, "--lint"]);
    let told = String::from_utf8_lossy(&lint.stdout).into_owned();
    assert!(told.contains("maps.structures:1:1: java.util.HashMap is described here and no longer by jdk.structures"), "{told}");
    assert!(told.contains("jdk.structures:") && told.contains("no such type in this heap"), "{told}");
}

#[test]
fn a_file_that_is_wrong_is_told_with_all_its_places_and_the_others_count() {
    let scratch = Scratch::new("structures-wrong");
    let text = "namspace app { DS A { B; } }\nDS *Node { }\nDS C { D }\n";
    fs::write(scratch.join("wrong.structures"), text).expect("writable");
    let named = run(&scratch, &["structures", &shop(), "--structures", "wrong.structures"]);
    let errors = String::from_utf8_lossy(&named.stderr).into_owned();
    assert!(!named.status.success(), "{errors}");
    for place in ["wrong.structures:1:1: ", "did you mean namespace?", "wrong.structures:2:4: ", "wrong.structures:3:10: "] {
        assert!(errors.contains(place), "{place} in {errors}");
    }
    // One that was only found is a warning.
    fs::create_dir_all(scratch.join("config/structures")).expect("writable");
    fs::rename(scratch.join("wrong.structures"), scratch.join("config/structures/wrong.structures")).expect("writable");
    let found = run(&scratch, &["structures", &shop()]);
    let (out, errors) = (String::from_utf8_lossy(&found.stdout).into_owned(), String::from_utf8_lossy(&found.stderr).into_owned());
    assert!(found.status.success() && out.contains("SEARCH_CACHE"), "{errors}");
    assert!(errors.contains("descriptions of data structures cannot be used"), "{errors}");
}

#[test]
fn what_lies_in_the_map_is_told_below_it_and_what_it_holds_kind_by_kind() {
    let found = json(["structures", &shop(), "--of", "JourneyService.SEARCH_CACHE", "--json"]);
    let rows = found["structures"].as_array().expect("are rows");
    let owners: Vec<&str> = rows.iter().filter_map(|row| row["owner"].as_str()).collect();
    let map = "travelshop.business.JourneyService.SEARCH_CACHE";
    assert_eq!(owners, [map, &format!("{map}{{}}")], "{found}");
    assert_eq!((&rows[0]["within"], rows[1]["within"]["owner"].as_str()), (&Value::Null, Some(map)));
    let leaves = &found["leaves"][0];
    assert_eq!(leaves["by"], serde_json::json!(["Type"]));
    let counts = |group: &Value| [&group["from"], &group["to"]].map(|end| end["objects"].as_u64().unwrap_or_default());
    let kinds: Vec<(&str, [u64; 2])> = leaves["groups"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|group| (group["name"].as_str().unwrap_or_default(), counts(group)))
        .collect();
    let [(first, [_, locations]), (second, [_, keys])] = kinds[..] else { panic!("{kinds:?}") };
    assert_eq!((first, second), ("travelshop.business.Location", "travelshop.business.QueryKey"));
    // Every key leads to one list with nine places.
    assert_eq!((locations, rows[1]["heads"][1].as_u64()), (9 * keys, Some(keys)));
    // All points tell of it.
    let over_time = rows[0]["over_time"].as_array().expect("are points");
    assert_eq!((over_time.len(), rows[0]["growth"].as_str()), (13, Some("keeps_growing")));
    let unknown = command().args(["structures", &shop(), "--of", "Journey.CACHE"]).output().expect("runs");
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn find_tells_of_the_same_collection() {
    let found = &json(["find", &shop(), "--json"])["findings"][0];
    let collection = &found["evidence"]["collection"];
    let row = &json(["structures", &shop(), "--json"])["structures"][0];
    for member in ["owner", "class", "pattern"] {
        assert_eq!(collection[member], row[member], "{collection}");
    }
    assert_eq!(collection["sizes"], serde_json::json!([row["from"], row["to"]]), "{collection}");
    // Its name tells what it is for.
    assert_eq!(collection["kind"], "cache", "{collection}");
    assert!(found["next"].as_str().is_some_and(|next| next.contains("equals and hashCode")), "{found}");
    let why = found["why"].as_str().unwrap_or_default();
    assert!(
        why.contains("The collection is travelshop.business.JourneyService.SEARCH_CACHE (java.util.HashMap) with 1,430 elements"),
        "{why}"
    );
    assert!(why.contains("travelshop.business.Location ("), "{why}");
    // Equal searches are different keys.
    let keys = &collection["equal_keys"];
    assert_eq!((&keys["class"], &keys["keys"]), (&"travelshop.business.QueryKey".into(), &1430.into()), "{collection}");
    assert!(keys["equal"].as_u64().is_some_and(|equal| equal > 715), "{keys}");
    // Where objects have an identity, it is known whether elements ever go, and where they come from.
    let found = &json(["find", &trace(), "--json"])["findings"][0];
    let why = found["why"].as_str().unwrap_or_default();
    assert!(why.contains("was taken out") && why.contains("most of them from travelshop.business.JourneyService.search"), "{why}");
}

#[test]
fn tables_and_pages_hold_the_same_rows() {
    let row = &json(["structures", &shop(), "--json"])["structures"][0];
    let csv = command().args(["structures", &shop(), "--csv", "-"]).output().expect("runs");
    let csv = String::from_utf8_lossy(&csv.stdout).into_owned();
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (header, first) = (lines.next().expect("has a header"), lines.next().expect("has a row"));
    // The pattern has a comma of its own.
    let at = header.iter().position(|name| *name == "retained_last_bytes").expect("is a column") + 1;
    assert_eq!(Some(first[at]), row["to"]["retained"]["bytes"].as_u64().map(|bytes| bytes.to_string()).as_deref());
    assert_eq!(first[0], row["owner"].as_str().expect("is text"));
    let page = command().args(["report", &shop(), "--html", "-"]).output().expect("runs");
    let page = String::from_utf8_lossy(&page.stdout).into_owned();
    assert!(page.contains("travelshop.business.JourneyService.SEARCH_CACHE") && page.contains("container grows, owned"));
    assert!(page.matches("<svg class=\"spark\"").count() >= 10);
    assert!(page.contains("<th class=\"n\">point 13</th>"));
    // What has no part in the growth has no bars.
    let bars = page.split("growth, in bytes</h3>").nth(1).and_then(|rest| rest.split("</svg>").next()).expect("there is a chart");
    assert!(bars.contains("SEARCH_CACHE") && !bars.contains("packageToModule"), "{bars}");
    // At most ten groups with four bars each, by the size that was chosen.
    for size in ["retained", "own", "nested", "reached"] {
        let chart = json(["structures", &shop(), "--json", "--sort", size])["chart"].as_array().cloned().unwrap_or_default();
        assert!(!chart.is_empty() && chart.len() <= 10);
        let shares: Vec<f64> = chart.iter().map(|row| row["portions"][size].as_f64().expect("is known")).collect();
        assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
        assert_eq!(chart[0]["portions"].as_object().map(serde_json::Map::len), Some(4));
    }
}

#[test]
fn a_city_of_owners_has_the_collection_as_a_district() {
    let grouped = json(["trends", &shop(), "--by", "preset:structures", "--json"]).to_string();
    assert!(grouped.contains("travelshop.business.JourneyService.SEARCH_CACHE"), "{grouped:.300}");
    let window = json(["structures", &shop(), "--window", "3..9", "--json"]);
    assert_eq!(window["points"], serde_json::json!([3, 9]), "numbers are those of all points");
}

#[test]
fn what_nobody_described_is_proposed_as_text_that_can_be_used() {
    let scratch = Scratch::new("structures-inferred");
    let (classes, dump) = (scratch.join("classes"), scratch.join("own.hprof"));
    compile("tests/java/own-structures", &classes);
    let _heads = jvm::run(&classes, "ownstructures.Main", [&dump]);
    let dump = dump.display().to_string();
    let owners = |more: &[&str]| {
        let output = run(&scratch, &[&["structures", &dump, "--json"], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("is JSON")["born"].to_string()
    };
    assert!(!owners(&[]).contains("\"class\":\"ownstructures."), "nobody described them");
    let proposed = run(&scratch, &["structures", &dump, "--infer"]);
    assert!(proposed.status.success(), "{}", String::from_utf8_lossy(&proposed.stderr));
    fs::write(scratch.join("proposed.structures"), &proposed.stdout).expect("writable");
    let used = owners(&["--structures", "proposed.structures"]);
    assert!(used.matches("\"class\":\"ownstructures.").count() >= 10, "{used}");
}

#[test]
fn find_obeys_the_same_descriptions() {
    let scratch = Scratch::new("structures-found");
    // A map that ends at its table grows by nothing.
    fs::write(scratch.join("maps.structures"), "DS java.util.HashMap { (java.util.HashMap$Node[]); }").expect("writable");
    let read = |arguments: &[&str]| {
        let output = run(&scratch, arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("is JSON")
    };
    let found = read(&["find", &shop(), "--json", "--structures", "maps.structures"]);
    let structures = read(&["structures", &shop(), "--json", "--structures", "maps.structures"]);
    let (collection, row) = (&found["findings"][0]["evidence"]["collection"], &structures["structures"][0]);
    assert_eq!((&collection["owner"], &collection["pattern"]), (&row["owner"], &row["pattern"]), "{collection}");
    assert_eq!(row["pattern"], "content grows, owned", "{row}");
    assert_eq!(collection["sizes"][1]["own"]["objects"], 2, "{collection}");
}

#[test]
fn the_way_down_from_collections_and_the_way_up_from_what_piles_up_end_at_the_same_map() {
    let locations = last_truth().objects["travelshop.business.Location"];
    let kind = "travelshop.business.Location";
    for input in [shop(), trace()] {
        // Down: what collections hold, the one that holds most places, and which object it is.
        let held = groups(&input, "group by outermost data structures, data structure owner, type, deep leaves(type)");
        let leaves = format!("#Deep leaves#{kind}");
        let holders = held.iter().filter_map(|(key, count)| Some((key.strip_suffix(&leaves)?, *count)));
        let (down, most) = holders.max_by_key(|(_, count)| *count).expect("something holds them");
        assert_eq!((down, most), (format!("{MAP}#java.util.HashMap").as_str(), locations), "{held:?}");
        let objects = groups(&input, "group by outermost data structures, data structure owner, type, address");
        let objects: Vec<&str> = objects.iter().filter_map(|(key, _)| key.strip_prefix(down)?.strip_prefix('#')).collect();
        let [object] = objects[..] else { panic!("{objects:?}") };
        // Up: the lists that the places lie in belong to that owner, and all of them lie in that object.
        let up = |inner: &str| groups(&input, &format!("where type == \"{kind}\" group by containing data structures({inner})"));
        let lists = up("data structure owner, type");
        let last = lists.last().expect("they lie in something");
        assert_eq!(*last, (format!("Containing data structures#{MAP}#java.util.ArrayList"), locations / 9), "{lists:?}");
        let maps = up("containing data structures(data structure owner, type, address)");
        let ends: Vec<&str> = maps.iter().map(|(key, _)| key.as_str()).filter(|key| key.contains("java.util.HashMap#")).collect();
        assert_eq!(ends, [format!("Containing data structures#Containing data structures#{down}#{object}")], "{maps:?}");
        // The table of owners tells the same of the lists.
        let table = json(["structures", &input, "--json"]);
        let rows = table["structures"].as_array().expect("are rows");
        let lists = rows.iter().find(|row| row["class"] == "java.util.ArrayList" && row["heads"][1] == locations / 9);
        assert_eq!(lists.and_then(|row| row["within"]["owner"].as_str()), Some(MAP), "{input}");
    }
}

#[test]
fn rows_are_sorted_by_bytes_or_by_objects_and_those_that_grew_alike_keep_their_order() {
    let rows = |more: &[&str]| {
        let shop = shop();
        let arguments = ["structures", &shop, "--json", "--window", "1..13"].into_iter().chain(more.iter().copied());
        let found = json(arguments)["structures"].as_array().cloned().expect("are rows");
        found.into_iter().filter(|row| row["within"].is_null()).collect::<Vec<Value>>()
    };
    let growth = |row: &Value, size: &str, unit: &str| {
        let [from, to] = ["from", "to"].map(|end| row[end][size][unit].as_i64().expect("is known"));
        to - from
    };
    let names = |rows: &[Value]| -> Vec<String> { rows.iter().map(|row| format!("{} {}", row["owner"], row["class"])).collect() };
    let unchanged = |rows: &[Value]| {
        let same: Vec<Value> = rows.iter().filter(|row| row["from"] == row["to"]).cloned().collect();
        names(&same)
    };
    let usual = unchanged(&rows(&[]));
    assert!(usual.len() > 100, "{usual:?}");
    for size in ["retained", "own", "nested"] {
        let (by_bytes, by_objects) = (rows(&["--sort", size]), rows(&["--sort", size, "--objects"]));
        assert!(by_bytes.is_sorted_by_key(|row| Reverse(growth(row, size, "bytes"))), "{size}: {:?}", names(&by_bytes));
        assert!(by_objects.is_sorted_by_key(|row| Reverse(growth(row, size, "objects"))), "{size}: {:?}", names(&by_objects));
        assert_eq!((unchanged(&by_bytes), unchanged(&by_objects)), (usual.clone(), usual.clone()), "{size}");
    }
    assert!(rows(&["--sort", "owner"]).is_sorted_by_key(|row| row["owner"].as_str().unwrap_or_default().to_owned()));
    // Pages have large arrays; sessions are many small objects.
    let is_before = |rows: &[Value]| {
        let names = names(rows);
        let place = |owner: &str| names.iter().position(|name| name.contains(owner)).expect("has a row");
        place("run().pages") < place("sessions.sessions")
    };
    assert_eq!((is_before(&rows(&[])), is_before(&rows(&["--objects"]))), (true, false));
}

#[test]
fn in_traces_what_the_map_holds_is_told_by_call_sites_by_threads_and_by_age() {
    let trace = trace();
    let all = json(["structures", &trace, "--json"]);
    assert_eq!(all["structures"][0]["owner"], MAP);
    let found = json(["structures", &trace, "--of", "SEARCH_CACHE", "--json"]);
    let leaves = found["leaves"].as_array().expect("a list");
    let by: Value = leaves.iter().map(|leaves| leaves["by"].clone()).collect();
    assert_eq!(by, serde_json::json!([["Type", "Allocation site", "Call site"], ["Allocating thread"], ["Age"]]), "{found}");
    let at_depth = |leaves: &Value, depth: u64| -> Vec<(String, [u64; 2])> {
        let groups = leaves["groups"].as_array().expect("a list").iter().filter(|group| group["depth"] == depth);
        let counts = |group: &Value| [&group["from"], &group["to"]].map(|end| end["objects"].as_u64().expect("a number"));
        groups.map(|group| (group["name"].as_str().expect("a text").to_owned(), counts(group))).collect()
    };
    let objects = last_truth().objects;
    let kinds = ["travelshop.business.Location", "travelshop.business.QueryKey"].map(|kind| (kind.to_owned(), objects[kind]));
    let told: Vec<(String, u64)> = at_depth(&leaves[0], 0).into_iter().map(|(kind, [_, last])| (kind, last)).collect();
    assert_eq!(told, kinds, "{found}");
    let sites = at_depth(&leaves[0], 1);
    let [(places, _), (keys, _)] = &sites[..] else { panic!("{sites:?}") };
    assert!(places.starts_with("travelshop.business.JourneyService.search(JourneyService.java:"), "{places}");
    assert!(keys.starts_with("travelshop.business.JourneyService.findLocations(JourneyService.java:"), "{keys}");
    // Places are made where keys are, one call deeper.
    let callers: Vec<String> = at_depth(&leaves[0], 2).into_iter().map(|(name, _)| name).collect();
    assert!(callers[0].starts_with("travelshop.business.JourneyService.findLocations("), "{callers:?}");
    // However they are grouped they are the same objects; four threads of a pool made them, and they are of all ages.
    let sum = |leaves: &Value| [0, 1].map(|end: usize| at_depth(leaves, 0).iter().map(|(_, counts)| counts[end]).sum::<u64>());
    let sums: Vec<[u64; 2]> = leaves.iter().map(sum).collect();
    assert!(sums[0][0] < sums[0][1] && sums.iter().all(|sum| *sum == sums[0]), "{sums:?}");
    let (threads, ages) = (at_depth(&leaves[1], 0), at_depth(&leaves[2], 0));
    assert!(threads.len() == 4 && threads.iter().all(|(name, _)| name.starts_with("pool-1-thread-")), "{threads:?}");
    assert!(ages.len() > 1 && ages.iter().all(|(name, _)| name.ends_with("survived")), "{ages:?}");
}

#[test]
fn one_command_leads_from_a_trace_to_a_finding_with_its_pattern_sites_root_and_next_step() {
    let trace = trace();
    let (report, told) = (json(["find", &trace, "--json"]), stdout(["find", &trace]));
    assert_eq!(report["verdict"], "leak");
    let found = &report["findings"][0];
    let is_told = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty() && told.contains(text));
    let title = found["title"].as_str().expect("a text");
    assert!(told.starts_with("Leak: ") && told.contains(&format!("\n 1. {title}\n")), "{told}");
    // In words a pattern is what `structures` says that it means.
    let collection = &found["evidence"]["collection"];
    let pattern = collection["pattern"].as_str().expect("a text");
    let table = stdout(["structures", &trace]);
    let meaning = table.lines().find_map(|line| line.trim().strip_prefix(pattern)?.strip_prefix(": "));
    let meaning = meaning.expect("structures tells the pattern");
    assert!(told.contains(meaning.trim_end_matches('.')), "{meaning} in {told}");
    assert!(is_told(&collection["owner"]) && is_told(&collection["class"]), "{told}");
    let holds = collection["holds"].as_array().expect("a list");
    assert!(holds.len() == 2 && holds.iter().all(|kind| is_told(&kind["class"]) && is_told(&kind["site"])), "{told}");
    let keeper = &found["keepers"][0];
    let root = format!("kept alive by the {}: {MAP} -> ", keeper["root_kind"].as_str().expect("a text"));
    assert!(keeper["holder"] == MAP && told.contains(&root), "{root} in {told}");
    assert!(is_told(&found["next"]), "{told}");
}

#[test]
fn a_window_that_ends_before_it_begins_is_refused() {
    let (shop, trace) = (shop(), trace());
    for (input, window, why) in
        [(&shop, "9..3", "9 is after 3"), (&shop, "20s..10s", "20s is after 10s"), (&trace, "gc9..gc3", "9 is after 3")]
    {
        let refused = program::run(["structures", input, "--window", window]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{window}: {told}");
        assert!(told.contains(&format!("'{window}' for '--window <FROM..TO>': {why}")), "{window}: {told}");
    }
}

#[test]
fn the_call_that_a_pattern_asks_for_can_be_carried_out() {
    let rows = json(["structures", &shop(), "--window", "1..4", "--json"])["structures"].as_array().cloned().unwrap_or_default();
    let calls: Vec<&str> = rows.iter().filter_map(|row| row["command"].as_str()).collect();
    assert!(calls.iter().any(|call| call.contains("--by ")) && calls.iter().any(|call| !call.contains("--by ")), "{calls:?}");
    let both = [true, false].map(|by| calls.iter().find(|call| call.contains("--by ") == by).expect("was seen"));
    for call in both {
        let words: Vec<String> = call
            .split('\'')
            .enumerate()
            .flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect();
        let output = command().args(&words[1..]).output().expect("runs");
        assert!(output.status.success(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("what it holds at both points"), "{call}");
    }
}
