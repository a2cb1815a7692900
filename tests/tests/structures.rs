//! `memory-city structures` and descriptions of users, on a recorded leak.

use std::fs;
use std::process::Output;

use serde_json::Value;
use tests::jvm::{self, compile};
use tests::program::{command, json};
use tests::repository::root;
use tests::scratch::Scratch;

fn shop() -> String {
    root().join("data-samples/travel-shop").display().to_string()
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
    let trace = root().join("data-samples/travel-shop-trace").display().to_string();
    let found = &json(["find", &trace, "--json"])["findings"][0];
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
    let page = command().args(["structures", &shop(), "--html"]).output().expect("runs");
    let page = String::from_utf8_lossy(&page.stdout).into_owned();
    assert!(page.contains("travelshop.business.JourneyService.SEARCH_CACHE") && page.contains("container grows, owned"));
    assert!(page.matches("<svg class=\"spark\"").count() >= 10);
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
    assert_eq!(window["points"], serde_json::json!([1, 7]));
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
fn the_way_from_collections_and_the_way_from_objects_end_at_the_same_map() {
    let dump = format!("{}/point-13.hprof.gz", shop());
    let (map, places) = ("travelshop.business.JourneyService.SEARCH_CACHE", "travelshop.business.Location");
    // The groups whose way ends at a type, those with the most objects first.
    let ending = |query: &str, end: &str| -> Vec<String> {
        let found = json(["query", &dump, query, "--json"]);
        let groups = found["groups"].as_array().unwrap_or_else(|| panic!("{found:.500}"));
        let key = |group: &Value| group["key"].as_str().unwrap_or_default().to_owned();
        let mut groups: Vec<&Value> = groups.iter().filter(|group| key(group).rsplit('#').next() == Some(end)).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group["objects"].as_u64()));
        groups.into_iter().map(key).collect()
    };
    // From the collections down to what they hold: the most places lie in the map.
    let down = ending("group by outermost data structures, data structure owner, type, deep leaves(type)", places);
    assert!(down.first().is_some_and(|key| key.split('#').any(|step| step == map)), "{down:?}");
    // From the places up to whom they lie in: the lists of the map.
    let up = format!("where type == \"{places}\" group by type, containing data structures(data structure owner, type)");
    let up = ending(&up, "java.util.ArrayList");
    assert!(up.len() == 1 && up[0].split('#').any(|step| step == map), "{up:?}");
}

#[test]
fn of_a_trace_it_is_known_who_made_what_a_collection_holds_and_how_old_it_is() {
    let trace = root().join("data-samples/travel-shop-trace").display().to_string();
    let ranked = json(["structures", &trace, "--json"]);
    let first = &ranked["structures"][0];
    assert_eq!(
        (first["owner"].as_str(), &first["survivors"]),
        (Some("travelshop.business.JourneyService.SEARCH_CACHE"), &1.into()),
        "{first:.500}"
    );
    assert!(first["steadiness"].as_f64().is_some_and(|steady| steady > 0.9), "{first:.500}");
    let found = json(["structures", &trace, "--of", "SEARCH_CACHE", "--json"]);
    let leaves = found["leaves"].as_array().expect("it was asked what it holds");
    let by: Vec<&Value> = leaves.iter().map(|leaves| &leaves["by"]).collect();
    let expected =
        [serde_json::json!(["Type", "Allocation site", "Call site"]), serde_json::json!(["Allocating thread"]), serde_json::json!(["Age"])];
    assert_eq!(by, expected.iter().collect::<Vec<_>>());
    let names = |of: &Value| -> Vec<String> {
        of["groups"].as_array().into_iter().flatten().filter_map(|group| group["name"].as_str()).map(str::to_owned).collect()
    };
    let [places, threads, ages] = [0, 1, 2].map(|at| names(&leaves[at]));
    for name in ["travelshop.business.Location", "travelshop.business.QueryKey"] {
        assert!(places.contains(&name.to_owned()), "{places:?}");
    }
    assert!(places.iter().any(|name| name.contains("JourneyService.search(JourneyService.java")), "{places:?}");
    assert!(threads.len() > 1 && threads.iter().all(|name| name.starts_with("pool-")), "{threads:?}");
    assert!(ages.len() > 3 && ages[0] == "1 GC survived" && ages[1] == "2 GCs survived", "{ages:?}");
    // What came of the leaves is a share of what came of the heap.
    let portion = leaves[0]["groups"][0]["portion"]["objects"].as_f64().expect("the heap grew");
    assert!((10.0..90.0).contains(&portion), "{portion}");
}

#[test]
fn one_call_leads_from_a_trace_to_what_grows_where_it_is_made_who_keeps_it_and_what_to_do() {
    let trace = root().join("data-samples/travel-shop-trace").display().to_string();
    let found = &json(["find", &trace, "--json"])["findings"][0];
    let collection = &found["evidence"]["collection"];
    assert_eq!(collection["pattern"], "container grows, owned", "{collection}");
    assert!(collection["holds"][0]["site"].as_str().is_some_and(|site| site.contains("JourneyService.java")), "{collection}");
    let text = String::from_utf8_lossy(&command().args(["find", &trace]).output().expect("runs").stdout).into_owned();
    for told in
        ["Elements were added, and this owner alone keeps them", "JourneyService.java:", "kept alive by the static field", "cut travelshop"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(text.contains(found["next"].as_str().expect("is told")), "{text}");
}

#[test]
fn the_call_that_a_pattern_asks_for_can_be_carried_out() {
    let rows = json(["structures", &shop(), "--json"])["structures"].as_array().cloned().unwrap_or_default();
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

#[test]
fn collections_are_ordered_as_somebody_wishes() {
    let owners = |more: &[&str]| -> Vec<(String, i64, i64)> {
        let shop = shop();
        let found = json(["structures", &shop, "--json"].into_iter().chain(more.iter().copied()));
        let rows = found["structures"].as_array().cloned().unwrap_or_default();
        let top = rows.iter().filter(|row| row["within"].is_null());
        let change = |row: &Value, unit: &str| {
            let end = |end: &str| row[end]["retained"][unit].as_i64().unwrap_or(0);
            end("to") - end("from")
        };
        top.map(|row| (row["owner"].as_str().unwrap_or_default().to_owned(), change(row, "objects"), change(row, "bytes"))).collect()
    };
    assert!(owners(&["--objects"]).is_sorted_by(|a, b| a.1 >= b.1));
    assert!(owners(&[]).is_sorted_by(|a, b| a.2 >= b.2));
    assert!(owners(&["--sort", "owner"]).is_sorted_by(|a, b| a.0 <= b.0));
    let backwards = command().args(["structures", &shop(), "--window", "9..3"]).output().expect("runs");
    assert_eq!(backwards.status.code(), Some(2), "{}", String::from_utf8_lossy(&backwards.stderr));
}
