//! From a running JVM to numbers: a leaking program is started, dumped at several points, and what `memory-city` reads
//! from the dumps is compared with what the program and the JVM themselves say.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::jvm::TravelShop;
use tests::program;
use tests::scratch::Scratch;
use tests::truth::Truth;

/// A short life: enough for the cache to grow well beyond the 120 different searches.
const POINTS: &str = "4";
const REQUESTS: &str = "70";

/// Objects and bytes per class.
type Counts = BTreeMap<String, (u64, u64)>;

#[test]
fn a_histogram_counts_exactly_what_program_and_jvm_say_is_alive() {
    let scratch = Scratch::new("histogram");
    let mut shop = TravelShop::start(&["--points", POINTS, "--requests", REQUESTS]);
    let mut points = 0;
    while let Some(truth) = shop.next_point() {
        let dump = scratch.join("one.hprof");
        let _ = fs::remove_file(&dump);
        shop.dump_to(&dump);
        let mut jvm = counts_of_jvm(&shop.class_histogram());
        // The JVM gives class loaders a hidden field of 8 bytes of which no dump tells.
        jvm.get_mut("travelshop.plugin.PluginLoader").expect("the plugin loader is alive").1 -= 8;
        shop.go_on();
        points += 1;

        let histogram = program::json(["histogram".as_ref(), dump.as_os_str(), "--json".as_ref()]);
        let counts = counts_of_histogram(&histogram);
        for (class, objects) in &truth.objects {
            assert_eq!(counts.get(class).map_or(0, |counts| counts.0), *objects, "objects of {class} at point {points}");
        }
        let ours = |counts: &Counts| -> Counts {
            counts.iter().filter(|(class, _)| class.starts_with("travelshop.")).map(|(class, counts)| (class.clone(), *counts)).collect()
        };
        assert!(ours(&jvm).len() >= 10, "the JVM lists the program's classes: {jvm:?}");
        assert_eq!(ours(&counts), ours(&jvm), "objects and bytes at point {points}");
        let sum: u64 = counts.values().map(|counts| counts.0).sum();
        assert_eq!(histogram["objects"].as_u64(), Some(sum), "the total is the sum of the classes");
    }
    assert_eq!(points.to_string(), POINTS);
}

#[test]
fn a_series_of_dumps_becomes_trees_and_reference_maps_with_exact_counts() {
    let (scratch, truths) = dump_series(&[]);
    let trees = scratch.join("trees");
    program::stdout([
        "group".as_ref(),
        scratch.join("dumps").as_os_str(),
        "--by".as_ref(),
        "type".as_ref(),
        "--out".as_ref(),
        trees.as_os_str(),
    ]);

    let tree_files = json_files(&trees);
    assert_eq!(tree_files.len(), truths.len(), "one tree per dump");
    let points_to = json_files(&trees.join("points-to-maps"));
    assert_eq!(points_to.len(), truths.len(), "one points-to map per dump");
    for (point, truth) in truths.iter().enumerate() {
        let tree = read_json(&tree_files[point]);
        let types: BTreeMap<&str, u64> =
            list(&tree["root"]["children"]).iter().map(|node| (text(&node["name"]), number(&node["objects"]))).collect();
        for (class, objects) in &truth.objects {
            assert_eq!(types.get(class.as_str()).copied().unwrap_or(0), *objects, "{class} at point {}", point + 1);
        }
        let map = read_json(&points_to[point]);
        assert_eq!(map["time"], tree["time"], "map and tree belong to the same point");
        for ((from, to), objects) in &truth.points_to {
            let counted = &map["pointerMap"][format!("Overall#{from}")][format!("Overall#{to}")];
            assert_eq!(counted.as_u64(), Some(*objects), "{from} to {to} at point {}", point + 1);
        }
    }
}

