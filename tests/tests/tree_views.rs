//! Trees as pictures on the command line show what other commands tell of the same data, and what was published of two programs.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

use serde_json::Value;
use tests::program;
use tests::repository::root;
use tests::scratch::Scratch;

const TRACE: &str = "data-samples/travel-shop-trace/travel-shop.mctrace";

/// The shapes of the first picture of `memory-city tree`.
fn shapes(sample: &str, options: &[&str]) -> Vec<Value> {
    let path = root().join(sample);
    let told = program::json([&["tree", path.to_str().expect("is UTF-8"), "--json"], options].concat());
    told["pictures"][0]["shapes"].as_array().cloned().expect("a list")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn path(shape: &Value) -> String {
    let names = shape["path"].as_array().expect("a list").iter().map(|name| name.as_str().expect("a text"));
    names.collect::<Vec<_>>().join("#")
}

/// The shape with a name at the end of its path.
fn called<'a>(shapes: &'a [Value], name: &str) -> &'a Value {
    let found = shapes.iter().find(|shape| shape["path"].as_array().and_then(|names| names.last()).is_some_and(|last| last == name));
    found.unwrap_or_else(|| panic!("no {name} in {:?}", shapes.iter().map(path).collect::<Vec<_>>()))
}

/// Shares of the heap in percent, by the names of the groups right below the root.
fn first_level(shapes: &[Value]) -> Vec<(String, f64)> {
    let whole = number(&shapes[0]["value"]);
    let first = shapes.iter().filter(|shape| shape["level"] == 1);
    first.map(|shape| (path(shape), 100.0 * number(&shape["value"]) / whole)).collect()
}

