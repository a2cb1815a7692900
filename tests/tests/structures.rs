//! `memory-city structures` and descriptions of users, on a recorded leak.

use std::fs;
use std::process::Output;

use serde_json::Value;
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
    assert!(of("from", "retained") < 4_000, "{first}");
    for end in ["from", "to"] {
        let [own, nested, deep, retained] = ["own", "nested", "deep", "retained"].map(|size| of(end, size));
        assert!(own <= nested && nested <= deep && retained <= deep, "{first}");
    }
    assert_eq!(found["points"], serde_json::json!([1, 13]));
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