#[test]
fn the_scene_shows_the_leak_in_red_and_solid() {
    let (scratch, truths) = dump_series(&[]);
    let scene = scene_of(&scratch);
    let last = truths.last().expect("there are points");
    for class in ["travelshop.business.Location", "java.util.Date"] {
        let building = building(&scene, class);
        assert_eq!(number(&building["objects"]), last.objects[class], "objects of {class}");
        assert_eq!(number(&building["growth"]), last.objects[class] - truths[0].objects[class], "growth of {class}");
        assert_eq!(building["solid"], Value::Bool(true), "{class} is among the strongest growers");
        assert!(number(&building["growth_rank"]) <= 2, "rank {} of {class}", building["growth_rank"]);
        let [red, green, blue] = [0, 1, 2].map(|channel| building["rgba"][channel].as_f64().unwrap_or_default());
        assert!(red > 2.0 * green && red > 2.0 * blue, "{class} is red: {}", building["rgba"]);
    }
    let sessions = building(&scene, "travelshop.web.Session");
    assert!(number(&sessions["growth_rank"]) > 5, "sessions come and go: rank {}", sessions["growth_rank"]);
}

#[test]
fn with_repaired_keys_the_same_program_stops_growing() {
    let (_scratch, truths) = dump_series(&["--fixed"]);
    let most = 120 * 9; // different searches x results per search
    let locations: Vec<u64> = truths.iter().map(|truth| truth.objects["travelshop.business.Location"]).collect();
    assert!(locations.iter().all(|&locations| locations <= most), "{locations:?}");
    let leaking = TravelShop::start(&["--points", "1", "--requests", "280"]).next_point().expect("one point");
    assert_eq!(leaking.objects["travelshop.business.Location"], 280 * 9, "without the repair every search adds");
}

/// Runs the program and dumps it at every point into `dumps/`.
fn dump_series(options: &[&str]) -> (Scratch, Vec<Truth>) {
    let scratch = Scratch::new("series");
    fs::create_dir(scratch.join("dumps")).expect("a folder can be made");
    let mut shop = TravelShop::start(&[&["--points", POINTS, "--requests", REQUESTS], options].concat());
    let mut truths = Vec::new();
    while let Some(truth) = shop.next_point() {
        truths.push(truth);
        shop.dump_to(&scratch.join("dumps").join(format!("point-{}.hprof", truths.len())));
        shop.go_on();
    }
    (scratch, truths)
}

fn scene_of(scratch: &Scratch) -> Value {
    let file = scratch.join("scene.json");
    let dumps = scratch.join("dumps");
    let options = ["--by", "type", "--time", "last", "--set", "child_count=1000", "--out"];
    program::stdout(["scene".as_ref(), dumps.as_os_str()].into_iter().chain(options.iter().map(AsRef::as_ref)).chain([file.as_os_str()]));
    read_json(&file)
}

fn building<'a>(scene: &'a Value, class: &str) -> &'a Value {
    let key = format!("Overall#{class}");
    let found = list(&scene["buildings"]).iter().find(|building| building["key"] == key.as_str());
    found.unwrap_or_else(|| panic!("no building {key}"))
}

fn counts_of_histogram(histogram: &Value) -> Counts {
    let class = |class: &Value| (text(&class["name"]).to_owned(), (number(&class["objects"]), number(&class["bytes"])));
    list(&histogram["classes"]).iter().map(class).collect()
}

/// Reads `   1:   2502   181456  [B (java.base@17)`; classes whose name has another form there are left out.
fn counts_of_jvm(histogram: &str) -> Counts {
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rank, objects, bytes, class, ..] = words[..] else { return None };
        rank.strip_suffix(':')?;
        (!class.starts_with('[')).then_some((class.to_owned(), (objects.parse().ok()?, bytes.parse().ok()?)))
    };
    histogram.lines().filter_map(line).collect()
}

/// The JSON files of a folder, by time.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "json") && path.file_stem().is_some_and(|stem| stem != "dataset"));
    files.sort_by_key(|path| read_json(path)["time"].as_i64());
    files
}

fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{} is not JSON: {error}", path.display()))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("not a count: {value}"))
}