#[test]
fn values_are_those_of_the_trees_and_parts_add_up_at_every_point() {
    let path_of = |shape: &Value| path(shape);
    let trace = root().join(TRACE);
    let trends = program::json(["trends", trace.to_str().expect("is UTF-8"), "--by", "type", "--json"]);
    let rows = trends["rows"].as_array().expect("a list");
    let series: BTreeMap<&str, Vec<u64>> = rows
        .iter()
        .map(|row| {
            let volume = row["volume"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
            (row["key"].as_str().expect("a text"), volume)
        })
        .collect();
    let mut kept: BTreeSet<Vec<String>> = BTreeSet::new();
    for point in 1..=14 {
        let point_text = point.to_string();
        let all = ["--by", "type,site", "--time", &point_text, "--scope", "global"];
        let shapes = shapes(TRACE, &all);
        for shape in &shapes {
            if shape["level"] == 1
                && let Some(key) = shape["key"].as_str()
            {
                assert_eq!(shape["value"].as_u64(), Some(series[key][point - 1]), "{key} at {point}");
            }
            let sum: u64 = shapes
                .iter()
                .filter(|child| child["level"] == 1 + shape["level"].as_u64().expect("a number"))
                .filter(|child| path_of(child).starts_with(&format!("{}#", path_of(shape))))
                .map(|child| child["value"].as_u64().expect("a number"))
                .sum();
            assert!(sum == 0 || Some(sum) == shape["value"].as_u64(), "{} at {point}", path_of(shape));
        }
        let ring: f64 = shapes.iter().filter(|shape| shape["level"] == 1).map(|shape| number(&shape["sector"]["sweep"])).sum();
        assert!((ring - TAU).abs() < 0.06, "besides gaps: {ring}");
        kept.insert(first_level(&shapes).into_iter().map(|(name, _)| name).collect());
    }
    // The same groups in the same order, but for those that are not there yet.
    let most = kept.iter().max_by_key(|names| names.len()).expect("there are points").clone();
    for names in &kept {
        let expected: Vec<&String> = most.iter().filter(|name| names.contains(name)).collect();
        assert_eq!(names.iter().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn columns_are_as_high_as_values_and_the_whole_as_the_heap() {
    let heights = |options: &[&str]| -> Vec<f64> {
        let shapes = shapes("data-samples/easytravel-ds", &[&["--view", "icicle"], options].concat());
        let height = |shape: &Value| number(&shape["rect"][3]) - number(&shape["rect"][1]);
        let values = shapes.iter().map(|shape| number(&shape["value"]));
        let scale = height(&shapes[0]) / number(&shapes[0]["value"]);
        assert!(shapes.iter().zip(values).all(|(shape, value)| (height(shape) - scale * value).abs() < 1.1), "{options:?}");
        shapes.iter().map(height).collect()
    };
    let first = |options: &[&str]| heights(options)[0];
    let [begin, end] = ["first", "last"].map(|time| first(&["--scope", "global", "--time", time]));
    let ratio = |time: &str| number(&shapes("data-samples/easytravel-ds", &["--time", time])[0]["value"]);
    assert!(((begin + 1.0) / (end + 1.0) - ratio("first") / ratio("last")).abs() < 1e-3, "{begin} of {end}");
    assert_eq!(first(&["--scope", "local", "--time", "first"]), end, "the local picture is not scaled");
}

/// STAG 2020, section 7.1: six types are nine tenths of the heap at the end, and the share of all others falls from the first peak on.
#[test]
fn six_types_of_http_client_are_nine_tenths_of_its_heap() {
    let at = |time: &str| first_level(&shapes("data-samples/fig11", &["--time", time]));
    let last = at("last");
    let six: f64 = last.iter().take(6).map(|(_, share)| share).sum();
    assert!((88.0..92.0).contains(&six), "{six} of {last:?}");
    let others = |time: &str| {
        let all = at(time);
        let (name, share) = all.last().expect("there is a heap");
        assert!(name.ends_with(" others"), "{name}");
        *share
    };
    let shares = ["4", "5", "last"].map(others);
    assert!(shares.is_sorted_by(|before, after| before > after), "{shares:?}");
    let colors = shapes("data-samples/fig11", &[]);
    let color = |name: &str| called(&colors, name)["color"].as_str().expect("a text").to_owned();
    assert_eq!([&last[0].0[5..], "61 others"].map(color), ["#1f77b4", "#d62728"]);
    // Params are made at one site here, and so is what the pools consist of.
    for name in ["LinkedList", "HostConfiguration", "HashMap$Node"] {
        let below = colors.iter().filter(|shape| path(shape).starts_with(&format!("Heap#{name}#"))).count();
        assert_eq!(below, 1, "{name}");
    }
}

/// STAG 2020, section 7.2.
#[test]
fn the_map_of_easy_travel_grows_to_two_fifths_of_its_heap_and_is_locations_and_dates() {
    const MAP: &str = "ConcurrentHashMap (allocated in JourneyService::findLocations())";
    let share = |time: &str| {
        let all = first_level(&shapes("data-samples/easytravel-ds", &["--time", time]));
        assert_eq!(all[0].0, format!("Heap#{MAP}"), "it grows most");
        all
    };
    let [begin, end] = ["first", "last"].map(share);
    assert_eq!([&begin, &end].map(|all| format!("{:.1}", all[0].1)), ["11.8", "39.5"]);
    assert!(begin.iter().zip(&end).skip(1).all(|(before, after)| after.1 < before.1), "all others shrink: {begin:?} {end:?}");
    let inside = shapes("data-samples/easytravel-ds", &["--of", MAP]);
    assert_eq!((path(&inside[0]), &inside[0]["color"]), (format!("Heap#{MAP}"), &"#bdbdbd".into()));
    for name in ["Location", "Date"] {
        let share = 100.0 * number(&called(&inside, name)["value"]) / number(&inside[0]["value"]);
        assert!((44.5..45.5).contains(&share), "{name}: {share}");
        let sites = inside.iter().filter(|shape| path(shape).starts_with(&format!("Heap#{MAP}#{name}#"))).count();
        assert_eq!(sites, 1, "{name}");
    }
}

#[test]
fn all_views_at_all_points_are_what_each_is_by_itself() {
    let scratch = Scratch::new("all-views");
    let folder = scratch.join("pictures").display().to_string();
    let sample = root().join("data-samples/fig11").display().to_string();
    // Twice: what is there is replaced.
    for _ in 0..2 {
        assert_eq!(program::stdout(["tree", &sample, "--metric", "objects", "--scope", "local", "--all", &folder]), "");
    }
    let told = program::json(["tree", &sample, "--json"]);
    let points = told["points"].as_u64().expect("a number");
    let mut expected: Vec<String> = ["icicle", "sunburst", "treemap"]
        .iter()
        .flat_map(|view| (1..=points).map(move |point| format!("{view}-{point:02}")))
        .chain(["bars".to_owned()])
        .flat_map(|name| [format!("{name}.png"), format!("{name}.svg")])
        .collect();
    expected.sort();
    let mut names: Vec<String> = std::fs::read_dir(scratch.join("pictures"))
        .expect("is there")
        .map(|entry| entry.expect("can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, expected);
    let read = |name: &str| std::fs::read(scratch.join("pictures").join(name)).expect("is there");
    for (file, view, time) in [("treemap-02", "treemap", "2"), ("icicle-01", "icicle", "first"), ("bars", "bars", "last")] {
        let asked = ["tree", &sample, "--metric", "objects", "--scope", "local", "--view", view, "--time", time];
        let by_itself = program::stdout([&asked[..], &["--svg"]].concat());
        assert_eq!(read(&format!("{file}.svg")), by_itself.as_bytes(), "{file}");
        let png = scratch.join("one.png").display().to_string();
        program::stdout([&asked[..], &["--png", &png]].concat());
        assert_eq!(read(&format!("{file}.png")), std::fs::read(&png).expect("is there"), "{file}");
    }
}

#[test]
fn several_points_are_in_one_drawing_each_with_its_time() {
    let sample = root().join("data-samples/fig11").display().to_string();
    let svg = program::stdout(["tree", &sample, "--time", "first,3,last", "--view", "treemap", "--svg"]);
    let points = program::json(["tree", &sample, "--json"])["points"].as_u64().expect("a number");
    assert_eq!(svg.matches("stroke-dasharray").count(), 3, "the frame of the largest heap, thrice");
    for text in [
        format!("3 of {points} points, on one scale"),
        "point 1 \u{b7} ".into(),
        "point 3 \u{b7} ".into(),
        format!("point {points} \u{b7} "),
    ] {
        assert!(svg.contains(&text), "{text}");
    }
}

/// Each frame of a stack is a group of `dominators`, which holds what its objects retain.
#[test]
fn stacks_of_dominators_add_up_to_the_heap_and_to_what_a_collection_retains() {
    let dump = root().join("data-samples/travel-shop/point-13.hprof.gz").display().to_string();
    let stacks = program::stdout(["tree", &dump, "--by", "dominators", "--collapsed", "bytes"]);
    let lines: Vec<(&str, u64)> = stacks
        .lines()
        .map(|line| line.rsplit_once(' ').map(|(stack, bytes)| (stack, bytes.parse().expect("a number"))).expect("two"))
        .collect();
    let histogram = program::json(["histogram", &dump, "--json"]);
    assert_eq!(lines.iter().map(|(_, bytes)| bytes).sum::<u64>(), histogram["bytes"].as_u64().expect("a number"));
    assert!(lines.iter().all(|(stack, _)| stack.split(';').count() <= 32 && !stack.contains("not grouped further")));
    let cache = "class travelshop.business.JourneyService;java.util.HashMap";
    let held: u64 =
        lines.iter().filter(|(stack, _)| *stack == cache || stack.starts_with(&format!("{cache};"))).map(|(_, bytes)| bytes).sum();
    assert!(2 * held > histogram["bytes"].as_u64().expect("a number"), "the leak: {held}");
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let sample = root().join("data-samples/fig10");
    let sample = sample.to_str().expect("is UTF-8");
    for (arguments, message) in [
        (&["--time", "24"][..], "--time"),
        (&["--of", "Nobody"], "no group is called \"Nobody\""),
        (&["--window", "3..9", "--time", "20"], "--time"),
        (&["--time", "1,24", "--svg"], "--time"),
        (&["--time", "1,last", "--json"], "--time: several points"),
        (&["--time", "1,last", "--collapsed", "bytes"], "--time: several points"),
        (&["--time", "1,last", "--view", "bars", "--svg"], "--time: bars show all points"),
        (&["--all", "pictures", "--json"], "--all"),
    ] {
        let output = program::command().args(["tree", sample]).args(arguments).output().expect("runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(message), "{arguments:?}: {errors}");
    }
}
